/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognises both files. A main file has a header among its first 20 lines. A binary timeline
 * has no signature, so all its records must be plausible. The two are in one folder: x.txt and
 * x.txt.BIN (or .bin), or x.txt and x.BIN. If one is opened, the other is looked for. */
#include "config.h"

#include "formats/text1/read/dwell-text1-recognise.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/text1/read/dwell-text1-binary.h"

#define RECOGNISED_LINES 20

static const char * const binary_suffixes[] = { ".BIN", ".bin" };
static const char * const main_suffixes[] = { "", ".txt", ".TXT", ".csv", ".text", ".text1" };

/**
 * dwell_text1_detect_encoding:
 * @head: the first bytes of a file
 * @length: how many
 *
 * Returns: the encoding of the byte order mark; without one, UTF-8 if the bytes are valid, else
 *   Windows-1252
 */
DwellText1Encoding
dwell_text1_detect_encoding (const char *head,
                             gsize       length)
{
  const char *valid_end;
  gsize n = length;

  if (length >= 2 && memcmp (head, "\xff\xfe", 2) == 0)
    return DWELL_TEXT1_UTF_16_LE;
  if (length >= 2 && memcmp (head, "\xfe\xff", 2) == 0)
    return DWELL_TEXT1_UTF_16_BE;
  if (length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0)
    return DWELL_TEXT1_UTF_8;

  /* Neither a NUL nor a character that is cut by the end excludes UTF-8. */
  while (n > 0)
    {
      if (g_utf8_validate_len (head, n, &valid_end))
        return DWELL_TEXT1_UTF_8;
      n -= (gsize) (valid_end - head);
      head = valid_end;
      if (*head != '\0')
        break;
      head++;
      n--;
    }

  if (n == 0 || (length == DWELL_SOURCE_HEAD_BYTES && n < 4))
    return DWELL_TEXT1_UTF_8;
  return DWELL_TEXT1_WINDOWS_1252;
}

static gboolean
is_header_here (const char            *text,
                gsize                  length,
                const DwellText1Given *given)
{
  const char *end = length > 0 ? text + length : text; /* an empty file has no text at all */
  DwellText1Header header;

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    text += 3;

  for (guint i = 0; i < RECOGNISED_LINES && text < end; i++)
    {
      gsize line_end;
      gsize n = dwell_text1_measure_line (text, end, &line_end);

      if (dwell_text1_header_parse (text, n, given, NULL, NULL, &header))
        return TRUE;
      text += n + line_end;
    }

  return FALSE;
}

/**
 * dwell_text1_is_main:
 * @head: the first bytes of a file
 * @length: how many
 * @given: the settings of the user
 *
 * Returns: %TRUE for a main file: it has a header among its first lines
 */
gboolean
dwell_text1_is_main (const char            *head,
                     gsize                  length,
                     const DwellText1Given *given)
{
  DwellText1Encoding encoding = dwell_text1_detect_encoding (head, length);
  g_autofree char *text = NULL;
  gsize n_written;

  if (encoding != DWELL_TEXT1_UTF_16_LE && encoding != DWELL_TEXT1_UTF_16_BE)
    return is_header_here (head, length, given);

  text = g_convert (head + 2, (gssize) ((length - 2) & ~(gsize) 1), "UTF-8",
                    encoding == DWELL_TEXT1_UTF_16_LE ? "UTF-16LE" : "UTF-16BE", NULL, &n_written,
                    NULL);
  return text != NULL && is_header_here (text, n_written, given);
}

/**
 * dwell_text1_recognise:
 * @head: the first bytes of a file
 * @length: how many
 *
 * Returns: the certainty that the file is Text1, a main file or a .BIN, in per cent
 */
guint
dwell_text1_recognise (const char *head,
                       gsize       length)
{
  static const DwellText1Given nothing = { 0 };

  return dwell_text1_is_main (head, length, &nothing)
           ? 98 : dwell_text1_binary_recognise (head, length);
}

static char *
get_base_name (DwellSource *source)
{
  return g_file_get_basename (dwell_source_get_file (source));
}

/* Returns the length of a name without its last suffix. */
static gsize
measure_stem (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name ? (gsize) (dot - name) : strlen (name);
}

/* Opens the file that the user named: a path or URI. A relative one is looked for beside the main
 * file first, then in the working folder. */
