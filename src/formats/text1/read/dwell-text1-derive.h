/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives the meaning of the events of a Text1 timeline (README.md, "Meaning of events"): the
 * spans, suspensions and states that they begin and end.
 *
 * Events are derived as they come. But frames from before the recording are found late, and other
 * late findings change the meaning of earlier events, too. Then the result is stale: events are
 * only scouted, and at the next review all of them are derived again. */
#pragma once

#include "formats/text1/read/dwell-text1-places.h"
#include "formats/text1/read/dwell-text1-tracks.h"

G_BEGIN_DECLS

typedef struct {
  DwellBuilder           *builder;
  DwellText1Tracks       *tracks;
  const DwellText1Places *places;
  DwellProblems          *problems; /* of the present derivation */
  gsize                   n_events; /* derived or scouted so far */
  gsize                   n_writes; /* writes among them */
  gsize                   n_settled; /* number of first events in which nothing new can be found */
  gint64                  time;     /* of the last event; never runs backwards */
  gint64                  begin;    /* of the session, as known when deriving began */
  guint32                 running;  /* context of the running task, or DWELL_NONE */
  guint32                 first_running; /* the one that ran before the recording */
  gboolean                is_foreign; /* first_running was unknown when deriving began */
  gboolean                is_stale; /* events are only scouted */
  gboolean                has_initial; /* something was open before the recording */
} DwellText1Derivation;

void     dwell_text1_derivation_init   (DwellText1Derivation    *self,
                                        DwellText1Tracks        *tracks,
                                        const DwellText1Places  *places);
void     dwell_text1_derivation_clear  (DwellText1Derivation    *self);
gboolean dwell_text1_derivation_run    (DwellText1Derivation    *self,
                                        gsize                    end,
                                        GError                 **error);
void     dwell_text1_derivation_reset  (DwellText1Derivation    *self);
gboolean dwell_text1_derivation_rerun  (DwellText1Derivation    *self,
                                        gint64                   begin,
                                        GError                 **error);
void     dwell_text1_derivation_finish (DwellText1Derivation    *self,
                                        gint64                   end);

G_END_DECLS
