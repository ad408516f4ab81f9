// SPDX-License-Identifier: Apache-2.0
// Paths, base64, the virtual file system, resources and providers.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/memory.h"
#include "base/path.h"
#include "catch.h"

static void check_path(const char* dir, const char* name, const char* expected) {
  char* path = ig_path_make(dir, name);
  CHECK_TEXT(path, expected);
  ig_free(path);
}

TEST(paths_are_joined_and_reduced) {
  check_path("a/b", "c.xml", "a/b/c.xml");
  check_path("a/b/", "../c.xml", "a/c.xml");
  check_path("a", "./b/./c", "a/b/c");
  check_path("a", "/b/c", "/b/c");
  check_path("", "c.xml", "c.xml");
  check_path("a\\b", "c", "a/b/c");
  CHECK_TEXT(ig_path_file("a/b/c.tar.gz"), "c.tar.gz");
  CHECK_TEXT(ig_path_suffix("a/b.d/c.tar.gz"), ".gz");
  CHECK_TEXT(ig_path_suffix("a.b/c"), "");
}

TEST(base64_round_trips_and_refuses_bad_text) {
  static const char* known[][2] = {{"", ""}, {"M", "TQ=="}, {"Ma", "TWE="}, {"Man", "TWFu"}};
  for (int i = 0; i < 4; i++) {
    char text[16], back[8];
    ig_encode64(text, known[i][0], strlen(known[i][0]));
    CHECK_TEXT(text, known[i][1]);
    CHECK_INT(ig_decode64(back, sizeof back, text), (long)strlen(known[i][0]));
    CHECK(!memcmp(back, known[i][0], strlen(known[i][0])));
  }
  char bytes[4];
  CHECK_INT(ig_decode64(bytes, sizeof bytes, "TQ="), -1);
  CHECK_INT(ig_decode64(bytes, sizeof bytes, "T!=="), -1);
  CHECK_INT(ig_decode64(bytes, 2, "TWFu"), -1);
}

