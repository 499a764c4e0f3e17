/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts that are one by what ran in them, areas that may have been renamed, pairs by hand. */
#include <math.h>

#include "analysis/compare/dwell-match.h"
#include "core/dwell-builder.h"
#include "core/dwell-error.h"

#define MAX_PARTS 4

/* What ran in a context, one after the other. */
typedef struct {
  const char *name; /* NULL: no more */
  gint64      duration;
} Part;

typedef struct {
  const char *name;
  Part        parts[MAX_PARTS];
  const char *caller; /* (nullable): calls all of them */
} Thread;

static guint32
add_area (DwellBuilder *builder,
          GHashTable   *areas,
          const char   *name)
{
  gpointer found;
  DwellArea area = { .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };
  guint32 number;

  if (g_hash_table_lookup_extended (areas, name, NULL, &found))
    return GPOINTER_TO_UINT (found);

  area.name = dwell_strings_intern (builder->strings, name, -1);
  number = dwell_builder_add_area (builder, &area);
  g_hash_table_insert (areas, (gpointer) name, GUINT_TO_POINTER (number));
  return number;
}

static DwellTrace *
make_trace (const Thread *threads,
            guint         n_threads)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  g_autoptr(GHashTable) areas = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean is_reserved = dwell_builder_reserve_spans (builder, n_threads * (MAX_PARTS + 1), NULL);

  g_assert_true (is_reserved);
  for (guint i = 0; i < n_threads; i++)
    {
      guint32 context = dwell_builder_add_context (builder, threads[i].name, DWELL_CONTEXT_THREAD,
                                                   i, DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, threads[i].name, context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);
      guint32 inner = dwell_builder_add_row (builder, track, 0);
      guint32 caller = DWELL_NONE;
      gint64 now = i;

      if (threads[i].caller != NULL)
        caller = dwell_builder_open_span (builder, add_area (builder, areas, threads[i].caller),
                                          row, DWELL_NONE, now);
      for (guint k = 0; k < MAX_PARTS && threads[i].parts[k].name != NULL; k++)
        {
          guint32 area = add_area (builder, areas, threads[i].parts[k].name);
          guint32 span = dwell_builder_open_span (builder, area, inner, caller, now);

          now += threads[i].parts[k].duration;
          dwell_builder_close_span (builder, span, now, 0);
        }
      if (caller != DWELL_NONE)
        dwell_builder_close_span (builder, caller, now, 0);
    }

  return dwell_builder_finish (builder);
}

typedef struct {
  DwellTrace           *trace;
  DwellStatisticsIndex *index;
  DwellStatistics      *statistics;
} Side;

static void
side_init (Side         *self,
           const Thread *threads,
           guint         n_threads)
{
  self->trace = make_trace (threads, n_threads);
  self->index = dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, NULL);
  self->statistics = dwell_statistics_index_query (self->index, self->trace->begin,
                                                   self->trace->end, DWELL_STATISTICS_ALL, NULL);
}

static void
side_clear (Side *self)
{
  dwell_statistics_free (self->statistics);
  dwell_statistics_index_unref (self->index);
  dwell_trace_unref (self->trace);
}

static DwellMatch *
match (const Side *base,
       const Side *new)
{
  DwellMatchOptions options = { 0 };
  DwellMatch *self = dwell_match_new (base->trace, new->trace, &options, NULL);

  g_assert_nonnull (self);
  return self;
}

/* An area within @depth - 1 others, of which @outermost differs by side, and by module what keys
 * tell apart. */
static DwellTrace *
make_deep (const char *outermost,
           guint       depth)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };

  area.module = dwell_strings_intern (builder->strings, outermost, -1);
  for (guint i = 0; i < depth; i++)
    {
      area.name = dwell_strings_intern (builder->strings, i > 0 ? "inner" : outermost, -1);
      area.parent = dwell_builder_add_area (builder, &area);
    }

  return dwell_builder_finish (builder);
}

/* Areas are matched by what they lie in, so far. Limit: analysis/MAX_DEPTH */
static void
test_depth (void)
{
  for (guint depth = 15; depth <= 17; depth++)
    {
      DwellMatchOptions options = { 0 };
      g_autoptr(DwellTrace) base = make_deep ("a", depth);
      g_autoptr(DwellTrace) new = make_deep ("b", depth);
      g_autoptr(DwellMatch) areas = dwell_match_new (base, new, &options, NULL);

      g_assert_true ((areas->new_of_base[depth - 1] == depth - 1) == (depth > 16));
    }
}

#define MAX_STATES 2

typedef struct {
  const char *name; /* NULL: no more states */
  int         number; /* -1: the format gives none */
} State;

