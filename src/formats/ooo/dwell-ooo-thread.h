/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thread of a log: the scopes that are open in it, and the rows that they are laid into. */
#pragma once

#include "core/dwell-scan.h"
#include "formats/ooo/dwell-ooo-log.h"

G_BEGIN_DECLS

/* No scope: where an index into a thread's scopes is asked for. */
#define DWELL_OOO_NO_SCOPE G_MAXUINT32

/* Who says a message: an open scope, else a function named in it, else nobody. */
typedef struct {
  guint32 span; /* or DWELL_NONE */
  guint32 area; /* or DWELL_NONE */
} DwellOooOwner;

typedef struct {
  gint64        begin;
  guint32       span;
  guint32       name;        /* string: a function's name, or the whole label of a logical scope */
  DwellOooOwner owner;       /* of a logical scope */
  guint32       area;
  guint32       row;
  guint32       n_set_backs; /* of the thread, when it was opened */
  guint8        is_logical;
  guint8        straddles;   /* overlaps another scope in part: nobody's parent, nobody's child */
  guint8        has_colon;   /* its name holds " : " */
} DwellOooScope;

typedef struct {
  guint32 id;  /* the builder's */
  gint64  end; /* of its last span; the largest time while that is open */
} DwellOooRow;

typedef struct {
  DwellOooLog   *log;
  guint32        id;          /* the system's */
  guint32        context;
  guint32        track;
  gint64         last;        /* ns: time of its latest record */
  guint32        n_set_backs; /* how often its clock was set back */
  gboolean       is_late;     /* it went on after the log was closed */
  guint32        n_scopes;
  guint32        n_colons;    /* open scopes whose name holds " : " */
  guint32        n_dropped;   /* physical scopes opened beyond the limit: their ends come first */
  DwellOooScope *scopes;      /* in order of opening */
  DwellOooRow   *rows;
  guint32        n_rows;

  /* A '|' record of this thread that another thread cut into: the rest of its text is to come. */
  GString       *interrupted; /* or NULL */
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

DwellOooOwner dwell_ooo_thread_open     (DwellOooThread *self,
                                         DwellOooNameInfo *name,
                                         gint64          time);
guint32  dwell_ooo_thread_find          (DwellOooThread *self,
                                         guint32         name);
guint32  dwell_ooo_thread_find_prefix   (DwellOooThread *self,
                                         DwellScan       text,
                                         const char     *behind);
void     dwell_ooo_thread_close         (DwellOooThread *self,
                                         guint32         scope,
                                         gint64          time);

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
