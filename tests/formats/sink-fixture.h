/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder to save in, and what tests of sinks do there. */
#pragma once

#include <string.h>

#include <glib/gstdio.h>

#include "formats/common/dwell-sink.h"

typedef struct {
  char  *folder;
  char  *path;
  GFile *file;
} Place;

static inline void
set_up (Place        *place,
        gconstpointer data)
{
  place->folder = g_dir_make_tmp ("dwell-sink-XXXXXX", NULL);
  place->path = g_build_filename (place->folder, "a b%41.txt", NULL);
  place->file = g_file_new_for_path (place->path);
}

/* Returns how many files are in the folder. */
static inline guint
count_files (Place *place)
{
  g_autoptr(GDir) folder = g_dir_open (place->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;

  return n;
}

static inline void
tear_down (Place        *place,
           gconstpointer data)
{
  g_autoptr(GDir) folder = g_dir_open (place->folder, 0, NULL);
  const char *name;

  g_chmod (place->folder, 0700);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (place->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }

  g_assert_cmpint (g_rmdir (place->folder), ==, 0);
  g_object_unref (place->file);
  g_free (place->path);
  g_free (place->folder);
}

static inline void
put (DwellSink  *sink,
     const char *suffix,
     const char *text)
{
  g_autoptr(GError) error = NULL;
  GOutputStream *stream = dwell_sink_open_part (sink, suffix, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, &error));
  g_assert_no_error (error);
}

static inline void
assert_text (const char *path,
             const char *suffix,
             const char *expected)
{
  g_autofree char *whole = g_strconcat (path, suffix, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (whole, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}
