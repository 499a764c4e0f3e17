/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview is a list of questions: the head of each part, the warnings, and the examples of
 * each template. A question has a key, made of all settings that its answer depends on; when its
 * key changes, its answer is outdated. At most one question is on a worker; its answer is used
 * only if the question still has the same key.
 *
 * The writer itself writes the head, into a sink that stops it at a size. */
#include "config.h"

#include "model/export/dwell-export-preview.h"

#include <string.h>

#include "model/dwell-job.h"

/* The size of the head of a section, of a file without sections, and of binary data. */
#define SECTION_BYTES ((gsize) 24 << 10)
#define WHOLE_BYTES   ((gsize) 96 << 10)
#define BINARY_BYTES  ((gsize) 2 << 10)

#define BYTES_A_ROW 16u

/* Questions are asked only after a pause in typing of this length. */
#define DELAY_MS 120

typedef struct {
  char     *key;         /* NULL: never asked */
  gboolean  is_answered; /* the answer is of this key */
} Question;

/* A question on a worker, with its answer. */
typedef struct {
  guint                question;
  char                *key;
  DwellTrace          *trace;
  DwellExportSettings *settings;
  DwellExportPiece     piece;
  GArray              *warnings;
  GPtrArray           *examples;
} Request;

struct _DwellExportPreview
{
  GObject parent_instance;

  DwellTrace          *trace;
  DwellExportSettings *settings;
  guint                n_parts;     /* the sections of the format, and the whole file */
  guint                n_questions; /* parts, the warnings, and the examples of each option */
  Question            *questions;
  guint            *order;       /* in which the questions are asked */
  DwellExportPiece    *pieces;      /* by part */
  GPtrArray          **examples;    /* by option */
  GArray              *warnings;

  DwellJob *job;
  guint     job_question;
  char     *job_key;
  gboolean  is_cancelled; /* the job is cancelled: it will have no answer */
  guint     delay_id;
};

enum {
  CHANGED,
  CHECKED,
  EXAMPLES_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellExportPreview, dwell_export_preview, G_TYPE_OBJECT)

static void ask_next (DwellExportPreview *self);

static void
piece_clear (DwellExportPiece *self)
{
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_pointer (&self->records, g_bytes_unref);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->decoded, g_free);
  g_clear_pointer (&self->error, g_free);
}

static void
request_free (gpointer data)
{
  Request *self = data;

  piece_clear (&self->piece);
  g_clear_pointer (&self->warnings, g_array_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  dwell_export_settings_free (self->settings);
  dwell_trace_unref (self->trace);
  g_free (self->key);
  g_free (self);
}

static guint
count_sections (const DwellFormat *format)
{
  const DwellOption *sections = dwell_format_find_sections (format);

  return sections != NULL ? g_strv_length ((char **) sections->choices) : 0;
}

/* Returns the number of the question for warnings, which follows those of the parts. */
static guint
get_check (const DwellFormat *format)
{
  return count_sections (format) + 1;
}

static const DwellOption *
get_option (const DwellFormat *format,
            guint              question)
{
  return &format->write_options[question - get_check (format) - 1];
}

/* Dumps bytes as lines of sixteen: the offset, the bytes and the letters among them. */
static char *
dump (const guint8 *bytes,
      gsize         n)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (gsize row = 0; row < n; row += BYTES_A_ROW)
    {
      g_string_append_printf (text, "%08" G_GSIZE_MODIFIER "x ", row);
      for (gsize i = row; i < row + BYTES_A_ROW; i++)
        {
          if (i < n)
            g_string_append_printf (text, " %02x", bytes[i]);
          else
            g_string_append (text, "   ");
        }

      g_string_append (text, "  ");
      for (gsize i = row; i < MIN (row + BYTES_A_ROW, n); i++)
        g_string_append_c (text, g_ascii_isprint (bytes[i]) ? (char) bytes[i] : '.');
      g_string_append_c (text, '\n');
    }

  return g_strdup (text->str);
}

