/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments of spans and marks, and flows between spans: their types, whose they are, what follows
 * them when traces are joined, put into another order, or kept as an image. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/dwell-args.h"
#include "core/dwell-builder.h"
#include "core/dwell-join.h"
#include "core/dwell-trace-image.h"
#include "support/folder.h"
#include "support/trace-invariants.h"

static guint32
add_string (DwellBuilder *builder,
            const char   *text)
{
  return dwell_strings_intern (builder->strings, text, -1);
}

static void
add_arg (DwellBuilder *builder,
         const char   *key,
         DwellArgKind  kind,
         guint64       value)
{
  g_assert_true (dwell_builder_add_arg (builder, add_string (builder, key), kind, value));
}

static guint64
get_bits (double real)
{
  guint64 bits;

  memcpy (&bits, &real, sizeof bits);
  return bits;
}

/* Spans of one row, each 10 long, one behind the other. */
static DwellBuilder *
make_builder (guint n_spans)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  DwellArea area = { .name = add_string (builder, "f"), .parent = DWELL_NONE };
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "c", context,
                                                                         FALSE), 0);

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, n_spans, NULL));
  for (guint i = 0; i < n_spans; i++)
    dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, row, DWELL_NONE,
                                                                10 * i), 10 * i + 10, 0);
  return builder;
}

static void
add_mark (DwellBuilder *builder,
          gint64        time)
{
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, time, 0, DWELL_NONE,
                                         DWELL_NONE, 0, NULL));
}

static void
describe_args (const DwellTrace *trace,
               guint32           arg,
               GString          *text)
{
  for (; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
    {
      g_autofree char *value = dwell_args_dup_text (trace, arg);

      g_string_append_printf (text, " %s=%s", dwell_args_get_key (trace, arg), value);
    }
}

/* All arguments and flows: “0 a=1 b=x; m0 c=2; 0@5>1@12 n/c #0;” */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      g_string_append_printf (text, "%u", i);
      describe_args (trace, dwell_args_first (trace, i, DWELL_NONE), text);
      g_string_append (text, "; ");
    }
  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      g_string_append_printf (text, "m%u", i);
      describe_args (trace, dwell_args_first (trace, DWELL_NONE, i), text);
      g_string_append (text, "; ");
    }
  for (guint32 i = 0; i < trace->n_flows; i++)
    {
      const DwellFlow *flow = &trace->flows[i];

      g_string_append_printf (text, "%u@%" G_GINT64_FORMAT ">%u@%" G_GINT64_FORMAT " %s/%s #%u; ",
                              flow->from_span, flow->from_time, flow->to_span, flow->to_time,
                              dwell_trace_get_string (trace, flow->name),
                              dwell_trace_get_string (trace, flow->category), flow->chain);
    }

  return g_string_free (text, FALSE);
}

static void
assert_described (const DwellTrace *trace,
                  const char       *wanted)
{
  g_autofree char *text = describe (trace);

  g_assert_cmpstr (text, ==, wanted);
  check_trace_invariants (trace);
}

