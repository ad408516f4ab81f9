// SPDX-License-Identifier: Apache-2.0
// The CUDA driver on a machine that may not have one: what it says then.
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/cuda.h"
#include "test.h"

TEST(without_a_driver_there_are_no_devices_and_a_sentence_says_why) {
  int count = -1;
  ingotReport report = {0};
  ingotStatus status = ig_cuda_count(&count, &report);
  if (status == INGOT_OK) {
    CHECK(count >= 0);
  } else {
    CHECK_INT(status, INGOT_NO_DEVICE);
    CHECK_INT(count, 0);
    CHECK(strstr(report.text, "driver") || strstr(report.text, "device"));
  }
}

TEST(a_device_that_does_not_exist_is_refused_with_the_way_out) {
  ig_Cuda* cuda = (ig_Cuda*)&cuda;
  ingotReport report = {0};
  CHECK_INT(ig_cuda_open(1000, &cuda, &report), INGOT_NO_DEVICE);
  CHECK(!cuda);
  CHECK(strstr(report.text, "device=\"cpu\""));
  CHECK_INT(ig_cuda_open(-1, &cuda, NULL), INGOT_NO_DEVICE);
}

// asking before fork() must not make the child hang or end it
TEST(a_child_made_by_fork_gets_an_answer) {
  int count;
  ig_cuda_count(&count, NULL);
  pid_t child = fork();
  if (!child) {
    ingotReport report = {0};
    ingotStatus status = ig_cuda_count(&count, &report);
    _exit(status == INGOT_NO_DEVICE && *report.text ? 0 : 1);
  }
  int result = -1;
  CHECK(waitpid(child, &result, 0) == child);
  CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0);
}
