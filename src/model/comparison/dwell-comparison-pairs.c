/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's matches, as texts of the options. Pairs are “own=other” of keys, escaped as in URIs
 * and separated by spaces, so that swapping the sides does not change them; pairs of areas that a
 * trace lacks are skipped. Shifts are “own=lines”: by how many lines a routine is further down in
 * the view’s own recording than in the other one. */
#include "config.h"

#include <string.h>

#include "core/dwell-keys.h"
#include "model/comparison/dwell-comparison-options-private.h"

/* Returns: (transfer full): the pairs, without those of either key (nullable). */
static GStrv
get_others (const DwellComparisonOptions *self,
            const char                   *own,
            const char                   *other)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) pairs = g_strsplit (self->pairs, " ", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto(GStrv) keys = g_strsplit (pairs[i], "=", -1);

      if (g_strv_length (keys) == 2 && g_strcmp0 (keys[0], own) != 0 &&
          g_strcmp0 (keys[1], other) != 0)
        g_strv_builder_add (builder, pairs[i]);
    }

  return g_strv_builder_end (builder);
}

/**
 * dwell_comparison_options_pair:
 * @self: options
 * @own_key: the key of an area of the view’s session
 * @other_key: the key of an area of its base
 *
 * Matches the two with each other, and with no other area.
 *
 * Returns: %FALSE if there is no room for another pair
 */
gboolean
dwell_comparison_options_pair (DwellComparisonOptions *self,
                               const char             *own_key,
                               const char             *other_key)
{
  g_autofree char *own = g_uri_escape_string (own_key, NULL, FALSE);
  g_autofree char *other = g_uri_escape_string (other_key, NULL, FALSE);
  g_auto(GStrv) others = get_others (self, own, other);
  g_autofree char *rest = g_strjoinv (" ", others);
  char *pairs = g_strdup_printf ("%s%s%s=%s", rest, *rest != '\0' ? " " : "", own, other);

  if (strlen (pairs) > DWELL_COMPARISON_MAX_PAIRS_BYTES)
    {
      g_free (pairs);
      return FALSE;
    }

  g_free (self->pairs);
  self->pairs = pairs;
  return TRUE;
}

/**
 * dwell_comparison_options_part:
 * @self: options
 * @own_key: the key of an area of the view’s session
 *
 * Undoes the match of the area.
 *
 * Returns: whether it was matched
 */
gboolean
dwell_comparison_options_part (DwellComparisonOptions *self,
                               const char             *own_key)
{
  g_autofree char *own = g_uri_escape_string (own_key, NULL, FALSE);
  g_auto(GStrv) others = get_others (self, own, NULL);
  g_autofree char *pairs = g_strjoinv (" ", others);
  gboolean was_paired = !g_str_equal (pairs, self->pairs);

  g_free (self->pairs);
  self->pairs = g_steal_pointer (&pairs);
  return was_paired;
}

/* Returns: (transfer full): the areas of a trace by their escaped keys */
static GHashTable *
list_keys (const DwellTrace *trace)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      g_autofree char *key = dwell_key_of_area (trace, i);

      g_hash_table_insert (keys, g_uri_escape_string (key, NULL, FALSE), GUINT_TO_POINTER (i));
    }

  return keys;
}

/* Finds the numbers of a pair that both recordings have. The tables have them by escaped key. */
static gboolean
find_pair (const char *text,
           GHashTable *of_base,
           GHashTable *of_new,
           gboolean    is_swapped,
           guint32    *base,
           guint32    *new)
{
  g_auto(GStrv) keys = g_strsplit (text, "=", -1);
  gpointer base_number;
  gpointer new_number;

  if (g_strv_length (keys) != 2 ||
      !g_hash_table_lookup_extended (of_base, keys[is_swapped ? 0 : 1], NULL, &base_number) ||
      !g_hash_table_lookup_extended (of_new, keys[is_swapped ? 1 : 0], NULL, &new_number))
    return FALSE;

  *base = GPOINTER_TO_UINT (base_number);
  *new = GPOINTER_TO_UINT (new_number);
  return TRUE;
}

