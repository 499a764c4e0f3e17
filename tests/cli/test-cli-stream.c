/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard input and pipes: what comes through them is shown as the file itself is, and nothing is
 * left over. */
#include "config.h"

#include "cli-run.h"
#include "support/folder.h"

/* What can be told of the file: where stacks alone were recorded, the tree. */
static const char *
get_command (const char *file)
{
  static const char * const stacks[] = { "aprof", "callgrind", "folded", "perf-script" };

  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    if (g_str_has_prefix (file, stacks[i]))
      return "tree";

  return "statistics";
}

/* Runs a line of the shell. $C is dwell-cli, $F the file, $W a command for it, $TMPDIR a folder for
 * temporary files. */
static int
run_shell (const char  *line,
           const char  *file,
           const char  *folder,
           char       **out,
           char       **err)
{
  g_autoptr(GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", file, NULL);
  g_autoptr(GSubprocess) shell = NULL;
  g_autoptr(GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "C", g_getenv ("DWELL_CLI"), TRUE);
  g_subprocess_launcher_setenv (launcher, "F", path, TRUE);
  g_subprocess_launcher_setenv (launcher, "W", get_command (file), TRUE);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", folder, TRUE);
  shell = g_subprocess_launcher_spawn (launcher, &error, "bash", "-c", line, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (shell, NULL, NULL, out, err, &error);
  g_assert_no_error (error);
  return g_subprocess_get_exit_status (shell);
}

static void
assert_empty (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (dir);
  g_assert_null (g_dir_read_name (dir));
}

/* All ways in lead to the same rows. */
static void
test_same (void)
{
  static const char * const files[] = {
    "lms/doc_example.csv", "ooo/doc_example.log", "text1/preempt.txt", "br/timed_backtrace.prof",
    "btf/listing.btf", "vcd/counter.vcd", "csv/spans.csv", "trace-event/arguments.json",
    "aprof/real/cct/sort_23705_0_4.aprof", "callgrind/calls.callgrind", "folded/stacks.folded",
    "perf-script/stacks.perf",
  };
  static const char * const lines[] = {
    "cat $F | $C $W --as=csv -",
    "$C $W --as=csv - <$F",
    "gzip -c $F | $C $W --as=csv -",
    "$C $W --as=csv <(cat $F)",
    "$C $W --as=csv <(gzip -c $F)",
    "mkfifo $TMPDIR/p; cat $F >$TMPDIR/p & $C $W --as=csv $TMPDIR/p; s=$?; rm $TMPDIR/p; "
    "exit $s",
  };
  char *folder = folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *expected = NULL;
      g_autofree char *err = NULL;
      int status = run_shell ("$C $W --as=csv $F", files[i], folder, &expected, &err);

      for (guint k = 0; k < G_N_ELEMENTS (lines); k++)
        {
          g_autofree char *out = NULL;
          g_autofree char *other_err = NULL;

          g_test_message ("%s: %s", files[i], lines[k]);
          g_assert_cmpint (run_shell (lines[k], files[i], folder, &out, &other_err), ==, status);
          g_assert_cmpstr (out, ==, expected);
          assert_empty (folder);
        }
    }

  folder_remove (folder);
}

/* Nothing comes, or what is none of ours. */
static void
test_refused (void)
{
  static const struct {
    const char *line;
    const char *cause;
  } cases[] = {
    { "$C info - </dev/null", "empty" },
    { "true | $C info -", "empty" },
    { "echo hello | $C info -", "dwell-cli: -: " },
    { "$C info <(true)", "empty" },
    { "cat $F | TMPDIR=/nowhere $C info -", "dwell-cli: -: " },
    { "$C info - <&-", "dwell-cli: -: " },
  };
  char *folder = folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *out = NULL;
      g_autofree char *err = NULL;

      g_test_message ("%s", cases[i].line);
      g_assert_cmpint (run_shell (cases[i].line, "lms/doc_example.csv", folder, &out, &err), ==, 1);
      g_test_message ("%s", err);
      g_assert_cmpstr (out, ==, "");
      g_assert_nonnull (strstr (err, cases[i].cause));
      assert_empty (folder);
    }

  folder_remove (folder);
}

/* A pipe and a file as one trace; the name is what was given. */
static void
test_joined (void)
{
  char *folder = folder_new ();
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  g_autofree char *named = NULL;
  g_autofree char *named_err = NULL;

  g_assert_cmpint (run_shell ("cat $F | $C info --as=csv $F -", "lms/doc_example.csv", folder, &out,
                              &err), ==, 0);
  g_assert_nonnull (strstr (out, "\r\n-,"));
  g_assert_cmpint (run_shell ("cat $F | $C info -", "lms/doc_example.csv", folder, &named,
                              &named_err), ==, 0);
  g_assert_null (strstr (named, "/proc"));
  folder_remove (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/stream/same", test_same);
  g_test_add_func ("/cli/stream/refused", test_refused);
  g_test_add_func ("/cli/stream/joined", test_joined);

  return g_test_run ();
}
