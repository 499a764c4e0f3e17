/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread of a log: its open scopes, and the rows of its spans. */
#pragma once

#include "core/dwell-scan.h"
#include "formats/ooo/dwell-ooo-log.h"

G_BEGIN_DECLS

/* The index of no scope. */
#define DWELL_OOO_NO_SCOPE G_MAXUINT32

/* The owner of a message: an open scope, else a function that the message names; else both are
 * DWELL_NONE. */
typedef struct {
  guint32 span; /* or DWELL_NONE */
  guint32 area; /* or DWELL_NONE */
} DwellOooOwner;

typedef struct {
  gint64        begin;
  guint32       span;
  guint32       name;        /* string id: name of a function, or whole label of a logical scope */
  DwellOooOwner owner;       /* of a logical scope */
  guint32       area;
  guint32       row;
  guint32       n_set_backs; /* of the thread when the scope was opened */
  guint8        is_logical;
  guint8        straddles;   /* overlaps another scope in part: has neither parent nor children */
  guint8        has_colon;   /* its name contains " : " */
} DwellOooScope;

typedef struct {
  guint32 id;  /* row of the builder */
  gint64  end; /* of its last span; G_MAXINT64 while that is open */
} DwellOooRow;

typedef struct {
  DwellOooLog   *log;
  guint32        id;          /* its number in the system */
  guint32        context;
  guint32        track;
  gint64         last;        /* time of its last record, ns */
  guint32        n_set_backs; /* how often its clock was set back */
  gboolean       is_late;     /* it wrote records after the log was closed */
  guint32        n_scopes;
  guint32        n_colons;    /* open scopes whose name contains " : " */
  guint32        n_dropped;   /* physical scopes opened beyond the limit, whose ends come first */
  DwellOooScope *scopes;      /* open scopes in the order of opening */
  DwellOooRow   *rows;
  guint32        n_rows;

  /* a '|' record of this thread whose text was interrupted by another thread */
  GString       *interrupted; /* (nullable): the first part of the text */
  gint64         interrupted_time;

  /*< private >*/
  guint32 n_scopes_allocated;
  guint32 n_rows_allocated;
} DwellOooThread;

DwellOooThread *dwell_ooo_thread_new  (DwellOooLog    *log,
                                       guint32         id,
                                       guint32         context,
                                       guint32         track) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_ooo_thread_free (DwellOooThread *self);

DwellOooOwner dwell_ooo_thread_open        (DwellOooThread   *self,
                                            DwellOooNameInfo *name,
                                            gint64            time);
guint32       dwell_ooo_thread_find        (DwellOooThread   *self,
                                            guint32           name);
guint32       dwell_ooo_thread_find_prefix (DwellOooThread   *self,
                                            DwellScan         text,
                                            const char       *behind);
void          dwell_ooo_thread_close       (DwellOooThread   *self,
                                            guint32           scope,
                                            gint64            time);

guint32  dwell_ooo_thread_open_label    (DwellOooThread *self,
                                         guint32         label,
                                         DwellOooOwner   owner,
                                         gint64          time);
gboolean dwell_ooo_thread_close_label   (DwellOooThread *self,
                                         guint32         label,
                                         DwellOooOwner   owner,
                                         gint64          time,
                                         guint32        *span);

void     dwell_ooo_thread_end           (DwellOooThread *self,
                                         gint64          time);

G_END_DECLS