TEST(a_vfs_adds_deletes_and_refuses_repeats) {
  int64_t before = ig_live_bytes();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  CHECK_INT(mj_addBufferVFS(&vfs, "a.txt", "abc", 3), 0);
  CHECK_INT(mj_addBufferVFS(&vfs, "a.txt", "def", 3), 2);
  CHECK_INT(mj_addBufferVFS(&vfs, "dir/../b.txt", "def", 3), 0);
  const void* bytes = NULL;
  char error[100] = "x";
  mjResource* resource = mju_openResource("", "b.txt", &vfs, error, sizeof error);
  CHECK(resource != NULL);
  CHECK_TEXT(error, "");
  CHECK_INT(resource ? mju_readResource(resource, &bytes) : -1, 3);
  CHECK(bytes && !memcmp(bytes, "def", 3));
  mju_closeResource(resource);
  CHECK_INT(mj_deleteFileVFS(&vfs, "a.txt"), 0);
  CHECK_INT(mj_deleteFileVFS(&vfs, "a.txt"), -1);
  CHECK(mju_openResource("", "a.txt", &vfs, error, sizeof error) == NULL);
  CHECK_HAS(error, "a.txt");
  mj_deleteVFS(&vfs);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(a_vfs_reads_files_from_disk) {
  char path[] = "/tmp/ingot_vfs_XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0 && write(file, "12345", 5) == 5);
  close(file);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  CHECK_INT(mj_addFileVFS(&vfs, "/tmp", path + 5), 0);
  CHECK_INT(mj_addFileVFS(&vfs, "/tmp", path + 5), 2);
  CHECK_INT(mj_addFileVFS(&vfs, "/tmp", "there/is/no/such/file"), -1);
  unlink(path);
  mjResource* resource = mju_openResource("", path + 5, &vfs, NULL, 0);
  const void* bytes;
  CHECK_INT(resource ? mju_readResource(resource, &bytes) : -1, 5);
  mju_closeResource(resource);
  mj_deleteVFS(&vfs);
}

TEST(a_file_that_is_not_there_has_a_message) {
  int64_t before = ig_live_bytes();
  char error[200] = "";
  CHECK(mju_openResource("/nowhere", "x.xml", NULL, error, sizeof error) == NULL);
  CHECK_HAS(error, "x.xml");
  CHECK(mju_openResource("/nowhere", "x.xml", NULL, NULL, 0) == NULL);
  mju_closeResource(NULL);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(the_folder_of_a_resource_is_its_name_without_the_file) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  CHECK_INT(mj_addBufferVFS(&vfs, "sub/dir/a.txt", "abc", 3), 0);
  mjResource* resource = mju_openResource("", "sub/dir/a.txt", &vfs, NULL, 0);
  const char* dir = NULL;
  int length = 0;
  CHECK(resource != NULL);
  if (resource) {
    mju_getResourceDir(resource, &dir, &length);
    CHECK(dir && length == 8 && !strncmp(dir, "sub/dir/", 8));
    CHECK_INT(mju_isModifiedResource(resource, resource->timestamp), 0);
  }
  mju_closeResource(resource);
  mj_deleteVFS(&vfs);
}

TEST(a_file_written_again_within_a_second_counts_as_changed) {
  char name[] = "/tmp/ingot_stamp_XXXXXX";
  int file = mkstemp(name);
  CHECK(file >= 0);
  if (file < 0) return;
  struct timespec times[2] = {{1000, 5}, {1000, 5}};
  futimens(file, times);
  mjResource* resource = mju_openResource("", name, NULL, NULL, 0);
  times[1].tv_nsec = 6;
  futimens(file, times);
  mjResource* again = mju_openResource("", name, NULL, NULL, 0);
  CHECK(resource && again);
  if (resource && again) {
    CHECK_INT(mju_isModifiedResource(resource, resource->timestamp), 0);
    CHECK_INT(mju_isModifiedResource(again, resource->timestamp), 1);
    CHECK_INT(mju_isModifiedResource(resource, again->timestamp), -1);
  }
  mju_closeResource(resource);
  mju_closeResource(again);
  close(file);
  unlink(name);
}

// a provider that serves its own name as contents
static int opened, closed;
static int open_name(mjResource* resource) {
  opened++;
  resource->data = resource->name;
  return !strstr(resource->name, "refuse");
}
static int read_name(mjResource* resource, const void** buffer) {
  *buffer = resource->data;
  return (int)strlen(resource->name);
}
static void close_name(mjResource* resource) {
  closed++;
  (void)resource;
}

TEST(providers_serve_their_prefix_and_their_mounts) {
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  CHECK_WARNING(CHECK_INT(mjp_registerResourceProvider(&provider), -1), "");
  provider.prefix = "ingot.test";
  provider.open = open_name;
  provider.read = read_name;
  provider.close = close_name;
  int count = mjp_resourceProviderCount(), slot = mjp_registerResourceProvider(&provider);
  CHECK(slot > 0);
  CHECK_INT(mjp_resourceProviderCount(), count + 1);
  CHECK_INT(mjp_registerResourceProvider(&provider), slot);
  CHECK_TEXT(mjp_getResourceProviderAtSlot(slot)->prefix, "ingot.test");
  CHECK(mjp_getResourceProviderAtSlot(slot + 1000) == NULL);
  CHECK(mjp_getResourceProvider("ingot.test:x") != NULL);
  CHECK(mjp_getResourceProvider("ingot.other:x") == NULL);
  const void* bytes;
  mjResource* resource = mju_openResource("", "ingot.test:thing", NULL, NULL, 0);
  CHECK(resource && mju_readResource(resource, &bytes) > 0);
  mju_closeResource(resource);
  CHECK(mju_openResource("", "ingot.test:refuse", NULL, NULL, 0) == NULL);
  CHECK_INT(opened, 2);
  CHECK_INT(closed, 1);

  mjVFS vfs;
  mj_defaultVFS(&vfs);
  CHECK_INT(mj_mountVFS(&vfs, "data", &provider), 0);
  CHECK_INT(mj_mountVFS(&vfs, "data", &provider), 2);
  resource = mju_openResource("", "data/a.bin", &vfs, NULL, 0);
  CHECK(resource != NULL);
  mju_closeResource(resource);
  CHECK_INT(mj_unmountVFS(&vfs, "data"), 0);
  CHECK_INT(mj_unmountVFS(&vfs, "data"), -1);
  mj_deleteVFS(&vfs);
}
