/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli where it may take little address space (ulimit -v): small files are shown, large ones
 * refused in one line, and no signal ends it. */
#include "config.h"

#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/folder.h"
#include "support/sanitizers.h"

#define MIB 1024u /* ulimit -v counts KiB */

typedef struct {
  char *folder;
  char *path; /* of a file in it, to be made */
} Place;

static void
set_up (Place        *place,
        gconstpointer data)
{
  place->folder = folder_new ();
  place->path = g_build_filename (place->folder, "big", NULL);
}

static void
tear_down (Place        *place,
           gconstpointer data)
{
  folder_remove (place->folder);
  g_free (place->path);
}

/* Returns whether the sanitizer's own memory counts, so that a limit is not possible. */
static gboolean
is_limitless (void)
{
  if (TEST_IS_LIMITLESS)
    g_test_skip (TEST_LIMITLESS);

  return TEST_IS_LIMITLESS;
}

/* Every command on every example. */
static void
test_examples (Place        *place,
               gconstpointer data)
{
  static const char * const examples[] = {
    "autonomous-car.csv", "motor-control.txt", "nightly-invoices.prof", "office-start_4711.log",
    "route-planner_4711_0_4.aprof",
  };
  static const char * const commands[] = {
    "info", "problems", "tree", "tree --bottom-up", "costs", "lines", "values", "formats",
  };
  static const char * const of_spans[] = { "statistics", "events", "statistics --group-by=module" };
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);

  if (is_limitless ())
    return;

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      gboolean has_spans = i != 2;
      g_auto(CliRun) run = { 0 };

      for (guint k = 0; k < G_N_ELEMENTS (commands); k++)
        {
          g_autofree char *line = g_strdup_printf ("%s %s/%s", commands[k], folder, examples[i]);

          cli_run_limited (&run, 2000 * MIB,
                           g_str_equal (commands[k], "formats") ? commands[k] : line);
          g_assert_cmpint (run.status, ==, 0);
        }

      for (guint k = 0; k < G_N_ELEMENTS (of_spans) && has_spans; k++)
        {
          g_autofree char *line = g_strdup_printf ("%s %s/%s", of_spans[k], folder, examples[i]);

          cli_run_limited (&run, 2000 * MIB, line);
          g_assert_cmpint (run.status, ==, 0);
        }

      for (guint k = 0; k < 2; k++)
        {
          g_autofree char *line = g_strdup_printf (k == 0 ? "render -o %s.svg %s/%s"
                                                          : "export -o %s.txt %s/%s",
                                                   place->path, folder, examples[i]);

          cli_run_limited (&run, 2000 * MIB, line);
          g_assert_cmpint (run.status, ==, 0);
        }
    }
}

/* A million events. */
static char *
make_lms (void)
{
  GString *text = g_string_new ("2,0,default\n2,1,default.render\n");

  for (guint i = 0; i < 250000; i++)
    g_string_append_printf (text, "0,0,%u\n0,1,5\n1,1,20\n1,0,3\n", i % 13);

  return g_string_free (text, FALSE);
}

/* A label for each pair of events. */
static char *
make_labels (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (text, "2,%u,runtime.process.label%u\n0,%u,5\n1,%u,20\n", i, i, i, i);

  return g_string_free (text, FALSE);
}

static char *
make_log (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 250000; i++)
    g_string_append_printf (text, "%07u 11 { s%u ::f\n%07u 11 | : said\n%07u 11 } s%u ::f\n",
                            2 * i, i % 5000, 2 * i, 2 * i + 1, i % 5000);

  return g_string_free (text, FALSE);
}

static char *
make_report (void)
{
  GString *text = g_string_new ("c -------\nv 6\nm bb-count\ni rms\n");

  for (guint i = 0; i < 60000; i++)
    {
      g_string_append_printf (text, "r \"routine%u\" \"image\" %u\n", i, i);
      for (guint size = 1; size < 12; size++)
        {
          guint cost = size * 30;

          g_string_append_printf (text, "q %u %u %u %u %u %u 1 %u %u %u %u %u\n", i, size, cost,
                                  cost, cost, cost * cost, cost, cost, cost, cost, cost * cost);
        }
    }

  return g_string_free (text, FALSE);
}

