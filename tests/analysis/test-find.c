/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns case by case, and finding against looking at every span and mark. */
#include "config.h"

#include <string.h>

#include "analysis/dwell-event-order.h"
#include "analysis/dwell-find.h"
#include "support/random-trace.h"

static const struct {
  const char *pattern;
  const char *text;
  gboolean    matches;
} cases[] = {
  { "", "", TRUE },
  { "", "anything", TRUE },
  { "a", "", FALSE },
  { "startup", "OpenStartupscreen", TRUE },
  { "STARTUP", "OpenStartupscreen", TRUE },
  { "startups ", "OpenStartupscreen", FALSE },
  { "screen", "OpenStartupscreen", TRUE },
  { "screens", "OpenStartupscreen", FALSE },
  { "aab", "aaab", TRUE },
  { "füße", "Große FÜSSE", TRUE },
  { "fu\xcc\x88r", "F\xc3\x9cR", TRUE },      /* u with a combining diaeresis, and in one */
  { "F\xc3\x9cR", "fu\xcc\x88r", TRUE },
  { "u", "\xc3\xbc", FALSE },                 /* not the u inside of ü */
  { "\xc3\xbc", "u", FALSE },
  { "kelvin", "\xe2\x84\xaa" "elvin", TRUE }, /* the Kelvin sign is a K */
  { "desktop (cd", "desktop (cd100003) ::Desktop::Init", TRUE },
  { ".*", "a", FALSE },
  { ".*", "a.*b", TRUE },
  { "/", "a/b", TRUE },
  { "/", "a", FALSE },
  { "/usr", "/usr/lib", TRUE },
  { "usr/", "/USR/lib", TRUE },
  { "/i", "a/I", TRUE },
  { "/i", "ai", FALSE },
  { "//", "", TRUE },
  { "//", "anything", TRUE },
  { "//i", "anything", TRUE },
  { "/^sch\\b/", "sch (jp) ::x", TRUE },
  { "/^sch\\b/", "schx", FALSE },
  { "/^SCH/", "sch", FALSE },
  { "/^SCH/i", "sch", TRUE },
  { "/a|b/", "xbx", TRUE },
  { "/^$/", "", TRUE },
  { "/^.$/", "ü", TRUE },
  { "/a\\/b/", "a/b", TRUE },
  { "/(*UTF)a/", "b", FALSE },
};

static void
test_pattern (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellPattern) pattern = dwell_pattern_new (cases[i].pattern, &error);

      g_test_message ("“%s” in “%s”", cases[i].pattern, cases[i].text);
      g_assert_no_error (error);
      g_assert_cmpint (dwell_pattern_matches (pattern, cases[i].text), ==, cases[i].matches);
    }
}

static void
test_broken (void)
{
  static const char * const broken[] = { "/(/", "/[a/", "/a**/", "/(?<n>/i", "/\\/", "\xff" };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (dwell_pattern_new (broken[i], &error));
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_null (strstr (error->message, "LIMIT"));
    }
}

/* These expressions take exponential time, and names in a table are matched on the main loop. An
 * expression that has reached its limit too often matches nothing any more, not even @simple.
 * Limit: analysis/MAX_EXCESSES */
static void
test_exponential (void)
{
  static const struct {
    const char *pattern;
    const char *simple;
  } expressions[] = {
    { "/^(a+)+$/", "a" }, { "/(a|aa)+$/", "a" }, { "/(.*)*(.*)*(.*)*x$/", "x" },
    { "/((a*)*)*b$/", "b" },
  };
  g_autofree char *many = g_strnfill (4000, 'a');
  g_autofree char *text = g_strconcat (many, "xb!", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autoptr(DwellPattern) pattern = dwell_pattern_new (expressions[i].pattern, NULL);

      g_assert_true (dwell_pattern_matches (pattern, expressions[i].simple));
      g_assert_false (dwell_pattern_has_given_up (pattern));
      for (guint n = 0; n < 10000; n++)
        {
          g_assert_false (dwell_pattern_matches (pattern, text));
          g_assert_false (dwell_pattern_matches (pattern, text + 3970));
        }
      g_test_message ("%s", expressions[i].pattern);
      g_assert_true (dwell_pattern_has_given_up (pattern));
      g_assert_false (dwell_pattern_matches (pattern, expressions[i].simple));
    }
}

