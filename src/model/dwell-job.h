/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job on a worker, started by an object on the main thread that may want something else meanwhile
 * or go away.
 *
 * The job owns its data: question and answer in one struct, which only the worker touches while it
 * works. An object that wants another answer cancels the job and waits for done, so that it never
 * has two jobs; one that goes away abandons its job. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DwellJob DwellJob;

/* Called on the worker, unless the job was cancelled before it began. */
typedef void (*DwellWorkFunc) (gpointer      data,
                               GCancellable *cancellable);
/* Called on the main thread, cancelled or not. The job and its data are freed afterwards. */
typedef void (*DwellDoneFunc) (gpointer      data,
                               gpointer      user_data);

DwellJob *_dwell_job_start      (gpointer        data,
                                 GDestroyNotify  free,
                                 DwellWorkFunc   work,
                                 DwellDoneFunc   done,
                                 gpointer        user_data);
gboolean  _dwell_job_has_lacked (DwellJob       *self);
void      _dwell_job_cancel     (DwellJob       *self);
void      _dwell_job_abandon    (DwellJob       *self);
void      _dwell_job_discard    (gpointer        data,
                                 GDestroyNotify  free);

G_END_DECLS
