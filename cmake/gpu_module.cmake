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
  # Registers of a thread are as many as let so many blocks of so many threads be on a multiprocessor, sixteen worlds of Newton's warps:
  # these kernels wait for memory, and more of them at a time wait less.
  foreach(bound
      "solve_newton=.maxnreg 128" "fill_rows=.maxntid 256, 1, 1\n.minnctapersm 2" "collision=.maxntid 256, 1, 1\n.minnctapersm 2"
      "place_contacts=.maxntid 256, 1, 1\n.minnctapersm 2" "factor=.maxntid 64, 1, 1\n.minnctapersm 8")
    string(REGEX MATCH "^[a-z_]+" kernel "${bound}")
    string(REGEX REPLACE "^[a-z_]+=" "" bound "${bound}")
    list(FIND ARGN ${kernel} found)
    if(found GREATER -1)
      file(READ ${file} text)
      string(REGEX REPLACE "(\\.entry ig_gpu_${kernel}\\([^)]*\\)[^{]*)\\{" "\\1${bound}\n{" text "${text}")
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
