/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options in a file that says what to compare. There the base comes first, whether it is the view’s
 * own session or not. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "model/comparison/dwell-comparison-options-private.h"

static gboolean
refuse (GError     **error,
        const char  *key,
        const char  *value,
        const char  *expected)
{
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               /* Translators: a key of a file, its value, what it takes */
               _("“%s” does not take “%s”; it takes: %s"), key, value, expected);
  return FALSE;
}

static gboolean
read_measure (DwellComparisonOptions     *self,
              const DwellComparisonFile  *file,
              GError                    **error)
{
  g_autoptr(GPtrArray) ids = g_ptr_array_new ();
  g_autofree char *expected = NULL;

  for (guint i = 0; i < DWELL_N_COMPARED; i++)
    {
      g_ptr_array_add (ids, (char *) dwell_compared_get_id ((DwellCompared) i));
      if (!g_str_equal (dwell_compared_get_id ((DwellCompared) i), file->measure))
        continue;

      self->by = (DwellCompared) i;
      return TRUE;
    }

  if (*file->measure == '\0')
    return TRUE;

  g_ptr_array_add (ids, NULL);
  expected = g_strjoinv (", ", (char **) ids->pdata);
  return refuse (error, "Measure", file->measure, expected);
}

static gboolean
read_per (DwellComparisonOptions     *self,
          const DwellComparisonFile  *file,
          GError                    **error)
{
  for (guint i = 0; i < DWELL_N_COMPARED_PER; i++)
    if (g_str_equal (_dwell_compared_per_get_id ((DwellComparedPer) i), file->per))
      {
        self->per = (DwellComparedPer) i;
        return TRUE;
      }

  return refuse (error, "Per", file->per, "second, total");
}

static gboolean
read_noise (DwellComparisonOptions     *self,
            const DwellComparisonFile  *file,
            GError                    **error)
{
  char *end;

  if (*file->noise == '\0')
    return TRUE;

  self->noise = g_ascii_strtod (file->noise, &end);
  return (*end == '\0' && self->noise >= 0 && self->noise <= 1) ||
         refuse (error, "Noise", file->noise, _("a number from 0 to 1"));
}

/* Swaps the two sides of a pair “a=b”. The keys contain no other “=”. */
static char *
turn_pair (const char *pair)
{
  const char *sign = strchr (pair, '=');
  g_autofree char *first = g_strndup (pair, (gsize) (sign - pair));

  return g_strconcat (sign + 1, "=", first, NULL);
}

/* The view’s own session is the new recording. */
static gboolean
read_pairs (DwellComparisonOptions     *self,
            const DwellComparisonFile  *file,
            GError                    **error)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) pairs = NULL;

  for (guint i = 0; file->pairs[i] != NULL; i++)
    {
      g_autofree char *pair = turn_pair (file->pairs[i]);

      g_strv_builder_add (builder, pair);
    }

  pairs = g_strv_builder_end (builder);
  g_free (self->pairs);
  self->pairs = g_strjoinv (" ", pairs);
  if (strlen (self->pairs) <= DWELL_COMPARISON_MAX_PAIRS_BYTES)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("there are more pairs of functions than can be kept"));
  return FALSE;
}

static gboolean
read_shifts (DwellComparisonOptions     *self,
             const DwellComparisonFile  *file,
             GError                    **error)
{
  for (guint i = 0; file->shifts[i] != NULL; i++)
    {
      g_autofree char *key = NULL;
      gint64 lines;

      if (!_dwell_comparison_parse_shift (file->shifts[i], &key, &lines))
        return refuse (error, "Shifts", file->shifts[i], _("a number of lines"));
    }

  g_free (self->shifts);
  self->shifts = g_strjoinv (" ", file->shifts);
  if (strlen (self->shifts) <= DWELL_COMPARISON_MAX_PAIRS_BYTES)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("there are more routines that moved than can be kept"));
  return FALSE;
}

/**
 * dwell_comparison_options_read:
 * @self: the options to start with
 * @file: what to compare
 * @error: an entry of @file that makes no sense
 *
 * Takes over the options in @file, for a view of its new recording.
 *
 * Returns: whether all of it makes sense
 */
gboolean
dwell_comparison_options_read (DwellComparisonOptions     *self,
                               const DwellComparisonFile  *file,
                               GError                    **error)
{
  self->by_context = file->by_context;
  return read_measure (self, file, error) && read_per (self, file, error) &&
         read_noise (self, file, error) && read_pairs (self, file, error) &&
         read_shifts (self, file, error);
}

/**
 * dwell_comparison_options_write:
 * @self: options
 * @is_swapped: whether the base is the view’s own session
 * @file: what to compare
 *
 * Writes the options into @file.
 */
void
dwell_comparison_options_write (const DwellComparisonOptions *self,
                                gboolean                      is_swapped,
                                DwellComparisonFile          *file)
{
  g_auto(GStrv) pairs = g_strsplit (self->pairs, " ", -1);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  char noise[G_ASCII_DTOSTR_BUF_SIZE] = "";

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_autofree char *turned = strchr (pairs[i], '=') != NULL ? turn_pair (pairs[i]) : NULL;

      if (turned != NULL)
        g_strv_builder_add (builder, is_swapped ? pairs[i] : turned);
    }

  if (self->noise != DWELL_COMPARISON_NOISE)
    g_ascii_formatd (noise, sizeof noise, "%.4g", self->noise);
  file->measure = g_strdup (self->by != DWELL_COMPARED_SELF ? dwell_compared_get_id (self->by)
                                                            : "");
  file->per = g_strdup (_dwell_compared_per_get_id (self->per));
  file->noise = g_strdup (noise);
  file->by_context = self->by_context;
  file->pairs = g_strv_builder_end (builder);
}
