/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns case by case, and finding against looking at every span and mark. */
#include "config.h"

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
  g_test_add_func ("/find/cancelled", test_cancelled);

  return g_test_run ();
}
