# SPDX-License-Identifier: Apache-2.0
# prints hashes of models and of runs, which are the same for every build: tools/hashes.py holds them to tests/golden
add_executable(hash_models tests/hash_models.c)
target_link_libraries(hash_models PRIVATE ingot_static)

# hashes of pictures, for builds without the other tests
add_executable(hash_views EXCLUDE_FROM_ALL
  tests/render/test_hash.c tests/render/stage.c tests/test.c tests/case.c tests/model.c)
target_compile_definitions(hash_views PRIVATE IG_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
target_include_directories(hash_views PRIVATE tests)
target_link_libraries(hash_views PRIVATE ingot_static)