static DwellSource *
open_named (DwellSource   *main_file,
            const char    *path,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr(GFile) file = NULL;
  GError *failure = NULL;
  DwellSource *source = g_path_is_absolute (path)
                          ? NULL
                          : dwell_source_open_companion (main_file, path, cancellable, &failure);

  if (source == NULL && failure == NULL)
    {
      file = g_file_new_for_commandline_arg (path);
      source = dwell_source_new (file, cancellable, &failure);
    }

  if (source == NULL)
    g_propagate_prefixed_error (error, failure, "%s: ", path);
  return source;
}

/**
 * dwell_text1_open_binary:
 * @main_file: a main file
 * @path: path or URI that the user gave; "" for none
 * @cancellable: (nullable): a cancellable
 * @error: why the file that the user gave, or the one beside the main file, cannot be read; the
 *   message begins with its name
 *
 * Opens the binary timeline of a main file.
 *
 * Returns: (transfer full) (nullable): the binary timeline; %NULL without an error if there is none
 *   beside the main file
 */
DwellSource *
dwell_text1_open_binary (DwellSource   *main_file,
                         const char    *path,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autofree char *name = get_base_name (main_file);

  if (*path != '\0')
    return open_named (main_file, path, cancellable, error);

  for (gsize is_stem = 0; is_stem < 2; is_stem++)
    for (gsize i = 0; i < G_N_ELEMENTS (binary_suffixes); i++)
      {
        g_autofree char *other = g_strdup_printf ("%.*s%s",
                                                  (int) (is_stem ? measure_stem (name)
                                                                 : strlen (name)),
                                                  name, binary_suffixes[i]);
        g_autofree char *shown = g_filename_display_name (other);
        g_autoptr(GError) failure = NULL;
        DwellSource *source;

        if (g_str_equal (other, name))
          continue;

        source = dwell_source_open_companion (main_file, other, cancellable, &failure);
        if (source != NULL)
          return source;
        if (failure == NULL || g_error_matches (failure, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE))
          continue;

        g_set_error (error, failure->domain, failure->code, "%s: %s", shown,
                     dwell_error_get_reading_cause (failure));
        return NULL;
      }

  return NULL;
}

/**
 * dwell_text1_open_main:
 * @binary: a binary timeline
 * @given: the settings of the user
 * @cancellable: (nullable): a cancellable
 *
 * Opens the main file of a binary timeline.
 *
 * Returns: (transfer full) (nullable): the main file; %NULL if there is none beside it
 */
DwellSource *
dwell_text1_open_main (DwellSource           *binary,
                       const DwellText1Given *given,
                       GCancellable          *cancellable)
{
  g_autofree char *name = get_base_name (binary);
  int stem = (int) measure_stem (name);

  for (gsize i = 0; i < G_N_ELEMENTS (main_suffixes); i++)
    {
      g_autofree char *other = g_strdup_printf ("%.*s%s", stem, name, main_suffixes[i]);
      g_autoptr(DwellSource) source = NULL;
      const char *head;
      gsize length;

      if (g_str_equal (other, name))
        continue;

      source = dwell_source_open_companion (binary, other, cancellable, NULL);
      if (source == NULL || !dwell_source_owns (source, name))
        continue;

      head = g_bytes_get_data (dwell_source_get_head (source), &length);
      if (dwell_text1_is_main (head, length, given))
        return g_steal_pointer (&source);
    }

  return NULL;
}

static void
add_companions (GStrvBuilder       *names,
                const char         *name,
                gsize               length,
                const char * const *suffixes,
                gsize               n_suffixes)
{
  for (gsize i = 0; i < n_suffixes; i++)
    {
      g_autofree char *other = g_strdup_printf ("%.*s%s", (int) length, name, suffixes[i]);

      if (!g_str_equal (other, name))
        g_strv_builder_add (names, other);
    }
}

/**
 * dwell_text1_list_companions:
 * @name: the name of a main file or of a binary timeline
 *
 * Implements #DwellFormat.list_companions.
 *
 * Returns: (transfer full): all names that dwell_text1_open_binary() and dwell_text1_open_main()
 *   try
 */
GStrv
dwell_text1_list_companions (const char *name)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new ();

  add_companions (names, name, strlen (name), binary_suffixes, G_N_ELEMENTS (binary_suffixes));
  add_companions (names, name, measure_stem (name), binary_suffixes,
                  G_N_ELEMENTS (binary_suffixes));
  add_companions (names, name, measure_stem (name), main_suffixes, G_N_ELEMENTS (main_suffixes));
  return g_strv_builder_end (names);
}
