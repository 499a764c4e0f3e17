/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export in each format tells that it loses. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-export-settings.h"
#include "support/file-fixture.h"

typedef struct {
  const char *format;
  const char *losses; /* "COUNT WORDS", the first words of a message, separated by "; " */
} Expected;

static DwellTrace *
open_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* The losses that begin with one of the given texts. */
static char *
list_losses (DwellTrace         *trace,
             const char         *format,
             const char         *areas,
             const char * const *prefixes)
{
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find_writer (format),
                               g_str_equal (format, "text1") ? "full" : "default", NULL);
  g_autoptr(GArray) warnings = NULL;
  GString *text = g_string_new (NULL);

  if (areas != NULL)
    g_assert_true (dwell_export_settings_set (settings, "Areas", areas, NULL));
  warnings = dwell_format_check (settings->format, trace, settings, NULL);
  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, i);

      for (guint k = 0; prefixes[k] != NULL; k++)
        if (g_str_has_prefix (warning->message, prefixes[k]))
          {
            g_assert_true (warning->is_loss);
            g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s", text->len > 0 ? "; " : "",
                                    warning->count, prefixes[k]);
          }
    }

  return g_string_free (text, FALSE);
}

static void
assert_losses (DwellTrace         *trace,
               const char         *areas,
               const char * const *prefixes,
               const Expected     *expected)
{
  for (; expected->format != NULL; expected++)
    {
      g_autofree char *losses = list_losses (trace, expected->format, areas, prefixes);

      g_test_message ("%s", expected->format);
      g_assert_cmpstr (losses, ==, expected->losses);
    }
}

/* Of two spans that overlap, or lie in one another without a call, the second loses its caller; of
 * two more that overlap in it, one does. */
