/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults of disks and other programs while dwell-cli reads and writes: nothing is lost, what is
 * said is right, and nothing is left behind. What happens when single calls fail that replace
 * files, test-cli-replacing.c tries. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/fault.h"
#include "support/file-fixture.h"
#include "support/folder.h"
#include "support/sanitizers.h"

#define SMALL "lms/doc_example.csv"

typedef struct {
  char *folder; /* without links */
  char *mark;
} Place;

static void
set_up (Place        *place,
        gconstpointer data)
{
  g_autofree char *folder = folder_new ();

  place->folder = realpath (folder, NULL);
  place->mark = g_strconcat (place->folder, "-mark", NULL);
}

static void
tear_down (Place        *place,
           gconstpointer data)
{
  g_remove (place->mark);
  folder_remove (place->folder);
  g_free (place->mark);
}

static char *
get_path (const Place *place,
          const char  *name)
{
  return g_build_filename (place->folder, name, NULL);
}

static void
put (const Place *place,
     const char  *name,
     const char  *bytes,
     gssize       length)
{
  g_autofree char *path = get_path (place, name);

  g_assert_true (g_file_set_contents (path, bytes, length, NULL));
}

static GBytes *
load (const Place *place,
      const char  *name)
{
  g_autofree char *path = get_path (place, name);
  char *bytes;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  return g_bytes_new_take (bytes, length);
}

static guint
count_files (const Place *place)
{
  g_autoptr(GDir) folder = g_dir_open (place->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;

  return n;
}

/* An LMS file of many blocks. */
static char *
make_recording (guint n)
{
  GString *text = g_string_new ("2,0,work\n2,1,wait\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u,%u,%u\n", i % 2, i / 2 % 2, i % 900);

  return g_string_free (text, FALSE);
}

/* Runs "COMMAND FOLDER/FILE REST". @fault: (nullable). Returns whether the fault was met. */
static gboolean
run (const Place    *place,
     CliRun         *result,
     const Fault *fault,
     const char     *command,
     const char     *file,
     const char     *rest)
{
  g_autoptr(GSubprocessLauncher) launcher = cli_make_launcher ();
  g_autofree char *line = g_strdup_printf ("%s %s/%s%s", command, place->folder, file, rest);

  g_remove (place->mark);
  if (fault != NULL)
    fault_inject (launcher, fault, place->folder, place->mark);
  cli_run_launched (result, launcher, 0, line);
  return g_file_test (place->mark, G_FILE_TEST_EXISTS);
}

/* --- Writing --- */

/* A few bytes at a time, and calls that are interrupted, make no difference. */
static void
test_transfers (Place        *place,
                gconstpointer data)
{
  static const Fault faults[] = { { "short", 0, 0 }, { "interrupt", 0, 0 } };
  static const struct {
    const char *line;
    const char *input;
    const char *names[2];
  } cases[] = {
    { "export --option TimelineBinary=true -o %s/out.txt", "in.csv", { "out.txt", "out.txt.BIN" } },
    { "export --to-format=lines-csv -o %s/out.csv", "in.prof", { "out.csv" } },
    { "render -o %s/out.svg", "in.csv", { "out.svg" } },
    { "render -o %s/out.png", "in.csv.gz", { "out.png" } },
    { "statistics --as=json", "in.csv.gz", { NULL } },
  };
  g_autofree char *text = make_recording (500);
  g_autoptr(GBytes) gzip = file_fixture_gzip (text, strlen (text));
  g_autoptr(GBytes) profile = file_fixture_load ("br/type2.prof");

  put (place, "in.csv", text, -1);
  put (place, "in.csv.gz", g_bytes_get_data (gzip, NULL), (gssize) g_bytes_get_size (gzip));
  put (place, "in.prof", g_bytes_get_data (profile, NULL), (gssize) g_bytes_get_size (profile));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint f = 0; f < G_N_ELEMENTS (faults); f++)
      {
        g_auto(GStrv) parts = g_strsplit (cases[i].line, "%s", -1);
        g_autofree char *command = g_strjoinv (place->folder, parts);
        g_auto(CliRun) good = { 0 };
        g_auto(CliRun) faulty = { 0 };
        g_autoptr(GPtrArray) expected = g_ptr_array_new_with_free_func ((GDestroyNotify)
                                                                        g_bytes_unref);

        run (place, &good, NULL, command, cases[i].input, "");
        g_assert_cmpint (good.status, ==, 0);
        for (guint n = 0; n < 2 && cases[i].names[n] != NULL; n++)
          g_ptr_array_add (expected, load (place, cases[i].names[n]));

        run (place, &faulty, &faults[f], command, cases[i].input, "");
        g_assert_cmpint (faulty.status, ==, 0);
        g_assert_cmpstr (faulty.out, ==, good.out);
        g_assert_cmpstr (faulty.err, ==, good.err);
        for (guint n = 0; n < expected->len; n++)
          {
            g_autoptr(GBytes) bytes = load (place, cases[i].names[n]);

            g_assert_true (g_bytes_equal (bytes, expected->pdata[n]));
          }
      }
}

