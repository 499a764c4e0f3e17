/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes .dwell-comparison files. They may come from anywhere, so names and numbers are
 * checked before they are used. */
#include "config.h"

#include "formats/dwell-comparison-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-trace.h"
#include "formats/common/dwell-sink.h"
#include "formats/dwell-formats.h"

#define GROUP   "Dwell Comparison"
#define HEAD    "[" GROUP "]"
#define VERSION 1

/* The most bytes of a file. */
#define MAX_BYTES 65536

/* GLib's messages hold the whole line that is wrong. */
#define MAX_MESSAGE 160

static gboolean
refuse (GError     **error,
        const char  *key,
        const char  *why)
{
  /* Translators: a key of a file, and what is wrong with its value */
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX, _("“%s”: %s"), key, why);
  return FALSE;
}

/**
 * dwell_comparison_file_is_one:
 * @head: the first bytes of a file
 * @length: how many
 *
 * Returns: whether the file is a comparison file
 */
gboolean
dwell_comparison_file_is_one (const char *head,
                              gsize       length)
{
  return length >= strlen (HEAD) && memcmp (head, HEAD, strlen (HEAD)) == 0;
}

/* --- Reading --- */

/* Returns: (transfer full): the value, "" if there is none; NULL with @error */
static char *
get_text (GKeyFile    *keys,
          const char  *key,
          GError     **error)
{
  return g_key_file_has_key (keys, GROUP, key, NULL) ? dwell_option_load (keys, GROUP, key, error)
                                                     : g_strdup ("");
}

/* Returns: (transfer full): the values; NULL with @error */
static GStrv
get_list (GKeyFile    *keys,
          const char  *key,
          GError     **error)
{
  return g_key_file_has_key (keys, GROUP, key, NULL)
           ? dwell_option_load_list (keys, GROUP, key, error) : g_new0 (char *, 1);
}

/* Names must be valid after unescaping. */
static gboolean
check_names (const char  *key,
             GStrv        names,
             GError     **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  if (names[0] == NULL)
    return refuse (error, key, _("the name of a recording is missing"));

  if (g_strv_length (names) > DWELL_COMPARISON_MAX_FILES)
    return refuse (error, key, _("these are more files than can be joined"));

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_uri_unescape_string (names[i], NULL);

      if (path == NULL || *path == '\0')
        return refuse (error, key, _("this is not the name of a file"));
      if (!g_hash_table_add (known, names[i]))
        return refuse (error, key, _("a file is named twice"));
    }

  return TRUE;
}

static gboolean
check_format (const char  *key,
              const char  *id,
              GError     **error)
{
  return *id == '\0' || dwell_formats_find (id) != NULL ||
         refuse (error, key, _("there is no such format"));
}

static gboolean
read_recording (DwellComparisonRecording  *self,
                GKeyFile                  *keys,
                const char                *names_key,
                const char                *format_key,
                const char                *options_key,
                GError                   **error)
{
  return (self->names = get_list (keys, names_key, error)) != NULL &&
         check_names (names_key, self->names, error) &&
         (self->format = get_text (keys, format_key, error)) != NULL &&
         check_format (format_key, self->format, error) &&
         (self->options = get_list (keys, options_key, error)) != NULL;
}

/* “100000 500000” */
static gboolean
read_range (GKeyFile    *keys,
            const char  *key,
            gboolean    *exists,
            gint64      *begin,
            gint64      *end,
            GError     **error)
{
  g_autofree char *text = get_text (keys, key, error);
  g_auto(GStrv) words = NULL;

  if (text == NULL)
    return FALSE;
  if (*text == '\0')
    return TRUE;

  words = g_strsplit (text, " ", 3);
  *exists = g_strv_length (words) == 2 &&
            g_ascii_string_to_signed (words[0], 10, -DWELL_TIME_MAX, DWELL_TIME_MAX, begin, NULL) &&
            g_ascii_string_to_signed (words[1], 10, *begin, DWELL_TIME_MAX, end, NULL);
  return *exists || refuse (error, key, _("expected two times in ns, the earlier one first"));
}

