/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of children say what looking for those of each span says. */
#include "config.h"

#include "core/dwell-children.h"
#include "support/random-trace.h"

#define N_TRACES 200

static void
test_random (void)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < N_TRACES; i++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellChildren) children = NULL;

      random_trace_choose_shape (rand, &shape);
      shape.has_suspensions = i % 4 == 0;
      trace = random_trace_new (rand, &shape);
      children = dwell_children_new (trace);
      g_assert_true ((children == NULL) == ((trace->tables & DWELL_TABLE_SUSPENSIONS) != 0));

      for (guint32 span = 0; span < trace->n_spans; span++)
        {
          g_assert_cmpuint (dwell_children_get_first (children, trace, span), ==,
                            dwell_trace_get_first_child (trace, span));
          g_assert_cmpint (dwell_children_get_own (children, trace, span), ==,
                           dwell_trace_get_span_own (trace, span));
          if (trace->span_parent[span] != DWELL_NONE)
            g_assert_cmpuint (dwell_children_get_next (children, trace, span), ==,
                              dwell_trace_get_next_sibling (trace, span));
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/children/random", test_random);

  return g_test_run ();
}
