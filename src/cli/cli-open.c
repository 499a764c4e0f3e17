/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the files of the command line. Without --joined they are opened and shown one after
 * another, so that several need no more memory than the largest; with it they are one trace. An
 * error in one file does not prevent the others from being shown. */
#include "config.h"

#include "cli/cli-open.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-recorded.h"
#include "cli/cli-output.h"
#include "cli/cli-stream.h"
#include "core/dwell-error.h"
#include "core/dwell-markdown.h"

/* Progress is printed after SILENT_US, then every STEP_US. */
#define SILENT_US (G_USEC_PER_SEC)
#define STEP_US   (G_USEC_PER_SEC / 5)

/* Returns: (transfer full): the text in one line, without control characters. */
static char *
one_line (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *line = g_string_new (NULL);

  dwell_printable_append (line, valid);
  return g_string_free (line, FALSE);
}

/**
 * dwell_cli_complain:
 * @file: (nullable): the name of the file that the message is about
 * @format: the message, a format of printf()
 * @...: the parameters of @format
 *
 * Prints an error or a warning, in one line, to standard error.
 */
void
dwell_cli_complain (const char *file,
                    const char *format,
                    ...)
{
  g_autofree char *message = NULL;
  g_autofree char *name = file != NULL ? one_line (file) : NULL;
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  line = one_line (message);

  if (name != NULL)
    g_printerr ("dwell-cli: %s: %s\n", name, line);
  else
    g_printerr ("dwell-cli: %s\n", line);
}

/**
 * dwell_cli_complain_memory:
 * @file: the name of a file that was read
 *
 * Prints that there is too little memory to compute what was requested.
 */
void
dwell_cli_complain_memory (const char *file)
{
  dwell_cli_complain (file, _("not enough memory for this analysis"));
}

static gpointer
watch_main (gpointer data)
{
  DwellCliWatch *watch = data;
  gint64 next = g_get_monotonic_time () + SILENT_US;
  gboolean is_shown = FALSE;

  g_mutex_lock (&watch->lock);

  while (!watch->is_over)
    {
      const char *doing;

      if (g_cond_wait_until (&watch->is_over_cond, &watch->lock, next))
        continue;

      doing = dwell_progress_get_doing (watch->progress);
      g_printerr ("\r%s %3d %%\033[K", doing != NULL ? _(doing) : _("Reading"),
                  (int) (dwell_progress_get_fraction (watch->progress) * 100));
      is_shown = TRUE;
      next = g_get_monotonic_time () + STEP_US;
    }

  g_mutex_unlock (&watch->lock);

  if (is_shown)
    g_printerr ("\r\033[K");

  return NULL;
}

/**
 * dwell_cli_watch_begin:
 * @watch: (out caller-allocates): the watch; end it with dwell_cli_watch_end()
 *
 * Starts a thread that shows, if standard error is a terminal and the work takes longer than a
 * second, how far the progress of @watch is.
 */
void
dwell_cli_watch_begin (DwellCliWatch *watch)
{
  watch->progress = dwell_progress_new ();
  watch->is_over = FALSE;
  watch->thread = NULL;
  g_mutex_init (&watch->lock);
  g_cond_init (&watch->is_over_cond);

  if (isatty (STDERR_FILENO))
    watch->thread = g_thread_try_new ("progress", watch_main, watch, NULL);
}

/**
 * dwell_cli_watch_end:
 * @watch: a watch
 *
 * Ends the thread, clears the line of progress on the terminal, and frees what @watch contains.
 */
void
dwell_cli_watch_end (DwellCliWatch *watch)
{
  g_mutex_lock (&watch->lock);
  watch->is_over = TRUE;
  g_cond_signal (&watch->is_over_cond);
  g_mutex_unlock (&watch->lock);

  g_clear_pointer (&watch->thread, g_thread_join);
  g_mutex_clear (&watch->lock);
  g_cond_clear (&watch->is_over_cond);
  dwell_progress_unref (watch->progress);
}