/* Checks that each element has a key, “=” and a value. */
static gboolean
check_list (const char         *key,
            const char * const *list,
            GError            **error)
{
  for (guint i = 0; list[i] != NULL; i++)
    {
      const char *sign = strchr (list[i], '=');

      if (sign == NULL || sign == list[i] || sign[1] == '\0' || strchr (sign + 1, '=') != NULL ||
          strpbrk (list[i], " \t\r\n") != NULL)
        return refuse (error, key, _("each part must be a key, “=” and a value"));
    }

  return TRUE;
}

static gboolean
read_keys (DwellComparisonFile  *self,
           GKeyFile             *keys,
           GError              **error)
{
  int version = g_key_file_get_integer (keys, GROUP, "Version", NULL);

  self->by_context = g_key_file_get_boolean (keys, GROUP, "ByContext", NULL);

  if (version < 1)
    return refuse (error, "Version", _("expected a number of at least 1"));
  if (version > VERSION)
    return refuse (error, "Version", _("a newer version of Dwell wrote the file"));

  return read_recording (&self->base, keys, "Base", "BaseFormat", "BaseOptions", error) &&
         read_recording (&self->new, keys, "New", "NewFormat", "NewOptions", error) &&
         read_range (keys, "BaseRange", &self->has_base_range, &self->base_begin,
                     &self->base_end, error) &&
         read_range (keys, "NewRange", &self->has_new_range, &self->new_begin, &self->new_end,
                     error) &&
         (self->measure = get_text (keys, "Measure", error)) != NULL &&
         (self->per = get_text (keys, "Per", error)) != NULL &&
         (self->noise = get_text (keys, "Noise", error)) != NULL &&
         (self->align = get_text (keys, "Align", error)) != NULL &&
         (self->pairs = get_list (keys, "Pairs", error)) != NULL &&
         (self->shifts = get_list (keys, "Shifts", error)) != NULL &&
         check_list ("Pairs", (const char * const *) self->pairs, error) &&
         check_list ("Shifts", (const char * const *) self->shifts, error);
}

static gboolean
check_length (gsize    length,
              GError **error)
{
  if (length <= MAX_BYTES)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("it is too long for a comparison file"));
  return FALSE;
}

/* Reads a file of at most MAX_BYTES; refuses a longer one. */
static char *
load_text (GFile         *file,
           gsize         *length,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *text = g_malloc (MAX_BYTES + 2);

  if (stream == NULL ||
      !g_input_stream_read_all (G_INPUT_STREAM (stream), text, MAX_BYTES + 1, length, cancellable,
                                error))
    return NULL;

  text[*length] = '\0';
  return check_length (*length, error) ? g_steal_pointer (&text) : NULL;
}

/**
 * dwell_comparison_file_load:
 * @file: a file
 * @cancellable: (nullable): a cancellable
 * @error: what is wrong with it
 *
 * Reads what to compare. Blocks.
 *
 * Returns: (transfer full) (nullable): its contents; %NULL with @error
 */
DwellComparisonFile *
dwell_comparison_file_load (GFile         *file,
                            GCancellable  *cancellable,
                            GError       **error)
{
  g_autoptr(DwellComparisonFile) self = g_new0 (DwellComparisonFile, 1);
  g_autoptr(GKeyFile) keys = g_key_file_new ();
  GError *failure = NULL;
  gsize length;
  g_autofree char *text = load_text (file, &length, cancellable, error);

  if (text == NULL)
    return NULL;

  if (g_key_file_load_from_data (keys, text, length, G_KEY_FILE_NONE, &failure) &&
      read_keys (self, keys, &failure))
    return g_steal_pointer (&self);

  /* GLib's errors have another domain, and repeat the line, however long it is. */
  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                       strlen (failure->message) <= MAX_MESSAGE
                         ? failure->message : _("one of its lines is not a setting"));
  g_error_free (failure);
  return NULL;
}

