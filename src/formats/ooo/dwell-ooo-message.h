/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of a log: whose they are, which of them are logical scopes, and the marks of the
 * others. */
#pragma once

#include "formats/ooo/dwell-ooo-line.h"
#include "formats/ooo/dwell-ooo-thread.h"

G_BEGIN_DECLS

/* Texts become marks only when the next record begins: until then a line without a stamp may add to
 * them. Marks, once shown, never change: their texts are known by the end of the block. */
typedef struct {
  DwellOooLog  *log;
  GError       *error;     /* that there is no room for more; reading must end */

  /* The text that is held. */
  gboolean      is_holding;
  DwellMarkKind kind;
  DwellScan     text;      /* in the block at hand, or in own_text */
  GString      *own_text;  /* at most the limit */
  gboolean      is_own;
  gboolean      is_cut;    /* it was longer */

  /* What a line without a stamp adds to: the record before it. */
  gboolean      has_record;
  gint64        time;
  guint32       track;
  DwellOooOwner owner;

  /* (element-type DwellOooMarkText) of the block at hand, whose texts are still to be interned:
   * that is faster all at once than here and there, for processors wait for several at the same
   * time. */
  GArray       *texts;
} DwellOooMessages;

/* The text of a '|' record, split at its first " : ". */
typedef struct {
  DwellScan whole;
  DwellScan message; /* what stands behind the colon; all if there is none */
  DwellScan name;    /* what stands before it */
  guint32   name_id; /* string: that; DWELL_NONE if the text begins with the colon or has none */
  gboolean  is_in_block; /* the block at hand keeps it; else it must be copied */
} DwellOooText;

void     dwell_ooo_text_split        (DwellOooText         *self,
                                      DwellOooLog          *log,
                                      DwellScan             text);

void     dwell_ooo_messages_init     (DwellOooMessages     *self,
                                      DwellOooLog          *log);
void     dwell_ooo_messages_clear    (DwellOooMessages     *self);

void     dwell_ooo_messages_hold     (DwellOooMessages     *self,
                                      DwellMarkKind         kind,
                                      DwellScan             text,
                                      gboolean              is_in_block);
void     dwell_ooo_messages_add_line (DwellOooMessages     *self,
                                      DwellScan             line);
void     dwell_ooo_messages_flush    (DwellOooMessages     *self);
void     dwell_ooo_messages_end_block (DwellOooMessages    *self);

void     dwell_ooo_messages_say      (DwellOooMessages     *self,
                                      DwellOooThread       *thread,
                                      gint64                time,
                                      const DwellOooText   *text);

/* What lines without a stamp add to from now on. */
static inline void
dwell_ooo_messages_set_record (DwellOooMessages     *self,
                               const DwellOooThread *thread,
                               gint64                time,
                               DwellOooOwner         owner)
{
  self->has_record = TRUE;
  self->time = time;
  self->track = thread->track;
  self->owner = owner;
}

G_END_DECLS