static void
check_full (Place      *place,
            const char *command,
            const char *name,
            const char *rest,
            guint       n_bytes)
{
  const Fault fault = { "full", 0, n_bytes };
  g_autofree char *message = g_strdup_printf ("dwell-cli: %s/%s: the disk is full\n", place->folder,
                                              name);
  guint n_files = count_files (place);
  g_autoptr(GBytes) old = load (place, name);
  g_autoptr(GBytes) now = NULL;
  g_auto(CliRun) result = { 0 };

  run (place, &result, &fault, command, name, rest);
  g_assert_cmpint (result.status, ==, 1);
  g_assert_cmpstr (result.err, ==, message);
  now = load (place, name);
  g_assert_true (g_bytes_equal (now, old));
  g_assert_cmpuint (count_files (place), ==, n_files);
}

/* The disk is full after each number of bytes of an export with its .BIN. */
static void
test_full (Place        *place,
           gconstpointer data)
{
  const char *command = "export --option Sections=mapping,timeline --option TimelineBinary=true -o";
  g_autofree char *rest = g_strdup_printf (" %s/in.csv", place->folder);
  g_autoptr(GBytes) main_file = NULL;
  g_autoptr(GBytes) binary = NULL;
  g_autoptr(GBytes) binary_now = NULL;
  g_auto(CliRun) result = { 0 };
  gsize n_bytes;

  run (place, &result, NULL, command, "x.txt", " ooo/doc_example.log");
  g_assert_cmpint (result.status, ==, 0);
  binary = load (place, "x.txt.BIN");

  put (place, "in.csv", "2,0,a\n0,0,1\n1,0,2\n", -1);
  run (place, &result, NULL, command, "y.txt", rest);
  g_assert_cmpint (result.status, ==, 0);
  main_file = load (place, "y.txt");
  binary_now = load (place, "y.txt.BIN");
  n_bytes = g_bytes_get_size (main_file) + g_bytes_get_size (binary_now);
  g_assert_cmpuint (n_bytes, >, 50);

  for (guint n = 0; n < n_bytes; n++)
    check_full (place, command, "x.txt", rest, n);

  g_bytes_unref (binary_now);
  binary_now = load (place, "x.txt.BIN");
  g_assert_true (g_bytes_equal (binary, binary_now));
}

static void
test_full_picture (Place        *place,
                   gconstpointer data)
{
  static const char * const names[] = { "x.svg", "x.png", "x.pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GBytes) picture = NULL;
      g_auto(CliRun) result = { 0 };

      run (place, &result, NULL, "render -o", names[i], " " SMALL);
      g_assert_cmpint (result.status, ==, 0);
      picture = load (place, names[i]);
      put (place, names[i], "old", 3);

      for (guint n = 0; n < 8; n++)
        check_full (place, "render -o", names[i], " " SMALL,
                    (guint) (g_bytes_get_size (picture) - 1) * n / 7);
    }
}

static const char *
get_cause (int number)
{
  return number == ENOSPC ? "x.svg: the disk is full\n"
         : number == EACCES ? "x.svg: you do not have permission to write in that folder\n"
         : "x.svg: nothing can be written in that folder\n";
}