/* A variable with states. Keys differ by @module, so that other rules have to match. */
static DwellTrace *
make_states (const char  *module,
             const State *states)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .kind = DWELL_AREA_VARIABLE, .parent = DWELL_NONE };

  area.module = dwell_strings_intern (builder->strings, module, -1);
  area.name = dwell_strings_intern (builder->strings, "m", -1);
  area.parent = dwell_builder_add_area (builder, &area);
  area.kind = DWELL_AREA_STATE;
  for (guint i = 0; i < MAX_STATES && states[i].name != NULL; i++)
    {
      area.name = dwell_strings_intern (builder->strings, states[i].name, -1);
      area.has_value = states[i].number >= 0;
      area.value = MAX (states[i].number, 0);
      dwell_builder_add_area (builder, &area);
    }

  return dwell_builder_finish (builder);
}

/* States are the same by name. Numbers tell states of one name apart, and are all that states
 * without a name have. */
static void
test_states (void)
{
  static const struct {
    State          base[MAX_STATES];
    State          new[MAX_STATES];
    guint32        partner; /* of the first state of the base */
    DwellMatchedBy by;
  } cases[] = {
    { { { "on", 1 } }, { { "on", 1 } }, 1, DWELL_MATCHED_BY_NAME },
    { { { "on", 1 } }, { { "on", -1 } }, 1, DWELL_MATCHED_BY_NAME },
    { { { "on", -1 } }, { { "off", 0 }, { "on", 1 } }, 2, DWELL_MATCHED_BY_NAME },
    { { { "on", 1 } }, { { "on", 2 } }, 1, DWELL_MATCHED_BY_NAME },
    { { { "on", 1 }, { "on", 2 } }, { { "on", 2 }, { "on", 1 } }, 2, DWELL_MATCHED_BY_NAME },
    { { { "on", 1 } }, { { "on", 2 }, { "on", 1 } }, 2, DWELL_MATCHED_BY_NAME },
    { { { "on", 1 }, { "on", 2 } }, { { "on", -1 } }, DWELL_NONE, DWELL_MATCHED_AMBIGUOUSLY },
    { { { "on 0x1", 1 } }, { { "on 0x2", -1 } }, 1, DWELL_MATCHED_BY_PLAIN_NAME },
    { { { "on", 1 } }, { { "off", 1 } }, DWELL_NONE, DWELL_MATCHED_BY_NOTHING },
    { { { "", 1 } }, { { "", 1 } }, 1, DWELL_MATCHED_BY_NAME },
    { { { "", 1 } }, { { "", 2 } }, DWELL_NONE, DWELL_MATCHED_BY_NOTHING },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellMatchOptions options = { 0 };
      g_autoptr(DwellTrace) base = make_states ("a", cases[i].base);
      g_autoptr(DwellTrace) new = make_states ("b", cases[i].new);
      g_autoptr(DwellMatch) self = dwell_match_new (base, new, &options, NULL);

      g_test_message ("%u", i);
      g_assert_cmpuint (self->new_of_base[1], ==, cases[i].partner);
      g_assert_cmpuint (self->base_matched_by[1], ==, cases[i].by);
    }
}

/* T11 is T9 and T12 is T7, against the order of their numbers: what ran in them overlaps by
 * 0.9/1.1. */
static void
test_contexts (void)
{
  static const Thread of_base[] = {
    { "T11", { { "load", 8000 }, { "draw", 2000 } } }, { "T12", { { "net", 10000 } } },
  };
  static const Thread of_new[] = {
    { "T7", { { "net", 9000 }, { "log", 1000 } } },
    { "T9", { { "load", 7000 }, { "draw", 3000 } } },
  };
  Side base;
  Side new;
  g_autoptr(DwellMatch) areas = NULL;
  g_autofree guint32 *there = NULL;
  g_autofree guint32 *back = NULL;
  g_autoptr(DwellMatch) areas_back = NULL;

  side_init (&base, of_base, G_N_ELEMENTS (of_base));
  side_init (&new, of_new, G_N_ELEMENTS (of_new));
  areas = match (&base, &new);
  areas_back = match (&new, &base);
  there = dwell_match_contexts (areas, base.trace, base.statistics, new.trace, new.statistics);
  back = dwell_match_contexts (areas_back, new.trace, new.statistics, base.trace,
                               base.statistics);

  g_assert_cmpuint (there[0], ==, 1);
  g_assert_cmpuint (there[1], ==, 0);
  g_assert_cmpuint (back[0], ==, 1);
  g_assert_cmpuint (back[1], ==, 0);
  side_clear (&base);
  side_clear (&new);
}

