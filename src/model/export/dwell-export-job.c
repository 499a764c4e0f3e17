/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes on a worker. Rate and remaining time count from the first event written, because the work
 * before it, above all the statistics, has a different speed. */
#include "config.h"

#include "model/export/dwell-export-job.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/dwell-job.h"

/* Before this time a rate would be a guess. */
#define MIN_ELAPSED_US (G_USEC_PER_SEC / 2)
#define NS_PER_SECOND  (G_GINT64_CONSTANT (1000) * 1000 * 1000)

typedef struct {
  DwellTrace          *trace;
  DwellExportSettings *settings;
  GFile               *file;
  DwellProgress       *progress;
  GError              *error;
  gboolean             removes_companion;
  DwellBeside          beside; /* found beside the file, if the export writes no companion */
  gboolean             is_written;
} Work;

struct _DwellExportJob
{
  GObject parent_instance;

  DwellJob      *job;
  DwellProgress *progress; /* shared with the work, which can outlive the export */
  GFile         *file;
  GError        *error;
  gboolean       leaves_foreign;
  guint64        n_events; /* 0: the export has no events */
  gint64         begin_us; /* when the fraction first changed; 0 before */
};

enum {
  FINISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellExportJob, dwell_export_job, G_TYPE_OBJECT)

static void
work_free (gpointer data)
{
  Work *self = data;

  dwell_export_settings_free (self->settings);
  dwell_trace_unref (self->trace);
  dwell_progress_unref (self->progress);
  g_object_unref (self->file);
  g_clear_error (&self->error);
  g_free (self);
}

static void
work_run (gpointer      data,
          GCancellable *cancellable)
{
  Work *self = data;
  const DwellFormat *format = self->settings->format;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (self->file);

  if (!dwell_format_write (format, self->trace, self->settings, sink, self->progress, cancellable,
                           &self->error))
    return;

  if (format->companion_suffix != NULL && !format->has_companion (self->trace, self->settings))
    self->beside = format->look_beside (sink, cancellable);
  if (self->removes_companion && self->beside != DWELL_BESIDE_FOREIGN)
    dwell_sink_drop_part (sink, format->companion_suffix);

  dwell_progress_set (self->progress, N_("Putting the files in place"), 1);
  self->is_written = dwell_sink_commit (sink, cancellable, &self->error);
}

static void
work_done (gpointer data,
           gpointer user_data)
{
  DwellExportJob *self = user_data;
  Work *work = data;

  self->job = NULL;
  self->error = g_steal_pointer (&work->error);
  self->leaves_foreign = work->is_written && work->beside == DWELL_BESIDE_FOREIGN;

  /* It was cancelled before the worker began. */
  if (!work->is_written && self->error == NULL)
    g_set_error_literal (&self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
  g_signal_emit (self, signals[FINISHED], 0);
}

static void
dwell_export_job_finalize (GObject *object)
{
  DwellExportJob *self = DWELL_EXPORT_JOB (object);

  g_clear_pointer (&self->job, _dwell_job_abandon);
  g_clear_pointer (&self->progress, dwell_progress_unref);
  g_clear_object (&self->file);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (dwell_export_job_parent_class)->finalize (object);
}

static void
dwell_export_job_class_init (DwellExportJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_export_job_finalize;

  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_export_job_init (DwellExportJob *self)
{
}

/**
 * dwell_export_job_start:
 * @trace: the trace to write
 * @settings: the settings, with their format
 * @file: the target
 * @removes_companion: whether to remove a companion beside @file that the export does not write
 *
 * Starts an export on a worker.
 *
 * Returns: (transfer full): the export
 */
DwellExportJob *
dwell_export_job_start (DwellTrace                *trace,
                        const DwellExportSettings *settings,
                        GFile                     *file,
                        gboolean                   removes_companion)
{
  DwellExportJob *self = g_object_new (DWELL_TYPE_EXPORT_JOB, NULL);
  Work *work = g_new0 (Work, 1);

  self->progress = dwell_progress_new ();
  self->file = g_object_ref (file);
  if (settings->format->tables & DWELL_TABLE_EVENTS)
    self->n_events = trace->n_file_events > 0 ? trace->n_file_events : (guint64) trace->n_spans * 2;

  work->trace = dwell_trace_ref (trace);
  work->settings = dwell_export_settings_copy (settings);
  work->file = g_object_ref (file);
  work->progress = dwell_progress_ref (self->progress);
  work->removes_companion = removes_companion;
  self->job = _dwell_job_start (work, work_free, work_run, work_done, self);
  return self;
}

/**
 * dwell_export_job_cancel:
 * @self: an export
 *
 * Cancels the export. It finishes soon, with %G_IO_ERROR_CANCELLED unless everything has been
 * written by then.
 */
void
dwell_export_job_cancel (DwellExportJob *self)
{
  g_return_if_fail (DWELL_IS_EXPORT_JOB (self));

  if (self->job != NULL)
    _dwell_job_cancel (self->job);
}

/**
 * dwell_export_job_get_file:
 * @self: an export
 *
 * Returns: (transfer none): the target
 */
GFile *
dwell_export_job_get_file (DwellExportJob *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_JOB (self), NULL);

  return self->file;
}

/**
 * dwell_export_job_get_fraction:
 * @self: an export
 *
 * Returns: the written part of the export, 0…1
 */
double
dwell_export_job_get_fraction (DwellExportJob *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_JOB (self), 0);

  return dwell_progress_get_fraction (self->progress);
}