/* --- Writing --- */

static void
set_text (GKeyFile   *keys,
          const char *key,
          const char *text)
{
  if (text != NULL && *text != '\0')
    g_key_file_set_string (keys, GROUP, key, text);
}

static void
set_range (GKeyFile   *keys,
           const char *key,
           gboolean    exists,
           gint64      begin,
           gint64      end)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, begin, end);

  set_text (keys, key, exists ? text : "");
}

static void
set_list (GKeyFile           *keys,
          const char         *key,
          const char * const *list)
{
  if (list != NULL && list[0] != NULL)
    g_key_file_set_string_list (keys, GROUP, key, list, g_strv_length ((GStrv) list));
}

static void
set_recording (GKeyFile                       *keys,
               const DwellComparisonRecording *recording,
               const char                     *names_key,
               const char                     *format_key,
               const char                     *options_key)
{
  set_list (keys, names_key, (const char * const *) recording->names);
  set_text (keys, format_key, recording->format);
  set_list (keys, options_key, (const char * const *) recording->options);
}

/**
 * dwell_comparison_file_save:
 * @self: what to compare
 * @file: where to
 * @cancellable: (nullable): a cancellable
 * @error: set if it could not be written, or could not be read again
 *
 * Writes the file whole or not at all. Blocks.
 *
 * Returns: whether it was written
 */
gboolean
dwell_comparison_file_save (const DwellComparisonFile  *self,
                            GFile                      *file,
                            GCancellable               *cancellable,
                            GError                    **error)
{
  g_autoptr(GKeyFile) keys = g_key_file_new ();
  g_autofree char *text = NULL;
  gsize length;

  g_key_file_set_integer (keys, GROUP, "Version", VERSION);
  set_recording (keys, &self->base, "Base", "BaseFormat", "BaseOptions");
  set_recording (keys, &self->new, "New", "NewFormat", "NewOptions");
  set_range (keys, "BaseRange", self->has_base_range, self->base_begin, self->base_end);
  set_range (keys, "NewRange", self->has_new_range, self->new_begin, self->new_end);
  set_text (keys, "Measure", self->measure);
  set_text (keys, "Per", self->per);
  set_text (keys, "Noise", self->noise);
  if (self->by_context)
    g_key_file_set_boolean (keys, GROUP, "ByContext", TRUE);
  set_text (keys, "Align", self->align);
  set_list (keys, "Pairs", (const char * const *) self->pairs);
  set_list (keys, "Shifts", (const char * const *) self->shifts);

  text = g_key_file_to_data (keys, &length, NULL);
  return check_names ("Base", self->base.names, error) &&
         check_names ("New", self->new.names, error) && check_length (length, error) &&
         dwell_sink_write_text (file, text, length, cancellable, error);
}

static void
recording_clear (DwellComparisonRecording *self)
{
  g_strfreev (self->names);
  g_free (self->format);
  g_strfreev (self->options);
}

/**
 * dwell_comparison_file_free:
 * @self: (transfer full): what to compare
 */
void
dwell_comparison_file_free (DwellComparisonFile *self)
{
  recording_clear (&self->base);
  recording_clear (&self->new);
  g_free (self->measure);
  g_free (self->per);
  g_free (self->noise);
  g_free (self->align);
  g_strfreev (self->pairs);
  g_strfreev (self->shifts);
  g_free (self);
}

/* --- Names of recordings --- */

static char *
escape (const char *path)
{
  return g_uri_escape_string (path, "/", TRUE);
}