/* Of one name a context is the same whatever ran in it. */
static void
test_names (void)
{
  static const Thread of_base[] = {
    { "main", { { "load", 10 } } }, { "render", { { "draw", 10 } } },
  };
  static const Thread of_new[] = {
    { "render", { { "load", 10 } } }, { "main", { { "draw", 10 } } }, { "late", { { "log", 1 } } },
  };
  Side base;
  Side new;
  g_autoptr(DwellMatch) areas = NULL;
  g_autofree guint32 *there = NULL;

  side_init (&base, of_base, G_N_ELEMENTS (of_base));
  side_init (&new, of_new, G_N_ELEMENTS (of_new));
  areas = match (&base, &new);
  there = dwell_match_contexts (areas, base.trace, base.statistics, new.trace, new.statistics);
  g_assert_cmpuint (there[0], ==, 1);
  g_assert_cmpuint (there[1], ==, 0);
  side_clear (&base);
  side_clear (&new);
}

/* readSetup may have become readSetupFile: of one caller, as often, means of 10 and 12. */
static void
test_renamed (void)
{
  static const Thread of_base = {
    "T", { { "readSetup", 10 }, { "readSetup", 10 }, { "readSetup", 10 } }, "boot",
  };
  static const Thread of_new = {
    "T", { { "readSetupFile", 12 }, { "readSetupFile", 12 }, { "readSetupFile", 12 },
           { "xyz", 1 } }, "boot",
  };
  Side base;
  Side new;
  g_autoptr(DwellMatch) areas = NULL;
  g_autoptr(GArray) suggestions = NULL;
  const DwellSuggestion *pair;

  side_init (&base, &of_base, 1);
  side_init (&new, &of_new, 1);
  areas = match (&base, &new);
  suggestions = dwell_match_suggest (areas, base.trace, base.statistics, new.trace,
                                     new.statistics);

  g_assert_cmpuint (suggestions->len, ==, 1);
  pair = &g_array_index (suggestions, DwellSuggestion, 0);
  g_assert_cmpstr (dwell_trace_get_area_title (base.trace, pair->base_area), ==, "readSetup");
  g_assert_cmpstr (dwell_trace_get_area_title (new.trace, pair->new_area), ==, "readSetupFile");
  g_assert_cmpfloat (fabs (pair->score - 0.8436), <, 5e-5);
  g_assert_cmpuint (areas->new_of_base[pair->base_area], ==, DWELL_NONE);
  side_clear (&base);
  side_clear (&new);
}

/* Pairs by hand: an area, and a context, has one partner; the first holds of those that are given
 * by number, and one said twice is no mistake. */
static void
test_by_hand (void)
{
  static const Thread of_base[] = { { "A", { { "f", 10 }, { "k", 5 } } }, { "B", { { "k", 1 } } } };
  static const Thread of_new[] = { { "C", { { "g", 5 }, { "h", 6 }, { "k", 5 } } },
                                   { "D", { { "k", 1 } } } };
  static const struct {
    gboolean    is_possible;
    const char *pairs[3];
    const char *contexts[3];
  } cases[] = {
    { TRUE, { "f=g", "k=h" }, { "A=D", "B=C" } },
    { TRUE, { "f=g", "f=g" }, { "A=D", "A=D" } },
    { FALSE, { "f=g", "f=h" }, { NULL } },
    { FALSE, { "f=g", "k=g" }, { NULL } },
    { FALSE, { NULL }, { "A=C", "A=D" } },
    { FALSE, { NULL }, { "A=C", "B=C" } },
  };
  Side base;
  Side new;

  side_init (&base, of_base, G_N_ELEMENTS (of_base));
  side_init (&new, of_new, G_N_ELEMENTS (of_new));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellMatchOptions options = { .pairs = cases[i].pairs, .context_pairs = cases[i].contexts };
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellMatch) self = dwell_match_new (base.trace, new.trace, &options, &error);

      g_assert_true ((self != NULL) == cases[i].is_possible);
      if (self == NULL)
        g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
    }

  for (guint32 k = 0; k < new.trace->n_areas; k++)
    {
      DwellAreaPair pairs[] = { { 0, k }, { 0, 0 }, { 1, k }, { 0, 1 } };
      DwellMatchOptions options = { .areas = pairs, .n_areas = G_N_ELEMENTS (pairs) };
      g_autoptr(DwellMatch) self = dwell_match_new (base.trace, new.trace, &options, NULL);

      g_assert_cmpuint (self->new_of_base[0], ==, k);
      for (guint32 i = 0; i < self->n_base; i++)
        g_assert_true (self->new_of_base[i] == DWELL_NONE ||
                       self->base_of_new[self->new_of_base[i]] == i);
      for (guint32 i = 0; i < self->n_new; i++)
        g_assert_true (self->base_of_new[i] == DWELL_NONE ||
                       self->new_of_base[self->base_of_new[i]] == i);
    }

  side_clear (&base);
  side_clear (&new);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/match/depth", test_depth);
  g_test_add_func ("/match/states", test_states);
  g_test_add_func ("/match/contexts", test_contexts);
  g_test_add_func ("/match/names", test_names);
  g_test_add_func ("/match/renamed", test_renamed);
  g_test_add_func ("/match/by-hand", test_by_hand);
  return g_test_run ();
}