/* Prints @error. Its message begins with the base name of a file, which is replaced by the name as
 * it was given on the command line. */
static void
complain_about (GFile * const *files,
                char * const  *names,
                guint          n_files,
                const GError  *error)
{
  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *base = g_file_get_basename (files[i]);
      g_autofree char *shown = base != NULL ? g_filename_display_name (base) : NULL;
      g_autofree char *prefix = shown != NULL ? g_strdup_printf ("%s: ", shown) : NULL;

      if (prefix != NULL && g_str_has_prefix (error->message, prefix))
        {
          dwell_cli_complain (names[i], "%s", error->message + strlen (prefix));
          return;
        }
    }

  dwell_cli_complain (NULL, "%s", error->message);
}

static void
close_fd (gpointer data)
{
  int *fd = data;

  if (*fd >= 0)
    close (*fd);
}

/* Fills @files; what has to stay open for them is in @fds. */
static gboolean
make_files (char * const *names,
            guint         n_files,
            GPtrArray    *files,
            GArray       *fds)
{
  for (guint i = 0; i < n_files; i++)
    {
      g_autoptr(GError) error = NULL;
      int fd;
      GFile *file = dwell_cli_file_new (names[i], &fd, &error);

      if (file == NULL)
        {
          dwell_cli_complain (names[i], "%s", error->message);
          return FALSE;
        }

      g_ptr_array_add (files, file);
      g_array_append_val (fds, fd);
    }

  return TRUE;
}

/* Opens @n_files files as one trace. */
static DwellTrace *
open_files (const DwellCliArguments *arguments,
            char * const            *names,
            guint                    n_files,
            int                     *status)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GArray) fds = g_array_new (FALSE, FALSE, sizeof (int));
  DwellOpenOptions options = {
    .format = arguments->input_format,
    .key_values = (const char * const *) arguments->options,
  };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace;
  DwellCliWatch watch;

  g_array_set_clear_func (fds, close_fd);
  if (!make_files (names, n_files, files, fds))
    return NULL;

  dwell_cli_watch_begin (&watch);

  if (n_files == 1)
    trace = dwell_open_file (files->pdata[0], &options, watch.progress, NULL, &error);
  else
    trace = dwell_open_joined ((GFile * const *) files->pdata, n_files, &options, watch.progress,
                               NULL, &error);

  dwell_cli_watch_end (&watch);

  if (trace == NULL)
    {
      complain_about ((GFile * const *) files->pdata, names, n_files, error);
      *status = g_error_matches (error, DWELL_ERROR, DWELL_ERROR_OPTION) ? DWELL_CLI_USAGE
                                                                         : DWELL_CLI_FAILED;
    }

  return trace;
}

static void
count_problems (const DwellProblems *problems,
                const char          *file)
{
  g_autofree char *text = dwell_problems_to_text (problems);

  if (dwell_problems_get_n (problems) > 0)
    /* Translators: “3 problems · 4 occurrences” */
    dwell_cli_complain (file, _("%s; see “dwell-cli problems”"), text);
}

/**
 * dwell_cli_is_many:
 * @arguments: the arguments
 *
 * Returns: whether there are several traces, because several files were given without --joined
 */
gboolean
dwell_cli_is_many (const DwellCliArguments *arguments)
{
  return !arguments->is_joined && g_strv_length (arguments->files) > 1;
}

/* How the traces of the command line are shown. */
typedef struct {
  gboolean             compares; /* compares the file's own statistics with those of its events */
  DwellCliProblemsFunc func;
  gpointer             user_data;
} Showing;

