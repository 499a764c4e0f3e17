/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Previews of a file: a job opens the file, recognises its format, and makes the format's preview
 * of the head. There is at most one job; if the request changes, it is cancelled, and the next job
 * starts when it has ended. */
#include "config.h"

#include "model/import/dwell-import-preview.h"

#include "model/dwell-job.h"

/* ms: a pause in typing after which the preview is requested. */
#define PAUSE_MS 120

typedef struct {
  GFile             *file;
  const DwellFormat *format;
  char             **key_values;
  DwellImportLook   *look; /* the result */
} Question;

struct _DwellImportPreview
{
  GObject parent_instance;

  GFile             *file;
  const DwellFormat *format;
  char             **key_values;
  gboolean           is_due;   /* the request has changed since the job started */
  guint              pause_id; /* a source, or 0 */
  DwellJob          *job;      /* NULL: none is running */
  DwellImportLook   *look;
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellImportPreview, dwell_import_preview, G_TYPE_OBJECT)

static DwellPreview *
preview_source (DwellSource         *source,
                const DwellFormat   *format,
                const char * const  *key_values,
                GCancellable        *cancellable,
                GError             **error)
{
  g_autoptr(DwellOptions) options = NULL;

  if (format == NULL || format->preview == NULL)
    return dwell_preview_new_plain (source, cancellable, error);

  options = dwell_options_new (format, key_values, error);
  return options != NULL ? format->preview (source, options, cancellable, error) : NULL;
}

/**
 * dwell_import_look_new:
 * @file: a file
 * @format: (nullable): the format of @file; %NULL to recognise it
 * @key_values: (nullable) (array zero-terminated=1): import options, as "KEY=VALUE"
 * @cancellable: (nullable): stops the reading
 *
 * Reads the head of a file. Blocks: for workers.
 *
 * Returns: (transfer full): the result; free with dwell_import_look_free()
 */
DwellImportLook *
dwell_import_look_new (GFile              *file,
                       const DwellFormat  *format,
                       const char * const *key_values,
                       GCancellable       *cancellable)
{
  DwellImportLook *self = g_new0 (DwellImportLook, 1);
  g_autoptr(DwellSource) source = dwell_source_new (file, cancellable, &self->error);
  const char *head;
  gsize length;

  self->format = format;
  if (source == NULL)
    return self;

  head = g_bytes_get_data (dwell_source_get_head (source), &length);
  self->recognised = dwell_formats_recognise (head, length);
  self->suggested = self->recognised == NULL ? dwell_formats_suggest (head, length) : NULL;
  self->n_bytes = dwell_source_get_size (source);
  self->is_compressed = dwell_source_is_compressed (source);
  if (format == NULL)
    self->format = self->recognised;

  self->preview = preview_source (source, self->format, key_values, cancellable, &self->error);
  return self;
}

/**
 * dwell_import_look_free:
 * @self: (transfer full): a result
 */
void
dwell_import_look_free (DwellImportLook *self)
{
  g_clear_pointer (&self->preview, dwell_preview_free);
  g_clear_error (&self->error);
  g_free (self);
}

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->file);
  g_strfreev (self->key_values);
  g_clear_pointer (&self->look, dwell_import_look_free);
  g_free (self);
}

static void
look_in_thread (gpointer      data,
                GCancellable *cancellable)
{
  Question *self = data;

  self->look = dwell_import_look_new (self->file, self->format,
                                      (const char * const *) self->key_values, cancellable);
}

static void
start (DwellImportPreview *self,
       DwellDoneFunc       done)
{
  Question *question = g_new0 (Question, 1);

  question->file = g_object_ref (self->file);
  question->format = self->format;
  question->key_values = g_strdupv (self->key_values);
  self->is_due = FALSE;
  self->job = _dwell_job_start (question, question_free, look_in_thread, done, self);
}

static void
on_looked (gpointer data,
           gpointer user_data)
{
  DwellImportPreview *self = user_data;
  Question *question = data;

  self->job = NULL;
  if (self->is_due)
    {
      if (self->pause_id == 0)
        start (self, on_looked);
      return;
    }

  g_clear_pointer (&self->look, dwell_import_look_free);
  self->look = g_steal_pointer (&question->look);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
on_pause (gpointer user_data)
{
  DwellImportPreview *self = user_data;

  self->pause_id = 0;
  if (self->job == NULL)
    start (self, on_looked);

  return G_SOURCE_REMOVE;
}

static void
dwell_import_preview_dispose (GObject *object)
{
  DwellImportPreview *self = DWELL_IMPORT_PREVIEW (object);

  g_clear_handle_id (&self->pause_id, g_source_remove);
  g_clear_pointer (&self->job, _dwell_job_abandon);

  G_OBJECT_CLASS (dwell_import_preview_parent_class)->dispose (object);
}

static void
dwell_import_preview_finalize (GObject *object)
{
  DwellImportPreview *self = DWELL_IMPORT_PREVIEW (object);

  g_object_unref (self->file);
  g_strfreev (self->key_values);
  g_clear_pointer (&self->look, dwell_import_look_free);

  G_OBJECT_CLASS (dwell_import_preview_parent_class)->finalize (object);
}

static void
dwell_import_preview_class_init (DwellImportPreviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_import_preview_dispose;
  object_class->finalize = dwell_import_preview_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_import_preview_init (DwellImportPreview *self)
{
}

/**
 * dwell_import_preview_new:
 * @file: a file
 *
 * Returns: (transfer full): a preview of @file, without a result until one is requested
 */
DwellImportPreview *
dwell_import_preview_new (GFile *file)
{
  DwellImportPreview *self = g_object_new (DWELL_TYPE_IMPORT_PREVIEW, NULL);

  self->file = g_object_ref (file);
  return self;
}

/**
 * dwell_import_preview_ask:
 * @self: a preview
 * @format: (nullable): the format of the file; %NULL to recognise it
 * @key_values: (nullable) (array zero-terminated=1): import options, as "KEY=VALUE"
 *
 * Requests a preview with other options; "changed" is emitted now and when it is available. The
 * first request starts at once, later ones when no other follows for a moment.
 */
void
dwell_import_preview_ask (DwellImportPreview *self,
                          const DwellFormat  *format,
                          const char * const *key_values)
{
  gboolean is_first = self->look == NULL && self->job == NULL && self->pause_id == 0;

  g_return_if_fail (DWELL_IS_IMPORT_PREVIEW (self));

  self->format = format;
  g_strfreev (self->key_values);
  self->key_values = g_strdupv ((char **) key_values);
  self->is_due = TRUE;

  if (self->job != NULL)
    _dwell_job_cancel (self->job);
  g_clear_handle_id (&self->pause_id, g_source_remove);
  if (is_first)
    start (self, on_looked);
  else
    self->pause_id = g_timeout_add (PAUSE_MS, on_pause, self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_import_preview_get_look:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable): the newest result, perhaps of an older request; %NULL before
 *   the first; valid until "changed" is emitted
 */
const DwellImportLook *
dwell_import_preview_get_look (DwellImportPreview *self)
{
  return self->look;
}

/**
 * dwell_import_preview_get_busy:
 * @self: a preview
 *
 * Returns: whether the newest request has no result yet
 */
gboolean
dwell_import_preview_get_busy (DwellImportPreview *self)
{
  return self->job != NULL || self->pause_id != 0;
}
