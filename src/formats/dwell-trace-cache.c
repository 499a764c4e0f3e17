/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An image is a file SIZE-CONTENT-WAY.trace: the size of the recording, a checksum of its content
 * and of the files beside it that reading may open, and a checksum of how it was read. The size
 * costs nothing and is enough to rule out an image for nearly every recording. When an image is
 * used, its time is set to now; when one is added, the oldest are removed until all fit. */
#include "config.h"

#include "formats/dwell-trace-cache.h"

#include <string.h>
#include <utime.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-checksum.h"
#include "core/dwell-error.h"
#include "core/dwell-trace-image.h"

#define MAX_CACHE_BYTES ((guint64) 8 << 30)
#define FREE_SHARE      10   /* an image takes at most this fraction (1/n) of the free space */
#define TEMPORARY_S     3600 /* after which a temporary is no longer being written */

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "dwell", "traces", NULL);
}

/* A file in the folder. */
typedef struct {
  char    *path;
  guint64  n_bytes;
  gint64   used_s; /* when it was made or used, seconds since 1970 */
} Entry;

static void
entry_clear (gpointer data)
{
  Entry *self = data;

  g_free (self->path);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *left = a;
  const Entry *right = b;

  return (left->used_s > right->used_s) - (left->used_s < right->used_s);
}

/* Lists the images, or else all other files. Returns: (element-type Entry) (transfer full): the
 * least recently used first */
static GArray *
list_entries (gboolean are_images)
{
  g_autofree char *folder = get_folder ();
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  const char *name;

  g_array_set_clear_func (entries, entry_clear);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Entry entry = { .path = g_build_filename (folder, name, NULL) };
      GStatBuf status;

      if (g_str_has_suffix (name, ".trace") == are_images && g_stat (entry.path, &status) == 0)
        {
          entry.n_bytes = (guint64) status.st_size;
          entry.used_s = status.st_mtime;
          g_array_append_val (entries, entry);
        }
      else
        {
          entry_clear (&entry);
        }
    }

  g_array_sort (entries, compare_entries);
  return entries;
}

static guint64
sum_bytes (GArray *entries)
{
  guint64 sum = 0;

  for (guint i = 0; i < entries->len; i++)
    sum += g_array_index (entries, Entry, i).n_bytes;

  return sum;
}

/* Whether some image may be of a recording of @size bytes. */
static gboolean
has_size (guint64 size)
{
  g_autoptr(GArray) entries = list_entries (TRUE);
  g_autofree char *prefix = g_strdup_printf ("%" G_GINT64_MODIFIER "x-", size);

  for (guint i = 0; i < entries->len; i++)
    {
      g_autofree char *name = g_path_get_basename (g_array_index (entries, Entry, i).path);

      if (g_str_has_prefix (name, prefix))
        return TRUE;
    }

  return FALSE;
}

typedef void (*CompanionFunc) (GFile    *companion,
                               gpointer  user_data);

/* Calls @func for each file beside @file that a format may open when it reads @file: it does not
 * depend on the format, which may only be known from the contents. */
static void
for_each_companion (GFile         *file,
                    CompanionFunc  func,
                    gpointer       user_data)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  const DwellFormat * const *formats = dwell_formats_get_readers ();

  for (gsize i = 0; folder != NULL && formats[i] != NULL; i++)
    {
      g_auto(GStrv) names = formats[i]->list_companions != NULL
                              ? formats[i]->list_companions (name) : NULL;

      for (gsize j = 0; names != NULL && names[j] != NULL; j++)
        {
          g_autoptr(GFile) companion = g_file_get_child (folder, names[j]);

          func (companion, user_data);
        }
    }
}

static void
append_stamp (GFile    *companion,
              gpointer  user_data)
{
  DwellFileStamp stamp;

  dwell_file_stamp_take (&stamp, companion);
  g_string_append_printf (user_data,
                          "%d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                          ".%06" G_GUINT32_FORMAT "\n",
                          stamp.exists, stamp.size, stamp.inode, stamp.modified_s,
                          stamp.modified_us);
}

/**
 * dwell_trace_stamp_take:
 * @self: (out): the stamp
 * @file: a recording
 *
 * Takes the stamps of @file and of the files beside it that reading may open.
 */
void
dwell_trace_stamp_take (DwellTraceStamp *self,
                        GFile           *file)
{
  g_autoptr(GString) stamps = g_string_new (NULL);

  dwell_file_stamp_take (&self->file, file);
  for_each_companion (file, append_stamp, stamps);
  self->companions = dwell_checksum (stamps->str, stamps->len);
}

