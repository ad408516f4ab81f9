// SPDX-License-Identifier: Apache-2.0
// Worlds on GPUs. Their steps run on devices, which then hold the current fields. Everything that is not a step syncs the fields
// to the host first and works there as ever; the next step syncs them to the devices. So a device has no second way of doing
// anything, and worlds go on with the same bits wherever they are.
//
// The worlds of a group are split over the devices that were named, in stretches of whole blocks. On its device a part has
// each field as an array (n, worlds of the part), copied to and from the blocks of the kernels at the ends of a call.
#ifndef INGOT_WORLD_DEVICE_WORLDS_H_
#define INGOT_WORLD_DEVICE_WORLDS_H_

#include <stdatomic.h>
#include <stdbool.h>

#include <ingot/device.h>

#include "gpu/batch.h"
#include "world/output.h"
#include "world/worlds.h"

enum { IG_MAX_DEVICES = 16 };

// an array of mjData in the memory of a device, (n, count), filled when it is asked for
typedef struct {
  int quantity;
  ig_DeviceAddress at;
} ig_DeviceOutput;

// a stretch of the worlds of a group on one device
typedef struct {
  ingotWorlds* w;
  int group, first, count, device;
  ig_GpuBatch* batch;
  ig_DeviceAddress fields, last_inputs;  // arrays (n, count), one field after the other
  bool behind;                           // the blocks have made steps that the fields have not seen
  bool viewed;                           // the fields are viewed from outside
  ig_DeviceAddress takers;               // (count) bytes: worlds that take part, the reverse of hold
  mjtByte* hold;                         // (count) worlds that take no part
  bool* last_inputs_on_host;             // (count) what the last step began with is on the host
  bool* computed;                        // (count) the blocks have what the last step of the world computed
  double* staging;                       // (most numbers of a field, count) on the host
  ig_DeviceAddress mask, passed;         // (count) bytes: of a forward pass, and worlds that made one since the last step
  bool may_have_passed;                  // some of these may be set
  ig_DeviceOutput* outputs;              // arrays that others look at
  int noutput;
} ig_DevicePart;

struct ig_DeviceWorlds_ {
  _Atomic int holders;  // the worlds, and all viewers of fields
  char name[64];
  int ndevice, device[IG_MAX_DEVICES];
  int npart;
  ig_DevicePart* parts;
  bool on_device;  // the devices have what counts
  bool ahead;      // calls do not wait for worlds that have fallen behind
};

// "cuda", "cuda:1", "cuda:0,1": refused with the reason and the way out
ingotStatus ig_device_worlds_make(ingotWorlds* w, const char* device, ig_DeviceWorlds** made, ingotReport* report);

// let go of it; the last holder frees it
void ig_device_worlds_free(ig_DeviceWorlds* device);
const char* ig_device_worlds_name(const ig_DeviceWorlds* device);

// where a field of a part begins in one of its two memories, and whether the fields are those after the last step
ig_DeviceAddress ig_device_worlds_field(const ig_DevicePart* part, ig_DeviceAddress base, int field);
ingotStatus ig_device_worlds_catch_up(ig_DevicePart* part, ingotReport* report);

// steps on the devices
ingotStatus ig_device_worlds_step(ingotWorlds* w, const ig_Steps* steps, const mjtByte* chosen, ingotReport* report);

// A forward pass on the devices in the worlds of a mask; *done is false where the host has to make it.
ingotStatus ig_device_worlds_forward(ingotWorlds* w, const mjtByte* chosen, bool* done, ingotReport* report);

// worlds that have made one since the last step are told so, before the host looks at what they made it from
ingotStatus ig_device_worlds_note_passed(ig_DevicePart* part, ingotReport* report);

// a step of all worlds that are not held makes what was passed before of no account
ingotStatus ig_device_worlds_clear_passed(ig_DevicePart* part, ingotReport* report);

// fields that others look at are those of now
ingotStatus ig_device_worlds_show(ig_DevicePart* part, ingotReport* report);

// Outputs that the devices have, without a sync to the host; *done is false where something else is wanted, too.
ingotStatus ig_device_worlds_gather(ingotWorlds* w, const ig_Moment* moment, const mjtByte* chosen, bool* done,
                                    ingotReport* report);

// The fields of the host are those of now, also those that the last step began with, and will be taken along by the next step.
// Without devices there is nothing to do.
ingotStatus ig_worlds_sync_to_host(ingotWorlds* w, ingotReport* report);

// Worlds of a mask were written whole on the host, while the others stayed on the device: upload those.
ingotStatus ig_worlds_follow(ingotWorlds* w, const mjtByte* mask, ingotReport* report);

// wait for the steps that are queued, so that statuses are those after them
ingotStatus ig_worlds_settle(const ingotWorlds* w, ingotReport* report);

// The fields of the devices are those of now; a step begins with it.
ingotStatus ig_worlds_sync_to_device(ingotWorlds* w, ingotReport* report);

#endif  // INGOT_WORLD_DEVICE_WORLDS_H_
