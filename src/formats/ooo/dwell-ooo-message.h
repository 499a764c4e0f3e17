/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of a log: finds their owners, begins and ends logical scopes, and adds marks for the
 * other messages. */
#pragma once

#include "formats/ooo/dwell-ooo-line.h"
#include "formats/ooo/dwell-ooo-thread.h"

G_BEGIN_DECLS

/* A text becomes a mark only when the next record begins, because lines without a stamp may extend
 * it. A mark that a partial trace shows never changes; so its text is complete at the end of the
 * block. */
typedef struct {
  DwellOooLog  *log;
  GError       *error;     /* (nullable): the limit that ends reading */

  /* the pending text */
  gboolean      is_holding;
  DwellMarkKind kind;
  DwellScan     text;      /* in the current block, or in own_text */
  GString      *own_text;  /* at most the limit */
  gboolean      is_own;    /* the text is in own_text */
  gboolean      is_cut;    /* the text exceeded the limit */

  /* the record that lines without a stamp belong to */
  gboolean      has_record;
  gint64        time;
  guint32       track;
  DwellOooOwner owner;

  /* (element-type DwellOooMarkText) texts of the current block that are not interned yet. Interning
   * them all at once is faster, since their cache misses then overlap. */
  GArray       *texts;
} DwellOooMessages;

/* The text of a '|' record, split at its first " : ". */
typedef struct {
  DwellScan whole;
  DwellScan message;     /* after the colon; the whole text if there is none */
  DwellScan name;        /* before the colon */
  guint32   name_id;     /* string id of the name; DWELL_NONE: the name is empty or missing */
  gboolean  is_in_block; /* the bytes stay valid until the end of the block; else copy them */
} DwellOooText;

void     dwell_ooo_text_split        (DwellOooText         *self,
                                      DwellOooLog          *log,
                                      DwellScan             text);

void     dwell_ooo_messages_init     (DwellOooMessages     *self,
                                      DwellOooLog          *log);
void     dwell_ooo_messages_clear    (DwellOooMessages     *self);

void dwell_ooo_messages_hold      (DwellOooMessages *self,
                                   DwellMarkKind     kind,
                                   DwellScan         text,
                                   gboolean          is_in_block);
void dwell_ooo_messages_add_line  (DwellOooMessages *self,
                                   DwellScan         line);
void dwell_ooo_messages_flush     (DwellOooMessages *self);
void dwell_ooo_messages_end_block (DwellOooMessages *self);

void dwell_ooo_messages_take (DwellOooMessages   *self,
                              DwellOooThread     *thread,
                              gint64              time,
                              const DwellOooText *text);

/* Sets the current record, which lines without a stamp belong to. */
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
