/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports over a main file with its .BIN, each call that writes into the folder failing once, from
 * then on, or never returning: what dwell-cli reads afterwards is the old pair or the new one, and
 * the next export leaves nothing else behind. */
#include "config.h"

#include <errno.h>

#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/fault.h"
#include "support/folder.h"

#define OLD   "text1/preempt.txt"
#define NEW   "lms/runtime_nested.csv"
#define THIRD "ooo/clean_4711.log"

/* The contents of the main file and the .BIN; NULL: it does not exist. */
typedef struct {
  char *parts[2];
  gsize lengths[2];
  char *figures;
} Pair;

typedef struct {
  char *folder; /* without links */
  char *path;
  char *mark;
} Place;

static const char * const suffixes[] = { "", ".BIN" };

static char *
get_part (const Place *place,
          guint        part)
{
  return g_strconcat (place->path, suffixes[part], NULL);
}

static void
set_up (Place        *place,
        gconstpointer data)
{
  g_autofree char *folder = folder_new ();

  place->folder = realpath (folder, NULL);
  place->path = g_build_filename (place->folder, "x.txt", NULL);
  place->mark = g_strconcat (place->folder, "-mark", NULL);
}

static void
tear_down (Place        *place,
           gconstpointer data)
{
  folder_remove (place->folder);
  g_remove (place->mark);
  g_free (place->mark);
  g_free (place->path);
}

/* Returns the output of two commands, or that the file cannot be read. */
static char *
get_figures (const Place *place)
{
  g_autofree char *statistics = g_strdup_printf ("statistics --as=csv %s", place->path);
  g_autofree char *info = g_strdup_printf ("info --as=csv %s", place->path);
  g_auto(CliRun) first = { 0 };
  g_auto(CliRun) second = { 0 };

  cli_run (&first, statistics);
  cli_run (&second, info);
  return g_strdup_printf ("%d\n%s%d\n%s", first.status, first.out, second.status, second.out);
}

static void
put (const Place *place,
     const Pair  *pair)
{
  folder_empty (place->folder);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = get_part (place, i);

      if (pair->parts[i] != NULL)
        g_assert_true (g_file_set_contents (path, pair->parts[i], (gssize) pair->lengths[i], NULL));
    }
}

/* @is_binary: with a .BIN; @input: NULL: nothing at all */
static void
make_pair (const Place *place,
           const char  *input,
           gboolean     is_binary,
           Pair        *pair)
{
  folder_empty (place->folder);
  if (input != NULL)
    {
      g_auto(CliRun) run = { 0 };
      g_autofree char *line = g_strdup_printf ("export -o %s --option TimelineBinary=%s %s",
                                               place->path, is_binary ? "true" : "false", input);

      cli_run_well (&run, line);
    }

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = get_part (place, i);

      g_file_get_contents (path, &pair->parts[i], &pair->lengths[i], NULL);
    }

  g_assert_cmpint (pair->parts[0] != NULL, ==, input != NULL);
  g_assert_cmpint (pair->parts[1] != NULL, ==, input != NULL && is_binary);
  pair->figures = get_figures (place);
}

static void
pair_clear (Pair *pair)
{
  g_free (pair->parts[0]);
  g_free (pair->parts[1]);
  g_free (pair->figures);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

static gboolean
has_part (const Place *place,
          const Pair  *pair,
          guint        part)
{
  g_autofree char *path = get_part (place, part);
  g_autofree char *bytes = NULL;
  gsize length = 0;

  g_file_get_contents (path, &bytes, &length, NULL);
  return (bytes != NULL) == (pair->parts[part] != NULL) && length == pair->lengths[part] &&
         (bytes == NULL || memcmp (bytes, pair->parts[part], length) == 0);
}

/* Returns whether the folder contains this pair and nothing else. */
static gboolean
is_clean (const Place *place,
          const Pair  *pair)
{
  g_autoptr(GDir) folder = g_dir_open (place->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;

  return has_part (place, pair, 0) && has_part (place, pair, 1) &&
         n == (guint) (pair->parts[0] != NULL) + (guint) (pair->parts[1] != NULL);
}

static GSubprocess *
start_export (const Place         *place,
              const char          *input,
              gboolean             is_binary,
              GSubprocessLauncher *launcher)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr(GError) error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_set_cwd (launcher, data);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("DWELL_CLI"), "export", "-o",
                                         place->path, "--option",
                                         is_binary ? "TimelineBinary=true" : "TimelineBinary=false",
                                         input, NULL);
  g_assert_no_error (error);
  return process;
}

