/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognition as a matrix: a sample of each format against all formats. Its own is surest of it,
 * and no other is as sure; no file of a format's tests is taken for one of another. */
#include "config.h"

#include <string.h>

#include "formats/dwell-formats.h"

typedef struct {
  const char *format;
  const char *file; /* (nullable): in the data of tests, or in the examples; NULL: @text */
  const char *text;
} Sample;

static const Sample samples[] = {
  { "aprof", "examples/route-planner_4711_0_4.aprof", NULL },
  { "br", "examples/nightly-invoices.prof", NULL },
  { "br", "br/timed_backtrace.prof", NULL },
  { "btf", "examples/brake-control.btf", NULL },
  { "btf", "btf/listing.btf", NULL },
  { "callgrind", NULL, "# callgrind format\nversion: 1\ncreator: x\nevents: Ir\n\nfl=a.c\nfn=main\n"
                       "1 5\ncfn=f\ncalls=1 9\n2 7\n\nfn=f\n9 7\n" },
  { "callgrind", NULL, "desc: I1 cache: 1\ncmd: ./a\nevents: Ir Dr\nfl=a.c\nfn=main\n1 5 2\n"
                       "summary: 5 2\n" },
  { "csv", "csv/spans.csv", NULL },
  { "csv", "csv/phases.csv", NULL },
  { "csv", "csv/wide.tsv", NULL },
  { "csv", NULL, "time_ms,state\n0,idle\n5,run\n" },
  { "csv", NULL, "start_ns,end_ns,name\n0,2000,f\n1,2001,f\n2,2002,f\n3,2003,f\n" },
  { "callgrind", "callgrind/calls.callgrind", NULL },
  { "folded", "examples/compiler.folded", NULL },
  { "folded", "folded/stacks.folded", NULL },
  { "folded", NULL, "main;read;scan 12\nmain;read 3\nmain 4\n" },
  { "lms", "examples/autonomous-car.csv", NULL },
  { "lms", "lms/doc_example.csv", NULL },
  { "ooo", "examples/office-start_4711.log", NULL },
  { "ooo", "ooo/doc_example.log", NULL },
  { "perf-script", "perf-script/stacks.perf", NULL },
  { "perf-script", NULL,
    "ls 4521 1626.434993: 1003009 cpu-clock: \n\tffffffff81 do_x+0x1 ([kernel.kallsyms])\n"
    "\t    55d0c0 main+0x9 (/usr/bin/ls)\n\n"
    "ls 4521 1626.435993: 1003009 cpu-clock: \n\t    55d0c0 main+0x9 (/usr/bin/ls)\n\n" },
  { "text1", "examples/motor-control.txt", NULL },
  { "text1", "text1/preempt.txt", NULL },
  { "trace-event", "examples/shop-page.json", NULL },
  { "trace-event", "trace-event/arguments.json", NULL },
  { "trace-event", NULL, "{\"ph\":\"B\",\"pid\":1,\"tid\":1,\"ts\":1,\"name\":\"a\"},\n" },
  { "vcd", "vcd/counter.vcd", NULL },
};

static char *
load_head (const char *path,
           gsize      *length)
{
  g_autofree char *folder = g_str_has_prefix (path, "examples/")
    ? g_test_build_filename (G_TEST_DIST, "..", "data", path, NULL)
    : g_test_build_filename (G_TEST_DIST, "data", path, NULL);
  g_autoptr(GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (folder, &text, length, &error);
  g_assert_no_error (error);
  *length = MIN (*length, DWELL_SOURCE_HEAD_BYTES);
  return text;
}

static void
test_matrix (void)
{
  const DwellFormat * const *readers = dwell_formats_get_readers ();

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      const DwellFormat *own = dwell_formats_find (samples[i].format);
      gsize length = 0;
      g_autofree char *text = samples[i].file != NULL ? load_head (samples[i].file, &length)
                                                      : g_strdup (samples[i].text);
      guint certainty;

      length = samples[i].file != NULL ? length : strlen (text);
      g_test_message ("%s, %s", samples[i].format,
                      samples[i].file != NULL ? samples[i].file : "as it is typed");
      g_assert_nonnull (own);
      certainty = own->recognise (text, length);
      g_assert_cmpuint (certainty, >, 0);
      g_assert_true (dwell_formats_recognise (text, length) == own);
      for (guint k = 0; readers[k] != NULL; k++)
        if (readers[k] != own)
          g_assert_cmpuint (readers[k]->recognise (text, length), <, certainty);
    }
}

/* A format that is added has a sample here, too. */
static void
test_complete (void)
{
  for (const DwellFormat * const *reader = dwell_formats_get_readers (); *reader != NULL; reader++)
    {
      guint n = 0;

      for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
        n += g_str_equal (samples[i].format, (*reader)->id);
      g_test_message ("%s", (*reader)->id);
      g_assert_cmpuint (n, >, 0);
    }
}

/* Damaged ones may be recognised by none. */
static void
test_data (void)
{
  guint n_recognised = 0;

  for (const DwellFormat * const *reader = dwell_formats_get_readers (); *reader != NULL; reader++)
    {
      g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", (*reader)->id, NULL);
      g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename ((*reader)->id, name, NULL);
          g_autofree char *whole = g_build_filename (folder, name, NULL);
          g_autofree char *text = NULL;
          const DwellFormat *format;
          gsize length;

          if (g_file_test (whole, G_FILE_TEST_IS_DIR) || g_str_has_prefix (name, "expected"))
            continue;

          text = load_head (path, &length);
          format = dwell_formats_recognise (text, length);
          g_test_message ("%s", path);
          g_assert_true (format == NULL || format == *reader);
          n_recognised += format != NULL;
        }
    }

  g_assert_cmpuint (n_recognised, >, 30);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recognise/matrix", test_matrix);
  g_test_add_func ("/recognise/complete", test_complete);
  g_test_add_func ("/recognise/data", test_data);
  return g_test_run ();
}
