/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison as Markdown, for a pull request: what it comes to, what makes it doubtful, and a
 * table of rows. The window copies it, and “dwell-cli compare --as=markdown” prints it. */
#pragma once

#include "model/comparison/dwell-comparison-list.h"

G_BEGIN_DECLS

typedef struct {
  const DwellDifference *difference;
  const DwellMatch      *match;
  const char            *base_name; /* of the recordings */
  const char            *new_name;
  const char            *measure;   /* as dwell-cli has it: “net.total” */
  const DwellDifferenceRow * const *rows; /* that are listed, in their order */
  guint                  n_rows;
  guint                  n_hidden;  /* that hardly changed, and are not listed for that */
  gboolean               has_contexts; /* there is a column of them */
} DwellComparisonMarkdown;

char *dwell_comparison_markdown_make        (const DwellComparisonMarkdown *self)
                                            G_GNUC_WARN_UNUSED_RESULT;

void  dwell_comparison_markdown_make_async  (DwellComparisonList *list,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data);
char *dwell_comparison_markdown_make_finish (GAsyncResult        *result)
                                            G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
