// SPDX-License-Identifier: Apache-2.0
// The CUDA driver, opened at run time. Nothing of CUDA is linked: a machine without libcuda.so.1 loads the library all the
// same and gets a sentence when it asks for a device. Calls and constants are those of NVIDIA's "CUDA Driver API" manual.
//
// A connection holds the device's primary context, the one that torch, CuPy and JAX use too, so that memory can be shared.
// Every function makes it current on the calling thread, and leaves the thread's own context as it was.
#ifndef INGOT_GPU_CUDA_H_
#define INGOT_GPU_CUDA_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ingot/status.h>

typedef struct ig_Cuda_ ig_Cuda;
typedef uint64_t ig_DeviceAddress;
typedef void* ig_Stream;    // a CUstream; NULL: the default stream
typedef void* ig_Module;    // a CUmodule
typedef void* ig_Function;  // a CUfunction

typedef struct {
  char name[96];
  int major, minor;          // compute capability
  int processors;            // multiprocessors
  size_t memory, available;  // bytes
  int shared;                // bytes of shared memory that a block of threads can have, and that a multiprocessor has
  int shared_in_all;
  int driver;  // version of the driver's CUDA, 1000 major + 10 minor
} ig_DeviceFacts;

// Number of devices; *count is 0 with a report that says why when there is no driver.
ingotStatus ig_cuda_count(int* count, ingotReport* report);

ingotStatus ig_cuda_open(int device, ig_Cuda** cuda, ingotReport* report);
void ig_cuda_close(ig_Cuda* cuda);
ingotStatus ig_cuda_facts(ig_Cuda* cuda, ig_DeviceFacts* facts, ingotReport* report);

// memory of the device; an allocation of 0 bytes gives address 0
ingotStatus ig_cuda_alloc(ig_Cuda* cuda, size_t bytes, ig_DeviceAddress* address, ingotReport* report);
void ig_cuda_free(ig_Cuda* cuda, ig_DeviceAddress address);

// memory of the host that copies on a stream can write while the host goes on
ingotStatus ig_cuda_alloc_host(ig_Cuda* cuda, size_t bytes, void** memory, ingotReport* report);
void ig_cuda_free_host(ig_Cuda* cuda, void* memory);

// Copies are queued on the stream. A copy from or to pageable host memory returns when the host memory may be used again.
ingotStatus ig_cuda_upload(ig_Cuda* cuda, ig_DeviceAddress to, const void* from, size_t bytes, ig_Stream stream,
                           ingotReport* report);
ingotStatus ig_cuda_download(ig_Cuda* cuda, void* to, ig_DeviceAddress from, size_t bytes, ig_Stream stream, ingotReport* report);
ingotStatus ig_cuda_zero(ig_Cuda* cuda, ig_DeviceAddress at, size_t bytes, ig_Stream stream, ingotReport* report);

// code: PTX text that ends with a zero, or a cubin
ingotStatus ig_cuda_load(ig_Cuda* cuda, const void* code, ig_Module* module, ingotReport* report);
void ig_cuda_unload(ig_Cuda* cuda, ig_Module module);
ingotStatus ig_cuda_function(ig_Cuda* cuda, ig_Module module, const char* name, ig_Function* function, ingotReport* report);
ingotStatus ig_cuda_global(ig_Cuda* cuda, ig_Module module, const char* name, ig_DeviceAddress* address, size_t* bytes,
                           ingotReport* report);

// `shares` threads per item, `items_per_block` items a block: threads of neighbouring items follow each other, then those of the
// next share. Arguments as cuLaunchKernel takes them: an array of pointers to them.
typedef struct {
  int items, items_per_block, shares;
} ig_LaunchShape;
ingotStatus ig_cuda_launch(ig_Cuda* cuda, ig_Function function, ig_LaunchShape shape, ig_Stream stream, void** arguments,
                           ingotReport* report);

// A crew of threads per item, `items_per_block` crews a block, each with `near` bytes of shared memory. A kernel that is to have
// more than 48 kB for a block must be told before.
typedef struct {
  int items, crew, items_per_block, near;
} ig_CrewShape;
ingotStatus ig_cuda_launch_crews(ig_Cuda* cuda, ig_Function function, const ig_CrewShape* shape, ig_Stream stream,
                                 void** arguments, ingotReport* report);
ingotStatus ig_cuda_let_share(ig_Cuda* cuda, ig_Function function, int bytes, ingotReport* report);

// wait until everything queued on the stream has run; errors of kernels show up here
ingotStatus ig_cuda_wait(ig_Cuda* cuda, ig_Stream stream, ingotReport* report);

// what is queued on the stream now is not done but becomes a part of a graph
bool ig_cuda_capturing(ig_Cuda* cuda, ig_Stream stream);

#endif  // INGOT_GPU_CUDA_H_
