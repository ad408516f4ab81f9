// SPDX-License-Identifier: Apache-2.0
// A device that runs the kernels of worlds: a GPU through the CUDA driver, or the host itself with the same kernels compiled
// for it, for tests on machines without a GPU. The environment variable INGOT_GPU_EMULATE names the library of such kernels
// (libingot_gpu_host.so of the build); while it is set, every device is that one.
//
// Memory is that of the device: addresses are numbers that only the device can follow. Work is queued on a stream and done in
// the order of the stream; the emulated device does it at once.
#ifndef INGOT_GPU_DEVICE_H_
#define INGOT_GPU_DEVICE_H_

#include "batch/gpu_layout.h"
#include "gpu/cuda.h"

typedef struct ig_Device_ ig_Device;

// how many devices there are; a report says why there are none
ingotStatus ig_device_count(int* count, ingotReport* report);

// A device with a copy of the kernels of its own, whose constants no other shares.
ingotStatus ig_device_open(int index, ig_Device** device, ingotReport* report);
void ig_device_close(ig_Device* device);
bool ig_device_emulated(const ig_Device* device);
ingotStatus ig_device_facts(ig_Device* device, ig_DeviceFacts* facts, ingotReport* report);

// memory, as gpu/cuda.h has it
ingotStatus ig_device_alloc(ig_Device* device, size_t bytes, ig_DeviceAddress* address, ingotReport* report);
void ig_device_free(ig_Device* device, ig_DeviceAddress address);
ingotStatus ig_device_upload(ig_Device* device, ig_DeviceAddress to, const void* from, size_t bytes, ig_Stream stream,
                             ingotReport* report);
ingotStatus ig_device_download(ig_Device* device, void* to, ig_DeviceAddress from, size_t bytes, ig_Stream stream,
                               ingotReport* report);
ingotStatus ig_device_alloc_host(ig_Device* device, size_t bytes, void** memory, ingotReport* report);
void ig_device_free_host(ig_Device* device, void* memory);
ingotStatus ig_device_zero(ig_Device* device, ig_DeviceAddress at, size_t bytes, ig_Stream stream, ingotReport* report);

// A kernel by its name without ig_gpu_. The first of a module loads it, which takes seconds the first time on a machine, or after
// an update of the driver, until the driver has compiled it; it keeps the result in its own cache. Modules that come after
// ig_device_set need it again.
ingotStatus ig_device_kernel(ig_Device* device, const char* name, ig_Function* kernel, ingotReport* report);

// the constants that the kernels see from the next launch on: the layout, and the model with addresses of the device in it
ingotStatus ig_device_set(ig_Device* device, const ig_GpuConstants* constants, const mjModel* model, ig_Stream stream,
                          ingotReport* report);

// `shares` threads for each world
ingotStatus ig_device_launch(ig_Device* device, ig_Function kernel, const ig_GpuCall* call, int shares, ig_Stream stream,
                             ingotReport* report);
// for kernels of crews: so many crews of call->crew threads, `each` of them in a block of threads; bytes of near memory that a
// block may have
ingotStatus ig_device_launch_crews(ig_Device* device, ig_Function kernel, const ig_GpuCall* call, int crews, int each,
                                   ig_Stream stream, ingotReport* report);
ingotStatus ig_device_let_share(ig_Device* device, ig_Function kernel, int bytes, ingotReport* report);
ingotStatus ig_device_wait(ig_Device* device, ig_Stream stream, ingotReport* report);

// copies between host and device, and waits of the host, since the last call
typedef struct {
  int uploads, downloads, waits;
} ig_DeviceTraffic;
ig_DeviceTraffic ig_device_traffic(ig_Device* device);

// Whether what is queued becomes a part of a graph. The emulated device has one graph: while it is recording, launches and copies
// are kept instead of done, and replayed as often as one likes.
bool ig_device_capturing(ig_Device* device, ig_Stream stream);
void ig_device_record(ig_Device* device, bool on);
ingotStatus ig_device_replay(ig_Device* device, ingotReport* report);

#endif  // INGOT_GPU_DEVICE_H_