/* Long texts that honest expressions must not fail on. */
static void
test_long (void)
{
  static const char * const honest[] = { "/needle/", "/.*needle/", "/^.*needle$/", "/\\bneedle\\b/",
                                         "/[a-z ]+needle/", "/(hay )*needle/", "needle" };
  g_autoptr(GString) text = g_string_new (NULL);

  while (text->len < 4000)
    g_string_append (text, "hay ");
  g_string_append (text, "needle");

  for (guint i = 0; i < G_N_ELEMENTS (honest); i++)
    {
      g_autoptr(DwellPattern) pattern = dwell_pattern_new (honest[i], NULL);

      g_test_message ("%s", honest[i]);
      g_assert_true (dwell_pattern_matches (pattern, text->str));
    }
}

static gboolean
is_hit (const DwellTrace   *trace,
        const DwellPattern *pattern,
        DwellEvent          event)
{
  guint32 context;

  if (event.mark != DWELL_NONE)
    return dwell_pattern_matches (pattern,
                                  dwell_trace_get_string (trace, trace->mark_text[event.mark]));

  context = dwell_trace_get_span_context (trace, event.span);
  return dwell_pattern_matches (pattern,
                                dwell_trace_get_area_name (trace, trace->span_area[event.span])) ||
         dwell_pattern_matches (pattern, dwell_trace_get_context_name (trace, context));
}

static void
check_step (const DwellFind *find,
            DwellHit         from,
            gint64           time,
            int              direction,
            const GArray    *hits,
            gint64           expected)
{
  DwellHit found = dwell_find_step (find, from, time, direction);

  if (expected < 0 || expected >= hits->len)
    {
      g_assert_cmpuint (found.span, ==, DWELL_NONE);
      g_assert_cmpuint (found.mark, ==, DWELL_NONE);
      return;
    }

  g_assert_cmpuint (found.span, ==, g_array_index (hits, DwellHit, expected).span);
  g_assert_cmpuint (found.mark, ==, g_array_index (hits, DwellHit, expected).mark);
}

/* Goes through all events in order, hits or not, and steps from each. */
static void
check_steps (DwellTrace      *trace,
             DwellPattern    *pattern,
             DwellEventOrder *order,
             const DwellFind *find,
             const GArray    *hits)
{
  DwellHit nothing = { DWELL_NONE, DWELL_NONE };
  gint64 n_before = 0;

  for (guint64 i = 0; i < dwell_event_order_get_n (order); i++)
    {
      DwellEvent event = dwell_event_order_get (order, i);
      DwellHit hit = { event.span, event.mark };
      gboolean hits_it = is_hit (trace, pattern, event);

      if (event.span != DWELL_NONE)
        g_assert_cmpint (dwell_find_has_span (find, event.span), ==, hits_it);
      else
        g_assert_cmpint (dwell_find_has_mark (find, event.mark), ==, hits_it);

      g_assert_cmpuint (dwell_find_get_ordinal (find, hit), ==, hits_it ? n_before + 1 : 0);
      check_step (find, hit, 0, 1, hits, n_before + (hits_it ? 1 : 0));
      check_step (find, hit, 0, -1, hits, n_before - 1);
      n_before += hits_it;
    }

  for (gint64 time = trace->begin - 2; time < MIN (trace->end, trace->begin + 200) + 2; time++)
    {
      guint64 place = dwell_event_order_search (order, time);

      n_before = 0;
      for (guint64 i = 0; i < place; i++)
        n_before += is_hit (trace, pattern, dwell_event_order_get (order, i));

      check_step (find, nothing, time, 1, hits, n_before);
      check_step (find, nothing, time, -1, hits, n_before - 1);
    }

  check_step (find, nothing, G_MININT64, 1, hits, 0);
  check_step (find, nothing, G_MAXINT64, -1, hits, (gint64) hits->len - 1);
  g_assert_cmpuint (dwell_find_get_ordinal (find, nothing), ==, 0);
}

