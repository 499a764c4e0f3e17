/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the contexts of a trace are called: threads, tasks or processes, as its format says. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* All translated. */
typedef struct {
  const char *one;  /* “Thread”: a heading */
  const char *all;  /* “All Threads” */
  const char *each; /* “Each Thread” */
} DwellContextTitles;

void dwell_context_titles_init (DwellContextTitles *self,
                                const DwellTrace   *trace);

G_END_DECLS
