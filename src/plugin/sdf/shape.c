// SPDX-License-Identifier: Apache-2.0
#include "plugin/sdf/shape.h"

#include <stdint.h>

#include "plugin/common/config.h"
#include "plugin/sdf/trace.h"

typedef struct {
  const ig_SdfShape* shape;
  ig_Trace* trace;  // NULL: none is kept
  mjtNum attribute[IG_SHAPE_ATTRIBUTES];
} Instance;

static Instance* instance_of(const mjData* d, int instance) { return (Instance*)d->plugin_data[instance]; }

bool ig_shape_attributes(const ig_SdfShape* shape, mjtNum* attribute, const char* const* text) {
  for (int i = 0; i < shape->nattribute; i++) {
    const char* end = text[i];
    attribute[i] = *text[i] ? ig_text_number(text[i], &end) : shape->standard[i];
    if (*text[i] && end == text[i]) {
      attribute[i] = shape->standard[i];
      mju_error("%s: %s is '%s', not a number", shape->name, shape->attribute[i], text[i]);
      return false;
    }
  }
  return true;
}

int ig_shape_init(const ig_SdfShape* shape, const mjModel* m, mjData* d, int instance) {
  const char* text[IG_SHAPE_ATTRIBUTES];
  for (int i = 0; i < shape->nattribute; i++) {
    text[i] = ig_config_text(m, instance, shape->attribute[i]);
    if (!ig_text_is_number(text[i])) {
      mju_warning("%s: %s is '%s', not a number", shape->name, shape->attribute[i], text[i]);
      return -1;
    }
  }
  Instance start = {.shape = shape};
  if (!ig_shape_attributes(shape, start.attribute, text)) return -1;
  Instance* own = mju_malloc(sizeof(Instance));
  if (own && !shape->gradient) start.trace = mju_malloc(sizeof(ig_Trace));
  if (!own || (!shape->gradient && !start.trace)) {
    mju_free(own);
    return -1;
  }
  if (start.trace) ig_trace_clear(start.trace);
  *own = start;
  d->plugin_data[instance] = (uintptr_t)own;
  return 0;
}

static void destroy(mjData* d, int instance) {
  Instance* own = instance_of(d, instance);
  if (own) mju_free(own->trace);
  mju_free(own);
  d->plugin_data[instance] = 0;
}

static int no_state(const mjModel* m, int instance) { return 0; }

// a search for contacts begins with a reset, and each of its starts with a computation
static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  Instance* own = data;
  if (own->trace) ig_trace_clear(own->trace);
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  Instance* own = instance_of(d, instance);
  if (own->trace) ig_trace_start(own->trace);
}

static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance) {
  Instance* own = instance_of(d, instance);
  if (own->trace && opt->flags[mjVIS_SDFITER]) ig_trace_draw(own->trace, m, d, scn, instance);
}

static mjtNum distance(const mjtNum point[3], const mjData* d, int instance) {
  const Instance* own = instance_of(d, instance);
  return own->shape->distance(point, own->attribute);
}

static void gradient(mjtNum result[3], const mjtNum point[3], const mjData* d, int instance) {
  Instance* own = instance_of(d, instance);
  const ig_SdfShape* shape = own->shape;
  if (shape->gradient) {
    shape->gradient(result, point, own->attribute);
    return;
  }
  ig_trace_add(own->trace, point);
  const mjtNum eps = 1e-8, here = shape->distance(point, own->attribute);
  for (int k = 0; k < 3; k++) {
    mjtNum beside[3] = {point[0], point[1], point[2]};
    beside[k] += eps;
    result[k] = (shape->distance(beside, own->attribute) - here) / eps;
  }
}

void ig_shape_register(const ig_SdfShape* shape, const ig_ShapeCalls* calls) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = shape->name;
  plugin.nattribute = shape->nattribute;
  plugin.attributes = shape->attribute;
  plugin.capabilityflags = mjPLUGIN_SDF;
  plugin.nstate = no_state;
  plugin.init = calls->init;
  plugin.destroy = destroy;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.visualize = visualize;
  plugin.sdf_distance = distance;
  plugin.sdf_gradient = gradient;
  plugin.sdf_staticdistance = shape->distance;
  plugin.sdf_aabb = shape->box;
  plugin.sdf_attribute = calls->attribute;
  mjp_registerPlugin(&plugin);
}