/* Every type comes back as it was. */
static void
test_types (void)
{
  static const gint64 integers[] = { 0, -1, G_MAXINT32, G_MININT32, (gint64) G_MAXINT32 + 1,
                                     (gint64) G_MININT32 - 1, G_MAXINT64, G_MININT64 };
  DwellBuilder *builder = make_builder (1);
  g_autoptr(DwellTrace) trace = NULL;
  guint32 arg;
  gint64 integer;
  double real;

  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    add_arg (builder, "i", DWELL_ARG_INTEGER, (guint64) integers[i]);
  add_arg (builder, "r", DWELL_ARG_REAL, get_bits (0.1));
  add_arg (builder, "r", DWELL_ARG_REAL, get_bits (-2));
  add_arg (builder, "s", DWELL_ARG_STRING, add_string (builder, "<b>ä</b>"));
  add_arg (builder, "j", DWELL_ARG_JSON, add_string (builder, "[1,{}]"));
  add_arg (builder, "j", DWELL_ARG_JSON, add_string (builder, "18446744073709551615"));
  add_arg (builder, "n", DWELL_ARG_NULL, 0);
  add_arg (builder, "b", DWELL_ARG_BOOLEAN, 1);
  add_arg (builder, "b", DWELL_ARG_BOOLEAN, 0);
  dwell_builder_set_span_args (builder, 0, dwell_builder_end_args (builder));
  trace = dwell_builder_finish (builder);

  assert_described (trace, "0 i=0 i=-1 i=2147483647 i=-2147483648 i=2147483648 i=-2147483649 "
                    "i=9223372036854775807 i=-9223372036854775808 r=0.1 r=-2 s=<b>ä</b> j=[1,{}] "
                    "j=18446744073709551615 n=null b=true b=false; ");
  arg = dwell_args_first (trace, 0, DWELL_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++, arg++)
    {
      g_assert_true (dwell_args_get_integer (trace, arg, &integer));
      g_assert_cmpint (integer, ==, integers[i]);
      g_assert_false (dwell_args_get_real (trace, arg, &real));
    }
  g_assert_true (dwell_args_get_real (trace, arg, &real));
  g_assert_true (real == 0.1);
  g_assert_false (dwell_args_get_integer (trace, arg, &integer));
  g_assert_cmpstr (dwell_args_get_string (trace, arg + 2), ==, "<b>ä</b>");
  g_assert_false (dwell_args_get_real (trace, arg + 3, &real));
  g_assert_true (dwell_args_get_real (trace, arg + 4, &real));
  g_assert_true (real == 0x1p64);
  g_assert_null (dwell_args_get_string (trace, arg + 5));
  g_assert_cmpuint (dwell_args_find (trace, 0, dwell_args_find_key (trace, "n")), ==, arg + 5);
  g_assert_cmpuint (dwell_args_find (trace, DWELL_NONE, 0), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_args_find_key (trace, "none"), ==, DWELL_NONE);
  g_assert_true (dwell_trace_has (trace, DWELL_TABLE_ARGS));
}

/* What has no arguments takes nothing for them. */
static void
test_none (void)
{
  DwellBuilder *builder = make_builder (3);
  g_autoptr(DwellTrace) trace = NULL;

  g_assert_cmpuint (dwell_builder_end_args (builder), ==, DWELL_NONE);
  dwell_builder_set_span_args (builder, 1, DWELL_NONE);
  trace = dwell_builder_finish (builder);
  assert_described (trace, "0; 1; 2; ");
  g_assert_null (trace->span_args);
  g_assert_null (trace->mark_args);
  g_assert_cmpuint (trace->n_args + trace->n_arg_keys + trace->n_flows, ==, 0);
  g_assert_false (dwell_trace_has (trace, DWELL_TABLE_ARGS));
  g_assert_false (dwell_trace_has (trace, DWELL_TABLE_FLOWS));
}

/* Of a key that both have the later value counts. */
static void
test_merge (void)
{
  DwellBuilder *builder = make_builder (3);
  g_autoptr(DwellTrace) trace = NULL;
  guint32 begin, end;

  add_arg (builder, "a", DWELL_ARG_INTEGER, 1);
  add_arg (builder, "b", DWELL_ARG_INTEGER, (guint64) G_MAXINT64);
  begin = dwell_builder_end_args (builder);
  add_arg (builder, "c", DWELL_ARG_INTEGER, 3);
  add_arg (builder, "a", DWELL_ARG_NULL, 0);
  end = dwell_builder_end_args (builder);
  dwell_builder_set_span_args (builder, 0, dwell_builder_merge_args (builder, begin, end));
  dwell_builder_set_span_args (builder, 1, dwell_builder_merge_args (builder, begin, DWELL_NONE));
  dwell_builder_set_span_args (builder, 2, dwell_builder_merge_args (builder, DWELL_NONE, end));
  trace = dwell_builder_finish (builder);
  assert_described (trace, "0 b=9223372036854775807 c=3 a=null; 1 a=1 b=9223372036854775807; "
                    "2 c=3 a=null; ");
}

