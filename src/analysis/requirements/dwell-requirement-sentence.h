/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a requirement for something in a recording into words, for the user to start with. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_TOPIC_SPAN,       /* “call of X <= L”, L the next of 1-2-5 from limit_ns on */
  DWELL_TOPIC_DEADLINE,   /* “call of X <= L”, L as it is */
  DWELL_TOPIC_PERCENTILE, /* “p99 of call of X <= L”, L the next of 1-2-5 */
  DWELL_TOPIC_TRACK,      /* “load of context X in any W <= 80 %” */
  DWELL_TOPIC_VALUE,      /* “value of X in A .. B” */
  DWELL_TOPIC_STATE,      /* “never X is Y” */
  DWELL_TOPIC_DELAY,      /* “delay from end of X to begin of Y <= L”, L the next of 1-2-5; if
                           * nested, from begin to begin */
  DWELL_TOPIC_CHAIN,      /* a line “chain X: Y”, and then “reaction of X <= L”, the same */
} DwellTopicKind;

/* What a requirement is to be about. */
typedef struct {
  DwellTopicKind  kind;
  const char     *measure;    /* (nullable): "call", "net", "period", "jitter", … */
  const char     *name;       /* X */
  const char     *other;      /* Y; for a chain its stages as written in the file */
  gboolean        is_nested;  /* Y begins before X ends */
  gint64          limit_ns;   /* not negative */
  gint64          length_ns;  /* length of the recording, a part of which is the window */
  double          percentile; /* such as 99 */
  double          low;        /* A */
  double          high;       /* B */
} DwellTopic;

char   *dwell_topic_put_into_words (const DwellTopic *self,
                                    const char       *id) G_GNUC_WARN_UNUSED_RESULT;
char   *dwell_requirement_quote    (const char       *name) G_GNUC_WARN_UNUSED_RESULT;
char   *dwell_requirement_write_time (gint64          ns) G_GNUC_WARN_UNUSED_RESULT;
gint64  dwell_requirement_round_up (gint64            ns);

G_END_DECLS
