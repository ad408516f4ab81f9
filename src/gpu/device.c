// SPDX-License-Identifier: Apache-2.0
#include "gpu/device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/memory.h"
#include "base/platform/heap.h"
#include "base/platform/libraries.h"
#include "base/platform/machine.h"
#include "base/try.h"
#include "gpu/module.h"

// worlds of a multiprocessor's block of threads: few, so that the worlds of a batch spread over all multiprocessors
enum { THREADS = 64 };

// what the emulated device is to do when it replays: a kernel, or a copy
typedef struct {
  ig_Function kernel;
  ig_GpuCall call;
  void* to;
  const void* from;
  size_t bytes;
} Recorded;

struct ig_Device_ {
  ig_Cuda* cuda;
  ig_Module module[IG_GPU_MOST_MODULES];  // NULL: not loaded yet
  void* emulated;                         // handle of the library that takes the place of the GPU
  bool recording;
  Recorded* record;
  int nrecord, record_room;
  ig_DeviceTraffic traffic;
  ig_GpuConstants constants;
  mjModel model;
};

// the emulated kernels have one set of constants: one batch at a time
static pthread_mutex_t emulation = PTHREAD_MUTEX_INITIALIZER;

static const char* emulator(void) {
  const char* path = getenv("INGOT_GPU_EMULATE");
  return path && *path ? path : NULL;
}

static ingotStatus fine(ingotReport* report) { return ig_report(report, INGOT_OK, "%s", ""); }

ingotStatus ig_device_count(int* count, ingotReport* report) {
  if (!emulator()) return ig_cuda_count(count, report);
  *count = 2;
  return fine(report);
}

static ingotStatus open_emulated(int index, ig_Device* d, ingotReport* report) {
  if (index < 0 || index > 1) {
    return ig_report(report, INGOT_NO_DEVICE,
                     "CUDA device %d does not exist: there are 2 emulated ones; device=\"cpu\" works without", index);
  }
  d->emulated = ig_library_open(emulator(), false);
  if (!d->emulated) return ig_report(report, INGOT_NO_DEVICE, "INGOT_GPU_EMULATE: %s", ig_library_trouble());
  return fine(report);
}

static ingotStatus open_cuda(int index, ig_Device* d, ingotReport* report) {
  if (!ig_gpu_module_count()) {
    return ig_report(
        report, INGOT_NO_DEVICE,
        "this library was built without kernels for GPUs (clang and llvm were not there); device=\"cpu\" works without");
  }
  return ig_cuda_open(index, &d->cuda, report);
}

ingotStatus ig_device_open(int index, ig_Device** device, ingotReport* report) {
  *device = NULL;
  ig_Device* d = ig_try_zero(1, sizeof *d);
  if (!d) return ig_report(report, INGOT_NO_MEMORY, "no memory for a device");
  ingotStatus status = emulator() ? open_emulated(index, d, report) : open_cuda(index, d, report);
  if (status != INGOT_OK) return ig_device_close(d), status;
  *device = d;
  return INGOT_OK;
}

void ig_device_close(ig_Device* d) {
  if (!d) return;
  for (int i = 0; i < IG_GPU_MOST_MODULES; i++) {
    if (d->module[i]) ig_cuda_unload(d->cuda, d->module[i]);
  }
  if (d->cuda) ig_cuda_close(d->cuda);
  if (d->emulated) ig_library_close(d->emulated);
  ig_free(d->record);
  ig_free(d);
}

bool ig_device_emulated(const ig_Device* d) { return d->emulated; }

ingotStatus ig_device_facts(ig_Device* d, ig_DeviceFacts* facts, ingotReport* report) {
  if (!d->emulated) return ig_cuda_facts(d->cuda, facts, report);
  *facts = (ig_DeviceFacts){.name = "emulated", .processors = 1, .shared = 1 << 17, .shared_in_all = 1 << 17};
  facts->memory = facts->available = ig_machine_memory();
  return fine(report);
}

// ------------------------------------------------ memory

ingotStatus ig_device_alloc(ig_Device* d, size_t bytes, ig_DeviceAddress* address, ingotReport* report) {
  if (!d->emulated) return ig_cuda_alloc(d->cuda, bytes, address, report);
  // rows start at multiples of their size, as the driver's memory does
  *address = 0;
  void* block = bytes ? ig_heap_aligned(IG_GPU_ROW_BYTES, bytes) : NULL;
  if (bytes && !block) {
    return ig_report(report, INGOT_NO_MEMORY, "allocating memory of the device: the device has no memory left; use fewer worlds");
  }
  *address = (ig_DeviceAddress)(uintptr_t)block;
  return fine(report);
}