/* The disk is full while any format is written: at its begin and end, and between. */
static void
test_full_formats (Place        *place,
                   gconstpointer data)
{
  static const struct {
    const char *format;
    const char *input;
  } cases[] = {
    { "btf", "text1/preempt.txt" }, { "callgrind", "br/timed_backtrace.prof" },
    { "folded", "br/timed_backtrace.prof" }, { "trace-event", "text1/preempt.txt" },
    { "perfetto", "text1/preempt.txt" }, { "vcd", "vcd/counter.vcd" },
    { "lines-csv", "br/timed_backtrace.prof" }, { "br", "br/timed_backtrace.prof" },
    { "aprof", "aprof/versions/bubble_1_v0.aprof" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *command = g_strdup_printf ("export --to-format=%s -o", cases[i].format);
      g_autofree char *rest = g_strconcat (" ", cases[i].input, NULL);
      g_autoptr(GBytes) written = NULL;
      g_auto(CliRun) result = { 0 };
      gsize n;

      run (place, &result, NULL, command, "x", rest);
      g_assert_cmpint (result.status, ==, 0);
      written = load (place, "x");
      n = g_bytes_get_size (written);
      g_assert_cmpuint (n, >, 20);
      put (place, "x", "old", 3);
      for (guint part = 0; part < 5; part++)
        check_full (place, command, "x", rest, (guint) (n - 1) * part / 4);
    }
}

/* Each call that writes a picture fails, once and from then on, or is the last: the old picture is
 * there or the new one, and the next one leaves nothing else behind. */
static void
test_calls (Place        *place,
            gconstpointer data)
{
  static const Fault kinds[] = { { "once", ENOSPC, 0 }, { "lasting", ENOSPC, 0 },
                                    { "once", EACCES, 0 }, { "lasting", EROFS, 0 }, { "kill" } };
  g_auto(CliRun) good = { 0 };
  g_autoptr(GBytes) new = NULL;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
  guint n_met = 0;

  run (place, &good, NULL, "render -o", "x.svg", " " SMALL);
  new = load (place, "x.svg");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gboolean is_met = TRUE;

      for (Fault fault = { kinds[i].kind, kinds[i].number, 1 }; is_met; fault.at++)
        {
          g_autoptr(GSubprocessLauncher) launcher = cli_make_launcher ();
          g_autoptr(GSubprocess) process = NULL;
          g_autofree char *path = get_path (place, "x.svg");
          g_autofree char *err = NULL;
          g_autoptr(GBytes) now = NULL;
          gboolean is_done;

          g_remove (place->mark);
          put (place, "x.svg", "old", 3);
          fault_inject (launcher, &fault, place->folder, place->mark);
          g_subprocess_launcher_set_cwd (launcher, folder);
          process = g_subprocess_launcher_spawn (launcher, NULL, g_getenv ("DWELL_CLI"), "render",
                                                 "-o", path, SMALL, NULL);
          g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &err, NULL));
          is_met = g_file_test (place->mark, G_FILE_TEST_EXISTS);
          n_met += is_met;

          is_done = g_subprocess_get_successful (process);
          now = load (place, "x.svg");
          if (is_done || g_bytes_get_size (now) != 3)
            g_assert_true (g_bytes_equal (now, new));
          if (g_subprocess_get_if_exited (process) && !is_done)
            g_assert_true (g_str_has_suffix (err, get_cause (fault.number)));

          run (place, &good, NULL, "render -o", "x.svg", " " SMALL);
          g_assert_cmpint (good.status, ==, 0);
          g_assert_cmpuint (count_files (place), ==, 1);
        }
    }

  g_assert_cmpuint (n_met, >, 15);
}

