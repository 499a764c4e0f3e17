/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the files of the command line as traces, and prints progress, errors and the number of
 * problems to standard error. */
#pragma once

#include "analysis/statistics/dwell-statistics.h"
#include "cli/cli-arguments.h"

G_BEGIN_DECLS

#define DWELL_CLI_DONE   0
#define DWELL_CLI_FAILED 1
#define DWELL_CLI_USAGE  2

/**
 * DwellCliTraceFunc:
 * @trace: a trace
 * @file: its name in the output
 * @arguments: the arguments
 * @user_data: the data that was given with the function
 *
 * Shows a trace.
 *
 * Returns: whether it was shown; if not, an error was printed
 */
typedef gboolean (*DwellCliTraceFunc) (DwellTrace              *trace,
                                       const char              *file,
                                       const DwellCliArguments *arguments,
                                       gpointer                 user_data);

/* The statistics that were computed to compare them with the file's own; none if the file has none,
 * or they are not compared. */
typedef struct {
  DwellStatisticsIndex *index; /* (nullable): by area */
  DwellStatistics      *whole; /* (nullable): of the whole session, with all details */
} DwellCliComputed;

/**
 * DwellCliProblemsFunc:
 * @trace: a trace
 * @problems: the problems of reading, and the differences between the file's own statistics and
 *   those of its events
 * @computed: the statistics that were needed to find the differences
 * @file: its name in the output
 * @arguments: the arguments
 * @user_data: the data that was given with the function
 *
 * Shows a trace.
 *
 * Returns: whether it was shown; if not, an error was printed
 */
typedef gboolean (*DwellCliProblemsFunc) (DwellTrace              *trace,
                                          const DwellProblems     *problems,
                                          const DwellCliComputed  *computed,
                                          const char              *file,
                                          const DwellCliArguments *arguments,
                                          gpointer                 user_data);

/* A thread that shows the progress of work on a terminal. */
typedef struct {
  DwellProgress *progress; /* set by the work */

  /*< private >*/
  GMutex         lock;
  GCond          is_over_cond;
  gboolean       is_over;
  GThread       *thread;
} DwellCliWatch;

void     dwell_cli_watch_begin  (DwellCliWatch           *watch);
void     dwell_cli_watch_end    (DwellCliWatch           *watch);
void     dwell_cli_complain     (const char *file,
                                 const char *format,
                                 ...) G_GNUC_PRINTF (2, 3);
void     dwell_cli_complain_memory (const char *file);
gboolean dwell_cli_is_many      (const DwellCliArguments *arguments);
int      dwell_cli_for_each     (const DwellCliArguments *arguments,
                                 DwellCliTraceFunc        func,
                                 gpointer                 user_data);
int      dwell_cli_for_each_with_problems (const DwellCliArguments *arguments,
                                           DwellCliProblemsFunc     func,
                                           gpointer                 user_data);

G_END_DECLS