/* Returns the limit to try after @limit, in MiB: the least of all, 60, is always tried. */
static guint
get_next_limit (guint limit)
{
  if (limit == 60)
    return 0;

  return MAX (60, limit * (guint) g_test_rand_int_range (50, 80) / 100);
}

/* Whatever the limit, a file is shown or refused, and that is said in one line. */
static void
check_falling (Place              *place,
               char             *(*make) (void),
               const char * const *commands)
{
  g_autofree char *text = make ();
  guint n_shown = 0;
  guint n_refused = 0;

  g_assert_true (g_file_set_contents (place->path, text, -1, NULL));

  for (guint i = 0; commands[i] != NULL; i++)
    for (guint limit = 400; limit > 0; limit = get_next_limit (limit))
      {
        gboolean has_output = g_str_has_suffix (commands[i], "-o ");
        g_autofree char *line = g_strdup_printf ("%s%s%s %s", commands[i],
                                                 has_output ? place->path : "",
                                                 has_output ? ".svg" : "", place->path);
        g_auto(CliRun) run = { 0 };

        cli_run_limited (&run, limit * MIB, line);
        g_test_message ("%u MiB: %d %s", limit, run.status, run.err);

        if (run.status == 0)
          {
            n_shown++;
            continue;
          }

        n_refused++;
        g_assert_cmpint (run.status, ==, 1);
        g_assert_true (g_str_has_prefix (run.err, "dwell-cli: "));
        g_assert_nonnull (strstr (run.err, "not enough memory"));
        g_assert_true (strchr (run.err, '\n') == run.err + strlen (run.err) - 1);
      }

  g_assert_cmpuint (n_shown, >, 0);
  g_assert_cmpuint (n_refused, >, 0);
}

static void
test_falling_lms (Place        *place,
                  gconstpointer data)
{
  static const char * const commands[] = { "info", "statistics", "tree", "render -o ", NULL };

  if (!is_limitless ())
    check_falling (place, make_lms, commands);
}

static void
test_falling_labels (Place        *place,
                     gconstpointer data)
{
  static const char * const commands[] = { "statistics", "events --as=csv", NULL };

  if (!is_limitless ())
    check_falling (place, make_labels, commands);
}

static void
test_falling_log (Place        *place,
                  gconstpointer data)
{
  static const char * const commands[] = { "statistics", "tree --bottom-up", NULL };

  if (!is_limitless ())
    check_falling (place, make_log, commands);
}

static void
test_falling_report (Place        *place,
                     gconstpointer data)
{
  static const char * const commands[] = { "costs", "info", NULL };

  if (!is_limitless ())
    check_falling (place, make_report, commands);
}

/* A thousand small files are one trace. */
static void
test_join (Place        *place,
           gconstpointer data)
{
  g_autoptr(GString) line = g_string_new ("info --joined");
  g_auto(CliRun) run = { 0 };

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.csv", place->folder, i);

      g_assert_true (g_file_set_contents (path, "2,0,a\n0,0,1\n1,0,2\n", -1, NULL));
      g_string_append_printf (line, " %s", path);
    }

  if (is_limitless ())
    cli_run (&run, line->str);
  else
    cli_run_limited (&run, 2000 * MIB, line->str);

  g_assert_cmpint (run.status, ==, 0);
}

#define ADD(name, func) g_test_add (name, Place, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/cli-memory/examples", test_examples);
  ADD ("/cli-memory/falling/lms", test_falling_lms);
  ADD ("/cli-memory/falling/labels", test_falling_labels);
  ADD ("/cli-memory/falling/log", test_falling_log);
  ADD ("/cli-memory/falling/report", test_falling_report);
  ADD ("/cli-memory/join", test_join);

  return g_test_run ();
}
