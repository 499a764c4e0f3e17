/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli export where nothing is left to write: the file that is there stays. */
#include "config.h"

#include "cli-run.h"
#include "support/folder.h"

static void
write_file (const char *folder,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Exports into out.txt, which must stay as it was. */
static void
export_nothing (const char *folder,
                const char *arguments,
                const char *cause)
{
  g_auto(CliRun) run = { 0 };
  g_autofree char *path = g_build_filename (folder, "out.txt", NULL);
  g_autofree char *line = g_strdup_printf ("export -o %s %s", path, arguments);
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  cli_run (&run, line);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_test_message ("%s: %s", arguments, run.err);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, cause));
  g_assert_cmpstr (text, ==, "old");
}

/* An empty file is none of Text1, and must not replace one. */
static void
test_settings (void)
{
  char *folder = folder_new ();

  export_nothing (folder, "--option Sections=mapping --filter=nothing lms/doc_example.csv",
                  "out.txt: these settings leave nothing to write\n");
  export_nothing (folder, "--to-format=folded vcd/counter.vcd",
                  "out.txt: these settings leave nothing to write\n");
  folder_remove (folder);
}

/* Nor must one of a range in which nothing happens: before the session and behind it, and between
 * two spans. */
static void
test_range (void)
{
  static const char * const formats[] = {
    "text1", "btf", "callgrind", "folded", "perfetto", "trace-event", "vcd",
  };
  static const char * const ranges[] = { "--from=5s --to=6s", "--from=12 --to=18", "--to=0" };
  char *folder = folder_new ();

  write_file (folder, "in.csv", "begin_ns,end_ns,name,thread\n2,10,f,A\n20,30,f,A\n");
  for (guint i = 0; i < G_N_ELEMENTS (formats) * G_N_ELEMENTS (ranges); i++)
    {
      g_autofree char *line = g_strdup_printf ("--to-format=%s %s %s/in.csv",
                                               formats[i / G_N_ELEMENTS (ranges)],
                                               ranges[i % G_N_ELEMENTS (ranges)], folder);

      export_nothing (folder, line, "Nothing that the format can hold happens in this range\n");
    }
  folder_remove (folder);
}

/* Nor must one of a range, or a recording, of which the format can hold nothing: values that are
 * not numbers, and activations that took no time. */
static void
test_content (void)
{
  static const char * const cases[] = {
    "trace-event --from=12us --to=18us in.vcd", "vcd --from=12us --to=18us in.vcd",
    "callgrind --from=40us --to=60us in.csv", "folded --from=40us --to=60us in.csv",
    "callgrind --option=ContextsAs=separate --from=40us --to=60us in.csv",
    "callgrind short.csv", "folded short.csv", "btf --from=12us --to=18us values.csv",
  };
  char *folder = folder_new ();

  write_file (folder, "in.vcd", "$timescale 1 us $end\n$var real 64 ! v $end\n"
                                "$enddefinitions $end\n#0\nr1.5 !\n#10\nrnan !\n"
                                "#20\nr2.5 !\n#30\n");
  write_file (folder, "in.csv", "begin_us,end_us,name,thread\n0,10,f,a\n40,40,z,a\n60,80,k,a\n");
  write_file (folder, "values.csv", "time_us,phase,name,value\n0,begin,f,\n1,end,f,\n"
                                    "3,value,v,nan\n30,begin,f,\n31,end,f,\n");
  write_file (folder, "short.csv", "begin_us,end_us,name,thread\n0,0,f,a\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *name = strrchr (cases[i], ' ') + 1;
      g_autofree char *line = g_strdup_printf ("--to-format=%.*s%s/%s", (int) (name - cases[i]),
                                               cases[i], folder, name);

      export_nothing (folder, line, "out.txt: these settings leave nothing to write\n");
    }

  folder_remove (folder);
}

/* Nor is the whole call tree written for a range of samples, whose stacks have no times. */
static void
test_stacks (void)
{
  static const char * const formats[] = { "callgrind", "folded" };
  char *folder = folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *line = g_strdup_printf ("--to-format=%s --to=1ms perf-script/stacks.perf",
                                               formats[i]);

      export_nothing (folder, line, "the file does not record when its functions ran");
    }
  folder_remove (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/nothing/settings", test_settings);
  g_test_add_func ("/cli/nothing/range", test_range);
  g_test_add_func ("/cli/nothing/content", test_content);
  g_test_add_func ("/cli/nothing/stacks", test_stacks);

  return g_test_run ();
}
