/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes states of counters from their values, if most of these are texts, or from stretches. */
#include "config.h"

#include "formats/store/dwell-store.h"

#include <math.h>

#include <glib/gi18n-lib.h>

/* Different texts of all counters: each becomes a line in every table. */
#define MAX_STATES 65536

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  const DwellStoreText *left = a;
  const DwellStoreText *right = b;

  return left->time_ns < right->time_ns ? -1 : left->time_ns > right->time_ns;
}

static int
compare_states (gconstpointer a,
                gconstpointer b)
{
  const DwellStoreState *left = a;
  const DwellStoreState *right = b;

  return left->begin_ns < right->begin_ns ? -1 : left->begin_ns > right->begin_ns;
}

/* Numbers among the texts are names of states, too; NaN means that it is in no state. */
static void
add_numbers (DwellStore        *self,
             DwellStoreCounter *counter)
{
  for (guint i = 0; i < counter->values->len; i++)
    {
      const DwellStoreValue *value = &g_array_index (counter->values, DwellStoreValue, i);
      char digits[G_ASCII_DTOSTR_BUF_SIZE] = "";
      DwellStoreText entry = { .time_ns = value->time_ns };

      if (!counter->is_float)
        g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value->integer);
      else if (!isnan (value->number))
        g_ascii_formatd (digits, sizeof digits, "%.15g", value->number);

      entry.text = dwell_strings_intern (self->builder->strings, digits, -1);
      g_array_append_val (counter->texts, entry);
    }
}

/* Returns the area of a state, or DWELL_NONE if it has no name or there are too many. */
static guint32
find_area (DwellStore      *self,
           const DwellArea *state,
           guint32          line)
{
  DwellBuilder *builder = self->builder;
  guint32 n_areas = (guint32) builder->areas->n;
  guint32 area;

  if (*dwell_strings_get (builder->strings, state->name) == '\0' && !state->has_value)
    return DWELL_NONE;
  if (self->n_states >= MAX_STATES)
    {
      dwell_problems_add (builder->problems, DWELL_SEVERITY_ERROR, "too-many-states", line,
                          -1, _("Variables have more different texts than can be shown: further "
                                "ones are left out"));
      return DWELL_NONE;
    }

  area = dwell_builder_add_area (builder, state);
  self->n_states += area == n_areas;
  return area;
}

/*< private >
 * _dwell_store_add_states: if more values of @counter are texts than numbers, adds the stretches
 * in which it is in each state to @states; else reports the texts, which are left out. Returns
 * whether it has states. */
gboolean
_dwell_store_add_states (DwellStore        *self,
                         DwellStoreCounter *counter,
                         guint32            variable,
                         guint32            track,
                         gint64             offset_ns,
                         GArray            *states)
{
  DwellStoreState *open = NULL;
  guint32 row;

  if (counter->texts == NULL)
    return FALSE;
  if (counter->texts->len <= counter->values->len)
    {
      dwell_problems_add_n (self->builder->problems, counter->texts->len, DWELL_SEVERITY_WARNING,
                            "bad-value", g_array_index (counter->texts, DwellStoreText, 0).line,
                            -1, _("A value is not a number: it was left out"));
      return FALSE;
    }

  row = dwell_builder_add_row (self->builder, track, 0);
  dwell_builder_set_track_kind (self->builder, track, DWELL_TRACK_SPANS, DWELL_TRACKS_DATA,
                                variable);
  add_numbers (self, counter);
  /* A stable sort. */
  g_array_sort (counter->texts, compare_texts);
  for (guint i = 0; i < counter->texts->len; i++)
    {
      const DwellStoreText *text = &g_array_index (counter->texts, DwellStoreText, i);
      DwellStoreState state = {
        .begin_ns = text->time_ns - offset_ns, .end_ns = self->end_ns - offset_ns, .row = row,
        /* It is not known when it came into its first state, if the recording begins then, nor when
         * it will leave its last state. */
        .flags = DWELL_SPAN_END_MISSING |
                 (text->time_ns == self->begin_ns ? DWELL_SPAN_BEGIN_MISSING : 0),
      };

      state.area = find_area (self, &(DwellArea) { .kind = DWELL_AREA_STATE, .parent = variable,
                                                   .name = text->text }, text->line);
      if (open != NULL && open->area == state.area)
        continue;
      if (open != NULL)
        {
          open->end_ns = state.begin_ns;
          open->flags &= ~(guint) DWELL_SPAN_END_MISSING;
          open = NULL;
        }
      if (state.area == DWELL_NONE)
        continue;

      g_array_append_val (states, state);
      open = &g_array_index (states, DwellStoreState, states->len - 1);
    }

  g_clear_pointer (&counter->texts, g_array_unref);
  return TRUE;
}

/* By begin; a stretch that takes no time comes before the one that follows it. */
static int
compare_stretches (gconstpointer a,
                   gconstpointer b)
{
  const DwellStoreStretch *left = a;
  const DwellStoreStretch *right = b;

  if (left->begin_ns != right->begin_ns)
    return left->begin_ns < right->begin_ns ? -1 : 1;
  return left->end_ns < right->end_ns ? -1 : left->end_ns > right->end_ns;
}

/*< private >
 * _dwell_store_add_stretches: adds the stretches of @counter, if it has any, to @states */
void
_dwell_store_add_stretches (DwellStore        *self,
                            DwellStoreCounter *counter,
                            guint32            variable,
                            guint32            track,
                            gint64             offset_ns,
                            GArray            *states)
{
  guint32 row = dwell_builder_add_row (self->builder, track, 0);

  /* A stable sort. */
  g_array_sort (counter->stretches, compare_stretches);
  for (guint i = 0; i < counter->stretches->len; i++)
    {
      const DwellStoreStretch *stretch = &g_array_index (counter->stretches, DwellStoreStretch, i);
      gint64 next_ns = i + 1 < counter->stretches->len ? stretch[1].begin_ns : G_MAXINT64;
      DwellStoreState state = {
        .begin_ns = stretch->begin_ns - offset_ns,
        .end_ns = MIN (stretch->end_ns, next_ns) - offset_ns, .row = row,
        .flags = stretch->flags | (stretch->end_ns > next_ns ? DWELL_SPAN_END_MISSING : 0),
      };

      state.area = find_area (self, &(DwellArea) { .kind = DWELL_AREA_STATE, .parent = variable,
                                                   .name = stretch->name, .value = stretch->value,
                                                   .has_value = stretch->has_value }, 0);
      if (state.area != DWELL_NONE)
        g_array_append_val (states, state);
    }

  g_clear_pointer (&counter->stretches, g_array_unref);
}

/*< private >
 * _dwell_store_sort_states: by begin */
void
_dwell_store_sort_states (GArray *states)
{
  g_array_sort (states, compare_states);
}
