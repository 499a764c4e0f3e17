/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the files on the command line to traces, with progress, errors and the count of problems on
 * standard error. */
#pragma once

#include "analysis/dwell-statistics.h"
#include "cli/cli-arguments.h"

G_BEGIN_DECLS

#define DWELL_CLI_DONE   0
#define DWELL_CLI_FAILED 1
#define DWELL_CLI_USAGE  2

/* One trace: @file is what it is called in the output. False, and a complaint, if it cannot be
 * shown. */
typedef gboolean (*DwellCliTraceFunc) (DwellTrace              *trace,
                                       const char              *file,
                                       const DwellCliArguments *arguments,
                                       gpointer                 user_data);

/* The same; @problems: what reading found wrong, and what the file's own statistics differ in;
 * @index: (nullable): by area, if one was made to find that. */
typedef gboolean (*DwellCliProblemsFunc) (DwellTrace              *trace,
                                          const DwellProblems     *problems,
                                          DwellStatisticsIndex    *index,
                                          const char              *file,
                                          const DwellCliArguments *arguments,
                                          gpointer                 user_data);

/* Work whose progress is shown on a terminal. */
typedef struct {
  DwellProgress *progress; /* tell it how far the work is */

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
/* That there is too little memory to show it. */
void     dwell_cli_complain_memory (const char *file);
gboolean dwell_cli_is_many      (const DwellCliArguments *arguments);
int      dwell_cli_for_each     (const DwellCliArguments *arguments,
                                 DwellCliTraceFunc        func,
                                 gpointer                 user_data);
int      dwell_cli_for_each_with_problems (const DwellCliArguments *arguments,
                                           DwellCliProblemsFunc     func,
                                           gpointer                 user_data);

G_END_DECLS