/* Makes text for display: whole lines with one kind of line end, or a dump of binary data. */
static char *
make_shown (Request *self)
{
  DwellExportPiece *piece = &self->piece;
  const DwellFormat *format = self->settings->format;
  g_autofree char *valid = NULL;
  g_autoptr(GString) shown = NULL;
  gsize length;
  const char *text = g_bytes_get_data (piece->text, &length);

  if (format->decode != NULL)
    valid = format->decode (self->trace, self->settings, "", piece->text);

  if (valid == NULL && length > 0 && memchr (text, '\0', length) != NULL)
    {
      piece->is_cut = piece->is_cut || length > BINARY_BYTES;
      return dump ((const guint8 *) text, MIN (length, BINARY_BYTES));
    }

  if (valid == NULL)
    valid = g_utf8_make_valid (text != NULL ? text : "", (gssize) length);

  shown = g_string_new (valid);
  g_string_replace (shown, "\r\n", "\n", 0);
  g_string_replace (shown, "\r", "\n", 0);
  if (g_str_has_prefix (shown->str, "\xef\xbb\xbf"))
    g_string_erase (shown, 0, 3);

  if (piece->is_cut && strchr (shown->str, '\n') != NULL)
    g_string_truncate (shown, (gsize) (strrchr (shown->str, '\n') + 1 - shown->str));
  return g_strdup (shown->str);
}

