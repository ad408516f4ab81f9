# SPDX-License-Identifier: Apache-2.0
# The kernels for GPUs: the same sources as C++ for NVIDIA's instruction set, linked into modules of PTX text, which the
# library carries and the driver compiles. Clang and LLVM do all of it: no CUDA, no GPU. Where they are missing, the library is
# built without, and says so when it is asked for a device.
#
# For the tests the same sources are compiled for this machine too: a loop over worlds takes the place of the threads.
option(INGOT_GPU "build the kernels for GPUs, where clang and llvm are there" ON)
set(INGOT_GPU_ARCH sm_70 CACHE STRING "oldest GPU that the kernels run on")
set(INGOT_GPU_READY OFF)
if(INGOT_GPU)
  foreach(version 19 18 20 21 17)
    find_program(GPU_CLANG clang-${version})
    find_program(GPU_LINK llvm-link-${version})
    find_program(GPU_OPT opt-${version})
    find_program(GPU_LLC llc-${version})
    find_program(GPU_NM llvm-nm-${version})
    if(GPU_CLANG AND GPU_LINK AND GPU_OPT AND GPU_LLC AND GPU_NM)
      set(INGOT_GPU_READY ON)
      break()
    endif()
    foreach(tool CLANG LINK OPT LLC NM)
      unset(GPU_${tool} CACHE)
    endforeach()
  endforeach()
endif()
if(NOT INGOT_GPU_READY)
  message(STATUS "GPU: built without (clang and llvm of one version are needed: tools/setup.sh)")
  return()
endif()
message(STATUS "GPU: ${GPU_CLANG}, ${INGOT_GPU_ARCH}")

# kernels of every width, without those parts that only a host needs; then what is lane-local, in C
set(gpu_kernels ${kernels})
list(FILTER gpu_kernels EXCLUDE REGEX "/batch/|/step/(step_lanes|walk|poison|forward|inverse|row_forces)\\.|/constrain/row_lanes\\.|/collide/(ray_lanes|ray/ray_shape)\\.")
list(APPEND gpu_kernels ${PROJECT_SOURCE_DIR}/src/gpu/kernels.gpu.c ${PROJECT_SOURCE_DIR}/src/solve/problem.gpu.c
  ${PROJECT_SOURCE_DIR}/src/solve/solve_gpu.gpu.c ${PROJECT_SOURCE_DIR}/src/solve/solve_thread.gpu.c)
# those in which a crew of threads has a world
set(gpu_crew solve/cost.lane solve/factor.lane solve/hessian.lane solve/solve_lanes.lane solve/line_search.lane solve/primal.lane
  solve/problem.lane solve/problem.gpu solve/side_by_side.lane solve/solve_islands.lane solve/solve_gpu.gpu solve/solve_group.gpu
  gpu/crew.gpu)
set(gpu_local collide/convex/ccd collide/convex/clip collide/convex/convex collide/convex/convex_shape collide/convex/face_contact
  collide/convex/gjk collide/convex/hull collide/convex/mpr collide/convex/plane_convex collide/convex/polytope
  collide/convex/simplex collide/convex/smooth_normal collide/convex/triangle collide/field/hfield collide/local
  collide/primitive/box_box collide/primitive/capsule_box collide/primitive/primitive collide/primitive/round.lane collide/ray/ray_local collide/ray/ray_shape.lane
  constrain/island math/cholesky math/scalar sense/ray_lane sense/site_lane smooth/force/passive smooth/tendon/tendon_walk smooth/tendon/tendon_wrap
  smooth/wrench solve/qcqp)

set(gpu_common -ffp-contract=off -fno-math-errno -D_GNU_SOURCE -DNDEBUG
  -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include)
set(gpu_fast -O3)
# what is lane-local is long and branches a lot: joined and unrolled as well it takes the driver twice the time
set(gpu_small -Os)
# C that C++ has not got, or has another word for
set(gpu_cxx -x c++ -std=c++20 -fno-exceptions -fno-threadsafe-statics -DIG_GPU -DIG_WIDTH=32 -Drestrict=__restrict
  -D_Static_assert=static_assert -D_Alignof=alignof -Wno-c++11-narrowing -Wno-c99-designator -Wno-reorder-init-list
  -Wno-invalid-offsetof -Wno-nontrivial-memaccess -Wno-vla-cxx-extension -Wno-deprecated -include gpu/api.h)
set(gpu_c -x c -std=gnu17 -DIG_DEVICE)
# headers of the C library are those of the machine that builds, types and macros alone: the module is the same for every
# machine that the library is built for, and compilers of others may have no headers that clang finds
set(gpu_device --target=nvptx64-nvidia-cuda -march=${INGOT_GPU_ARCH} -nogpulib -emit-llvm -fconvergent-functions -Xclang -fcuda-short-ptr -mllvm -nvptx-short-ptr
  -D__${CMAKE_HOST_SYSTEM_PROCESSOR}__ -idirafter /usr/include/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu)
set(gpu_host -O2 -fPIC -Wno-psabi -fvisibility=hidden -ffunction-sections -fdata-sections -fstack-protector-strong -DIG_GPU_HOST)

