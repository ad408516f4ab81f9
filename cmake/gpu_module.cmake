# SPDX-License-Identifier: Apache-2.0
# bitcode of all kernels to modules of PTX: linked, what is not a kernel of the module hidden and joined to those that call it,
# unfused. modules.h lists the modules and their kernels for src/gpu/module.c.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(result)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

set(list "")
function(make_module name)
  set(file ${FOLDER}/ingot_${name}.ptx)
  list(TRANSFORM ARGN PREPEND ig_gpu_ OUTPUT_VARIABLE kernels)
  string(REPLACE ";" "," kernels "ig_gpu;ig_model;${kernels}")
  # loops stay loops where a crew of threads has a world: the code that so few of them run has to stay in the cache of instructions
  set(rolled)
  if(name MATCHES "_crew$|^solve_newton$")
    set(rolled --unroll-runtime=false --unroll-allow-partial=false)
  endif()
  set(linked ${FOLDER}/all.linked)
  if(name STREQUAL solve)
    set(linked ${FOLDER}/primal.linked)
  endif()
  run(${OPT} ${rolled} "-passes=internalize,globaldce,default<O3>" --internalize-public-api-list=${kernels} ${linked} -o ${file}.joined)
  run(${NM} -u ${file}.joined)
  # near memory is not defined anywhere: a launch says how much there is
  string(REGEX REPLACE "[^\n]*ig_near" "" output "${output}")
  if(output MATCHES "[a-z]")
    message(FATAL_ERROR "the kernels for GPUs call what no GPU has:\n${output}")
  endif()
  run(${LLC} -O3 -mcpu=${ARCH} -mattr=+ptx70 -nvptx-fma-level=0 -nvptx-short-ptr ${file}.joined -o ${file})
  if(rolled)
    file(READ ${file} text)
    string(REGEX REPLACE "(Loop Header[^\n]*\n)" "\\1\t.pragma \"nounroll\";\n" text "${text}")
    file(WRITE ${file} "${text}")
  endif()
  # so many registers that sixteen worlds are in work on a multiprocessor at the same time
  if(name STREQUAL solve_newton)
    file(READ ${file} text)
    string(REGEX REPLACE "(\\.entry ig_gpu_solve_newton\\([^)]*\\))" "\\1\n.maxnreg 128" text "${text}")
    file(WRITE ${file} "${text}")
  endif()
  # registers of a thread are as many as let so many blocks of so many threads be on a multiprocessor: these kernels wait for memory, and
  # more of them at a time wait less
  foreach(bound fill_rows=256,2 collision=256,2 place_contacts=256,2 factor=64,8)
    string(REGEX REPLACE "[=,]" ";" bound ${bound})
    list(GET bound 0 kernel)
    list(FIND ARGN ${kernel} found)
    if(found GREATER -1)
      list(GET bound 1 threads)
      list(GET bound 2 blocks)
      file(READ ${file} text)
      string(REGEX REPLACE "(\\.entry ig_gpu_${kernel}\\([^)]*\\)[^{]*)\\{" "\\1.maxntid ${threads}, 1, 1\n.minnctapersm ${blocks}\n{" text "${text}")
      file(WRITE ${file} "${text}")
    endif()
  endforeach()
  file(REMOVE ${file}.joined)
  string(REPLACE ";" " " kernels "${ARGN}")
  set(list "${list}MODULE(${name}, \"${file}\", \"${kernels}\")\n" PARENT_SCOPE)
endfunction()

file(GLOB old ${FOLDER}/*.ptx)
if(old)
  file(REMOVE ${old})
endif()
run(${LINK} -o ${FOLDER}/all.linked ${OBJECTS})
run(${LINK} -o ${FOLDER}/primal.linked ${FOLDER}/all.linked --override=${PRIMAL})
run(${NM} --defined-only ${FOLDER}/all.linked)
string(REGEX MATCHALL "ig_gpu_[a-z0-9_]+\n" names "${output}")
list(TRANSFORM names REPLACE "ig_gpu_(.*)\n" "\\1")

# The driver compiles a module as a whole when it is first used: what many models do without has a module of its own. Those of one
# line are needed together.
set(groups
  "base=advance begin end look gather scatter fill move adopt place fields_in fields_out refresh observe bodies frames com inertia com_velocity bias acceleration"
  "force=factor passive reference"
  "actuator=transmission actuator_velocity actuation"
  "tendon=tendon tendon_velocity"
  "look=views potential subtree kinetic external internal"
  "sense=sense_position sense_velocity sense_acceleration")
foreach(group ${groups})
  string(REGEX REPLACE "=.*" "" name ${group})
  string(REGEX REPLACE ".*=" "" kernels ${group})
  string(REPLACE " " ";" kernels ${kernels})
  make_module(${name} ${kernels})
  list(REMOVE_ITEM names ${kernels})
endforeach()
foreach(name ${names})
  make_module(${name} ${name})
endforeach()
file(WRITE ${FOLDER}/modules.h "// made by cmake/gpu_module.cmake: name, text, kernels\n${list}")