/* Too little memory: the old file stays, that is said, and no signal ends the program. */
static void
test_memory (Place        *place,
             gconstpointer data)
{
  guint n_failed = 0;
  guint n_done = 0;

  if (TEST_IS_LIMITLESS)
    {
      g_test_skip (TEST_LIMITLESS);
      return;
    }

  for (guint limit = 40; limit < 300; limit += limit / 8)
    {
      g_autofree char *text = make_recording (200000);
      g_autofree char *line = g_strdup_printf ("export --option TimelineBinary=true -o %s/x.txt "
                                               "%s/in.csv", place->folder, place->folder);
      g_autoptr(GBytes) now = NULL;
      g_auto(CliRun) result = { 0 };

      folder_empty (place->folder);
      put (place, "in.csv", text, -1);
      put (place, "x.txt", "old", 3);
      cli_run_limited (&result, limit << 10, line);
      now = load (place, "x.txt");
      g_assert_cmpint (g_bytes_get_size (now) == 3, ==, result.status != 0);
      g_assert_cmpuint (count_files (place), ==, result.status != 0 ? 2 : 3);
      if (result.status != 0)
        g_assert_nonnull (strstr (result.err, "memory"));
      n_failed += result.status != 0;
      n_done += result.status == 0;
    }

  g_assert_cmpuint (n_failed, >, 0);
  g_assert_cmpuint (n_done, >, 0);
}

/* A real file system that is too small. */
static void
test_small_disk (Place        *place,
                 gconstpointer data)
{
  static const char script[] =
    "mount -t tmpfs -o size=48k,nr_inodes=4 tmpfs \"$1\" || exit 77\n"
    "echo old >\"$1/x.txt\" && head -c 30000 /dev/zero >\"$1/zeros\" || exit 77\n"
    "\"$2\" export -o \"$1/x.txt\" \"$3\"; echo \"$?\"\n"
    "cat \"$1/x.txt\"; ls -A \"$1\"; rm \"$1/zeros\"; : >\"$1/a\"; : >\"$1/b\"\n"
    "\"$2\" export -o \"$1/x.txt\" \"$3\"; echo \"$?\"\n"
    "cat \"$1/x.txt\"; ls -A \"$1\"\n";
  g_autofree char *recording = make_recording (1500);
  g_autofree char *input = g_strconcat (place->folder, "-in.csv", NULL);
  g_autofree char *expected = g_strdup_printf ("dwell-cli: %s/x.txt: the disk is full\n",
                                               place->folder);
  g_autofree char *twice = g_strconcat (expected, expected, NULL);
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  g_autoptr(GSubprocess) process = NULL;

  g_assert_true (g_file_set_contents (input, recording, -1, NULL));
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                              NULL, "unshare", "-rm", "sh", "-c", script, "sh", place->folder,
                              g_getenv ("DWELL_CLI"), input, NULL);
  if (process == NULL)
    {
      g_remove (input);
      g_test_skip ("there is no unshare");
      return;
    }

  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, NULL));
  g_remove (input);
  if (!g_subprocess_get_successful (process))
    {
      g_test_skip ("no file system can be mounted here");
      return;
    }

  g_assert_cmpstr (out, ==, "1\nold\nx.txt\nzeros\n1\nold\na\nb\nx.txt\n");
  g_assert_cmpstr (err, ==, twice);
}

/* --- Reading --- */

/* What disturbs reading, and the problem that it is. */
typedef struct {
  const char *kind;
  const char *problem; /* NULL: none */
} Disturbance;

/* The n-th reading of a file fails, or is the last before it is cut or replaced, for each n. */
static void
test_reading (Place        *place,
              gconstpointer data)
{
  const Disturbance *disturbance = data;
  g_autofree char *text = make_recording (60000);
  g_autofree char *other = make_recording (10);
  Fault fault = { disturbance->kind, EIO, 0 };
  g_auto(CliRun) good = { 0 };
  gboolean is_met = TRUE;

  put (place, "in.csv", text, -1);
  run (place, &good, NULL, "statistics --as=csv", "in.csv", "");

  while (is_met)
    {
      g_auto(CliRun) shown = { 0 };
      g_auto(CliRun) strict = { 0 };
      g_auto(CliRun) problems = { 0 };

      fault.at++;
      put (place, "in.csv", text, -1);
      put (place, "in.csv.new", other, -1);
      is_met = run (place, &problems, &fault, "problems", "in.csv", "");
      put (place, "in.csv", text, -1);
      put (place, "in.csv.new", other, -1);
      run (place, &shown, &fault, "statistics --as=csv", "in.csv", "");
      put (place, "in.csv", text, -1);
      put (place, "in.csv.new", other, -1);
      run (place, &strict, &fault, "statistics --as=csv --strict", "in.csv", "");

      /* The last reading finds the end, where nothing can be lost. */
      if (g_str_equal (shown.out, good.out) && *shown.err == '\0')
        {
          g_assert_cmpint (strict.status, ==, 0);
          continue;
        }

      g_test_message ("%s at %u: %s", fault.kind, fault.at, shown.err);
      g_assert_true (is_met);
      g_assert_nonnull (disturbance->problem);
      g_assert_cmpint (strict.status, ==, 1);
      g_assert_cmpstr (strict.out, ==, "");
      if (shown.status == 0)
        g_assert_nonnull (strstr (problems.out, disturbance->problem));
      else
        g_assert_cmpstr (shown.out, ==, "");
    }

  g_assert_cmpuint (fault.at, >, 3);
}

