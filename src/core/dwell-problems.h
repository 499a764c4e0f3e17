/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems: what was found wrong in a file that can be opened nevertheless.
 *
 * At most DWELL_PROBLEMS_MAX different ones are kept; all are counted. Two problems are the same if
 * code and message are the same: the place of the first is kept and the count rises, so that a
 * damaged file of gigabytes does not fill the memory. Filled by one thread; immutable once its
 * trace is finished. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_PROBLEMS_MAX 1000

typedef enum {
  DWELL_SEVERITY_INFO,    /* worth knowing; nothing is wrong */
  DWELL_SEVERITY_WARNING, /* read nevertheless, by a documented rule */
  DWELL_SEVERITY_ERROR,   /* something is lost */
} DwellSeverity;

typedef struct {
  DwellSeverity severity;
  const char   *code;    /* stable, lower case with dashes, as "unmapped-id"; static storage */
  char         *message; /* translated, one sentence */
  char         *file;    /* display name in a joined trace, or NULL */
  guint64       line;    /* from 1; 0 = no line */
  gint64        offset;  /* byte, from 0; -1 = no offset */
  guint64       count;   /* how often */
} DwellProblem;

typedef struct _DwellProblems DwellProblems;

DwellProblems *dwell_problems_new   (void) G_GNUC_WARN_UNUSED_RESULT;
DwellProblems *dwell_problems_ref   (DwellProblems *self);
void           dwell_problems_unref (DwellProblems *self);

void           dwell_problems_add   (DwellProblems *self,
                                     DwellSeverity  severity,
                                     const char    *code,
                                     guint64        line,
                                     gint64         offset,
                                     const char    *format,
                                     ...) G_GNUC_PRINTF (6, 7);
void           dwell_problems_add_n (DwellProblems *self,
                                     guint64        n,
                                     DwellSeverity  severity,
                                     const char    *code,
                                     guint64        line,
                                     gint64         offset,
                                     const char    *format,
                                     ...) G_GNUC_PRINTF (7, 8);
void           dwell_problems_add_all (DwellProblems       *self,
                                       const DwellProblems *other,
                                       const char          *file);

guint               dwell_problems_get_n     (const DwellProblems *self);
const DwellProblem *dwell_problems_get       (const DwellProblems *self,
                                              guint                index);
guint64             dwell_problems_get_total (const DwellProblems *self);
char               *dwell_problems_to_text   (const DwellProblems *self) G_GNUC_WARN_UNUSED_RESULT;
DwellSeverity       dwell_problems_get_worst (const DwellProblems *self);
const char         *dwell_severity_get_id    (DwellSeverity severity);

DwellProblems      *dwell_problems_copy      (const DwellProblems *self) G_GNUC_WARN_UNUSED_RESULT;

DwellProblems      *dwell_problems_new_for_variant (GVariant *variant)
  G_GNUC_WARN_UNUSED_RESULT;
GVariant           *dwell_problems_to_variant      (const DwellProblems *self)
  G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellProblems, dwell_problems_unref)

G_END_DECLS
