/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a source file with the costs of its lines. A line is matched by the number that it
 * begins with, or by its place in the file if the format has no such numbers. Text that is not
 * valid UTF-8 is read as CP437. A line without a match has no known cost.
 *
 * It is made on a worker and does not change after that. */
#pragma once

#include <gio/gio.h>

#include "analysis/dwell-line-table.h"

G_BEGIN_DECLS

typedef struct {
  gsize         begin;  /* into the text */
  gsize         length;
  guint32       number; /* at the beginning of the line, or its place in the file; 0: none */
  gboolean      is_matched;
  DwellLineSums sums;   /* valid if is_matched */
} DwellSourceLine;

typedef struct {
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public, read-only >*/
  DwellLineTable *table;
  char           *text;
  GArray         *lines;   /* DwellSourceLine */
  gint64          hottest; /* the weight of the hottest line */
  char           *title;   /* the file, its module, and how many lines are matched */
  gboolean        is_numbered; /* its lines begin with their numbers */
  guint           n_matched;
  guint           n_profiled;  /* how many line numbers of the module ran */
} DwellSourceText;

DwellSourceText *dwell_source_text_new   (GFile            *file,
                                          DwellLineTable   *table,
                                          guint32           module,
                                          GCancellable     *cancellable,
                                          GError          **error)
                                         G_GNUC_WARN_UNUSED_RESULT;
DwellSourceText *dwell_source_text_ref   (DwellSourceText  *self);
void             dwell_source_text_unref (DwellSourceText  *self);

const DwellSourceLine *
                 dwell_source_text_get_line  (const DwellSourceText *self,
                                              guint                  line);
char            *dwell_source_text_dup_line  (const DwellSourceText *self,
                                              guint                  line)
                                             G_GNUC_WARN_UNUSED_RESULT;
const char      *dwell_source_text_get_words (const DwellSourceText *self,
                                              guint                  line,
                                              gsize                 *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSourceText, dwell_source_text_unref)

G_END_DECLS