static void
check_rows (DwellTrace      *trace,
            const DwellFind *find)
{
  for (guint32 row = 0; row < trace->n_rows; row++)
    for (gint64 time = trace->begin - 2; time < MIN (trace->end, trace->begin + 100) + 2; time += 3)
      {
        guint32 expected = DWELL_NONE;

        for (guint32 span = 0; span < trace->n_spans && expected == DWELL_NONE; span++)
          if (trace->span_row[span] == row && dwell_trace_get_span_end (trace, span) >= time &&
              dwell_find_has_span (find, span))
            expected = span;

        g_assert_cmpuint (dwell_find_next_in_row (find, row, time), ==, expected);
      }
}

/* The spans of an area are all that the area says, and no mark. */
static void
check_area (DwellTrace *trace,
            guint32     area)
{
  DwellFind *find = dwell_find_new_for_area (trace, area, NULL);
  guint64 n = 0;

  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      g_assert_cmpint (dwell_find_has_span (find, span), ==, trace->span_area[span] == area);
      n += trace->span_area[span] == area;
    }

  g_assert_cmpuint (dwell_find_get_n_spans (find), ==, n);
  g_assert_cmpuint (dwell_find_get_n_marks (find), ==, 0);
  if (trace->n_marks > 0)
    g_assert_false (dwell_find_has_mark (find, 0));
  check_rows (trace, find);
  dwell_find_unref (find);
}

static void
check_find (DwellTrace *trace,
            const char *text)
{
  g_autoptr(DwellPattern) pattern = dwell_pattern_new (text, NULL);
  g_autoptr(DwellEventOrder) order = dwell_event_order_new (trace, NULL);
  g_autoptr(GArray) hits = g_array_new (FALSE, FALSE, sizeof (DwellHit));
  DwellFind *find = dwell_find_new (trace, pattern, NULL);
  guint64 n_marks = 0;

  for (guint64 i = 0; i < dwell_event_order_get_n (order); i++)
    {
      DwellEvent event = dwell_event_order_get (order, i);
      DwellHit hit = { event.span, event.mark };

      if (is_hit (trace, pattern, event))
        {
          g_array_append_val (hits, hit);
          n_marks += hit.mark != DWELL_NONE;
        }
    }

  g_assert_cmpuint (dwell_find_get_n_marks (find), ==, n_marks);
  g_assert_cmpuint (dwell_find_get_n_spans (find), ==, hits->len - n_marks);
  check_steps (trace, pattern, order, find, hits);
  check_rows (trace, find);
  dwell_find_unref (find);
}

static void
test_random (void)
{
  static const char * const texts[] = { "", "alpha", "beta", "thread 1", "THREAD", "step", "ü", "é",
                                        "nothing at all", "/^(alpha|zeta)$/", "/E/", "/e/i" };
  guint32 seed = random_trace_new_seed ();

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed + i);
      g_autoptr(DwellTrace) trace = NULL;
      RandomTraceShape shape;
      const char *text = texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))];

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      g_test_message ("seed %u: “%s” in %u spans, %u marks", seed + i, text, trace->n_spans,
                      trace->n_marks);
      check_find (trace, text);
      if (trace->n_areas > 0)
        check_area (trace, (guint32) g_rand_int_range (rand, 0, (gint32) trace->n_areas));
    }
}

static void
add_arg (DwellBuilder *builder,
         const char   *key,
         DwellArgKind  kind,
         guint64       value)
{
  g_assert_true (dwell_builder_add_arg (builder, dwell_strings_intern (builder->strings, key, -1),
                                        kind, value));
}

