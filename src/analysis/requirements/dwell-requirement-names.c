/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolves the names in a file of requirements in a trace: an area by its full name, or by its
 * short name if that is unique. For names that are not found, similar ones are suggested. */
#include "config.h"

#include <string.h>

#include "analysis/requirements/dwell-requirements-private.h"
#include "core/dwell-fuzzy.h"

#define N_SUGGESTIONS 3
#define MAX_COMPARED 64

/* Derived tracks of requirements cannot be named by other requirements. */
static gboolean
is_wanted (const DwellArea *area,
           gboolean         is_value)
{
  return area->kind != DWELL_AREA_DERIVED &&
         (area->kind == DWELL_AREA_VARIABLE || area->kind == DWELL_AREA_AUX) == is_value;
}

/* The function part of a name: in "file.c"#function the part after the #. */
const char *
_dwell_requirements_get_short_name (const DwellTrace *trace,
                                    guint32           area)
{
  const DwellArea *self = &trace->areas[area];
  const char *name = dwell_trace_get_string (trace, self->function != 0 ? self->function
                                                                        : self->name);
  const char *hash = strrchr (name, '#');

  return hash != NULL ? hash + 1 : name;
}

static gboolean
has_name (const DwellTrace *trace,
          guint32           area,
          const char       *name)
{
  return g_str_equal (dwell_trace_get_area_title (trace, area), name) ||
         (trace->areas[area].kind != DWELL_AREA_STATE &&
          g_str_equal (dwell_trace_get_area_name (trace, area), name));
}

/* The Damerau–Levenshtein distance of the first bytes: optimal string alignment. */
static guint
get_distance (const char *a,
              const char *b)
{
  guint rows[3][MAX_COMPARED + 1];
  guint n_a = (guint) strnlen (a, MAX_COMPARED);
  guint n_b = (guint) strnlen (b, MAX_COMPARED);

  for (guint j = 0; j <= n_b; j++)
    rows[0][j] = j;
  for (guint i = 1; i <= n_a; i++)
    {
      guint *row = rows[i % 3];
      const guint *above = rows[(i + 2) % 3];
      const guint *two_above = rows[(i + 1) % 3];

      row[0] = i;
      for (guint j = 1; j <= n_b; j++)
        {
          row[j] = MIN (MIN (above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], two_above[j - 2] + 1);
        }
    }
  return rows[n_a % 3][n_b];
}

typedef struct {
  const char *name;
  int         rank; /* smaller is more similar */
} Miss;

static int
compare_misses (gconstpointer a,
                gconstpointer b)
{
  const Miss *left = a;
  const Miss *right = b;

  return left->rank != right->rank ? (left->rank > right->rank) - (left->rank < right->rank)
                                   : strcmp (left->name, right->name);
}

static void
add_miss (GArray     *misses,
          const char *wanted,
          const char *full,
          const char *name)
{
  guint distance;
  Miss miss = { full, G_MAXINT };

  if (*name == '\0')
    return;

  distance = get_distance (wanted, name);
  if (g_ascii_strcasecmp (wanted, name) == 0)
    miss.rank = 0;
  else if (distance <= MAX (1, strlen (wanted) / 4))
    miss.rank = (int) distance;
  else if (dwell_fuzzy_score (wanted, name) > 0)
    miss.rank = 100000 - dwell_fuzzy_score (wanted, name);
  else
    return;
  g_array_append_val (misses, miss);
}

static void
suggest (const DwellTrace           *trace,
         const DwellRequirementName *name,
         gboolean                    is_value,
         GPtrArray                  *suggestions)
{
  g_autoptr(GArray) misses = g_array_new (FALSE, FALSE, sizeof (Miss));

  if (suggestions == NULL || name->pattern != NULL)
    return;

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      const char *title = dwell_trace_get_area_title (trace, i);

      if (!is_wanted (&trace->areas[i], is_value))
        continue;
      add_miss (misses, name->text, title, title);
      add_miss (misses, name->text, title, _dwell_requirements_get_short_name (trace, i));
    }

  g_array_sort (misses, compare_misses);
  for (guint i = 0; i < misses->len && suggestions->len < N_SUGGESTIONS; i++)
    {
      const char *found = g_array_index (misses, Miss, i).name;

      if (!g_ptr_array_find_with_equal_func (suggestions, found, g_str_equal, NULL))
        g_ptr_array_add (suggestions, g_strdup (found));
    }
}

/* Whether an expression gave up on a text that it may match, so that it is not known what it stands
 * for. */
gboolean
_dwell_requirement_name_is_slow (const DwellRequirementName *name)
{
  return name->pattern != NULL && dwell_pattern_has_given_up (name->pattern);
}

/* Appends the areas that @name names. Returns: why there are none, or NULL */
const char *
_dwell_requirements_find_area (DwellTrace                 *trace,
                               const DwellRequirementName *name,
                               gboolean                    is_value,
                               GArray                     *areas,
                               GPtrArray                  *suggestions)
{
  guint n_before = areas->len;

  for (guint pass = 0; pass < 2 && areas->len == n_before; pass++)
    {
      for (guint32 i = 0; i < trace->n_areas; i++)
        {
          gboolean is_it;

          if (!is_wanted (&trace->areas[i], is_value))
            continue;
          if (name->pattern != NULL)
            is_it = pass == 0 && dwell_pattern_matches (name->pattern,
                                                        dwell_trace_get_area_title (trace, i));
          else if (pass == 0)
            is_it = has_name (trace, i, name->text);
          else
            is_it = g_str_equal (_dwell_requirements_get_short_name (trace, i), name->text);
          if (is_it)
            g_array_append_val (areas, i);
        }
    }

  if (_dwell_requirement_name_is_slow (name))
    {
      g_array_set_size (areas, n_before);
      return "slow-name";
    }
  if (areas->len == n_before)
    {
      suggest (trace, name, is_value, suggestions);
      return "no-such-name";
    }
  if (name->pattern != NULL || areas->len == n_before + 1)
    return NULL;

  for (guint i = n_before; suggestions != NULL && i < areas->len && i < n_before + N_SUGGESTIONS;
       i++)
    g_ptr_array_add (suggestions,
                     g_strdup (dwell_trace_get_area_title (trace,
                                                           g_array_index (areas, guint32, i))));
  g_array_set_size (areas, n_before);
  return "ambiguous-name";
}

/* Sets the contexts that @name names. Returns: why there are none, or NULL */
const char *
_dwell_requirements_find_contexts (DwellTrace                 *trace,
                                   const DwellRequirementName *name,
                                   guint8                     *contexts,
                                   GPtrArray                  *suggestions)
{
  gboolean is_found = FALSE;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      const char *text = dwell_trace_get_context_name (trace, i);

      if (name->pattern != NULL ? dwell_pattern_matches (name->pattern, text)
                                : g_str_equal (name->text, text))
        contexts[i] = is_found = TRUE;
      else if (suggestions != NULL && name->pattern == NULL && suggestions->len < N_SUGGESTIONS &&
               g_ascii_strcasecmp (name->text, text) == 0)
        g_ptr_array_add (suggestions, g_strdup (text));
    }
  if (_dwell_requirement_name_is_slow (name))
    return "slow-name";
  return is_found ? NULL : "no-such-name";
}