static void
test_rank (void)
{
  static const char * const keys[] = { "once", "often", "twice", "often", "twice", "often",
                                       "last" };
  DwellBuilder *builder = make_builder (1);
  g_autoptr(DwellTrace) trace = NULL;
  guint32 ranked[4];

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    add_arg (builder, keys[i], DWELL_ARG_NULL, 0);
  dwell_builder_set_span_args (builder, 0, dwell_builder_end_args (builder));
  trace = dwell_builder_finish (builder);

  g_assert_cmpuint (dwell_args_rank_keys (trace, ranked, 4), ==, 4);
  g_assert_cmpuint (ranked[0], ==, dwell_args_find_key (trace, "often"));
  g_assert_cmpuint (ranked[1], ==, dwell_args_find_key (trace, "twice"));
  g_assert_cmpuint (ranked[2], ==, dwell_args_find_key (trace, "once"));
  g_assert_cmpuint (ranked[3], ==, dwell_args_find_key (trace, "last"));
  g_assert_cmpuint (dwell_args_rank_keys (trace, ranked, 2), ==, 2);
  g_assert_cmpuint (ranked[1], ==, dwell_args_find_key (trace, "twice"));
  g_assert_cmpuint (dwell_args_rank_keys (trace, ranked, 0), ==, 0);
}

/* Three spans and two marks, some of which have arguments, and two flows. */
static DwellBuilder *
make_mixture (void)
{
  DwellBuilder *builder = make_builder (4);
  DwellFlow later = { 25, 31, 2, 3, add_string (builder, "n"), add_string (builder, "c"), 0 };
  DwellFlow earlier = { 5, 22, 0, 2, add_string (builder, "n"), add_string (builder, "c"), 0 };

  add_arg (builder, "x", DWELL_ARG_INTEGER, 1);
  add_arg (builder, "y", DWELL_ARG_STRING, add_string (builder, "text"));
  dwell_builder_set_span_args (builder, 0, dwell_builder_end_args (builder));
  add_arg (builder, "x", DWELL_ARG_REAL, get_bits (2.5));
  dwell_builder_set_span_args (builder, 2, dwell_builder_end_args (builder));
  add_mark (builder, 3);
  add_mark (builder, 4);
  add_arg (builder, "z", DWELL_ARG_JSON, add_string (builder, "{}"));
  dwell_builder_set_mark_args (builder, 1, dwell_builder_end_args (builder));
  g_assert_true (dwell_builder_add_flow (builder, &later));
  g_assert_true (dwell_builder_add_flow (builder, &earlier));
  return builder;
}

#define MIXTURE "0 x=1 y=text; 1; 2 x=2.5; 3; m0; m1 z={}; 0@5>2@22 n/c #0; 2@25>3@31 n/c #0; "

static void
test_reorder (void)
{
  static const guint32 spans[] = { 2, 0, 3, 1 };
  static const guint32 marks[] = { 1, 0 };
  DwellBuilder *builder = make_mixture ();
  g_autoptr(DwellTrace) before = dwell_builder_snapshot (builder, 50);
  g_autoptr(DwellTrace) after = NULL;
  g_autofree char *text = NULL;
  guint32 new_numbers[4];

  g_assert_true (dwell_builder_reorder_spans (builder, spans, new_numbers, NULL));
  g_assert_true (dwell_builder_reorder_marks (builder, marks, NULL));
  after = dwell_builder_finish (builder);
  assert_described (before, MIXTURE);
  text = describe (after);
  g_assert_cmpstr (text, ==, "0 x=2.5; 1 x=1 y=text; 2; 3; m0 z={}; m1; 0@25>2@31 n/c #0; "
                             "1@5>0@22 n/c #0; ");
}

static void
test_join (void)
{
  static const char * const names[] = { "one", "two" };
  g_autoptr(DwellTrace) first = dwell_builder_finish (make_mixture ());
  g_autoptr(DwellTrace) second = dwell_builder_finish (make_mixture ());
  DwellTrace *parts[] = { first, second };
  g_autoptr(DwellTrace) joined = dwell_join (parts, names, 2, NULL);

  assert_described (joined, "0 x=1 y=text; 1; 2 x=2.5; 3; 4 x=1 y=text; 5; 6 x=2.5; 7; "
                    "m0; m1 z={}; m2; m3 z={}; 0@5>2@22 n/c #0; 2@25>3@31 n/c #0; "
                    "4@5>6@22 n/c #1; 6@25>7@31 n/c #1; ");
}