static gboolean
show (const Showing           *showing,
      DwellTrace              *trace,
      const char              *file,
      const DwellCliArguments *arguments)
{
  g_autoptr(DwellStatisticsIndex) index = NULL;
  g_autoptr(DwellStatistics) whole = NULL;
  g_autoptr(DwellProblems) found = NULL;
  const DwellProblems *problems;

  if (showing->compares && trace->n_recorded > 0)
    {
      index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
      if (index != NULL)
        whole = dwell_statistics_index_query (index, trace->begin, trace->end,
                                              DWELL_STATISTICS_ALL, NULL);
      if (whole == NULL)
        {
          dwell_cli_complain_memory (file);
          return FALSE;
        }

      found = dwell_recorded_find_problems (trace, whole);
    }

  problems = found != NULL ? found : trace->problems;
  count_problems (problems, file);
  if (!arguments->is_strict || dwell_problems_get_worst (problems) == DWELL_SEVERITY_INFO)
    return showing->func (trace, problems, &(DwellCliComputed) { index, whole }, file, arguments,
                          showing->user_data);

  dwell_cli_complain (file, _("--strict: a file with problems is an error"));
  return FALSE;
}

/* Rows are missing if matching the filter took too long. */
static gboolean
check_filter (const DwellCliArguments *arguments)
{
  if (arguments->filter == NULL || !dwell_pattern_has_given_up (arguments->filter))
    return TRUE;

  dwell_cli_complain (NULL, _("--filter: this regular expression takes too long for some names; "
                              "they were left out"));
  return FALSE;
}

static int
for_each (const DwellCliArguments *arguments,
          const Showing           *showing)
{
  guint n_files = g_strv_length (arguments->files);
  guint n_at_a_time = arguments->is_joined ? n_files : 1;
  int status = DWELL_CLI_DONE;

  for (guint i = 0; i < n_files; i += n_at_a_time)
    {
      int failure = DWELL_CLI_FAILED;
      g_autoptr(DwellTrace) trace = open_files (arguments, arguments->files + i, n_at_a_time,
                                                &failure);
      g_autofree char *joined = arguments->is_joined ? g_strjoinv (" ", arguments->files) : NULL;
      const char *given = joined != NULL ? joined : arguments->files[i];
      g_autofree char *file = g_filename_display_name (given);

      if (trace == NULL || !show (showing, trace, file, arguments))
        status = MAX (status, failure);
    }

  return check_filter (arguments) ? status : MAX (status, DWELL_CLI_FAILED);
}

/**
 * dwell_cli_for_each_with_problems:
 * @arguments: the arguments
 * @func: (scope call): shows a trace
 * @user_data: data for @func
 *
 * Opens the files, joined or one after another, prints the number of their problems to standard
 * error, and calls @func with each trace. The name of joined files consists of all their names.
 * Differences between the file's own statistics and those of its events are problems, too.
 *
 * Returns: the exit status: the greatest of all files
 */
int
dwell_cli_for_each_with_problems (const DwellCliArguments *arguments,
                                  DwellCliProblemsFunc     func,
                                  gpointer                 user_data)
{
  return for_each (arguments, &(Showing) { TRUE, func, user_data });
}

typedef struct {
  DwellCliTraceFunc func;
  gpointer          user_data;
} TraceFunc;

static gboolean
show_trace (DwellTrace              *trace,
            const DwellProblems     *problems,
            const DwellCliComputed  *computed,
            const char              *file,
            const DwellCliArguments *arguments,
            gpointer                 user_data)
{
  const TraceFunc *trace_func = user_data;

  return trace_func->func (trace, file, arguments, trace_func->user_data);
}

/**
 * dwell_cli_for_each:
 * @arguments: the arguments
 * @func: (scope call): shows a trace
 * @user_data: data for @func
 *
 * Does what dwell_cli_for_each_with_problems() does, but without comparing the file's own
 * statistics, which would take longer than most commands. For commands that show neither problems
 * nor statistics.
 *
 * Returns: the exit status: the greatest of all files
 */
int
dwell_cli_for_each (const DwellCliArguments *arguments,
                    DwellCliTraceFunc        func,
                    gpointer                 user_data)
{
  TraceFunc trace_func = { func, user_data };

  return for_each (arguments, &(Showing) { FALSE, show_trace, &trace_func });
}
