// SPDX-License-Identifier: Apache-2.0
// Worlds on GPUs: where they are, and their fields there.
//
// On a device a field of the worlds of a group is an array of doubles in the memory of that device, number i of world e at
// data[i * worlds + e]. It is the same array for as long as the worlds stay on the device; other libraries can read and write
// it between calls. Work is queued on a stream, the default stream unless another is set, and steps return before they are
// done; what needs a result waits for it. What others write into fields must be queued on the same stream, or be done.
//
// All other functions of <ingot/worlds.h> work on worlds wherever they are: those that look at worlds or change them copy the
// fields to the host, and the next step copies them back. ingot_worldsField gives the copy on the host, which counts until
// the next step and has to be asked for again after it.
#ifndef INGOT_DEVICE_H_
#define INGOT_DEVICE_H_

#include <stddef.h>
#include <stdint.h>

#include <ingot/worlds.h>

#ifdef __cplusplus
extern "C" {
#endif

// How many devices there are, 0 in *count where there are none. INGOT_NO_DEVICE and a report say why there are none: no driver,
// one that is too old, no device, or a library that was built without kernels for them.
MJAPI ingotStatus ingot_deviceCount(int* count, ingotReport* report);

// As ingot_worldsCreate, on "cpu", "cuda" (the first device), "cuda:1" or, split over several, "cuda:0,1".
MJAPI ingotStatus ingot_worldsCreateOn(const char* device, const mjModel* const* models, int nworld, int threads,
                                       ingotWorlds** worlds, ingotReport* report);

// Take the worlds elsewhere; they go on with the same bits. A model that devices cannot step is refused by name, and the worlds
// stay where they are.
MJAPI ingotStatus ingot_worldsMove(ingotWorlds* worlds, const char* device, ingotReport* report);
MJAPI const char* ingot_worldsDevice(const ingotWorlds* worlds);

// a field where it lies
typedef struct ingotDeviceView_ {
  double* data;                  // in the memory of the device
  int place;                     // 2: a CUDA device, 1: the host (emulated, or worlds on the CPU), as in DLPack
  int device;                    // which
  int ndim;                      // 1 for the time, 3 for xfrc_applied and mocap poses, else 2
  int64_t shape[3], strides[3];  // worlds first; strides in numbers
  void* stream;                  // that the work of these worlds is queued on
  int first;                     // index in the group of the first world of the part
} ingotDeviceView;

// The parts that a group is split into, one for each device; a field of a part, after the last step. Worlds on the CPU have no
// parts on devices (0): their fields are part 0 all the same, as of ingot_worldsField.
MJAPI int ingot_worldsParts(const ingotWorlds* worlds, int group);
MJAPI ingotStatus ingot_worldsDeviceField(ingotWorlds* worlds, int group, int part, ingotField field, ingotDeviceView* view,
                                          ingotReport* report);

// The same as a DLPack tensor for other libraries: a DLManagedTensor, or a DLManagedTensorVersioned. Its numbers are there when
// the call returns. The memory stays until the tensor is given back, also when the worlds are deleted before.
MJAPI ingotStatus ingot_worldsTensor(ingotWorlds* worlds, int group, int part, ingotField field, int versioned, void** tensor,
                                     ingotReport* report);
MJAPI void ingot_tensorDiscard(void* tensor, int versioned);

// An array of mjData that steps compute ("xpos", "cfrc_ext") of a part, (worlds, numbers), as the last call left it: filled when
// it is asked for, in the same memory each time. Where callers run ahead nothing waits, and worlds that are behind have what they
// had.
MJAPI ingotStatus ingot_worldsDeviceArray(ingotWorlds* worlds, int group, int part, const char* name, ingotDeviceView* view,
                                          ingotReport* report);
MJAPI ingotStatus ingot_worldsArrayTensor(ingotWorlds* worlds, int group, int part, const char* name, int versioned,
                                          void** tensor, ingotReport* report);

// ingot_worldsForward with a mask in the memory of the device, a byte for each world: nothing visits the host. For worlds of one
// model on one device.
MJAPI ingotStatus ingot_worldsDeviceForward(ingotWorlds* worlds, const void* mask, ingotReport* report);

// Numbers of a field of a part to the host, (n, worlds), and back; and from an array of doubles (or floats) on the same device
// with strides of its own, in elements.
MJAPI ingotStatus ingot_worldsDeviceRead(ingotWorlds* worlds, int group, int part, ingotField field, double* to,
                                         ingotReport* report);
MJAPI ingotStatus ingot_worldsDeviceWrite(ingotWorlds* worlds, int group, int part, ingotField field, const double* from,
                                          ingotReport* report);
MJAPI ingotStatus ingot_worldsDeviceCopy(ingotWorlds* worlds, int group, int part, ingotField field, const void* from, int floats,
                                         const int64_t strides[3], ingotReport* report);

// The stream that work is queued on from now on, a CUstream that the caller keeps; NULL: the default stream.
MJAPI ingotStatus ingot_worldsSetStream(ingotWorlds* worlds, void* stream, ingotReport* report);

// Steps return when they are queued, but where fields were lent they wait until every world has made them: a world that finds too
// little room, or bad numbers, is stepped again by the host. To run ahead is not to wait even then: such a world stays behind,
// with the fields it had, until the host learns of it at a later call, and then makes the steps it lacks with the inputs that it
// had when it fell behind; what others have written into its fields since counts after that.
MJAPI ingotStatus ingot_worldsRunAhead(ingotWorlds* worlds, int on, ingotReport* report);

// Wait for what is queued; the devices have the worlds, and their fields are those after the last step. After it steps can be
// captured in a CUDA graph, on the stream that was set, with the mask of the last step, and replayed on that stream as often as
// one likes; worlds that fall behind in a graph are treated as those that run ahead. Functions that copy the worlds to the host
// need this one before the next replay.
MJAPI ingotStatus ingot_worldsWait(ingotWorlds* worlds, ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_DEVICE_H_