static void
add_text (DwellBuilder *builder,
          const char   *key,
          const char   *text)
{
  add_arg (builder, key, DWELL_ARG_STRING, dwell_strings_intern (builder->strings, text, -1));
}

/* Spans 0 … @n_spans − 1 of the name “f” and a mark, without arguments as yet. */
static DwellBuilder *
make_spans (guint n_spans)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                     .parent = DWELL_NONE };
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "c", context,
                                                                         FALSE), 0);

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, n_spans, NULL));
  for (guint i = 0; i < n_spans; i++)
    dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, row, DWELL_NONE, i),
                              i + 1, 0);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 0, 0, DWELL_NONE, DWELL_NONE,
                                         0, NULL));
  return builder;
}

/* The spans that are found, and m if the mark is: “0 2 m”. */
static char *
describe_found (DwellTrace *trace,
                const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellPattern) pattern = dwell_pattern_new (text, &error);
  g_autoptr(DwellFind) find = NULL;
  GString *found = g_string_new (NULL);

  g_assert_no_error (error);
  find = dwell_find_new (trace, pattern, NULL);
  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_find_has_span (find, i))
      g_string_append_printf (found, "%s%u", found->len > 0 ? " " : "", i);
  if (dwell_find_has_mark (find, 0))
    g_string_append (found, found->len > 0 ? " m" : "m");

  g_assert_cmpuint (dwell_find_get_n_marks (find), ==, g_str_has_suffix (found->str, "m"));
  return g_string_free (found, FALSE);
}

static DwellTrace *
make_with_args (void)
{
  DwellBuilder *builder = make_spans (5);
  const double half = 10.5;
  guint64 bits;

  memcpy (&bits, &half, sizeof bits);
  add_arg (builder, "frame", DWELL_ARG_INTEGER, 9);
  add_text (builder, "kind", "GPU");
  dwell_builder_set_span_args (builder, 0, dwell_builder_end_args (builder));
  add_arg (builder, "frame", DWELL_ARG_INTEGER, G_MAXINT64);
  dwell_builder_set_span_args (builder, 1, dwell_builder_end_args (builder));
  add_text (builder, "kind", "größe");
  add_arg (builder, "frame", DWELL_ARG_REAL, bits);
  dwell_builder_set_span_args (builder, 2, dwell_builder_end_args (builder));
  add_text (builder, "frame", "10");
  add_arg (builder, "Input Dims", DWELL_ARG_JSON,
           dwell_strings_intern (builder->strings, "[[2,3]]", -1));
  add_arg (builder, "ok", DWELL_ARG_BOOLEAN, 1);
  dwell_builder_set_span_args (builder, 3, dwell_builder_end_args (builder));
  add_arg (builder, "frame", DWELL_ARG_INTEGER, (guint64) -3);
  add_arg (builder, "none", DWELL_ARG_NULL, 0);
  dwell_builder_set_mark_args (builder, 0, dwell_builder_end_args (builder));
  return dwell_builder_finish (builder);
}

static void
test_args (void)
{
  static const struct {
    const char *text;
    const char *found;
  } conditions[] = {
    { "args.frame>10", "1 2" }, { "args.frame >= 10.5", "1 2" }, { "args.frame≤9", "0 m" },
    { "args.frame<0", "m" }, { "args.frame=9", "0" }, { "args.frame==9", "0" },
    { "args.frame=10", "3" }, { "args.frame!=9", "1 2 3 m" }, { "args.frame≠9", "1 2 3 m" },
    { "args.frame<>9", "1 2 3 m" }, { "args.frame=9223372036854775807", "1" },
    { "args.frame=0x9", "0" }, { "args.frame=x", "" }, { "args.frame!=x", "0 1 2 3 m" },
    { "args.kind=gpu", "0" }, { "args.kind=\"GPU\"", "0" }, { "args.kind = GRÖSSE", "2" },
    { "args.kind!=gpu", "2" }, { "args.kind>5", "" }, { "args.kind=gp", "" },
    { "args.Input Dims=[[2,3]]", "3" }, { "args.ok=true", "3" }, { "args.none=null", "m" },
    { "args.other>1", "" },
    /* No conditions. */
    { "gpu", "0" }, { "[2,3", "3" }, { "10", "2 3" }, { "-3", "m" }, { "/^9$/", "0" },
    { "true", "" }, { "frame", "" }, { "args.frame", "" }, { "f", "0 1 2 3 4" },
  };
  static const char * const broken[] = { "args.>1", "args. =1", "args.frame>", "args.frame>x",
                                         "args.frame<=\"a\"" };
  g_autoptr(DwellTrace) trace = make_with_args ();

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autofree char *found = describe_found (trace, conditions[i].text);

      g_test_message ("%s", conditions[i].text);
      g_assert_cmpstr (found, ==, conditions[i].found);
    }
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (dwell_pattern_new (broken[i], &error));
      g_assert_nonnull (error);
    }
}