static void
write_piece (Request      *self,
             GCancellable *cancellable)
{
  const DwellFormat *format = self->settings->format;
  guint n_sections = count_sections (format);
  gboolean is_whole = self->question == n_sections;
  /* A writer with sections checks whether the sink is full; one without is stopped by an error. */
  g_autoptr(DwellSink) sink = n_sections == 0
                                ? dwell_sink_new_for_head (WHOLE_BYTES)
                                : dwell_sink_new_for_memory (is_whole ? WHOLE_BYTES
                                                                      : SECTION_BYTES);
  DwellExportPiece *piece = &self->piece;
  g_autoptr(GError) error = NULL;

  self->settings->section = is_whole ? 0 : self->question + 1;
  if (!dwell_format_write (format, self->trace, self->settings, sink, NULL, cancellable, &error) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    {
      piece->error = g_strdup (error->message);
      return;
    }

  piece->text = dwell_sink_get_part (sink, "");
  piece->is_cut = error != NULL || dwell_sink_is_full (sink);
  if (piece->text != NULL)
    piece->shown = make_shown (self);

  if (format->companion_suffix != NULL)
    piece->records = dwell_sink_get_part (sink, format->companion_suffix);
  if (piece->records != NULL && format->decode != NULL)
    piece->decoded = format->decode (self->trace, self->settings, format->companion_suffix,
                                     piece->records);
}

static void
run_request (gpointer      data,
            GCancellable *cancellable)
{
  Request *self = data;
  const DwellFormat *format = self->settings->format;

  if (self->question < get_check (format))
    write_piece (self, cancellable);
  else if (self->question > get_check (format))
    self->examples = format->get_examples (self->trace, get_option (format, self->question),
                                           cancellable);
  else
    self->warnings = dwell_format_check (format, self->trace, self->settings, cancellable);
}

static void
take_piece (DwellExportPreview *self,
            Request            *request)
{
  DwellExportPiece *piece = &self->pieces[request->question];

  piece_clear (piece);
  *piece = request->piece;
  piece->is_written = TRUE;
  memset (&request->piece, 0, sizeof request->piece);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
take_answer (DwellExportPreview *self,
             Request            *request)
{
  guint check = self->n_parts;

  self->questions[request->question].is_answered = TRUE;

  if (request->question < check)
    take_piece (self, request);
  else if (request->question == check)
    {
      g_clear_pointer (&self->warnings, g_array_unref);
      self->warnings = g_steal_pointer (&request->warnings);
      g_signal_emit (self, signals[CHECKED], 0);
    }
  else
    {
      self->examples[request->question - check - 1] = g_steal_pointer (&request->examples);
      g_signal_emit (self, signals[EXAMPLES_CHANGED], 0);
    }
}

static void
request_done (gpointer data,
             gpointer user_data)
{
  DwellExportPreview *self = user_data;
  g_autoptr(DwellExportPreview) alive = g_object_ref (self);
  Request *request = data;

  self->job = NULL;
  g_clear_pointer (&self->job_key, g_free);
  if (!self->is_cancelled &&
      g_strcmp0 (self->questions[request->question].key, request->key) == 0)
    take_answer (self, request);

  ask_next (self);
}

/* Asks the first question that has no answer. */
static void
ask_next (DwellExportPreview *self)
{
  if (self->job != NULL || self->delay_id != 0)
    return;

  for (guint i = 0; i < self->n_questions; i++)
    {
      Question *question = &self->questions[self->order[i]];
      Request *request;

      if (question->key == NULL || question->is_answered)
        continue;

      request = g_new0 (Request, 1);
      request->question = self->order[i];
      request->key = g_strdup (question->key);
      request->trace = dwell_trace_ref (self->trace);
      request->settings = dwell_export_settings_copy (self->settings);
      self->job_question = self->order[i];
      self->job_key = g_strdup (question->key);
      self->is_cancelled = FALSE;
      self->job = _dwell_job_start (request, request_free, run_request, request_done, self);
      return;
    }
}

static gboolean
on_delay (gpointer user_data)
{
  DwellExportPreview *self = user_data;

  self->delay_id = 0;
  ask_next (self);
  return G_SOURCE_REMOVE;
}

static void
add_text (GString                   *key,
          const DwellExportSettings *settings,
          const DwellOption         *option)
{
  g_autofree char *value = dwell_export_settings_get (settings, option->name);

  g_string_append_printf (key, "%s\x1f", value);
}

/* Makes the part of the key that all parts have. A template affects only its own section. Of the
 * choice of sections, only the bits that the format names as shared matter. */
static char *
make_shared_key (const DwellExportSettings *settings)
{
  const DwellFormat *format = settings->format;
  g_autoptr(GString) key = g_string_new (NULL);

  for (guint i = 0; i < format->n_write_options; i++)
    {
      const DwellOption *option = &format->write_options[i];

      if (option->type == DWELL_OPTION_SECTIONS)
        g_string_append_printf (key, "%u\x1f",
                                dwell_export_settings_get_number (settings, option) &
                                format->shared_sections);
      else if (option->type != DWELL_OPTION_TEMPLATE)
        add_text (key, settings, option);
    }

  g_string_append_printf (key, "%d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\x1f",
                          settings->is_as_read, settings->begin, settings->end);
  return g_strdup (key->str);
}

/* Returns (transfer full) (nullable): the settings that the answer depends on; NULL if the
 * question is not asked. */
static char *
make_key (const DwellExportSettings *settings,
          const char                *shared,
          guint                      question)
{
  const DwellFormat *format = settings->format;
  guint n_sections = count_sections (format);
  g_autoptr(GString) key = g_string_new (shared);

  if (question > get_check (format))
    return get_option (format, question)->type == DWELL_OPTION_TEMPLATE &&
           format->get_examples != NULL ? g_strdup ("") : NULL;
  if (question == n_sections)
    return n_sections == 0 || settings->is_as_read ? g_strdup (shared) : NULL;
  if (question < n_sections &&
      (settings->is_as_read || !dwell_export_settings_has_section (settings, question + 1)))
    return NULL;

  for (guint i = 0; i < format->n_write_options; i++)
    {
      const DwellOption *option = &format->write_options[i];

      if (question == get_check (format) || (option->type == DWELL_OPTION_TEMPLATE &&
                                             option->section == question + 1))
        add_text (key, settings, option);
    }

  return g_strdup (key->str);
}

/* Marks the answers that the new settings have outdated. */
static void
update_questions (DwellExportPreview *self)
{
  g_autofree char *shared = make_shared_key (self->settings);
  gboolean is_changed = FALSE;

  for (guint i = 0; i < self->n_questions; i++)
    {
      Question *question = &self->questions[i];
      g_autofree char *key = make_key (self->settings, shared, i);

      if (g_strcmp0 (key, question->key) == 0)
        continue;

      g_free (question->key);
      question->key = g_steal_pointer (&key);
      question->is_answered = FALSE;
      is_changed = TRUE;

      if (i < self->n_parts)
        {
          self->pieces[i].is_written = question->key != NULL;
          self->pieces[i].is_outdated = TRUE;
          if (question->key == NULL)
            piece_clear (&self->pieces[i]);
        }
    }

  if (!is_changed)
    return;

  if (self->job != NULL &&
      g_strcmp0 (self->job_key, self->questions[self->job_question].key) != 0)
    {
      self->is_cancelled = TRUE;
      _dwell_job_cancel (self->job);
    }

  g_clear_handle_id (&self->delay_id, g_source_remove);
  self->delay_id = g_timeout_add (DELAY_MS, on_delay, self);
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[CHECKED], 0);
}

static void
abandon_job (DwellExportPreview *self)
{
  g_clear_pointer (&self->job, _dwell_job_abandon);
  g_clear_pointer (&self->job_key, g_free);
}

static void
clear_questions (DwellExportPreview *self)
{
  abandon_job (self);
  for (guint i = 0; i < self->n_questions; i++)
    g_free (self->questions[i].key);
  for (guint i = 0; i < self->n_parts; i++)
    piece_clear (&self->pieces[i]);
  for (guint i = 0; i + self->n_parts + 1 < self->n_questions; i++)
    g_clear_pointer (&self->examples[i], g_ptr_array_unref);

  g_clear_pointer (&self->questions, g_free);
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->pieces, g_free);
  g_clear_pointer (&self->examples, g_free);
  self->n_questions = 0;
}

