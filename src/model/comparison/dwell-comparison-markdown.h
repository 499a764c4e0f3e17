/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison as Markdown, for a pull request: a summary, the reasons to doubt it, and a table of
 * rows. The window copies it, and “dwell-cli compare --as=markdown” prints it. */
#pragma once

#include "model/comparison/dwell-comparison-list.h"

G_BEGIN_DECLS

typedef struct {
  const DwellDifference *difference;
  const DwellMatch      *match;
  const char            *base_name; /* of the recordings */
  const char            *new_name;
  const char            *measure;   /* its id in dwell-cli: “net.total” */
  const DwellDifferenceRow * const *rows; /* to be listed, in their order */
  guint                  n_rows;
  guint                  n_hidden;  /* not listed because they hardly changed */
  gboolean               has_contexts; /* whether there is a column of them */
} DwellComparisonMarkdown;

char *dwell_comparison_markdown_make        (const DwellComparisonMarkdown *self)
                                            G_GNUC_WARN_UNUSED_RESULT;

void  dwell_comparison_markdown_make_async  (DwellComparisonList *list,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data);
char *dwell_comparison_markdown_make_finish (GAsyncResult        *result)
                                            G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
