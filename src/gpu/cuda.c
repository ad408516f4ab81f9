// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda.h"

#include <pthread.h>
#include <string.h>

#include "base/guard.h"
#include "base/memory.h"
#include "base/platform/libraries.h"
#include "base/platform/machine.h"

// results of the driver that get a sentence of their own (CUresult in the manual)
enum {
  RESULT_OK = 0,
  RESULT_OUT_OF_MEMORY = 2,
  RESULT_NOT_INITIALIZED = 3,
  RESULT_NO_DEVICE = 100,
  RESULT_INVALID_DEVICE = 101,
  RESULT_NO_BINARY_FOR_GPU = 209,
  RESULT_ECC = 214,
  RESULT_INVALID_PTX = 218,
  RESULT_UNSUPPORTED_PTX = 222,
  RESULT_FIRST_FATAL = 700,  // from here to LAST: the context is lost
  RESULT_LAST_FATAL = 719,
  RESULT_DRIVER_MISMATCH = 803,
  RESULT_UNKNOWN = 999,
};

// attributes of a device (CUdevice_attribute)
enum {
  ATTRIBUTE_PROCESSORS = 16,
  ATTRIBUTE_MAJOR = 75,
  ATTRIBUTE_MINOR = 76,
  ATTRIBUTE_SHARED_IN_ALL = 81,
  ATTRIBUTE_SHARED = 97
};

// attributes of a kernel (CUfunction_attribute)
enum { FUNCTION_SHARED = 8 };

// oldest driver whose compiler takes our PTX: that of CUDA 11.0
enum { OLDEST_DRIVER = 11000 };

// The functions of the driver that we call: name in the library, our name, parameters. The suffix is the version of the
// function's interface.
#define DRIVER_CALLS                                                                                         \
  CALL(cuInit, init, (unsigned))                                                                             \
  CALL(cuDriverGetVersion, version, (int*))                                                                  \
  CALL(cuGetErrorString, error_string, (int, const char**))                                                  \
  CALL(cuDeviceGetCount, device_count, (int*))                                                               \
  CALL(cuDeviceGet, device_get, (int*, int))                                                                 \
  CALL(cuDeviceGetName, device_name, (char*, int, int))                                                      \
  CALL(cuDeviceGetAttribute, device_attribute, (int*, int, int))                                             \
  CALL(cuDevicePrimaryCtxRetain, context_retain, (void**, int))                                              \
  CALL(cuDevicePrimaryCtxRelease_v2, context_release, (int))                                                 \
  CALL(cuCtxPushCurrent_v2, context_push, (void*))                                                           \
  CALL(cuCtxPopCurrent_v2, context_pop, (void**))                                                            \
  CALL(cuMemGetInfo_v2, memory_info, (size_t*, size_t*))                                                     \
  CALL(cuMemAlloc_v2, alloc, (ig_DeviceAddress*, size_t))                                                    \
  CALL(cuMemFree_v2, free, (ig_DeviceAddress))                                                               \
  CALL(cuMemAllocHost_v2, alloc_host, (void**, size_t))                                                      \
  CALL(cuMemFreeHost, free_host, (void*))                                                                    \
  CALL(cuMemcpyHtoDAsync_v2, upload, (ig_DeviceAddress, const void*, size_t, void*))                         \
  CALL(cuMemcpyDtoHAsync_v2, download, (void*, ig_DeviceAddress, size_t, void*))                             \
  CALL(cuMemsetD8Async, set_bytes, (ig_DeviceAddress, unsigned char, size_t, void*))                         \
  CALL(cuModuleLoadData, module_load, (void**, const void*))                                                 \
  CALL(cuModuleUnload, module_unload, (void*))                                                               \
  CALL(cuModuleGetFunction, module_function, (void**, void*, const char*))                                   \
  CALL(cuFuncSetAttribute, function_attribute, (void*, int, int))                                            \
  CALL(cuModuleGetGlobal_v2, module_global, (ig_DeviceAddress*, size_t*, void*, const char*))                \
  CALL(cuLaunchKernel, launch,                                                                               \
       (void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**)) \
  CALL(cuStreamIsCapturing, stream_capturing, (void*, int*))                                                 \
  CALL(cuStreamSynchronize, stream_wait, (void*))

typedef struct {
#define CALL(symbol, name, parameters) int(*name) parameters;
  DRIVER_CALLS
#undef CALL
} Driver;

