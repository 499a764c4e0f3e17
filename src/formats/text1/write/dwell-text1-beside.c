/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out which main file a .BIN belongs to, by the rules of reading: the main file with which
 * it would be read. But while reading takes any file of that name for a timeline, here its bytes
 * must look like one. An empty file counts as a timeline, because it holds nothing that could be
 * lost. */
#include "config.h"

#include "formats/text1/read/dwell-text1-binary.h"
#include "formats/text1/read/dwell-text1-recognise.h"
#include "formats/text1/write/dwell-text1-export.h"

static const DwellText1Given nothing_given = { 0 };

static gboolean
is_text1 (DwellSource *main_file)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (main_file), &length);

  return dwell_text1_is_main (head, length, &nothing_given);
}

static gboolean
is_timeline (DwellSource *binary)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (binary), &length);

  return length == 0 || dwell_text1_binary_recognise (head, length) > 0;
}

/* Returns the name beside the main file itself; if that is a link, the name beside its target is
 * not used. */
static char *
get_binary_name (DwellSink *sink)
{
  g_autofree char *name = g_file_get_basename (dwell_sink_get_file (sink));

  return g_strconcat (name, DWELL_TEXT1_BINARY_SUFFIX, NULL);
}

/* @binary: (inout) (nullable) (transfer full): NULL if there is none. Returns FALSE if it could
 * not be opened. */
static gboolean
open_binary (DwellSink     *sink,
             DwellSource   *main_file,
             DwellSource  **binary,
             GCancellable  *cancellable)
{
  g_autoptr(GFile) file = dwell_sink_get_part_file (sink, DWELL_TEXT1_BINARY_SUFFIX);
  g_autoptr(GError) failure = NULL;

  if (main_file != NULL)
    {
      g_autofree char *name = get_binary_name (sink);

      *binary = dwell_source_open_companion (main_file, name, cancellable, &failure);
    }
  else if (g_file_query_exists (file, cancellable))
    {
      *binary = dwell_source_new (file, cancellable, &failure);
    }

  return failure == NULL;
}

/**
 * dwell_text1_look_beside:
 * @sink: the sink of an export
 * @cancellable: (nullable): a cancellable
 *
 * Looks for a .BIN beside the target. Blocks.
 *
 * Returns: the kind of file that lies there
 */
DwellBeside
dwell_text1_look_beside (DwellSink    *sink,
                         GCancellable *cancellable)
{
  GFile *file = dwell_sink_get_file (sink);
  g_autoptr(DwellSource) old = file != NULL ? dwell_source_new (file, cancellable, NULL) : NULL;
  g_autoptr(DwellSource) binary = NULL;
  g_autoptr(DwellSource) owner = NULL;

  if (file == NULL)
    return DWELL_BESIDE_NOTHING;

  if (!open_binary (sink, old, &binary, cancellable))
    return DWELL_BESIDE_FOREIGN;
  if (binary == NULL)
    return DWELL_BESIDE_NOTHING;
  if (!is_timeline (binary))
    return DWELL_BESIDE_FOREIGN;
  if (old != NULL && is_text1 (old))
    return DWELL_BESIDE_OWN;

  owner = dwell_text1_open_main (binary, &nothing_given, cancellable);
  return owner != NULL ? DWELL_BESIDE_FOREIGN : DWELL_BESIDE_LONE;
}
