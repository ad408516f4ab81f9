// SPDX-License-Identifier: Apache-2.0
// What the tests of the acceptance lines share. A test's name begins with the id of its line: R4.22 is R4_22_...
// They use the public API only, so that record.py can build them against MuJoCo 3.5.0 itself: it writes the recorded
// figures and shows that the reference passes every test too.
#ifndef INGOT_TESTS_REQUIREMENTS_REQUIRE_H_
#define INGOT_TESTS_REQUIREMENTS_REQUIRE_H_

#include "case.h"
#include "test.h"

// a case that is freed with its block; the test ends when the text does not compile
#define CASE(c, ...)                                                              \
  __attribute__((cleanup(ig_case_free))) ig_Case c = ig_case_format(__VA_ARGS__); \
  if (!c.d) return

// the text is refused with a message that contains the word
#define REFUSED(word, ...) ig_check_refused(__FILE__, __LINE__, word, __VA_ARGS__)

// numbers one by one, within the tolerance of CHECK_NEAR
#define CHECK_VALUES(values, tolerance, ...)                                          \
  ig_check_values(__FILE__, __LINE__, #values, values, (const double[]){__VA_ARGS__}, \
                  (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)), tolerance)
#define CHECK_SAME(values, expected, n, tolerance) ig_check_values(__FILE__, __LINE__, #values, values, expected, n, tolerance)
#define CHECK_BITS(values, expected, n) CHECK(!memcmp(values, expected, sizeof(mjtNum) * (size_t)(n)))

// numbers against those recorded from MuJoCo 3.5.0 under this name
#define CHECK_FIGURE(name, values, n, tolerance) ig_check_figure(__FILE__, __LINE__, name, values, n, tolerance)

enum { MAX_NV = 200, MAX_NQ = 200 };

ig_Case ig_case_format(const char* format, ...) __attribute__((format(printf, 1, 2)));
void ig_check_refused(const char* file, int line, const char* word, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
void ig_check_values(const char* file, int line, const char* what, const mjtNum* values, const double* expected, int n,
                     double tolerance);
void ig_check_figure(const char* file, int line, const char* name, const mjtNum* values, int n, double tolerance);

// error text of a model that is not compiled; empty if it is
const char* ig_refusal(const char* xml);

// the id of a named element; the test fails when there is none
int ig_id(const mjModel* m, mjtObj type, const char* name);

// the model written back as XML by mj_saveLastXML and compiled again
ig_Case ig_case_saved(const ig_Case* c);
bool ig_saved_text(const ig_Case* c, char* text, int size);

// a row of the constraint Jacobian or of a tendon's, with all nv numbers
void ig_efc_row(const mjModel* m, const mjData* d, int row, mjtNum* out);
void ig_ten_row(const mjModel* m, const mjData* d, int tendon, mjtNum* out);
void ig_moment_row(const mjModel* m, const mjData* d, int actuator, mjtNum* out);

// result += J' force over rows [first, last)
void ig_efc_back(const mjModel* m, const mjData* d, int first, int last, mjtNum* result);

void ig_steps(const ig_Case* c, int n);
void ig_fill(mjtNum* values, int n, mjtNum value);
bool ig_finite(const mjtNum* values, int n);
mjtNum ig_largest(const mjtNum* values, int n);
mjtNum ig_distance(const mjtNum* a, const mjtNum* b, int n);
int ig_warnings(const mjData* d);

// central difference over dof `dof` (mj_integratePos, step 1e-7) of n numbers that `measure` makes from a position
typedef void (*ig_Measure)(const mjModel* m, const mjData* d, mjtNum* out);
void ig_slope(const ig_Case* c, int dof, ig_Measure measure, int n, mjtNum* out);

#endif  // INGOT_TESTS_REQUIREMENTS_REQUIRE_H_