static gboolean
is_slow (const DwellFormat *format,
         guint              question)
{
  guint section = question < get_check (format) ? question + 1
                  : question > get_check (format) ? get_option (format, question)->section : 0;

  return section > 0 && section <= count_sections (format) &&
         (format->slow_sections & 1u << (section - 1)) != 0;
}

/* Orders the questions: the parts, the warnings, the examples. Slow parts and examples come
 * last. */
static void
make_order (DwellExportPreview *self,
            const DwellFormat  *format)
{
  const guint ends[] = { 0, self->n_parts, self->n_parts + 1, self->n_questions };
  guint n = 0;

  for (guint i = 0; i + 1 < G_N_ELEMENTS (ends); i++)
    for (gboolean slow = FALSE; slow <= TRUE; slow++)
      for (guint k = ends[i]; k < ends[i + 1]; k++)
        if (is_slow (format, k) == slow)
          self->order[n++] = k;
}

static void
make_questions (DwellExportPreview *self,
                const DwellFormat  *format)
{
  clear_questions (self);
  self->n_parts = count_sections (format) + 1;
  self->n_questions = self->n_parts + 1 + format->n_write_options;
  self->questions = g_new0 (Question, self->n_questions);
  self->order = g_new0 (guint, self->n_questions);
  self->pieces = g_new0 (DwellExportPiece, self->n_parts);
  self->examples = g_new0 (GPtrArray *, format->n_write_options + 1);
  make_order (self, format);
}

static void
dwell_export_preview_finalize (GObject *object)
{
  DwellExportPreview *self = DWELL_EXPORT_PREVIEW (object);

  clear_questions (self);
  g_clear_handle_id (&self->delay_id, g_source_remove);
  g_clear_pointer (&self->warnings, g_array_unref);
  g_clear_pointer (&self->settings, dwell_export_settings_free);
  g_clear_pointer (&self->trace, dwell_trace_unref);

  G_OBJECT_CLASS (dwell_export_preview_parent_class)->finalize (object);
}