/* A condition is no filter of names. */
static void
test_args_of_names (void)
{
  g_autoptr(DwellPattern) condition = dwell_pattern_new ("args.a>1", NULL);
  g_autoptr(GError) error = NULL;
  DwellPattern *filter = NULL;

  g_assert_true (dwell_pattern_is_condition (condition));
  g_assert_false (dwell_pattern_matches (condition, "args.a>1"));
  g_assert_false (dwell_pattern_replace (&filter, "args.a>1", &error));
  g_assert_nonnull (error);
  g_assert_null (filter);
  g_assert_true (dwell_pattern_replace (&filter, "args.a", NULL));
  g_assert_true (dwell_pattern_matches (filter, "my args.a"));
  g_assert_true (dwell_pattern_replace (&filter, "/args.a>/", NULL));
  g_assert_true (dwell_pattern_matches (filter, "args.a>1"));
  g_assert_true (dwell_pattern_replace (&filter, NULL, NULL));
}

/* More spans than one job looks at: each that a plain loop finds, and no other. */
static void
test_many_args (void)
{
  const guint n_spans = 150000;
  DwellBuilder *builder = make_spans (n_spans);
  g_autoptr(DwellPattern) condition = dwell_pattern_new ("args.n>=149000", NULL);
  g_autoptr(DwellPattern) text = dwell_pattern_new ("777", NULL);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellFind) above = NULL;
  g_autoptr(DwellFind) sevens = NULL;

  for (guint i = 0; i < n_spans; i += 2)
    {
      add_arg (builder, "n", DWELL_ARG_INTEGER, i);
      dwell_builder_set_span_args (builder, i, dwell_builder_end_args (builder));
    }
  trace = dwell_builder_finish (builder);
  above = dwell_find_new (trace, condition, NULL);
  sevens = dwell_find_new (trace, text, NULL);

  g_assert_cmpuint (dwell_find_get_n_spans (above), ==, 500);
  for (guint i = 0; i < n_spans; i++)
    {
      char digits[16];

      g_snprintf (digits, sizeof digits, "%u", i);
      g_assert_cmpint (dwell_find_has_span (above, i), ==, i % 2 == 0 && i >= 149000);
      g_assert_cmpint (dwell_find_has_span (sevens, i), ==,
                       i % 2 == 0 && strstr (digits, "777") != NULL);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(DwellPattern) pattern = dwell_pattern_new ("a", NULL);
  RandomTraceShape shape = { .n_spans = 50, .n_contexts = 2, .n_areas = 3, .step = 1 };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);

  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_find_new (trace, pattern, cancellable));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/find/pattern", test_pattern);
  g_test_add_func ("/find/broken", test_broken);
  g_test_add_func ("/find/exponential", test_exponential);
  g_test_add_func ("/find/long", test_long);
  g_test_add_func ("/find/random", test_random);
  g_test_add_func ("/find/args", test_args);
  g_test_add_func ("/find/args/names", test_args_of_names);
  g_test_add_func ("/find/args/many", test_many_args);
  g_test_add_func ("/find/cancelled", test_cancelled);

  return g_test_run ();
}
