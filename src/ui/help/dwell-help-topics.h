/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the help says. A topic is text of its own, then what the program's tables say of it: keys,
 * statistics, formats. */
#pragma once

#include <glib.h>

#include "ui/dwell-actions.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_HELP_TEXT,
  DWELL_HELP_STATISTICS, /* then every statistic with its definition */
  DWELL_HELP_FORMAT,     /* then the options of the format that has the topic's id */
} DwellHelpKind;

typedef struct {
  const char *term; /* what is explained, untranslated; NULL: a plain paragraph */
  const char *text; /* untranslated */
} DwellHelpPart;

typedef struct {
  const char          *id;    /* of a page, a format, or of its own */
  const char          *title; /* untranslated; NULL: that of the format */
  DwellHelpKind        kind;
  guint                groups; /* whose keys are told: 1 << DwellActionGroup */
  const DwellHelpPart *parts;  /* an entry without text behind the last */
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
