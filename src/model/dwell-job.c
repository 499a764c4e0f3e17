/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs are tasks whose data lives until done has been called. Only the main thread reads and sets
 * the pointer to done, so it needs no lock and no reference. */
#include "config.h"

#include "model/dwell-job.h"

#include "core/dwell-memory.h"
#include "core/dwell-task.h"

typedef struct {
  gpointer       data;
  GDestroyNotify free;
} Waste;

static void
discard_in_thread (GTask        *task,
                   gpointer      source_object,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  Waste *waste = task_data;

  waste->free (waste->data);
  g_task_return_boolean (task, TRUE);
}

/* Frees @data on a worker, as freeing much memory takes a while. */
void
_dwell_job_discard (gpointer       data,
                    GDestroyNotify free)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  Waste *waste = g_new (Waste, 1);

  *waste = (Waste) { data, free };
  g_task_set_source_tag (task, _dwell_job_discard);
  g_task_set_task_data (task, waste, g_free);
  dwell_task_run_in_thread (task, discard_in_thread);
}

struct _DwellJob
{
  gpointer        data;
  GDestroyNotify  free;
  DwellWorkFunc   work;
  DwellDoneFunc   done; /* NULL: abandoned */
  gpointer        user_data;
  GCancellable   *cancellable;
  gboolean        has_lacked; /* out: the work ran out of memory */
};

static void
job_free (gpointer data)
{
  DwellJob *self = data;

  if (self->data != NULL)
    self->free (self->data);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
work_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  DwellJob *self = task_data;

  dwell_memory_take_lack ();
  if (!g_cancellable_is_cancelled (cancellable))
    self->work (self->data, cancellable);

  self->has_lacked = dwell_memory_take_lack () && !g_cancellable_is_cancelled (cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
worked (GObject      *source_object,
        GAsyncResult *result,
        gpointer      user_data)
{
  DwellJob *self = user_data;

  /* The data of an abandoned job may hold the last reference to something large. */
  if (self->done != NULL)
    self->done (self->data, self->user_data);
  else
    _dwell_job_discard (g_steal_pointer (&self->data), self->free);
}

/* @data: (transfer full) */
DwellJob *
_dwell_job_start (gpointer        data,
                  GDestroyNotify  free,
                  DwellWorkFunc   work,
                  DwellDoneFunc   done,
                  gpointer        user_data)
{
  DwellJob *self = g_new0 (DwellJob, 1);
  g_autoptr(GTask) task = NULL;

  self->data = data;
  self->free = free;
  self->work = work;
  self->done = done;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();

  task = g_task_new (NULL, self->cancellable, worked, self);
  g_task_set_source_tag (task, work);
  g_task_set_task_data (task, self, job_free);
  dwell_task_run_in_thread (task, work_in_thread);
  return self;
}

/* To be called in done. Returns: whether the work ran out of memory, so that there may be no
 * answer; false if it was cancelled */
gboolean
_dwell_job_has_lacked (DwellJob *self)
{
  return self->has_lacked;
}

/* Done will be called as soon as the worker has noticed. */
void
_dwell_job_cancel (DwellJob *self)
{
  g_cancellable_cancel (self->cancellable);
}

/* Done will not be called any more; the job must not be used again. */
void
_dwell_job_abandon (DwellJob *self)
{
  self->done = NULL;
  g_cancellable_cancel (self->cancellable);
}
