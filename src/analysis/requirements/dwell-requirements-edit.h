/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits a file of requirements as text: a line is replaced, added or removed, and everything else
 * stays the same, byte for byte: comments, blank lines, order, line ends. A requirement on several
 * lines becomes one line when it is replaced; comments between its lines stay. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The place of a part in a sentence, in bytes. */
typedef struct {
  gsize begin;
  gsize end;
} DwellRequirementPart;

/* The parts of a sentence such as “D1: call of act in any 5 ms <= 800 us allow 2”. */
typedef struct {
  DwellRequirementPart measure;  /* call */
  DwellRequirementPart subject;  /* act */
  DwellRequirementPart relation; /* <= */
  DwellRequirementPart limit;    /* 800 us */
} DwellRequirementParts;

GBytes  *dwell_requirements_edit      (GBytes      *text,
                                       guint        line,
                                       const char  *sentence) G_GNUC_WARN_UNUSED_RESULT;
char    *dwell_requirements_get_line  (GBytes      *text,
                                       guint        line) G_GNUC_WARN_UNUSED_RESULT;
guint    dwell_requirements_find_line (GBytes      *text,
                                       const char  *sentence);
guint    dwell_requirements_last_line (GBytes      *text);
char    *dwell_requirements_make_id   (GBytes      *text) G_GNUC_WARN_UNUSED_RESULT;
char    *dwell_requirements_make_chain_id (GBytes  *text) G_GNUC_WARN_UNUSED_RESULT;

gboolean dwell_requirement_find_parts   (const char                 *sentence,
                                         DwellRequirementParts      *parts);
gboolean dwell_requirement_find_limit   (const char                 *sentence,
                                         DwellRequirementPart       *limit);
char    *dwell_requirement_replace_part (const char                 *sentence,
                                         const DwellRequirementPart *part,
                                         const char                 *text)
                                        G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
