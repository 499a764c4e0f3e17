/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as texts of the view’s layout. Pairs are “own=other” of keys, escaped as in URIs and
 * parted by blanks, so that swapping the sides changes nothing in them; those of areas that a trace
 * lacks are passed over. Shifts are “own=lines”: how much further down the view’s own lines of a
 * routine stand than those of the other recording. */
#include "config.h"

#include "model/comparison/dwell-comparison-options.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-keys.h"

/* As dwell-cli compare has it by default. */
#define NOISE 0.01

/* What a view keeps of a text at most. */
#define MAX_PAIRS_BYTES 4000

static const struct {
  const char          *id; /* as “dwell-cli compare --measure” has it */
  const char          *title;
  DwellComparedMeasure measure;
} measures[DWELL_N_COMPARED] = {
  [DWELL_COMPARED_SELF] = { "net.total", N_("Self"), { DWELL_STATISTIC_NET } },
  [DWELL_COMPARED_TOTAL] = { "gross.total", N_("Total"), { DWELL_STATISTIC_GROSS } },
  [DWELL_COMPARED_COUNT] = { "count", N_("Count"), { DWELL_STATISTIC_COUNT } },
  [DWELL_COMPARED_MEAN] = { "call.avg", N_("Mean"), { DWELL_STATISTIC_CALL_AVG } },
  [DWELL_COMPARED_MAX] = { "call.max", N_("Max"), { DWELL_STATISTIC_CALL_MAX } },
  [DWELL_COMPARED_P50] = { "p50", N_("p50"), { DWELL_STATISTIC_NET, 0.5 } },
  [DWELL_COMPARED_P90] = { "p90", N_("p90"), { DWELL_STATISTIC_NET, 0.9 } },
  [DWELL_COMPARED_P99] = { "p99", N_("p99"), { DWELL_STATISTIC_NET, 0.99 } },
};

static const struct {
  const char *id;
  DwellPer    per;
} pers[DWELL_N_COMPARED_PER] = {
  [DWELL_COMPARED_AS_IS] = { "", DWELL_PER_NOTHING },
  [DWELL_COMPARED_PER_SECOND] = { "second", DWELL_PER_SECOND },
  [DWELL_COMPARED_PER_TOTAL] = { "total", DWELL_PER_TOTAL },
};

static const char *
get_kept (DwellView  *view,
          const char *name)
{
  return view != NULL ? dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, name) : "";
}

/**
 * dwell_comparison_options_new:
 * @view: (nullable): a view; %NULL: what one begins with
 *
 * Returns: (transfer full): how it compares
 */
DwellComparisonOptions *
dwell_comparison_options_new (DwellView *view)
{
  DwellComparisonOptions *self = g_new0 (DwellComparisonOptions, 1);
  const char *noise = get_kept (view, "comparison-noise");

  for (guint i = 0; i < DWELL_N_COMPARED; i++)
    if (g_str_equal (get_kept (view, "comparison-measure"), measures[i].id))
      self->by = (DwellCompared) i;
  for (guint i = 0; i < DWELL_N_COMPARED_PER; i++)
    if (g_str_equal (get_kept (view, "comparison-per"), pers[i].id))
      self->per = (DwellComparedPer) i;

  /* Whoever edits the state may write anything there. */
  self->noise = *noise != '\0' ? g_ascii_strtod (noise, NULL) : NOISE;
  if (!(self->noise >= 0 && self->noise <= 1))
    self->noise = NOISE;
  self->by_context = *get_kept (view, "comparison-by-context") != '\0';
  self->pairs = g_strdup (get_kept (view, "comparison-pairs"));
  self->shifts = g_strdup (get_kept (view, "comparison-shifts"));
  return self;
}

/**
 * dwell_comparison_options_copy:
 * @self: options
 *
 * Returns: (transfer full): the same
 */
DwellComparisonOptions *
dwell_comparison_options_copy (const DwellComparisonOptions *self)
{
  DwellComparisonOptions *copy = g_new (DwellComparisonOptions, 1);

  *copy = *self;
  copy->pairs = g_strdup (self->pairs);
  copy->shifts = g_strdup (self->shifts);
  return copy;
}

/**
 * dwell_comparison_options_free:
 * @self: (transfer full): options
 */
void
dwell_comparison_options_free (DwellComparisonOptions *self)
{
  g_free (self->pairs);
  g_free (self->shifts);
  g_free (self);
}

/**
 * dwell_comparison_options_equal:
 * @self: options
 * @other: others
 *
 * Returns: whether they ask for the same
 */
gboolean
dwell_comparison_options_equal (const DwellComparisonOptions *self,
                                const DwellComparisonOptions *other)
{
  return self->by == other->by && self->per == other->per && self->noise == other->noise &&
         self->by_context == other->by_context &&
         g_str_equal (self->pairs, other->pairs) && g_str_equal (self->shifts, other->shifts);
}

/**
 * dwell_comparison_options_keep:
 * @self: options
 * @view: a view
 *
 * Makes @view compare so.
 */
void
dwell_comparison_options_keep (const DwellComparisonOptions *self,
                               DwellView                    *view)
{
  char noise[G_ASCII_DTOSTR_BUF_SIZE] = "";

  g_return_if_fail (DWELL_IS_VIEW (view));

  if (self->noise != NOISE)
    g_ascii_formatd (noise, sizeof noise, "%.4g", self->noise);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-measure",
                       self->by != DWELL_COMPARED_SELF ? measures[self->by].id : "");
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-per", pers[self->per].id);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-noise", noise);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-by-context",
                       self->by_context ? "1" : "");
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-pairs", self->pairs);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-shifts", self->shifts);
}