struct ig_Cuda_ {
  const Driver* driver;
  int device;
  void* context;
  int64_t process;  // a child made by fork() cannot use it
};

// The driver, opened once per process and never closed: what it is does not change while the process lives.
static struct {
  pthread_once_t once;
  Driver driver;
  bool open;
  int result;           // of cuInit
  const char* missing;  // a function that this driver does not have
  int64_t process;
} the_driver = {.once = PTHREAD_ONCE_INIT};

static void open_driver(void) {
  the_driver.process = ig_process();
  void* library = ig_library_open(ig_cuda_library, false);
  if (!library) return;
#define CALL(symbol, name, parameters)                     \
  {                                                        \
    void* found = ig_library_symbol(library, #symbol);     \
    if (!found) the_driver.missing = #symbol;              \
    memcpy(&the_driver.driver.name, &found, sizeof found); \
  }
  DRIVER_CALLS
#undef CALL
  if (the_driver.missing) return;
  the_driver.result = the_driver.driver.init(0);
  the_driver.open = true;
}

// a sentence for a result of the driver
static ingotStatus explain(const Driver* driver, int result, const char* doing, ingotReport* report) {
  if (result == RESULT_OK) return ig_report(report, INGOT_OK, "%s", "");
  const char* text = NULL;
  if (driver->error_string(result, &text) != RESULT_OK || !text) text = "no text";
  switch (result) {
    case RESULT_OUT_OF_MEMORY:
      return ig_report(report, INGOT_NO_MEMORY, "%s: the device has no memory left; use fewer worlds", doing);
    case RESULT_NO_DEVICE:
    case RESULT_INVALID_DEVICE:
      return ig_report(report, INGOT_NO_DEVICE, "%s: there is no such CUDA device (%s); device=\"cpu\" works without", doing,
                       text);
    case RESULT_INVALID_PTX:
    case RESULT_UNSUPPORTED_PTX:
    case RESULT_NO_BINARY_FOR_GPU:
    case RESULT_DRIVER_MISMATCH:
      return ig_report(report, INGOT_NO_DEVICE,
                       "%s: the NVIDIA driver is too old for this build (%s); update it or use device=\"cpu\"", doing, text);
    default: break;
  }
  bool lost = (result >= RESULT_FIRST_FATAL && result <= RESULT_LAST_FATAL) || result == RESULT_ECC || result == RESULT_UNKNOWN;
  if (lost)
    return ig_report(report, INGOT_DEVICE_LOST, "%s: the device is lost (%s, error %d); start the process again", doing, text,
                     result);
  return ig_report(report, INGOT_ENGINE_ERROR, "%s: CUDA error %d, %s", doing, result, text);
}

static ingotStatus find_driver(const Driver** driver, ingotReport* report) {
  pthread_once(&the_driver.once, open_driver);
  if (the_driver.missing) {
    return ig_report(report, INGOT_NO_DEVICE, "the NVIDIA driver is too old: it has no %s; device=\"cpu\" works without",
                     the_driver.missing);
  }
  if (!the_driver.open) {
    return ig_report(report, INGOT_NO_DEVICE, "no NVIDIA driver: libcuda.so.1 was not found; device=\"cpu\" works without");
  }
  if (the_driver.process != ig_process()) {
    return ig_report(report, INGOT_NO_DEVICE,
                     "CUDA was used before fork(), and does not work in the child: start it by spawn instead");
  }
  *driver = &the_driver.driver;
  if (the_driver.result != RESULT_OK) return explain(*driver, the_driver.result, "opening the NVIDIA driver", report);
  int version = 0;
  (*driver)->version(&version);
  if (version < OLDEST_DRIVER) {
    return ig_report(report, INGOT_NO_DEVICE, "the NVIDIA driver is too old: it has CUDA %d.%d, at least %d.%d is needed",
                     version / 1000, version % 1000 / 10, OLDEST_DRIVER / 1000, OLDEST_DRIVER % 1000 / 10);
  }
  return INGOT_OK;
}

ingotStatus ig_cuda_count(int* count, ingotReport* report) {
  const Driver* driver;
  *count = 0;
  ingotStatus status = find_driver(&driver, report);
  return status == INGOT_OK ? explain(driver, driver->device_count(count), "counting CUDA devices", report) : status;
}

ingotStatus ig_cuda_open(int device, ig_Cuda** cuda, ingotReport* report) {
  const Driver* driver;
  int count;
  *cuda = NULL;
  ingotStatus status = ig_cuda_count(&count, report);
  if (status == INGOT_OK) status = find_driver(&driver, report);
  if (status != INGOT_OK) return status;
  if (device < 0 || device >= count) {
    return ig_report(report, INGOT_NO_DEVICE, "CUDA device %d does not exist: there are %d; device=\"cpu\" works without", device,
                     count);
  }
  ig_Cuda* c = ig_try_alloc(sizeof *c);
  if (!c) return ig_report(report, INGOT_NO_MEMORY, "no memory for a CUDA device");
  *c = (ig_Cuda){.driver = driver, .process = ig_process()};
  int result = driver->device_get(&c->device, device);
  if (result == RESULT_OK) result = driver->context_retain(&c->context, c->device);
  if (result != RESULT_OK) {
    ig_free(c);
    return explain(driver, result, "opening the CUDA device", report);
  }
  *cuda = c;
  return ig_report(report, INGOT_OK, "%s", "");
}

void ig_cuda_close(ig_Cuda* cuda) {
  if (!cuda) return;
  if (cuda->process == ig_process()) cuda->driver->context_release(cuda->device);
  ig_free(cuda);
}

// make the device's context current; false with a report in a child made by fork()
static bool enter(ig_Cuda* cuda, ingotReport* report) {
  if (cuda->process != ig_process()) {
    ig_report(report, INGOT_NO_DEVICE, "CUDA does not work in a child made by fork(): start it by spawn instead");
    return false;
  }
  int result = cuda->driver->context_push(cuda->context);
  return explain(cuda->driver, result, "using the CUDA device", report) == INGOT_OK;
}

static ingotStatus leave(ig_Cuda* cuda, int result, const char* doing, ingotReport* report) {
  void* context;
  cuda->driver->context_pop(&context);
  return explain(cuda->driver, result, doing, report);
}

// one call of the driver in the device's context; a report is needed to know the failure of enter
#define IN_CONTEXT(cuda, call, doing, report)           \
  do {                                                  \
    ingotReport own_;                                   \
    ingotReport* report_ = (report) ? (report) : &own_; \
    if (!enter(cuda, report_)) return report_->status;  \
    return leave(cuda, call, doing, report_);           \
  } while (0)

ingotStatus ig_cuda_facts(ig_Cuda* cuda, ig_DeviceFacts* facts, ingotReport* report) {
  const Driver* driver = cuda->driver;
  *facts = (ig_DeviceFacts){0};
  driver->version(&facts->driver);
  driver->device_name(facts->name, (int)sizeof facts->name, cuda->device);
  driver->device_attribute(&facts->processors, ATTRIBUTE_PROCESSORS, cuda->device);
  driver->device_attribute(&facts->major, ATTRIBUTE_MAJOR, cuda->device);
  driver->device_attribute(&facts->minor, ATTRIBUTE_MINOR, cuda->device);
  driver->device_attribute(&facts->shared, ATTRIBUTE_SHARED, cuda->device);
  driver->device_attribute(&facts->shared_in_all, ATTRIBUTE_SHARED_IN_ALL, cuda->device);
  IN_CONTEXT(cuda, driver->memory_info(&facts->available, &facts->memory), "asking for the device's memory", report);
}

ingotStatus ig_cuda_alloc(ig_Cuda* cuda, size_t bytes, ig_DeviceAddress* address, ingotReport* report) {
  *address = 0;
  if (!bytes) return ig_report(report, INGOT_OK, "%s", "");
  IN_CONTEXT(cuda, cuda->driver->alloc(address, bytes), "allocating memory of the device", report);
}

void ig_cuda_free(ig_Cuda* cuda, ig_DeviceAddress address) {
  ingotReport report;
  if (!cuda || !address || !enter(cuda, &report)) return;
  leave(cuda, cuda->driver->free(address), "freeing memory of the device", &report);
}

ingotStatus ig_cuda_alloc_host(ig_Cuda* cuda, size_t bytes, void** memory, ingotReport* report) {
  *memory = NULL;
  IN_CONTEXT(cuda, cuda->driver->alloc_host(memory, bytes), "allocating memory that the device can write", report);
}

void ig_cuda_free_host(ig_Cuda* cuda, void* memory) {
  ingotReport report;
  if (!cuda || !memory || !enter(cuda, &report)) return;
  leave(cuda, cuda->driver->free_host(memory), "freeing memory that the device can write", &report);
}

ingotStatus ig_cuda_upload(ig_Cuda* cuda, ig_DeviceAddress to, const void* from, size_t bytes, ig_Stream stream,
                           ingotReport* report) {
  if (!bytes) return ig_report(report, INGOT_OK, "%s", "");
  IN_CONTEXT(cuda, cuda->driver->upload(to, from, bytes, stream), "copying to the device", report);
}

ingotStatus ig_cuda_download(ig_Cuda* cuda, void* to, ig_DeviceAddress from, size_t bytes, ig_Stream stream,
                             ingotReport* report) {
  if (!bytes) return ig_report(report, INGOT_OK, "%s", "");
  IN_CONTEXT(cuda, cuda->driver->download(to, from, bytes, stream), "copying from the device", report);
}

ingotStatus ig_cuda_zero(ig_Cuda* cuda, ig_DeviceAddress at, size_t bytes, ig_Stream stream, ingotReport* report) {
  if (!bytes) return ig_report(report, INGOT_OK, "%s", "");
  IN_CONTEXT(cuda, cuda->driver->set_bytes(at, 0, bytes, stream), "clearing memory of the device", report);
}

ingotStatus ig_cuda_load(ig_Cuda* cuda, const void* code, ig_Module* module, ingotReport* report) {
  IN_CONTEXT(cuda, cuda->driver->module_load(module, code), "loading the kernels", report);
}

void ig_cuda_unload(ig_Cuda* cuda, ig_Module module) {
  ingotReport report;
  if (!cuda || !module || !enter(cuda, &report)) return;
  leave(cuda, cuda->driver->module_unload(module), "unloading the kernels", &report);
}

ingotStatus ig_cuda_function(ig_Cuda* cuda, ig_Module module, const char* name, ig_Function* function, ingotReport* report) {
  IN_CONTEXT(cuda, cuda->driver->module_function(function, module, name), name, report);
}

ingotStatus ig_cuda_global(ig_Cuda* cuda, ig_Module module, const char* name, ig_DeviceAddress* address, size_t* bytes,
                           ingotReport* report) {
  IN_CONTEXT(cuda, cuda->driver->module_global(address, bytes, module, name), name, report);
}

ingotStatus ig_cuda_launch(ig_Cuda* cuda, ig_Function function, ig_LaunchShape s, ig_Stream stream, void** arguments,
                           ingotReport* report) {
  if (s.items <= 0) return ig_report(report, INGOT_OK, "%s", "");
  unsigned each = (unsigned)s.items_per_block, blocks = ((unsigned)s.items + each - 1) / each;
  IN_CONTEXT(cuda, cuda->driver->launch(function, blocks, 1, 1, each, (unsigned)s.shares, 1, 0, stream, arguments, NULL),
             "starting a kernel", report);
}

ingotStatus ig_cuda_launch_crews(ig_Cuda* cuda, ig_Function function, const ig_CrewShape* s, ig_Stream stream, void** arguments,
                                 ingotReport* report) {
  if (s->items <= 0) return ig_report(report, INGOT_OK, "%s", "");
  unsigned each = (unsigned)s->items_per_block, blocks = ((unsigned)s->items + each - 1) / each;
  IN_CONTEXT(
      cuda,
      cuda->driver->launch(function, blocks, 1, 1, (unsigned)s->crew, each, 1, each * (unsigned)s->near, stream, arguments, NULL),
      "starting a kernel", report);
}

ingotStatus ig_cuda_let_share(ig_Cuda* cuda, ig_Function function, int bytes, ingotReport* report) {
  IN_CONTEXT(cuda, cuda->driver->function_attribute(function, FUNCTION_SHARED, bytes), "reserving shared memory", report);
}

ingotStatus ig_cuda_wait(ig_Cuda* cuda, ig_Stream stream, ingotReport* report) {
  IN_CONTEXT(cuda, cuda->driver->stream_wait(stream), "waiting for the device", report);
}

bool ig_cuda_capturing(ig_Cuda* cuda, ig_Stream stream) {
  ingotReport report;
  int status = 0;
  if (!enter(cuda, &report)) return false;
  int result = cuda->driver->stream_capturing(stream, &status);
  leave(cuda, RESULT_OK, "asking for the stream", &report);
  return result == RESULT_OK && status != 0;
}