/**
 * dwell_export_job_describe:
 * @self: an export
 *
 * Returns: (transfer full): the progress for the user, as far as it is known: “Writing ·
 *   12,345,678 events per second · 3.2 s left”
 */
char *
dwell_export_job_describe (DwellExportJob *self)
{
  double fraction;
  gint64 now = g_get_monotonic_time ();
  gint64 elapsed;
  const char *doing;
  guint64 n_per_second;
  g_autofree char *rate = NULL;
  g_autofree char *left = NULL;

  g_return_val_if_fail (DWELL_IS_EXPORT_JOB (self), NULL);

  fraction = dwell_export_job_get_fraction (self);
  doing = dwell_progress_get_doing (self->progress);
  doing = doing != NULL && *doing != '\0' ? _(doing) : _("Preparing");

  if (fraction > 0 && self->begin_us == 0)
    self->begin_us = now;
  elapsed = now - self->begin_us;
  if (fraction <= 0 || fraction >= 1 || elapsed < MIN_ELAPSED_US)
    return g_strdup (doing);

  /* The time left is an estimate, so it is shown in whole seconds, rounded up. */
  left = dwell_text_duration (
    (gint64) ceil ((double) elapsed / G_USEC_PER_SEC * (1 - fraction) / fraction) * NS_PER_SECOND);
  if (self->n_events == 0)
    /* Translators: what is being done, a duration */
    return g_strdup_printf (_("%s · %s left"), doing, left);

  n_per_second = (guint64) (fraction * (double) self->n_events * G_USEC_PER_SEC /
                            (double) elapsed);
  rate = dwell_text_count (n_per_second);
  /* Translators: what is being done, a number of events, a duration */
  return g_strdup_printf (ngettext ("%s · %s event per second · %s left",
                                    "%s · %s events per second · %s left",
                                    dwell_text_plural (n_per_second)), doing, rate, left);
}

/**
 * dwell_export_job_leaves_foreign:
 * @self: a finished export
 *
 * Returns: whether a file beside the target has the name of its companion but is something else
 */
gboolean
dwell_export_job_leaves_foreign (DwellExportJob *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_JOB (self), FALSE);

  return self->leaves_foreign;
}

/**
 * dwell_export_job_get_error:
 * @self: a finished export
 *
 * Returns: (transfer none) (nullable): the reason for a failure; %NULL on success
 */
const GError *
dwell_export_job_get_error (DwellExportJob *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_JOB (self), NULL);

  return self->error;
}
