// SPDX-License-Identifier: Apache-2.0
// Models that between them have every kind of constraint row.
#ifndef INGOT_TESTS_CONSTRAIN_SCENES_H_
#define INGOT_TESTS_CONSTRAIN_SCENES_H_

typedef struct {
  const char* name;
  const char* xml;
} ig_RowScene;

extern const ig_RowScene ig_row_scenes[];
extern const int ig_nrow_scene;

// all kinds in one model
extern const char ig_scene_all_rows[];

#endif  // INGOT_TESTS_CONSTRAIN_SCENES_H_