/* Returns: (transfer full): the numbers of the contexts by their escaped keys */
static GHashTable *
list_contexts (const DwellTrace *trace)
{
  g_autoptr(GPtrArray) keys = dwell_keys_of_contexts (trace);
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < keys->len; i++)
    g_hash_table_insert (numbers, g_uri_escape_string (keys->pdata[i], NULL, FALSE),
                         GUINT_TO_POINTER (i));

  return numbers;
}

/* Returns: (transfer full): the numbers, in base and new, of the pairs that both recordings have:
 * of areas or of contexts, whichever @list_numbers lists. */
static GArray *
find_pairs (const DwellComparisonOptions *self,
            GHashTable                   *(*list_numbers) (const DwellTrace *trace),
            const DwellTrace             *base,
            const DwellTrace             *new,
            gboolean                      is_swapped)
{
  g_autoptr(GHashTable) of_base = NULL;
  g_autoptr(GHashTable) of_new = NULL;
  g_auto(GStrv) pairs = g_strsplit (self->pairs, " ", -1);
  GArray *numbers = g_array_new (FALSE, FALSE, 2 * sizeof (guint32));

  if (pairs[0] == NULL)
    return numbers;

  of_base = list_numbers (base);
  of_new = list_numbers (new);
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      guint32 pair[2];

      if (find_pair (pairs[i], of_base, of_new, is_swapped, &pair[0], &pair[1]))
        g_array_append_vals (numbers, pair, 1);
    }

  return numbers;
}

/**
 * dwell_comparison_options_find_pairs:
 * @self: options
 * @base: the base
 * @new: the new recording
 * @is_swapped: whether the base is the view’s own session
 *
 * Returns: (transfer full) (element-type DwellAreaPair): the pairs that both recordings have
 */
GArray *
dwell_comparison_options_find_pairs (const DwellComparisonOptions *self,
                                     const DwellTrace             *base,
                                     const DwellTrace             *new,
                                     gboolean                      is_swapped)
{
  G_STATIC_ASSERT (sizeof (DwellAreaPair) == 2 * sizeof (guint32));

  return find_pairs (self, list_keys, base, new, is_swapped);
}

/**
 * dwell_comparison_options_find_contexts:
 * @self: options
 * @base: the base
 * @new: the new recording
 * @is_swapped: whether the base is the view’s own session
 *
 * Returns: (transfer full) (element-type DwellContextPair): the pairs of contexts that both
 *   recordings have
 */
GArray *
dwell_comparison_options_find_contexts (const DwellComparisonOptions *self,
                                        const DwellTrace             *base,
                                        const DwellTrace             *new,
                                        gboolean                      is_swapped)
{
  G_STATIC_ASSERT (sizeof (DwellContextPair) == 2 * sizeof (guint32));

  return find_pairs (self, list_contexts, base, new, is_swapped);
}

/* @is_swapped: whether the base is the view’s own session */
DwellMatch *
_dwell_comparison_options_match (const DwellComparisonOptions *self,
                                 const DwellTrace             *base,
                                 const DwellTrace             *new,
                                 gboolean                      is_swapped)
{
  g_autoptr(GArray) pairs = dwell_comparison_options_find_pairs (self, base, new, is_swapped);
  g_autoptr(GArray) contexts = dwell_comparison_options_find_contexts (self, base, new,
                                                                       is_swapped);
  const DwellMatchOptions options = {
    .loosest = DWELL_MATCHED_BY_NOTHING,
    .areas = (const DwellAreaPair *) (gpointer) pairs->data, .n_areas = pairs->len,
    .contexts = (const DwellContextPair *) (gpointer) contexts->data, .n_contexts = contexts->len,
  };

  return dwell_match_new (base, new, &options, NULL);
}

/* --- Shifts of lines --- */