static void
put_bytes (const Place *place,
           const char  *name,
           GBytes      *bytes)
{
  put (place, name, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
}

/* Each reading fails, or is the last before the file is cut or replaced: with --strict all of it is
 * shown or nothing.
 * @binary: (nullable): its .BIN */
static void
check_reading (const Place *place,
               GBytes      *bytes,
               GBytes      *binary)
{
  static const char * const kinds[] = { "read", "truncate", "replace" };
  g_autoptr(GBytes) other = file_fixture_load (SMALL);
  g_auto(CliRun) good = { 0 };

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      Fault fault = { kinds[kind], EIO, 0 };
      gboolean is_met = TRUE;

      while (is_met)
        {
          g_auto(CliRun) faulty = { 0 };

          folder_empty (place->folder);
          put_bytes (place, "in", bytes);
          put_bytes (place, "in.new", other);
          put_bytes (place, "in.BIN.new", other);
          if (binary != NULL)
            put_bytes (place, "in.BIN", binary);
          if (fault.at++ == 0)
            run (place, &good, NULL, "info --as=json", "in", "");
          g_assert_cmpint (good.status, ==, 0);

          is_met = run (place, &faulty, &fault, "info --as=json --strict", "in", "");
          g_test_message ("%s at %u: %s", fault.kind, fault.at, faulty.err);
          g_assert_cmpstr (faulty.out, ==, faulty.status == 0 ? good.out : "");
          g_assert_true (is_met || faulty.status == 0);
        }

      g_assert_cmpuint (fault.at, >, 2);
    }
}

/* Files of all formats, compressed ones, and a main file with its .BIN. */
static void
test_reading_formats (Place        *place,
                      gconstpointer data)
{
  static const char * const files[] = {
    "lms/doc_example.csv", "ooo/doc_example.log", "text1/preempt.txt", "br/timed_backtrace.prof",
    "btf/listing.btf", "vcd/counter.vcd", "trace-event/arguments.json", "folded/stacks.folded",
    "aprof/real/cct/sort_23705_0_4.aprof", "callgrind/calls.callgrind", "perf-script/stacks.perf",
  };
  static const char table[] = "start_ms,end_ms,name,thread\n1,2,a,b\n";
  g_autoptr(GBytes) csv = g_bytes_new_static (table, sizeof table - 1);
  g_autofree char *text = make_recording (60000);
  g_autoptr(GBytes) gzip = file_fixture_gzip (text, strlen (text));
  g_autoptr(GBytes) zstd = file_fixture_zstd (text, strlen (text));
  g_autoptr(GBytes) main_file = NULL;
  g_autoptr(GBytes) binary = NULL;
  g_auto(CliRun) result = { 0 };

  run (place, &result, NULL, "export --option=TimelineBinary=true -o", "x", " text1/preempt.txt");
  main_file = load (place, "x");
  binary = load (place, "x.BIN");
  check_reading (place, main_file, binary);
  check_reading (place, gzip, NULL);
  check_reading (place, zstd, NULL);
  check_reading (place, csv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GBytes) bytes = file_fixture_load (files[i]);

      g_test_message ("%s", files[i]);
      check_reading (place, bytes, NULL);
    }
}