set(gpu_thread_each -DIG_LEVEL=gpu)
set(gpu_crew_each -DIG_LEVEL=crew -DIG_CREW)
set(gpu_far_crew_each -DIG_LEVEL=far_crew -DIG_CREW -DIG_CREW_FAR)
# the host's compiler may need another launcher than this clang, see tools/wheel/build.sh
if(NOT DEFINED INGOT_GPU_LAUNCHER)
  set(INGOT_GPU_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

function(ingot_gpu_object list source folder)
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR}/src ${source})
  string(REPLACE "/" "_" name ${name})
  string(MD5 flags "${ARGN}")
  string(SUBSTRING ${flags} 0 6 flags)
  set(object ${PROJECT_BINARY_DIR}/gpu/${folder}/${name}.${flags}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${INGOT_GPU_LAUNCHER} ${GPU_CLANG} ${gpu_common} ${ARGN} -MD -MF ${object}.d -c ${source} -o ${object}
    DEPENDS ${source} DEPFILE ${object}.d COMMENT "GPU (${folder}) ${name}" VERBATIM)
  set(${list} ${${list}} ${object} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/gpu/device ${PROJECT_BINARY_DIR}/gpu/host)
foreach(source ${gpu_kernels})
  ingot_gpu_object(gpu_bitcode ${source} device ${gpu_thread_each} ${gpu_cxx} ${gpu_device} ${gpu_fast})
  ingot_gpu_object(gpu_objects ${source} host ${gpu_thread_each} ${gpu_cxx} ${gpu_host})
endforeach()
foreach(name ${gpu_crew})
  foreach(build gpu_crew_each gpu_far_crew_each)
    ingot_gpu_object(gpu_bitcode ${PROJECT_SOURCE_DIR}/src/${name}.c device ${${build}} ${gpu_cxx} ${gpu_device} ${gpu_fast} -fno-unroll-loops)
    ingot_gpu_object(gpu_objects ${PROJECT_SOURCE_DIR}/src/${name}.c host ${${build}} ${gpu_cxx} ${gpu_host})
  endforeach()
endforeach()
# a warp for each
ingot_gpu_object(gpu_bitcode ${PROJECT_SOURCE_DIR}/src/gpu/newton.gpu.c device ${gpu_crew_each} -DIG_CREW_WARP ${gpu_cxx} ${gpu_device} ${gpu_fast} -fno-unroll-loops)
ingot_gpu_object(gpu_objects ${PROJECT_SOURCE_DIR}/src/gpu/newton.gpu.c host ${gpu_crew_each} -DIG_CREW_WARP ${gpu_cxx} ${gpu_host})
ingot_gpu_object(gpu_objects ${PROJECT_SOURCE_DIR}/src/gpu/crew_host.gpu.c host ${gpu_crew_each} ${gpu_cxx} ${gpu_host})
# with the colliders of one world, for the kernel that has them
ingot_gpu_object(gpu_bitcode ${PROJECT_SOURCE_DIR}/src/collide/collide_lanes.lane.c device -DIG_GPU_OPEN ${gpu_thread_each} ${gpu_cxx} ${gpu_device} ${gpu_fast})
ingot_gpu_object(gpu_objects ${PROJECT_SOURCE_DIR}/src/collide/collide_lanes.lane.c host -DIG_GPU_OPEN ${gpu_thread_each} ${gpu_cxx} ${gpu_host})
foreach(name ${gpu_local})
  ingot_gpu_object(gpu_bitcode ${PROJECT_SOURCE_DIR}/src/${name}.c device ${gpu_c} ${gpu_device} ${gpu_small})
  ingot_gpu_object(gpu_objects ${PROJECT_SOURCE_DIR}/src/${name}.c host ${gpu_c} ${gpu_host})
endforeach()

ingot_gpu_object(gpu_primal ${PROJECT_SOURCE_DIR}/src/gpu/primal_only.gpu.c device ${gpu_thread_each} ${gpu_cxx} ${gpu_device} ${gpu_fast})

# What the kernels call becomes a part of them; nothing is fused.
set(gpu_modules ${PROJECT_BINARY_DIR}/gpu/modules.h)
add_custom_command(OUTPUT ${gpu_modules}
  COMMAND ${CMAKE_COMMAND} -DLINK=${GPU_LINK} -DOPT=${GPU_OPT} -DLLC=${GPU_LLC} -DNM=${GPU_NM} -DARCH=${INGOT_GPU_ARCH}
    "-DOBJECTS=${gpu_bitcode}" -DPRIMAL=${gpu_primal} -DFOLDER=${PROJECT_BINARY_DIR}/gpu -DSOURCE=${PROJECT_SOURCE_DIR}/src -P ${PROJECT_SOURCE_DIR}/cmake/gpu_module.cmake
  DEPENDS ${gpu_bitcode} ${gpu_primal} ${PROJECT_SOURCE_DIR}/cmake/gpu_module.cmake ${PROJECT_SOURCE_DIR}/src/step/stages.def
    ${PROJECT_SOURCE_DIR}/src/gpu/kernels.def COMMENT "GPU modules" VERBATIM)
add_custom_target(gpu_module DEPENDS ${gpu_modules})

# the library carries the texts: see src/gpu/module.c
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/gpu/module.c PROPERTIES
  COMPILE_DEFINITIONS IG_GPU_MODULES="${gpu_modules}" OBJECT_DEPENDS "${gpu_modules}")

# the kernels for this machine, for tests
set(gpu_emulator ${PROJECT_BINARY_DIR}/libingot_gpu_host.so)
add_custom_command(OUTPUT ${gpu_emulator}
  COMMAND ${GPU_CLANG} -shared -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--gc-sections -Wl,-z,defs -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/gpu_host.map -o ${gpu_emulator} ${gpu_objects} -lm
  DEPENDS ${gpu_objects} COMMENT "GPU kernels for this machine" VERBATIM)
add_custom_target(gpu_emulator DEPENDS ${gpu_emulator})
