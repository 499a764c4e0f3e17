/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the events of a Text1 timeline mean (README.md, "Meaning of events"): the spans, suspensions
 * and states that they open and close.
 *
 * Events are taken as they come. What was open before the recording shows only later, and other
 * things that turn up late change what earlier events meant. Then what was derived is stale: events
 * are but scouted, and at the next review all of them are derived again. */
#pragma once

#include "formats/text1/dwell-text1-places.h"
#include "formats/text1/dwell-text1-tracks.h"

G_BEGIN_DECLS

typedef struct {
  DwellBuilder           *builder;
  DwellText1Tracks       *tracks;
  const DwellText1Places *places;
  DwellProblems          *problems; /* of what was derived */
  gsize                   n_events; /* looked at so far */
  gsize                   n_writes; /* of them */
  gsize                   n_settled; /* the first of them, in which nothing new can turn up */
  gint64                  time;     /* of the last event, never running backwards */
  gint64                  begin;    /* of the session, when deriving began */
  guint32                 running;  /* context that the running task told last, or DWELL_NONE */
  guint32                 first_running; /* … which ran before the recording */
  gboolean                is_foreign; /* that was not known when deriving began */
  gboolean                is_stale; /* scouting */
  gboolean                has_initial; /* something was open before the recording */
} DwellText1Derivation;

void     dwell_text1_derivation_init   (DwellText1Derivation   *self,
                                        DwellText1Tracks       *tracks,
                                        const DwellText1Places *places);
void     dwell_text1_derivation_clear  (DwellText1Derivation   *self);
/* Up to event number @end of the builder. */
gboolean dwell_text1_derivation_run    (DwellText1Derivation   *self,
                                        gsize                   end,
                                        GError                **error);
/* Forgets what was found to be open before the recording, but for who ran: @again will look for it
 * anew. */
void     dwell_text1_derivation_forget (DwellText1Derivation   *self);
/* All events so far, anew. @begin: of the session, as far as it is known. */
gboolean dwell_text1_derivation_again  (DwellText1Derivation   *self,
                                        gint64                  begin,
                                        GError                **error);
/* Ends what is open at @end, ns. */
void     dwell_text1_derivation_finish (DwellText1Derivation   *self,
                                        gint64                  end);

G_END_DECLS