/* Returns: (transfer full) (nullable): the relative path from @folder up and down to @recording */
static char *
make_way (GFile *folder,
          GFile *recording)
{
  g_autoptr(GString) way = g_string_new (NULL);
  g_autoptr(GFile) above = g_object_ref (folder);

  while (above != NULL)
    {
      g_autofree char *down = g_file_get_relative_path (above, recording);
      GFile *next;

      if (down != NULL)
        return g_strconcat (way->str, down, NULL);

      g_string_append (way, "../");
      next = g_file_get_parent (above);
      g_object_unref (above);
      above = next;
    }

  return NULL;
}

/**
 * dwell_comparison_file_make_name:
 * @file: the comparison file
 * @recording: a recording
 *
 * Returns: (transfer full): its name in @file: a path from the folder of @file or, if there is
 *   none, its URI
 */
char *
dwell_comparison_file_make_name (GFile *file,
                                 GFile *recording)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autofree char *way = folder != NULL ? make_way (folder, recording) : NULL;

  return way != NULL ? escape (way) : g_file_get_uri (recording);
}

static gboolean
has_scheme (const char *name)
{
  return g_uri_peek_scheme (name) != NULL;
}

/**
 * dwell_comparison_file_resolve:
 * @file: the comparison file
 * @name: the name of a recording in it
 *
 * Returns: (transfer full): the recording
 */
GFile *
dwell_comparison_file_resolve (GFile      *file,
                               const char *name)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autofree char *path = has_scheme (name) ? NULL : g_uri_unescape_string (name, NULL);

  return path != NULL && folder != NULL ? g_file_resolve_relative_path (folder, path)
                                        : g_file_new_for_uri (name);
}

/**
 * dwell_comparison_file_leaves:
 * @name: the name of a recording in a comparison file
 *
 * Returns: whether the recording may be outside the folder of the file
 */
gboolean
dwell_comparison_file_leaves (const char *name)
{
  g_autofree char *path = has_scheme (name) ? NULL : g_uri_unescape_string (name, NULL);
  g_auto(GStrv) parts = NULL;
  int depth = 0;

  if (path == NULL || g_path_is_absolute (path))
    return TRUE;

  parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gboolean is_same = *parts[i] == '\0' || g_str_equal (parts[i], ".");

      depth += g_str_equal (parts[i], "..") ? -1 : is_same ? 0 : 1;
      if (depth < 0)
        return TRUE;
    }

  return FALSE;
}

/**
 * dwell_comparison_recording_take:
 * @self: a recording, which has no names yet
 * @file: the comparison file
 * @origin: what the recording is read from, and how
 *
 * Sets the names, format and options of @self.
 */
void
dwell_comparison_recording_take (DwellComparisonRecording *self,
                                 GFile                    *file,
                                 const DwellOrigin        *origin)
{
  self->names = g_new0 (char *, origin->files->len + 1);
  for (guint i = 0; i < origin->files->len; i++)
    self->names[i] = dwell_comparison_file_make_name (file, origin->files->pdata[i]);
  self->format = g_strdup (origin->format_id);
  self->options = g_strdupv (origin->key_values);
}

/**
 * dwell_comparison_recording_find:
 * @self: a recording
 * @file: the comparison file
 *
 * Returns: (transfer full): the files to read, and how
 */
DwellOrigin *
dwell_comparison_recording_find (const DwellComparisonRecording *self,
                                 GFile                          *file)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->names[i] != NULL; i++)
    g_ptr_array_add (files, dwell_comparison_file_resolve (file, self->names[i]));

  return dwell_origin_new ((GFile * const *) files->pdata, files->len,
                           *self->format != '\0' ? self->format : NULL,
                           self->options[0] != NULL ? (const char * const *) self->options : NULL);
}

/**
 * dwell_comparison_recording_leaves:
 * @self: a recording
 *
 * Returns: whether one of its files may be outside the folder: see dwell_comparison_file_leaves()
 */
gboolean
dwell_comparison_recording_leaves (const DwellComparisonRecording *self)
{
  for (guint i = 0; self->names[i] != NULL; i++)
    if (dwell_comparison_file_leaves (self->names[i]))
      return TRUE;

  return FALSE;
}