typedef struct {
  GArray       *checksums; /* guint64: of the recording, then the place and sum of each companion */
  guint64       n_companions;
  GCancellable *cancellable;
} Content;

/* A companion that cannot be read counts as missing, as it does for the reader. */
static void
append_checksum (GFile    *companion,
                 gpointer  user_data)
{
  Content *self = user_data;
  guint64 checksum;

  self->n_companions++;
  if (g_file_query_file_type (companion, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR ||
      !dwell_checksum_of_file (companion, &checksum, self->cancellable, NULL))
    return;

  g_array_append_val (self->checksums, self->n_companions);
  g_array_append_val (self->checksums, checksum);
}

/* The checksum of a recording and of the files beside it that reading may open. */
static gboolean
sum_content (GFile         *file,
             guint64       *checksum,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(GArray) checksums = g_array_new (FALSE, FALSE, sizeof (guint64));
  Content content = { .checksums = checksums, .cancellable = cancellable };
  guint64 own;

  if (!dwell_checksum_of_file (file, &own, cancellable, error))
    return FALSE;

  g_array_append_val (checksums, own);
  for_each_companion (file, append_checksum, &content);
  *checksum = dwell_checksum (checksums->data, checksums->len * sizeof (guint64));
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* The checksum of format, options, and the language of messages of problems. */
static guint64
sum_way (const DwellOpenOptions *options)
{
  g_autoptr(GString) way = g_string_new (g_get_language_names ()[0]);

  g_string_append_printf (way, "\n%s", options->format != NULL ? options->format->id : "");
  for (gsize i = 0; options->key_values != NULL && options->key_values[i] != NULL; i++)
    g_string_append_printf (way, "\n%s", options->key_values[i]);

  return dwell_checksum (way->str, way->len);
}

static char *
get_path (GFile                   *file,
          guint64                  size,
          const DwellOpenOptions  *options,
          GCancellable            *cancellable,
          GError                 **error)
{
  g_autofree char *folder = get_folder ();
  guint64 content;

  if (!sum_content (file, &content, cancellable, error))
    return NULL;

  return g_strdup_printf ("%s/%" G_GINT64_MODIFIER "x-%016" G_GINT64_MODIFIER "x-%016"
                          G_GINT64_MODIFIER "x.trace", folder, size, content, sum_way (options));
}

/* Whether an option of some format names another file, which may be anywhere. */
static gboolean
names_file (const char *key_value)
{
  const DwellFormat * const *formats = dwell_formats_get_readers ();

  for (gsize i = 0; formats[i] != NULL; i++)
    for (guint j = 0; j < formats[i]->n_read_options; j++)
      {
        const DwellOption *option = &formats[i]->read_options[j];
        gsize length = strlen (option->name);

        if (option->type == DWELL_OPTION_FILE &&
            strncmp (key_value, option->name, length) == 0 && key_value[length] == '=')
          return TRUE;
      }

  return FALSE;
}

/* Tests set limits of their own, and need the file to be read. */
static gboolean
may_have_image (GFile                  *file,
                const DwellOpenOptions *options)
{
  static const DwellReadLimits usual;

  for (gsize i = 0; options->key_values != NULL && options->key_values[i] != NULL; i++)
    if (names_file (options->key_values[i]))
      return FALSE;

  return g_file_is_native (file) && memcmp (&options->limits, &usual, sizeof usual) == 0;
}

static gpointer
unpack_source (const char     *format_id,
               GBytes         *bytes,
               GDestroyNotify *free_source)
{
  const DwellFormat *format = dwell_formats_find (format_id);

  return format != NULL && format->unpack_source != NULL
           ? format->unpack_source (bytes, free_source) : NULL;
}

/**
 * dwell_trace_cache_find:
 * @file: a recording
 * @options: how it is to be read
 * @cancellable: (nullable): a cancellable
 *
 * Searches for the image of a recording. If no image has its size, this only lists the folder;
 * otherwise all of @file is read to compare it.
 *
 * Returns: (transfer full) (nullable): the trace that reading would give, or %NULL
 */
DwellTrace *
dwell_trace_cache_find (GFile                  *file,
                        const DwellOpenOptions *options,
                        GCancellable           *cancellable)
{
  DwellFileStamp stamp;
  g_autofree char *path = NULL;
  DwellTrace *trace;

  if (!may_have_image (file, options))
    return NULL;

  dwell_file_stamp_take (&stamp, file);
  if (!stamp.exists || !has_size (stamp.size))
    return NULL;

  path = get_path (file, stamp.size, options, cancellable, NULL);
  trace = path != NULL ? dwell_trace_image_open (path, unpack_source) : NULL;

  if (trace != NULL)
    g_utime (path, NULL);
  else if (path != NULL)
    g_unlink (path);

  return trace;
}

/* Removes files left over by killed programs, and the least recently used images until there is
 * room for @n_bytes more. */
static void
make_room (guint64 n_bytes)
{
  g_autoptr(GArray) leftovers = list_entries (FALSE);
  g_autoptr(GArray) images = list_entries (TRUE);
  gint64 now_s = g_get_real_time () / G_USEC_PER_SEC;
  guint64 sum = sum_bytes (images) + n_bytes;

  for (guint i = 0; i < leftovers->len; i++)
    if (g_array_index (leftovers, Entry, i).used_s < now_s - TEMPORARY_S)
      g_unlink (g_array_index (leftovers, Entry, i).path);

  for (guint i = 0; i < images->len && sum > MAX_CACHE_BYTES; i++)
    {
      g_unlink (g_array_index (images, Entry, i).path);
      sum -= g_array_index (images, Entry, i).n_bytes;
    }
}

/* Whether an image of @n_bytes may be written into @folder. */
static gboolean
allows (const char  *folder,
        guint64      n_bytes,
        GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (folder);
  g_autoptr(GFileInfo) info = g_file_query_filesystem_info (file, G_FILE_ATTRIBUTE_FILESYSTEM_FREE,
                                                            NULL, error);

  if (info == NULL)
    return FALSE;

  if (n_bytes <= MAX_CACHE_BYTES &&
      n_bytes <= g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE) /
                 FREE_SHARE)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("there is not enough space on the disk for a copy"));
  return FALSE;
}

