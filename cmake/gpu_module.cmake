# SPDX-License-Identifier: Apache-2.0
# bitcode of all kernels to modules of PTX: linked, what is not a kernel of the module hidden and joined to those that call it,
# unfused
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(result)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(make_module name)
  string(REPLACE ";" "," kernels "${ARGN}")
  set(file ${FOLDER}/${name}.ptx)
  run(${OPT} "-passes=internalize,globaldce,default<O3>" --internalize-public-api-list=${kernels} ${FOLDER}/all.linked -o ${file}.joined)
  run(${NM} -u ${file}.joined)
  # near memory is not defined anywhere: a launch says how much there is
  string(REGEX REPLACE "[^\n]*ig_near" "" output "${output}")
  if(output MATCHES "[a-z]")
    message(FATAL_ERROR "the kernels for GPUs call what no GPU has:\n${output}")
  endif()
  run(${LLC} -O3 -mcpu=${ARCH} -mattr=+ptx70 -nvptx-fma-level=0 ${file}.joined -o ${file})
endfunction()

run(${LINK} -o ${FOLDER}/all.linked ${OBJECTS})
run(${NM} --defined-only ${FOLDER}/all.linked)
string(REGEX MATCHALL "ig_(gpu|model)[a-z0-9_]*\n" names "${output}")
string(REPLACE "\n" "" names "${names}")
list(FILTER names EXCLUDE REGEX "_(open|crew)$")
make_module(ingot ${names})
make_module(ingot_open ig_gpu ig_model ig_gpu_collision_open)
make_module(ingot_crew ig_gpu ig_model ig_gpu_solve_crew)
