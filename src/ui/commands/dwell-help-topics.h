/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of the help. A topic has text of its own, and text from the tables of the program: keys,
 * statistics, formats. */
#pragma once

#include <glib.h>

#include "ui/commands/dwell-actions.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_HELP_TEXT,
  DWELL_HELP_STATISTICS, /* then every statistic with its definition */
  DWELL_HELP_FORMAT,     /* then the options of the format that has the topic's id */
} DwellHelpKind;

typedef struct {
  const char *term; /* the term that is explained, untranslated; NULL: a plain paragraph */
  const char *text; /* untranslated */
} DwellHelpPart;

typedef struct {
  const char          *id;    /* id of a page or a format, or one of its own */
  const char          *title; /* untranslated; NULL: the title of the format */
  DwellHelpKind        kind;
  guint                groups; /* groups of actions whose keys are listed: 1 << DwellActionGroup */
  const DwellHelpPart *parts;  /* ends with an entry without text */
} DwellHelpTopic;

typedef void (* DwellHelpFunc) (const char *term,
                                const char *text,
                                gpointer    user_data);

const DwellHelpTopic *dwell_help_get_topics (guint                *n_topics);
const DwellHelpTopic *dwell_help_find_topic (const char           *id);
const char           *dwell_help_get_title  (const DwellHelpTopic *topic);
void                  dwell_help_foreach    (const DwellHelpTopic *topic,
                                             DwellHelpFunc         function,
                                             gpointer              user_data);
char                 *dwell_help_get_text   (const DwellHelpTopic *topic) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