/* “key=12” */
gboolean
_dwell_comparison_parse_shift (const char  *text,
                               char       **key,
                               gint64      *lines)
{
  const char *sign = strchr (text, '=');

  if (sign == NULL ||
      !g_ascii_string_to_signed (sign + 1, 10, -G_MAXINT32, G_MAXINT32, lines, NULL))
    return FALSE;

  *key = g_strndup (text, (gsize) (sign - text));
  return TRUE;
}

/**
 * dwell_comparison_options_get_shift:
 * @self: options
 * @own_key: the key of a routine of the view’s session
 *
 * Returns: by how many lines it is further down than in the other recording, in addition to the
 *   shift of its first line
 */
gint64
dwell_comparison_options_get_shift (const DwellComparisonOptions *self,
                                    const char                   *own_key)
{
  g_autofree char *own = g_uri_escape_string (own_key, NULL, FALSE);
  g_auto(GStrv) shifts = g_strsplit (self->shifts, " ", -1);

  for (guint i = 0; shifts[i] != NULL; i++)
    {
      g_autofree char *key = NULL;
      gint64 lines;

      if (_dwell_comparison_parse_shift (shifts[i], &key, &lines) && g_str_equal (key, own))
        return lines;
    }

  return 0;
}

/**
 * dwell_comparison_options_set_shift:
 * @self: options
 * @own_key: the key of a routine of the view’s session
 * @lines: by how many lines it is further down, in addition to the shift of its first line
 *
 * Returns: %FALSE if there is no room for another shift
 */
gboolean
dwell_comparison_options_set_shift (DwellComparisonOptions *self,
                                    const char             *own_key,
                                    gint64                  lines)
{
  g_autofree char *own = g_uri_escape_string (own_key, NULL, FALSE);
  g_auto(GStrv) shifts = g_strsplit (self->shifts, " ", -1);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; shifts[i] != NULL; i++)
    {
      g_autofree char *key = NULL;
      gint64 other;

      if (_dwell_comparison_parse_shift (shifts[i], &key, &other) && !g_str_equal (key, own))
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", shifts[i]);
    }
  if (lines != 0)
    g_string_append_printf (text, "%s%s=%" G_GINT64_FORMAT, text->len > 0 ? " " : "", own, lines);
  if (text->len > DWELL_COMPARISON_MAX_PAIRS_BYTES)
    return FALSE;

  g_free (self->shifts);
  self->shifts = g_strdup (text->str);
  return TRUE;
}

/**
 * dwell_comparison_options_find_shifts:
 * @self: options
 * @base: the base
 * @new: the new recording
 * @match: which areas of the two correspond
 * @is_swapped: whether the base is the view’s own session
 *
 * Returns: (transfer full) (element-type DwellLineShift): the shifts of routines that both have
 */
GArray *
dwell_comparison_options_find_shifts (const DwellComparisonOptions *self,
                                      const DwellTrace             *base,
                                      const DwellTrace             *new,
                                      const DwellMatch             *match,
                                      gboolean                      is_swapped)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (DwellLineShift));
  g_auto(GStrv) shifts = g_strsplit (self->shifts, " ", -1);
  g_autoptr(GHashTable) keys = shifts[0] != NULL ? list_keys (is_swapped ? base : new) : NULL;

  for (guint i = 0; shifts[i] != NULL; i++)
    {
      g_autofree char *key = NULL;
      gint64 lines;
      gpointer value;
      guint32 area;
      DwellLineShift shift = { 0 };

      if (!_dwell_comparison_parse_shift (shifts[i], &key, &lines) ||
          !g_hash_table_lookup_extended (keys, key, NULL, &value))
        continue;

      area = GPOINTER_TO_UINT (value);
      shift.base_routine = is_swapped ? area : match->base_of_new[area];
      shift.routine = is_swapped ? match->new_of_base[area] : area;
      shift.shift = is_swapped ? -lines : lines;
      if (shift.base_routine != DWELL_NONE && shift.routine != DWELL_NONE)
        g_array_append_val (found, shift);
    }

  return found;
}