static GSubprocessLauncher *
make_launcher (void)
{
  return g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                    G_SUBPROCESS_FLAGS_STDERR_SILENCE);
}

/* The ways in which calls fail. */
static const Fault faults[] = {
  { "kill", 0, 0 }, { "once", EACCES, 0 }, { "lasting", EIO, 0 },
};

/* The old pair and the new one. */
typedef struct {
  const char *old;
  gboolean    old_is_binary;
  gboolean    new_is_binary;
} Case;

static const Case cases[] = {
  { OLD, TRUE, TRUE },  /* both are replaced */
  { OLD, TRUE, FALSE }, /* the .BIN goes */
  { OLD, FALSE, TRUE }, /* a .BIN comes */
  { NULL, FALSE, TRUE },
};

/* Returns: whether the fault was met; @is_done: (out): whether the export says that it was done */
static gboolean
export_with_fault (const Place    *place,
                   const char     *input,
                   gboolean        is_binary,
                   const Fault *fault,
                   guint           at,
                   gboolean       *is_done)
{
  g_autoptr(GSubprocessLauncher) launcher = make_launcher ();
  g_autoptr(GSubprocess) process = NULL;
  Fault injected = { fault->kind, fault->number, at };

  g_remove (place->mark);
  fault_inject (launcher, &injected, place->folder, place->mark);
  process = start_export (place, input, is_binary, launcher);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  *is_done = g_subprocess_get_if_exited (process) && g_subprocess_get_exit_status (process) == 0;

  /* It may fail; it may not abort. */
  g_assert_true (g_subprocess_get_if_exited (process) || g_str_equal (fault->kind, "kill"));
  return g_file_test (place->mark, G_FILE_TEST_EXISTS);
}

/* Checks the result of an export that reported success or failure: the folder has the new pair or
 * the old one, and the next export succeeds. */
static void
check (const Place *place,
       const Pair  *old,
       const Pair  *new,
       const Pair  *next,
       const char  *next_input,
       gboolean     is_done)
{
  g_autofree char *line = g_strdup_printf ("export -o %s --option TimelineBinary=true %s",
                                           place->path, next_input);
  g_autofree char *figures = NULL;
  g_auto(CliRun) run = { 0 };

  if (is_clean (place, new) || (!is_done && is_clean (place, old)))
    return;

  figures = get_figures (place);
  if (is_done || g_strcmp0 (figures, old->figures) != 0)
    g_assert_cmpstr (figures, ==, new->figures);

  cli_run_well (&run, line);
  g_assert_true (is_clean (place, next));
}

static void
test_faults (Place        *place,
             gconstpointer data)
{
  const Case *c = data;
  g_auto(Pair) old = { 0 };
  g_auto(Pair) new = { 0 };
  g_auto(Pair) third = { 0 };
  guint n_met = 0;

  make_pair (place, THIRD, TRUE, &third);
  make_pair (place, NEW, c->new_is_binary, &new);
  make_pair (place, c->old, c->old_is_binary, &old);
  g_assert_cmpstr (old.figures, !=, new.figures);

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      gboolean is_met = TRUE;

      for (guint at = 1; is_met; at++)
        {
          gboolean is_done;

          g_test_message ("%s %d at call %u", faults[i].kind, faults[i].number, at);
          put (place, &old);
          is_met = export_with_fault (place, NEW, c->new_is_binary, &faults[i], at, &is_done);
          n_met += is_met;
          g_assert_true (is_met || is_done);
          check (place, &old, &new, &third, THIRD, is_done);
        }
    }

  /* Two renames at the very least. */
  g_assert_cmpuint (n_met, >, 2 * G_N_ELEMENTS (faults));
}