/**
 * dwell_compared_get_title:
 * @self: what rows are judged by
 *
 * Returns: what the window calls it
 */
const char *
dwell_compared_get_title (DwellCompared self)
{
  return _(measures[self].title);
}

/**
 * dwell_compared_get_id:
 * @self: what rows are judged by
 *
 * Returns: what “dwell-cli compare --measure” calls it
 */
const char *
dwell_compared_get_id (DwellCompared self)
{
  return measures[self].id;
}

/**
 * dwell_compared_per_get:
 * @self: what figures are divided by
 *
 * Returns: what that is for a difference
 */
DwellPer
dwell_compared_per_get (DwellComparedPer self)
{
  return pers[self].per;
}

/* Of what is no percentile. */
DwellStatistic
_dwell_compared_get_statistic (DwellCompared self)
{
  return measures[self].measure.statistic;
}

/* --- Pairs --- */

/* Returns: (transfer full): the pairs, without that of either key (nullable). */
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
 * @other_key: the key of one of its base
 *
 * Takes the two for one, and for no other.
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

  if (strlen (pairs) > MAX_PAIRS_BYTES)
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
 * Takes it no longer for another one.
 *
 * Returns: whether it was
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

/* Returns: (transfer full): the areas of a trace by their keys, as they are kept */
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

/* Numbers of what both recordings have, by its escaped key. */
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

/* Returns: (transfer full): number of the context by the key, escaped */
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

/* Returns: (transfer full): the numbers of what both recordings have, of base and new: pairs of
 * areas or of contexts, as @list_numbers lists them. */
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

void
_dwell_comparison_options_apply (const DwellComparisonOptions *self,
                                 DwellDifferenceOptions       *options)
{
  options->measure = measures[self->by].measure;
  options->per = pers[self->per].per;
  options->noise = self->noise;
  options->by_context = self->by_context;
}

/* For what depends on what is taken for what alone. Returns whether that of @view (nullable) is
 * other than @matching, which becomes that. */
gboolean
_dwell_comparison_options_take_matching (char      **matching,
                                         DwellView  *view)
{
  g_autofree char *wanted = g_strconcat (get_kept (view, "comparison-pairs"), "\n",
                                         get_kept (view, "comparison-shifts"), NULL);

  if (g_strcmp0 (*matching, wanted) == 0)
    return FALSE;

  g_free (*matching);
  *matching = g_steal_pointer (&wanted);
  return TRUE;
}

/* --- Shifts of lines --- */

/* “key=12” */
static gboolean
parse_shift (const char  *text,
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
 * Returns: how many lines further down it stands than in the other recording, beyond what its first
 *   line says
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

      if (parse_shift (shifts[i], &key, &lines) && g_str_equal (key, own))
        return lines;
    }

  return 0;
}

/**
 * dwell_comparison_options_set_shift:
 * @self: options
 * @own_key: the key of a routine of the view’s session
 * @lines: how many lines further down it stands; 0: as its first line says
 *
 * Returns: %FALSE if there is no room for another one
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

      if (parse_shift (shifts[i], &key, &other) && !g_str_equal (key, own))
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", shifts[i]);
    }
  if (lines != 0)
    g_string_append_printf (text, "%s%s=%" G_GINT64_FORMAT, text->len > 0 ? " " : "", own, lines);
  if (text->len > MAX_PAIRS_BYTES)
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
 * @match: what is what in both
 * @is_swapped: whether the base is the view’s own session
 *
 * Returns: (transfer full) (element-type DwellLineShift): those of routines that both have
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

      if (!parse_shift (shifts[i], &key, &lines) ||
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

/* --- Files --- */

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
      g_ptr_array_add (ids, (char *) measures[i].id);
      if (!g_str_equal (measures[i].id, file->measure))
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
    if (g_str_equal (pers[i].id, file->per))
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

/* Of a pair of keys, each of which has no “=”, the one in the other order. */
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
  if (strlen (self->pairs) <= MAX_PAIRS_BYTES)
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

      if (!parse_shift (file->shifts[i], &key, &lines))
        return refuse (error, "Shifts", file->shifts[i], _("a number of lines"));
    }

  g_free (self->shifts);
  self->shifts = g_strjoinv (" ", file->shifts);
  if (strlen (self->shifts) <= MAX_PAIRS_BYTES)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("there are more routines that moved than can be kept"));
  return FALSE;
}

/**
 * dwell_comparison_options_read:
 * @self: options that one begins with
 * @file: what to compare
 * @error: what @file asks for that there is not
 *
 * Takes what @file says, for a view of its new recording.
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
 * Lets @file say how to compare.
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

  if (self->noise != NOISE)
    g_ascii_formatd (noise, sizeof noise, "%.4g", self->noise);
  file->measure = g_strdup (self->by != DWELL_COMPARED_SELF ? measures[self->by].id : "");
  file->per = g_strdup (pers[self->per].id);
  file->noise = g_strdup (noise);
  file->by_context = self->by_context;
  file->pairs = g_strv_builder_end (builder);
}
