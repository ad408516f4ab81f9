# SPDX-License-Identifier: Apache-2.0
# prints hashes of models and of runs, which are the same for every build: tools/hashes.py holds them to tests/golden
add_executable(hash_models tests/hash_models.c)
target_link_libraries(hash_models PRIVATE ingot_static)