/* Once more over what a killed export left halfway: the new .BIN beside the old main file. */
static void
test_again (Place        *place,
            gconstpointer data)
{
  const Fault *fault = data;
  g_auto(Pair) old = { 0 };
  g_auto(Pair) new = { 0 };
  g_auto(Pair) third = { 0 };
  guint n_halfway = 0;
  gboolean is_met = TRUE;
  gboolean is_done;

  make_pair (place, THIRD, TRUE, &third);
  make_pair (place, NEW, TRUE, &new);
  make_pair (place, OLD, TRUE, &old);

  for (guint first = 1; is_met; first++)
    {
      gboolean is_second_met;

      put (place, &old);
      is_met = export_with_fault (place, NEW, TRUE, &faults[0], first, &is_done);
      is_second_met = is_met && has_part (place, &old, 0) && has_part (place, &new, 1);
      n_halfway += is_second_met;

      for (guint second = 1; is_second_met; second++)
        {
          g_test_message ("kill at call %u, %s at call %u", first, fault->kind, second);
          put (place, &old);
          export_with_fault (place, NEW, TRUE, &faults[0], first, &is_done);
          is_second_met = export_with_fault (place, THIRD, TRUE, fault, second, &is_done);
          check (place, &old, &third, &new, NEW, is_done);
        }
    }

  g_assert_cmpuint (n_halfway, ==, 1);
}

/* A mix of both pairs has other figures than each of them; without that, the other tests would
 * prove nothing. */
static void
test_mix (Place        *place,
          gconstpointer data)
{
  g_auto(Pair) old = { 0 };
  g_auto(Pair) new = { 0 };
  g_autofree char *path = get_part (place, 0);
  g_autofree char *figures = NULL;

  make_pair (place, OLD, TRUE, &old);
  make_pair (place, NEW, TRUE, &new);
  g_assert_true (g_file_set_contents (path, old.parts[0], (gssize) old.lengths[0], NULL));
  figures = get_figures (place);
  g_assert_cmpstr (figures, !=, old.figures);
  g_assert_cmpstr (figures, !=, new.figures);
}

static void
test_kill (Place        *place,
           gconstpointer data)
{
  g_auto(Pair) old = { 0 };
  g_auto(Pair) new = { 0 };
  g_auto(Pair) third = { 0 };

  make_pair (place, THIRD, TRUE, &third);
  make_pair (place, NEW, TRUE, &new);
  make_pair (place, OLD, TRUE, &old);

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr(GSubprocessLauncher) launcher = make_launcher ();
      g_autoptr(GSubprocess) process = NULL;

      put (place, &old);
      process = start_export (place, NEW, TRUE, launcher);
      g_usleep ((gulong) g_test_rand_int_range (0, 30000));
      g_subprocess_force_exit (process);
      g_assert_true (g_subprocess_wait (process, NULL, NULL));
      check (place, &old, &new, &third, THIRD, FALSE);
    }
}

/* Two at a time to one name: one of them is last, with both its files. */
static void
test_two (Place        *place,
          gconstpointer data)
{
  g_auto(Pair) old = { 0 };
  g_auto(Pair) new = { 0 };

  make_pair (place, OLD, TRUE, &old);
  make_pair (place, NEW, TRUE, &new);

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr(GSubprocessLauncher) launcher = make_launcher ();
      g_autoptr(GSubprocess) first = start_export (place, OLD, TRUE, launcher);
      g_autoptr(GSubprocess) second = start_export (place, NEW, TRUE, launcher);

      g_assert_true (g_subprocess_wait_check (first, NULL, NULL));
      g_assert_true (g_subprocess_wait_check (second, NULL, NULL));
      g_assert_true (is_clean (place, &old) || is_clean (place, &new));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, function) \
  g_test_add ("/cli/replacing/" name, Place, data, set_up, function, tear_down)
  ADD ("mix", NULL, test_mix);
  ADD ("faults/pair", &cases[0], test_faults);
  ADD ("faults/binary-goes", &cases[1], test_faults);
  ADD ("faults/binary-comes", &cases[2], test_faults);
  ADD ("faults/new", &cases[3], test_faults);
  ADD ("again/killed", &faults[0], test_again);
  ADD ("again/failed", &faults[1], test_again);
  ADD ("kill", NULL, test_kill);
  ADD ("two", NULL, test_two);
#undef ADD

  return g_test_run ();
}