static void
test_image (void)
{
  char *folder = folder_new ();
  g_autofree char *path = g_build_filename (folder, "image", NULL);
  g_autoptr(DwellTrace) trace = dwell_builder_finish (make_mixture ());
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(DwellTrace) opened = NULL;

  g_assert_true (dwell_trace_image_write (trace, NULL, stream, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  opened = dwell_trace_image_open (path, NULL);
  g_assert_nonnull (opened);
  assert_described (opened, MIXTURE);
  folder_remove (folder);
}

/* What begins and what ends at a span, by time, as a plain loop finds it. */
static void
check_flows_of (const DwellTrace *trace,
                guint32           span)
{
  guint32 n_from, n_to;
  guint32 from = dwell_flows_from (trace, span, &n_from);
  guint32 to = dwell_flows_to (trace, span, &n_to);

  for (guint32 i = 0; i < trace->n_flows; i++)
    {
      n_from -= trace->flows[i].from_span == span;
      n_to -= trace->flows[i].to_span == span;
    }
  g_assert_cmpuint (n_from, ==, 0);
  g_assert_cmpuint (n_to, ==, 0);

  for (guint32 i = from; i < trace->n_flows && trace->flows[i].from_span == span; i++)
    g_assert_true (i == from || trace->flows[i - 1].from_time <= trace->flows[i].from_time);
  for (guint32 i = to;
       i < trace->n_flows && trace->flows[trace->flows_in[i]].to_span == span; i++)
    g_assert_true (i == to || trace->flows[trace->flows_in[i - 1]].to_time <=
                              trace->flows[trace->flows_in[i]].to_time);
}

static void
test_flows (void)
{
  const guint n_spans = 50;
  DwellBuilder *builder = make_builder (n_spans);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 300; i++)
    {
      guint32 from = (guint32) g_test_rand_int_range (0, (gint32) n_spans);
      guint32 to = (guint32) g_test_rand_int_range (0, (gint32) n_spans);
      DwellFlow flow = { 10 * from + (guint) g_test_rand_int_range (0, 11),
                         10 * to + (guint) g_test_rand_int_range (0, 11), from, to, 0, 0, i };

      g_assert_true (dwell_builder_add_flow (builder, &flow));
    }

  trace = dwell_builder_finish (builder);
  check_trace_invariants (trace);
  g_assert_cmpuint (trace->n_flows, ==, 300);
  for (guint32 i = 0; i < n_spans; i++)
    check_flows_of (trace, i);
}

/* The last argument that there is room for is added, of one more nothing is written.
 * Limit: core/DWELL_ARGS_MAX */
static void
test_many (void)
{
  g_autoptr(DwellBuilder) builder = make_builder (1);
  const gsize n_max = 268435456;

  g_assert_true (dwell_column_reserve (builder->args, n_max, NULL));
  builder->args->n = n_max - 1;
  add_arg (builder, "a", DWELL_ARG_NULL, 0);
  g_assert_false (dwell_builder_add_arg (builder, 1, DWELL_ARG_NULL, 0));
  g_assert_cmpuint (builder->args->n, ==, n_max);
  g_assert_cmpuint (dwell_builder_end_args (builder), ==, n_max - 1);
  g_assert_true (dwell_builder_check (builder, 0, NULL));
}

/* Limit: core/DWELL_ARG_KEYS_MAX */
static void
test_many_keys (void)
{
  DwellBuilder *builder = make_builder (1);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 65536; i++)
    {
      g_autofree char *key = g_strdup_printf ("key %u", i);

      add_arg (builder, key, DWELL_ARG_INTEGER, i);
    }
  g_assert_false (dwell_builder_add_arg (builder, add_string (builder, "one more"), DWELL_ARG_NULL,
                                         0));
  add_arg (builder, "key 65535", DWELL_ARG_NULL, 0);
  dwell_builder_set_span_args (builder, 0, dwell_builder_end_args (builder));
  trace = dwell_builder_finish (builder);
  g_assert_nonnull (trace);
  g_assert_cmpuint (trace->n_arg_keys, ==, 65536);
  g_assert_cmpuint (trace->n_args, ==, 65537);
  g_assert_cmpstr (dwell_args_get_key (trace, 65536), ==, "key 65535");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/args/types", test_types);
  g_test_add_func ("/args/none", test_none);
  g_test_add_func ("/args/merge", test_merge);
  g_test_add_func ("/args/rank", test_rank);
  g_test_add_func ("/args/reorder", test_reorder);
  g_test_add_func ("/args/join", test_join);
  g_test_add_func ("/args/image", test_image);
  g_test_add_func ("/args/flows", test_flows);
  g_test_add_func ("/args/many", test_many);
  g_test_add_func ("/args/many-keys", test_many_keys);

  return g_test_run ();
}