static gboolean
write_image (DwellTrace    *trace,
             const char    *path,
             GCancellable  *cancellable,
             GError       **error)
{
  const DwellFormat *format = dwell_formats_find (trace->format_id);
  g_autoptr(GBytes) source = trace->source != NULL ? format->pack_source (trace->source) : NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  GOutputStream *stream = dwell_sink_open_part (sink, "", cancellable, error);

  return stream != NULL && dwell_trace_image_write (trace, source, stream, cancellable, error) &&
         dwell_sink_commit (sink, cancellable, error);
}

static gboolean
has_image (const DwellTrace *trace)
{
  const DwellFormat *format = dwell_formats_find (trace->format_id);

  return dwell_trace_has_image (trace) &&
         (trace->source == NULL || (format != NULL && format->pack_source != NULL));
}

/**
 * dwell_trace_cache_keep:
 * @trace: a trace
 * @file: the recording that it was read from
 * @stamp: that of @file before it was read
 * @options: how it was read
 * @cancellable: (nullable): a cancellable
 * @error: why the image could not be written
 *
 * Writes the image of @trace, and makes room for it by removing the least recently used ones. If
 * the trace has no image, or the file has changed since it was read, nothing is written, without an
 * error.
 *
 * Returns: %FALSE with @error if the image could not be written
 */
gboolean
dwell_trace_cache_keep (DwellTrace             *trace,
                        GFile                  *file,
                        const DwellTraceStamp  *stamp,
                        const DwellOpenOptions *options,
                        GCancellable           *cancellable,
                        GError                **error)
{
  guint64 n_bytes = dwell_trace_image_measure (trace);
  g_autofree char *folder = get_folder ();
  g_autofree char *path = NULL;
  DwellTraceStamp now;

  if (!may_have_image (file, options) || !has_image (trace))
    return TRUE;

  g_mkdir_with_parents (folder, 0700);
  path = get_path (file, stamp->file.size, options, cancellable, error);
  if (path == NULL)
    return FALSE;

  /* The stamp is taken after the checksum, to be sure that the content is what was read. */
  dwell_trace_stamp_take (&now, file);
  if (!dwell_file_stamp_equal (&stamp->file, &now.file) || stamp->companions != now.companions)
    return TRUE;

  if (!allows (folder, n_bytes, error))
    return FALSE;

  make_room (n_bytes);
  return write_image (trace, path, cancellable, error);
}

/**
 * dwell_trace_cache_measure:
 *
 * Returns: how many bytes all images take
 */
guint64
dwell_trace_cache_measure (void)
{
  g_autoptr(GArray) entries = list_entries (TRUE);

  return sum_bytes (entries);
}

/**
 * dwell_trace_cache_clear:
 *
 * Removes all images. Traces that were opened from them stay as they are.
 */
void
dwell_trace_cache_clear (void)
{
  g_autoptr(GArray) entries = list_entries (TRUE);

  for (guint i = 0; i < entries->len; i++)
    g_unlink (g_array_index (entries, Entry, i).path);
}