static void
dwell_export_preview_class_init (DwellExportPreviewClass *klass)
{
  static const char * const names[N_SIGNALS] = { "changed", "checked", "examples-changed" };

  G_OBJECT_CLASS (klass)->finalize = dwell_export_preview_finalize;

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_export_preview_init (DwellExportPreview *self)
{
}

/**
 * dwell_export_preview_new:
 *
 * Returns: (transfer full): an empty preview
 */
DwellExportPreview *
dwell_export_preview_new (void)
{
  return g_object_new (DWELL_TYPE_EXPORT_PREVIEW, NULL);
}

/**
 * dwell_export_preview_set_trace:
 * @self: a preview
 * @trace: the trace that would be written
 *
 * Sets the trace. All questions are asked again.
 */
void
dwell_export_preview_set_trace (DwellExportPreview *self,
                                DwellTrace         *trace)
{
  g_return_if_fail (DWELL_IS_EXPORT_PREVIEW (self));

  if (self->trace == trace)
    return;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  self->trace = dwell_trace_ref (trace);

  for (guint i = 0; i < self->n_questions; i++)
    g_clear_pointer (&self->questions[i].key, g_free);
  for (guint i = 0; i + self->n_parts + 1 < self->n_questions; i++)
    g_clear_pointer (&self->examples[i], g_ptr_array_unref);

  /* An answer about the old trace would be wrong, even if its key is the same. */
  abandon_job (self);
  if (self->settings != NULL)
    update_questions (self);
}

/**
 * dwell_export_preview_set_settings:
 * @self: a preview of a trace
 * @settings: the settings to preview, with their format
 */
void
dwell_export_preview_set_settings (DwellExportPreview        *self,
                                   const DwellExportSettings *settings)
{
  gboolean is_same_format;

  g_return_if_fail (DWELL_IS_EXPORT_PREVIEW (self));
  g_return_if_fail (self->trace != NULL);

  is_same_format = self->settings != NULL && self->settings->format == settings->format;
  g_clear_pointer (&self->settings, dwell_export_settings_free);
  self->settings = dwell_export_settings_copy (settings);
  if (!is_same_format)
    make_questions (self, settings->format);
  update_questions (self);
}

/**
 * dwell_export_preview_get_settings:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable): the settings previewed; %NULL before they are set
 */
const DwellExportSettings *
dwell_export_preview_get_settings (DwellExportPreview *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), NULL);

  return self->settings;
}

/**
 * dwell_export_preview_get_n_parts:
 * @self: a preview
 *
 * Returns: the number of parts: one for each section of the format, and then the whole file,
 *   which is written if the format has no sections or the file is written back as it was read
 */
guint
dwell_export_preview_get_n_parts (DwellExportPreview *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), 0);

  return self->n_parts;
}

/**
 * dwell_export_preview_get_piece:
 * @self: a preview
 * @part: the number of a part, from 0
 *
 * Returns: (transfer none): the part, as far as it is known; valid until the next signal
 */
const DwellExportPiece *
dwell_export_preview_get_piece (DwellExportPreview *self,
                                guint               part)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), NULL);
  g_return_val_if_fail (part < self->n_parts, NULL);

  return &self->pieces[part];
}

/**
 * dwell_export_preview_get_warnings:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable) (element-type DwellExportWarning): the warnings to show
 *   before writing; %NULL while they are unknown
 */
const GArray *
dwell_export_preview_get_warnings (DwellExportPreview *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), NULL);

  return self->n_questions > 0 && self->questions[self->n_parts].is_answered ? self->warnings
                                                                              : NULL;
}

/**
 * dwell_export_preview_get_example:
 * @self: a preview
 * @option: the name of a template
 * @macro: the number of a macro
 *
 * Returns: (transfer none) (nullable): the first output of @macro in the template; "" if it
 *   writes nothing; %NULL while that is unknown
 */
const char *
dwell_export_preview_get_example (DwellExportPreview *self,
                                  const char         *option,
                                  guint               macro)
{
  const DwellOption *found;
  const GPtrArray *examples;
  const char *example;

  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), NULL);

  found = self->settings != NULL ? dwell_format_find_write_option (self->settings->format, option)
                                 : NULL;
  examples = found != NULL ? self->examples[found - self->settings->format->write_options] : NULL;
  if (examples == NULL)
    return NULL;

  g_return_val_if_fail (macro < examples->len, NULL);

  example = g_ptr_array_index (examples, macro);
  return example != NULL ? example : "";
}

/**
 * dwell_export_preview_is_busy:
 * @self: a preview
 *
 * Returns: whether an answer will still come
 */
gboolean
dwell_export_preview_is_busy (DwellExportPreview *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), FALSE);

  return self->job != NULL || self->delay_id != 0;
}