static void
test_overlaps (void)
{
  static const char * const prefixes[] = { "An activation overlaps", "Activations overlap",
                                           "Spans that overlap others", NULL };
  static const struct {
    const char *file;
    Expected    expected[4];
  } cases[] = {
    { "2,1,r\n2,2,r.a\n2,3,r.b\n0,1,0\n0,2,5\n0,3,3\n1,2,7\n1,3,3\n1,1,2\n",
      { { "text1", "1 An activation overlaps" }, { "btf", "1 Spans that overlap others" },
        { "trace-event", "1 Spans that overlap others" }, { NULL, NULL } } },
    { "2,1,r\n2,2,r.a\n2,3,r.b\n0,1,0\n0,2,5\n0,3,3\n1,3,3\n1,2,7\n1,1,2\n",
      { { "text1", "1 An activation overlaps" }, { "btf", "1 Spans that overlap others" },
        { "trace-event", "1 Spans that overlap others" }, { NULL, NULL } } },
    { "2,1,r\n2,2,r.a\n2,3,r.b\n2,4,r.b.c\n2,5,r.b.d\n0,1,0\n0,2,5\n0,3,3\n0,4,2\n0,5,2\n"
      "1,2,1\n1,4,3\n1,5,2\n1,3,3\n1,1,2\n",
      { { "trace-event", "2 Spans that overlap others" }, { NULL, NULL } } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("lms", cases[i].file, NULL);

      assert_losses (trace, NULL, prefixes, cases[i].expected);
    }
}

/* The self time of a span across a clock that was set back, and a negative duration. */
static void
test_doubtful (void)
{
  static const char * const prefixes[] = { "An activation whose time is doubtful",
                                           "Activations whose times are doubtful", NULL };
  static const char * const formats[] = { "text1", "trace-event", "btf", "vcd", "perfetto",
                                          "callgrind", "folded" };
  static const char * const log =
    "Process id is 1\n000010 1 { A\n000012 1 { B\n000016 1 } B\n000020 1 } A\n000030 1 { A\n"
    "000008 1 { B\n000009 1 } B\n000050 1 } A\nclosing log file at 000060\n";
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("ooo", log, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    assert_losses (trace, NULL, prefixes, (const Expected[]) {
      { formats[i], "1 An activation whose time is doubtful" }, { NULL, NULL } });
}

/* What is known of functions and variables besides their names. */
static void
test_facts (void)
{
  static const char * const prefixes[] = { "Modules of", "Authors of", "Source files of",
                                           "Units of", NULL };
  static const char * const log =
    "Process id is 1\n000010 1 { sw (ab1) ::f\n000012 1 { sch (cd2) ::g\n000014 1 } sch (cd2) ::g\n"
    "000016 1 { plain\n000018 1 } plain\n000020 1 } sw (ab1) ::f\nclosing log file at 000020\n";
  static const char * const stacks = "a;b_[k] 3\na;c_[j] 4\n";
  static const char * const table =
    "* INFO %TOTAL_TIME%\n1000\n* HANDLE(Functions) %HANDLE%,%NAME%,%FILE%,%PATH%\n"
    "1,f,f.c,two words\n2,g,g.c,one\n* HANDLE(Variables) %HANDLE%,%NAME%,%VALUE.UNIT%\n3,v,mV\n"
    "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n1,E,,0\n2,E,,10\n3,W,7,20\n2,X,,30\n1,X,,90\n";
  static const struct {
    const char *format;
    const char *file;
    Expected    expected[8];
  } cases[] = {
    { "ooo", log,
      { { "text1", "2 Authors of" }, { "trace-event", "2 Authors of" },
        { "perfetto", "2 Authors of" }, { "btf", "2 Modules of; 2 Authors of" },
        { "vcd", "2 Modules of; 2 Authors of" }, { "callgrind", "2 Modules of; 2 Authors of" },
        { "folded", "2 Modules of; 2 Authors of" }, { NULL, NULL } } },
    { "text1", table,
      { { "text1", "" }, { "trace-event", "1 Modules of; 2 Source files of; 1 Units of" },
        { "perfetto", "2 Source files of" },
        { "btf", "2 Modules of; 2 Source files of; 1 Units of" },
        { "vcd", "2 Modules of; 2 Source files of; 1 Units of" }, { "callgrind", "2 Modules of" },
        { "folded", "2 Modules of; 2 Source files of" }, { NULL, NULL } } },
    { "folded", stacks, { { "folded", "" }, { "callgrind", "2 Modules of" }, { NULL, NULL } } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = file_fixture_open_text (cases[i].format, cases[i].file, NULL);

      assert_losses (trace, NULL, prefixes, cases[i].expected);
    }
}

/* A format that holds sums leaves out those of functions; one of calls adds their time to that of
 * their callers. */
static void
test_selections (void)
{
  static const char * const prefixes[] = { "The costs of functions", "The self time of functions",
                                           NULL };
  static const char * const callgrind =
    "# callgrind format\nevents: Ir\nfn=main\n1 10\ncfn=f\ncalls=1 2\n1 30\nfn=f\n2 20\ncfn=g\n"
    "calls=1 3\n2 10\nfn=g\n3 10\n";
  static const char * const aprof =
    "c report generated by aprof\nv 6\nm bb-count\ni rms\nt 4\na p\nf p x\nr \"main\" \"i\" 0\n"
    "q 1 3 100 100 100 10000 1 100 10 10 10 100\nr \"f\" \"i\" 1\n"
    "q 2 5 20 30 50 1300 2 50 30 10 20 500\nx 0 1 -1\nx 1 2 1\n";
  static const struct {
    const char *format;
    const char *file;
    Expected    expected[4];
  } cases[] = {
    { "callgrind", callgrind,
      { { "callgrind", "2 The costs of functions" }, { "folded", "2 The self time of functions" },
        { NULL, NULL } } },
    { "aprof", aprof,
      { { "aprof", "1 The costs of functions" }, { "folded", "1 The self time of functions" },
        { "callgrind", "1 The self time of functions" }, { NULL, NULL } } },
    { "csv", "begin_ns,end_ns,name\n0,10,main\n2,4,f\n5,6,f\n7,9,g\n8,9,f\n",
      { { "trace-event", "2 The self time of functions" },
        { "callgrind", "2 The self time of functions" }, { NULL, NULL } } },
  };

  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) text = file_fixture_open_text (cases[i].format, cases[i].file, NULL);

      assert_losses (text, "main", prefixes, cases[i].expected);
    }

  /* FNSUM, and what it called. */
  trace = open_file ("data/br/timed_backtrace.prof");
  assert_losses (trace, "main", prefixes, (const Expected[]) {
    { "br", "2 The costs of functions" }, { "lines-csv", "2 The costs of functions" },
    { "listing", "2 The costs of functions" }, { "folded", "2 The self time of functions" },
    { NULL, NULL } });
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export-losses/overlaps", test_overlaps);
  g_test_add_func ("/export-losses/doubtful", test_doubtful);
  g_test_add_func ("/export-losses/facts", test_facts);
  g_test_add_func ("/export-losses/selections", test_selections);

  return g_test_run ();
}
