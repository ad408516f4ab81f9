// SPDX-License-Identifier: Apache-2.0
// What every system must give, on the system that the test runs on.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/platform/calendar.h"
#include "base/platform/files.h"
#include "base/platform/folders.h"
#include "base/platform/heap.h"
#include "base/platform/libraries.h"
#include "base/platform/listener.h"
#include "base/platform/machine.h"
#include "test.h"

static const char name[] = "platform_\xc3\xa4\xe6\x97\xa5.txt";  // not ASCII

static void write_file(const char* path, const char* text) {
  FILE* file = ig_stream_open(path, "w");
  CHECK(file != NULL);
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

TEST(files_have_names_in_utf8_and_the_bytes_that_were_written) {
  write_file(name, "one\ntwo\n");
  FILE* more = ig_stream_append(name);
  if (more) fputs("three\n", more), fclose(more);
  ig_FileInfo info;
  CHECK(ig_file_info(name, &info));
  CHECK_INT(info.kind, IG_FILE_REGULAR);
  CHECK_INT(info.size, 14);
  double age = difftime(time(NULL), (time_t)info.seconds);
  CHECK(age > -5 && age < 600);
  CHECK(info.nanoseconds >= 0 && info.nanoseconds < 1000000000);
  char bytes[20] = "", whole[IG_PATH_ROOM];
  int file = ig_file_open(name, &info);
  CHECK(file >= 0);
  CHECK_INT(ig_file_read(file, bytes, sizeof bytes - 1), 14);
  CHECK_INT(ig_file_read(file, whole, 1), 0);
  ig_file_close(file);
  CHECK_TEXT(bytes, "one\ntwo\nthree\n");
  CHECK(ig_whole_path(name, whole));
  CHECK(strlen(whole) > strlen(name) && strstr(whole, name));
  CHECK(ig_file_info(".", &info));
  CHECK_INT(info.kind, IG_FILE_FOLDER);
  CHECK(!ig_file_info("there is no such file", &info));
  CHECK(!ig_whole_path("there is no such file", whole));
  CHECK_INT(ig_file_open("there is no such file", &info), -1);
  CHECK(ig_file_remove(name));
}

TEST(folders_are_listed_by_suffix_in_order) {
  char** names;
  write_file("platform_b.listed", "");
  write_file("platform_a.listed", "");
  int n = ig_folder_names(".", ".listed", &names);
  CHECK_INT(n, 2);
  for (int i = 0; i < n && i < 2; i++) CHECK_TEXT(names[i], i ? "platform_b.listed" : "platform_a.listed");
  ig_folder_names_free(names, n);
  remove("platform_a.listed");
  remove("platform_b.listed");
  CHECK_INT(ig_folder_names("there is no such folder", "", &names), -1);
  ig_folder_names_free(names, 0);
}

TEST(a_library_that_is_not_there_says_why) {
  CHECK(!ig_library_open("./there_is_no_such.library", false));
  CHECK(ig_library_trouble()[0] != 0);
  char path[IG_PATH_ROOM];
  bool program = false;
  ig_FileInfo info;
  CHECK(ig_file_of_code((void (*)(void))write_file, path, &program));
  CHECK(program);
  CHECK(strstr(path, "test_base") != NULL);
  CHECK(ig_file_info(path, &info) && info.kind == IG_FILE_REGULAR && info.size > 10000);
}

TEST(blocks_of_the_heap_have_a_size_and_an_alignment) {
  for (size_t bytes = 1; bytes < 100000; bytes *= 7) {
    void* block = malloc(bytes);
    CHECK(block && ig_heap_size(block) >= bytes);
    free(block);
    void* aligned = ig_heap_aligned(4096, bytes);
    CHECK(aligned && (uintptr_t)aligned % 4096 == 0);
    if (aligned) memset(aligned, 1, bytes);
    ig_heap_aligned_free(aligned);
  }
}

TEST(the_machine_has_processors_and_memory) {
  CHECK(ig_processors() >= 1 && ig_processors() < 10000);
  CHECK(ig_machine_memory() > (size_t)64 << 20);
  CHECK(ig_process() > 0);
  struct tm parts;
  CHECK(ig_local_time(time(NULL), &parts) && parts.tm_year > 120);
}

static void hear(void* context, const char* bytes, size_t n) { strncat(context, bytes, n); }

TEST(what_is_printed_to_a_listener_is_heard_or_lost) {
  char heard[100] = "";
  ig_Listener listener = {.hear = hear, .context = heard};
  FILE* stream = ig_listener_open(&listener);
  CHECK(stream != NULL);
  if (!stream) return;
  fprintf(stream, "%d apples", 3);
#if defined(__linux__)
  CHECK_TEXT(heard, "3 apples");
#endif
  ig_listener_close(&listener);
}