void ig_device_free(ig_Device* d, ig_DeviceAddress address) {
  if (d->emulated) {
    ig_heap_aligned_free((void*)(uintptr_t)address);
  } else {
    ig_cuda_free(d->cuda, address);
  }
}

ingotStatus ig_device_alloc_host(ig_Device* d, size_t bytes, void** memory, ingotReport* report) {
  if (!d->emulated) return ig_cuda_alloc_host(d->cuda, bytes, memory, report);
  *memory = ig_try_zero(1, bytes);
  return *memory ? fine(report) : ig_report(report, INGOT_NO_MEMORY, "no memory that the device can write");
}

void ig_device_free_host(ig_Device* d, void* memory) {
  if (d->emulated) {
    ig_free(memory);
  } else {
    ig_cuda_free_host(d->cuda, memory);
  }
}

static ingotStatus keep_record(ig_Device* d, const Recorded* one, ingotReport* report) {
  if (d->nrecord == d->record_room) {
    int room = 2 * d->record_room + 64;
    Recorded* more = ig_try_alloc(sizeof(Recorded) * (size_t)room);
    if (!more) return ig_report(report, INGOT_NO_MEMORY, "no memory for a graph");
    if (d->nrecord) memcpy(more, d->record, sizeof(Recorded) * (size_t)d->nrecord);
    ig_free(d->record);
    d->record = more;
    d->record_room = room;
  }
  d->record[d->nrecord++] = *one;
  return fine(report);
}

static ingotStatus copy_emulated(ig_Device* d, void* to, const void* from, size_t bytes, ingotReport* report) {
  if (d->recording) return keep_record(d, &(Recorded){.to = to, .from = from, .bytes = bytes}, report);
  if (bytes) memcpy(to, from, bytes);
  return fine(report);
}

ingotStatus ig_device_upload(ig_Device* d, ig_DeviceAddress to, const void* from, size_t bytes, ig_Stream stream,
                             ingotReport* report) {
  d->traffic.uploads++;
  if (!d->emulated) return ig_cuda_upload(d->cuda, to, from, bytes, stream, report);
  return copy_emulated(d, (void*)(uintptr_t)to, from, bytes, report);
}

ingotStatus ig_device_download(ig_Device* d, void* to, ig_DeviceAddress from, size_t bytes, ig_Stream stream,
                               ingotReport* report) {
  d->traffic.downloads++;
  if (!d->emulated) return ig_cuda_download(d->cuda, to, from, bytes, stream, report);
  return copy_emulated(d, to, (const void*)(uintptr_t)from, bytes, report);
}

ingotStatus ig_device_zero(ig_Device* d, ig_DeviceAddress at, size_t bytes, ig_Stream stream, ingotReport* report) {
  if (!d->emulated) return ig_cuda_zero(d->cuda, at, bytes, stream, report);
  void* to = (void*)(uintptr_t)at;
  if (d->recording) return keep_record(d, &(Recorded){.to = to, .bytes = bytes}, report);
  if (bytes) memset(to, 0, bytes);
  return fine(report);
}

// ------------------------------------------------ kernels

static void* emulated_symbol(ig_Device* d, const char* name) { return ig_library_symbol(d->emulated, name); }

ingotStatus ig_device_kernel(ig_Device* d, const char* name, ig_Function* kernel, ingotReport* report) {
  char symbol[64];
  snprintf(symbol, sizeof symbol, "ig_gpu_%s", name);
  if (!d->emulated) {
    // modules are loaded when the first of their kernels is asked for: the driver compiles them, and one at a time
    int module = ig_gpu_module_of(name);
    if (module < 0) return ig_report(report, INGOT_ENGINE_ERROR, "there is no kernel %s in the library", name);
    if (!d->module[module]) IG_TRY(ig_cuda_load(d->cuda, ig_gpu_module(module), &d->module[module], report));
    return ig_cuda_function(d->cuda, d->module[module], symbol, kernel, report);
  }
  *kernel = emulated_symbol(d, symbol);
  if (!*kernel) return ig_report(report, INGOT_NO_DEVICE, "INGOT_GPU_EMULATE: there is no %s in that library", symbol);
  return fine(report);
}

