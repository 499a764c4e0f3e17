/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job on a worker for somebody on the main thread who may change his mind or go away.
 *
 * The job owns its data: question and answer in one struct, which only the worker touches while it
 * works. An asker who wants another answer cancels and waits for done, so that he never has two
 * jobs under way; one who goes away abandons. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DwellJob DwellJob;

/* On the worker. Not called at all if the job was cancelled before its turn came. */
typedef void (*DwellWorkFunc) (gpointer      data,
                               GCancellable *cancellable);
/* On the main thread, cancelled or not; the job and its data are gone afterwards. */
typedef void (*DwellDoneFunc) (gpointer      data,
                               gpointer      user_data);

DwellJob *_dwell_job_start   (gpointer        data,
                              GDestroyNotify  free,
                              DwellWorkFunc   work,
                              DwellDoneFunc   done,
                              gpointer        user_data);
/* In done: whether the work, not cancelled, met a lack of memory: there may be no answer. */
gboolean  _dwell_job_has_lacked (DwellJob      *self);
/* Done will be called as soon as the worker has noticed. */
void      _dwell_job_cancel  (DwellJob       *self);
/* Done will not be called any more; the job must not be touched again. */
void      _dwell_job_abandon (DwellJob       *self);
/* Frees @data on a worker: much memory takes a while. */
void      _dwell_job_discard (gpointer        data,
                              GDestroyNotify  free);

G_END_DECLS