/* --- Other programs --- */

/* The state of a process, as in proc(5). */
static char
get_state (GSubprocess *process)
{
  const char *pid = g_subprocess_get_identifier (process);
  g_autofree char *path = g_strdup_printf ("/proc/%s/stat", pid);
  g_autofree char *text = NULL;
  const char *end;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  end = strrchr (text, ')');
  g_assert_nonnull (end);
  return end[2];
}

/* Starts an export, which is stopped in the middle of writing. */
static GSubprocess *
start_export (Place      *place,
              const char *target)
{
  static const Fault fault = { "stop", 0, 3 };
  g_autoptr(GSubprocessLauncher) launcher = cli_make_launcher ();
  g_autofree char *text = make_recording (5000);
  g_autofree char *input = get_path (place, "in.csv");
  g_autoptr(GError) error = NULL;
  GSubprocess *process;

  put (place, "in.csv", text, -1);
  g_remove (place->mark);
  fault_inject (launcher, &fault, place->folder, place->mark);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("DWELL_CLI"), "export", "-o",
                                         target, input, NULL);
  g_assert_no_error (error);
  while (!g_file_test (place->mark, G_FILE_TEST_EXISTS) || get_state (process) != 'T')
    {
      g_assert_nonnull (g_subprocess_get_identifier (process));
      g_usleep (500);
    }
  g_assert_cmpuint (count_files (place), ==, 3);
  return process;
}

/* What another program makes of the target meanwhile, and what is said then. */
typedef struct {
  const char *commands; /* of the shell, in its folder */
  const char *cause;    /* NULL: none, the export is there */
} Change;

static const Change changes[] = {
  { "rm x.txt" },
  { ": >x.txt" },
  { "echo other >other && mv other x.txt" },
  { "rm x.txt && mkdir x.txt", "x.txt: a folder has this name\n" },
};

static void
test_target (Place        *place,
             gconstpointer data)
{
  g_autofree char *target = get_path (place, "x.txt");
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *line = g_strdup_printf ("cd %s && %s", place->folder, changes[i].commands);
      const char *argv[] = { "/bin/sh", "-c", line, NULL };
      gboolean is_failing = changes[i].cause != NULL;
      g_autoptr(GSubprocess) process = NULL;
      g_autofree char *err = NULL;
      int status;

      put (place, "x.txt", "old", 3);
      process = start_export (place, target);
      g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL,
                                   NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);

      g_subprocess_send_signal (process, SIGCONT);
      g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &err, NULL));
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, is_failing);
      g_assert_cmpuint (count_files (place), ==, 2);
      if (is_failing)
        g_assert_true (g_str_has_suffix (err, changes[i].cause));
      else
        {
          g_autofree char *text = NULL;

          g_assert_true (g_file_get_contents (target, &text, NULL, NULL));
          g_assert_true (g_str_has_prefix (text, "* "));
          if (expected != NULL)
            g_assert_cmpstr (text, ==, expected);
          g_free (expected);
          expected = g_steal_pointer (&text);
        }
    }

  g_assert_cmpint (g_rmdir (target), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  static const Disturbance fails = { "read", "read-failed" };
  static const Disturbance truncates = { "truncate", "file-shrunk" };
  static const Disturbance replaces = { "replace", NULL };

  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, function) \
  g_test_add ("/cli/faults/" name, Place, data, set_up, function, tear_down)
  ADD ("transfers", NULL, test_transfers);
  ADD ("full", NULL, test_full);
  ADD ("full-picture", NULL, test_full_picture);
  ADD ("full-formats", NULL, test_full_formats);
  ADD ("calls", NULL, test_calls);
  ADD ("memory", NULL, test_memory);
  ADD ("small-disk", NULL, test_small_disk);
  ADD ("reading/fails", &fails, test_reading);
  ADD ("reading/truncated", &truncates, test_reading);
  ADD ("reading/replaced", &replaces, test_reading);
  ADD ("reading/formats", NULL, test_reading_formats);
  ADD ("target", NULL, test_target);
#undef ADD

  return g_test_run ();
}