static ingotStatus set_constant(ig_Device* d, ig_Module module, const char* name, const void* from, size_t bytes,
                                ig_Stream stream, ingotReport* report) {
  ig_DeviceAddress at;
  size_t there;
  ingotStatus status = ig_cuda_global(d->cuda, module, name, &at, &there, report);
  if (status != INGOT_OK) return status;
  if (there != bytes)
    return ig_report(report, INGOT_ENGINE_ERROR, "%s has %zu bytes in the kernels, not %zu", name, there, bytes);
  return ig_cuda_upload(d->cuda, at, from, bytes, stream, report);
}

ingotStatus ig_device_set(ig_Device* d, const ig_GpuConstants* constants, const mjModel* model, ig_Stream stream,
                          ingotReport* report) {
  d->constants = *constants;
  d->model = *model;
  if (d->emulated) return fine(report);
  ingotStatus status = INGOT_OK;
  for (int i = 0; i < IG_GPU_MOST_MODULES && status == INGOT_OK; i++) {
    if (!d->module[i]) continue;
    status = set_constant(d, d->module[i], "ig_gpu", &d->constants, sizeof d->constants, stream, report);
    if (status == INGOT_OK) status = set_constant(d, d->module[i], "ig_model", &d->model, sizeof d->model, stream, report);
  }
  return status;
}

static void run_emulated(ig_Device* d, ig_Function kernel, const ig_GpuCall* call) {
  void (*run)(ig_GpuCall);
  memcpy(&run, &kernel, sizeof run);
  ig_GpuConstants* constants = emulated_symbol(d, "ig_gpu");
  mjModel* model = emulated_symbol(d, "ig_model");
  pthread_mutex_lock(&emulation);
  *constants = d->constants;
  *model = d->model;
  run(*call);
  pthread_mutex_unlock(&emulation);
}

static ingotStatus launch_emulated(ig_Device* d, ig_Function kernel, const ig_GpuCall* call, ingotReport* report) {
  if (d->recording) return keep_record(d, &(Recorded){.kernel = kernel, .call = *call}, report);
  run_emulated(d, kernel, call);
  return fine(report);
}

ingotStatus ig_device_launch(ig_Device* d, ig_Function kernel, const ig_GpuCall* call, int shares, ig_Stream stream,
                             ingotReport* report) {
  if (d->emulated) return launch_emulated(d, kernel, call, report);
  void* arguments[] = {(void*)call};
  ig_LaunchShape shape = {call->nworld, shares > 1 ? IG_GPU_ROW : THREADS, shares};
  return ig_cuda_launch(d->cuda, kernel, shape, stream, arguments, report);
}

ingotStatus ig_device_launch_crews(ig_Device* d, ig_Function kernel, const ig_GpuCall* call, int crews, int each,
                                   ig_Stream stream, ingotReport* report) {
  if (d->emulated) return launch_emulated(d, kernel, call, report);
  void* arguments[] = {(void*)call};
  ig_CrewShape shape = {crews, call->crew, each, call->near};
  return ig_cuda_launch_crews(d->cuda, kernel, &shape, stream, arguments, report);
}

ingotStatus ig_device_let_share(ig_Device* d, ig_Function kernel, int bytes, ingotReport* report) {
  return d->emulated ? fine(report) : ig_cuda_let_share(d->cuda, kernel, bytes, report);
}

ingotStatus ig_device_wait(ig_Device* d, ig_Stream stream, ingotReport* report) {
  d->traffic.waits++;
  if (!d->emulated) return ig_cuda_wait(d->cuda, stream, report);
  return d->recording ? ig_report(report, INGOT_ENGINE_ERROR, "waiting for a stream that is captured") : fine(report);
}

ig_DeviceTraffic ig_device_traffic(ig_Device* d) {
  ig_DeviceTraffic traffic = d->traffic;
  d->traffic = (ig_DeviceTraffic){0};
  return traffic;
}

bool ig_device_capturing(ig_Device* d, ig_Stream stream) {
  return d->emulated ? d->recording : ig_cuda_capturing(d->cuda, stream);
}

void ig_device_record(ig_Device* d, bool on) {
  if (on) d->nrecord = 0;
  d->recording = on;
}

ingotStatus ig_device_replay(ig_Device* d, ingotReport* report) {
  for (int i = 0; i < d->nrecord; i++) {
    const Recorded* one = d->record + i;
    if (one->kernel) {
      run_emulated(d, one->kernel, &one->call);
    } else if (!one->from) {
      memset(one->to, 0, one->bytes);
    } else {
      memcpy(one->to, one->from, one->bytes);
    }
  }
  return fine(report);
}
