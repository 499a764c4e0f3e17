/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree of a trace, whole and of ranges, with what the pages weigh in it: the flame graph,
 * the groups from below and the callers of the widest one: benchmark-tree FORMAT|FILE [EVENTS]. */
#include "config.h"

#include <time.h>

#include "analysis/tree/dwell-flame.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "measure.h"

#define N_ROUNDS 5

/* The answer while a range of so many events is dragged. */
#define DRAGGED_BUDGET   0.100
#define BUDGET_EVENTS    20e6

typedef struct {
  const Load *load;
  DwellTrace *trace;
  DwellTree  *tree; /* of the whole trace */
} Benchmark;

typedef void (*Work) (Benchmark *self,
                      double     fraction);

/* Returns the processor time of all threads. */
static double
get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static void
report (Benchmark  *self,
        const char *title,
        Work        work,
        double      fraction,
        double      budget)
{
  g_autoptr(GArray) walls = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) works = g_array_new (FALSE, FALSE, sizeof (double));
  char spent_title[64];

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double begin = measure_now ();
      double begin_work = get_work ();
      double wall;
      double spent;

      work (self, fraction);
      wall = measure_now () - begin;
      spent = get_work () - begin_work;
      g_array_append_val (walls, wall);
      g_array_append_val (works, spent);
    }

  g_snprintf (spent_title, sizeof spent_title, "%s, processor", title);
  measure_print (&(MeasureRow) {
    .what = title, .values = walls, .budget = measure_scale (self->load, budget, BUDGET_EVENTS),
  });
  measure_print (&(MeasureRow) { .what = spent_title, .values = works });
}

/* Makes a tree of the middle of the trace. */
static DwellTree *
make_tree (Benchmark *self,
           double     fraction)
{
  gint64 length = self->trace->end - self->trace->begin;
  gint64 margin = (gint64) ((double) length * (1 - fraction) / 2);
  DwellTreeOptions options = {
    .begin = self->trace->begin + margin, .end = self->trace->end - margin,
  };

  return dwell_tree_new (self->trace, &options, NULL);
}

static void
weigh_tree (Benchmark *self,
            double     fraction)
{
  dwell_tree_unref (make_tree (self, fraction));
}

static void
weigh_flame (Benchmark *self,
             double     fraction)
{
  dwell_flame_free (dwell_flame_new (self->tree, DWELL_FLAME_BY_TIME));
}

static void
weigh_groups (Benchmark *self,
              double     fraction)
{
  g_ptr_array_unref (dwell_tree_get_groups (self->tree, DWELL_NONE, NULL));
}

static void
weigh_callers (Benchmark *self,
               double     fraction)
{
  g_autoptr(GPtrArray) groups = dwell_tree_get_groups (self->tree, DWELL_NONE, NULL);
  const DwellTreeGroup *widest = groups->pdata[0];

  for (guint i = 1; i < groups->len; i++)
    if (((DwellTreeGroup *) groups->pdata[i])->n_nodes > widest->n_nodes)
      widest = groups->pdata[i];

  g_ptr_array_unref (dwell_tree_group_get_callers (widest, self->tree, DWELL_NONE, NULL));
}

int
main (int   argc,
      char *argv[])
{
  Benchmark self = { NULL };
  Load load;

  load_init (&load, argc, argv);
  self.load = &load;
  self.trace = load_open (&load);
  self.tree = make_tree (&self, 1);

  report (&self, "tree, whole", weigh_tree, 1, DRAGGED_BUDGET);
  report (&self, "tree, half", weigh_tree, 0.5, DRAGGED_BUDGET);
  report (&self, "tree, a hundredth", weigh_tree, 0.01, 0);
  report (&self, "flame graph of it", weigh_flame, 1, 0);
  report (&self, "from below", weigh_groups, 1, 0);
  report (&self, "from below, then callers", weigh_callers, 1, 0);

  dwell_tree_unref (self.tree);
  dwell_trace_unref (self.trace);
  load_clear (&load);
  return 0;
}
