#include "world/thin.h"

#include <string.h>

#include "base/memory.h"

mjModel* ig_thin_make(const mjModel* base) {
  mjModel* thin = ig_try_alloc(sizeof *thin);
  if (!thin) return NULL;
  *thin = *base;
  thin->buffer = NULL;
  return thin;
}

void ig_thin_free(mjModel* thin, const mjModel* base) {
  if (!thin) return;
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_model_fields(base, fields);
  for (int i = 0; i < count; i++) {
    char* array = *ig_field_pointer(thin, &fields[i]);
    if (array != *ig_field_pointer(base, &fields[i])) ig_free(array);
  }
  ig_free(thin);
}

bool ig_thin_own(mjModel* thin, const mjModel* base, const ig_Field* field) {
  char **array = ig_field_pointer(thin, field), *shared = *ig_field_pointer(base, field);
  size_t bytes = ig_field_bytes(field);
  if (*array != shared || !bytes) return true;
  char* own = ig_try_alloc(bytes);
  if (!own) return false;
  memcpy(own, shared, bytes);
  *array = own;
  return true;
}

// sizes and options lie in the struct itself, which is taken whole but for its pointers
bool ig_thin_take(mjModel* thin, const mjModel* base, const mjModel* whole) {
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_model_fields(base, fields);
  mjModel taken = *whole;
  taken.buffer = NULL;
  bool made = true;
  for (int i = 0; i < count; i++) {
    const char* numbers = *ig_field_pointer(whole, &fields[i]);
    size_t bytes = ig_field_bytes(&fields[i]);
    bool differs = bytes && memcmp(numbers, *ig_field_pointer(thin, &fields[i]), bytes) != 0;
    if (differs && ig_thin_own(thin, base, &fields[i]))
      memcpy(*ig_field_pointer(thin, &fields[i]), numbers, bytes);
    else
      made = made && !differs;
    *ig_field_pointer(&taken, &fields[i]) = *ig_field_pointer(thin, &fields[i]);
  }
  *thin = taken;
  return made;
}
