/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview is a list of questions: each section's head, the warnings, the examples of each
 * template. A question has a key, made of all settings that its answer depends on; when its key
 * changes, its answer is outdated. One question at a time is on a worker; when it comes back under
 * the key that it left with, it is told. */
#include "config.h"

#include "model/export/dwell-export-preview.h"

#include <string.h>

#include "formats/text1/dwell-text1-source.h"
#include "model/dwell-job.h"

/* Of each section; of a file that is written as it was read. */
#define PIECE_BYTES  ((gsize) 24 * 1024)
#define SOURCE_BYTES ((gsize) 96 * 1024)
/* Typing pauses. */
#define DELAY_MS 120

/* Questions: parts, then these. */
enum {
  CHECK = DWELL_EXPORT_N_PARTS,
  EXAMPLES,
  N_QUESTIONS = EXAMPLES + DWELL_N_TEMPLATES,
};

/* In this order: what takes all statistics comes last. */
static const guint order[N_QUESTIONS] = {
  DWELL_EXPORT_SOURCE, DWELL_EXPORT_INFO, DWELL_EXPORT_CONTEXTS, DWELL_EXPORT_MAPPING,
  DWELL_EXPORT_TIMELINE, DWELL_EXPORT_STATISTICS, CHECK,
  EXAMPLES + DWELL_TEMPLATE_INFO_HEADER, EXAMPLES + DWELL_TEMPLATE_INFO_ENTRY,
  EXAMPLES + DWELL_TEMPLATE_CONTEXT_HEADER, EXAMPLES + DWELL_TEMPLATE_CONTEXT_ENTRY,
  EXAMPLES + DWELL_TEMPLATE_MAPPING_HEADER, EXAMPLES + DWELL_TEMPLATE_MAPPING_ENTRY,
  EXAMPLES + DWELL_TEMPLATE_TIMELINE_HEADER, EXAMPLES + DWELL_TEMPLATE_TIMELINE_ENTRY,
  EXAMPLES + DWELL_TEMPLATE_STATISTICS_HEADER, EXAMPLES + DWELL_TEMPLATE_STATISTICS_ENTRY,
};

typedef struct {
  char     *key;
  gboolean  is_answered; /* with that key */
} Question;

/* A question on its way, and its answer. */
typedef struct {
  guint               question;
  char               *key;
  DwellTrace         *trace;
  DwellText1Settings *settings;
  DwellExportPiece    piece;
  GArray             *warnings;
  GPtrArray          *examples;
} Errand;

struct _DwellExportPreview
{
  GObject parent_instance;

  DwellTrace         *trace;
  DwellText1Settings *settings;
  Question            questions[N_QUESTIONS];
  DwellExportPiece    pieces[DWELL_EXPORT_N_PARTS];
  GArray             *warnings;
  GPtrArray          *examples[DWELL_N_TEMPLATES];

  DwellJob *job;
  guint     job_question;
  char     *job_key;
  gboolean  is_cancelled; /* the job; it has no answer then */
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
errand_free (gpointer data)
{
  Errand *self = data;

  piece_clear (&self->piece);
  g_clear_pointer (&self->warnings, g_array_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->settings, dwell_text1_settings_free);
  dwell_trace_unref (self->trace);
  g_free (self->key);
  g_free (self);
}

/* The settings that write nothing but the section, as it stands in the whole. */
static DwellText1Settings *
restrict_settings (const DwellText1Settings *settings,
                   DwellExportPart           part)
{
  DwellText1Settings *alone = dwell_text1_settings_copy (settings);

  if (part != DWELL_EXPORT_SOURCE)
    alone->only = 1u << part;
  return alone;
}

/* Text as it was read may have another encoding than the one that we write. */
static char *
make_valid (const DwellTrace         *trace,
            const DwellText1Settings *settings,
            const char               *text,
            gsize                     length)
{
  const DwellText1Source *source = settings->from_source ? trace->source : NULL;
  static const char * const names[] = {
    [DWELL_TEXT1_UTF_8] = NULL,
    [DWELL_TEXT1_WINDOWS_1252] = "WINDOWS-1252",
    [DWELL_TEXT1_UTF_16_LE] = "UTF-16LE",
    [DWELL_TEXT1_UTF_16_BE] = "UTF-16BE",
  };
  const char *name = source != NULL ? names[source->encoding] : NULL;
  char *converted = NULL;

  if (name != NULL)
    converted = g_convert_with_fallback (text, (gssize) length, "UTF-8", name, "?", NULL, NULL,
                                         NULL);
  return converted != NULL ? converted : g_utf8_make_valid (text, (gssize) length);
}

/* For the eye: whole lines with one kind of line end. */
static char *
make_shown (const Errand *errand,
            const char   *text,
            gsize         length)
{
  g_autofree char *valid = make_valid (errand->trace, errand->settings, text, length);
  g_autoptr(GString) shown = g_string_new (valid);

  g_string_replace (shown, "\r\n", "\n", 0);
  g_string_replace (shown, "\r", "\n", 0);
  if (g_str_has_prefix (shown->str, "\xef\xbb\xbf"))
    g_string_erase (shown, 0, 3);

  if (errand->piece.is_cut && strchr (shown->str, '\n') != NULL)
    g_string_truncate (shown, (gsize) (strrchr (shown->str, '\n') + 1 - shown->str));
  return g_strdup (shown->str);
}

static void
write_piece (Errand       *self,
             GCancellable *cancellable)
{
  DwellExportPart part = (DwellExportPart) self->question;
  gsize n_bytes = part == DWELL_EXPORT_SOURCE ? SOURCE_BYTES : PIECE_BYTES;
  g_autoptr(DwellText1Settings) settings = restrict_settings (self->settings, part);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (n_bytes);
  DwellExportPiece *piece = &self->piece;
  g_autoptr(GError) error = NULL;

  if (!dwell_text1_export (self->trace, settings, sink, NULL, cancellable, &error))
    {
      piece->error = g_strdup (error->message);
      return;
    }

  piece->text = dwell_sink_get_part (sink, "");
  piece->records = dwell_sink_get_part (sink, ".BIN");
  piece->is_cut = dwell_sink_is_full (sink);

  if (piece->text != NULL)
    {
      gsize length;
      const char *text = g_bytes_get_data (piece->text, &length);

      piece->shown = make_shown (self, text != NULL ? text : "", length);
    }
  if (piece->records != NULL)
    piece->decoded = dwell_text1_decode_records (self->trace, settings, piece->records);
}

static void
run_errand (gpointer      data,
            GCancellable *cancellable)
{
  Errand *self = data;

  if (self->question < DWELL_EXPORT_N_PARTS)
    write_piece (self, cancellable);
  else if (self->question == CHECK)
    self->warnings = dwell_text1_check (self->trace, self->settings, cancellable);
  else
    self->examples = dwell_text1_get_examples (self->trace,
                                               (DwellTemplateKind) (self->question - EXAMPLES),
                                               cancellable);
}

static void
take_piece (DwellExportPreview *self,
            Errand             *errand)
{
  DwellExportPiece *piece = &self->pieces[errand->question];

  piece_clear (piece);
  *piece = errand->piece;
  piece->is_written = TRUE;
  memset (&errand->piece, 0, sizeof errand->piece);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
errand_done (gpointer data,
             gpointer user_data)
{
  DwellExportPreview *self = user_data;
  g_autoptr(DwellExportPreview) alive = g_object_ref (self);
  Errand *errand = data;
  Question *question = &self->questions[errand->question];

  self->job = NULL;
  g_clear_pointer (&self->job_key, g_free);

  if (!self->is_cancelled && g_strcmp0 (question->key, errand->key) == 0)
    {
      question->is_answered = TRUE;

      if (errand->question < DWELL_EXPORT_N_PARTS)
        take_piece (self, errand);
      else if (errand->question == CHECK)
        {
          g_clear_pointer (&self->warnings, g_array_unref);
          self->warnings = g_steal_pointer (&errand->warnings);
          g_signal_emit (self, signals[CHECKED], 0);
        }
      else
        {
          self->examples[errand->question - EXAMPLES] = g_steal_pointer (&errand->examples);
          g_signal_emit (self, signals[EXAMPLES_CHANGED], 0);
        }
    }

  ask_next (self);
}

/* Starts on the first question that is open. */
static void
ask_next (DwellExportPreview *self)
{
  if (self->job != NULL || self->delay_id != 0)
    return;

  for (guint i = 0; i < N_QUESTIONS; i++)
    {
      Question *question = &self->questions[order[i]];
      Errand *errand;

      if (question->key == NULL || question->is_answered)
        continue;

      errand = g_new0 (Errand, 1);
      errand->question = order[i];
      errand->key = g_strdup (question->key);
      errand->trace = dwell_trace_ref (self->trace);
      errand->settings = dwell_text1_settings_copy (self->settings);
      self->job_question = order[i];
      self->job_key = g_strdup (question->key);
      self->is_cancelled = FALSE;
      self->job = _dwell_job_start (errand, errand_free, run_errand, errand_done, self);
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

/* What all parts depend on; of the other sections whether contexts have handles, and whether the
 * timeline tells the session. */
static char *
make_shared_key (const DwellText1Settings *settings)
{
  static const char * const names[] = {
    "TimelineBinary", "BinaryVersion", "TimelineStates", "LineEnds", "Classes", "Contexts",
    "Areas", "ContextValue",
  };
  g_autoptr(GString) key = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *value = dwell_text1_settings_get (settings, names[i]);

      g_string_append_printf (key, "%s\x1f", value);
    }

  g_string_append_printf (key, "%d %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\x1f",
                          settings->from_source,
                          settings->sections & (DWELL_TEXT1_CONTEXTS | DWELL_TEXT1_TIMELINE),
                          settings->begin, settings->end);
  return g_strdup (key->str);
}

/* Returns: (transfer full) (nullable): what the answer depends on; NULL: it is not asked. */
static char *
make_key (const DwellText1Settings *settings,
          const char               *shared,
          guint                     question)
{
  if (question >= EXAMPLES)
    return g_strdup ("");

  if (question == CHECK)
    {
      g_autofree char *templates = g_strjoin ("\x1f", settings->templates[0],
        settings->templates[1], settings->templates[2], settings->templates[3],
        settings->templates[4], settings->templates[5], settings->templates[6],
        settings->templates[7], settings->templates[8], settings->templates[9], NULL);

      return g_strdup_printf ("%s%s\x1f%u", shared, templates, settings->sections);
    }

  if (question == DWELL_EXPORT_SOURCE)
    return settings->from_source ? g_strdup (shared) : NULL;

  if (settings->from_source || (settings->sections & 1u << question) == 0)
    return NULL;

  return g_strdup_printf ("%s%s\x1f%s", shared, settings->templates[question * 2],
                          settings->templates[question * 2 + 1]);
}

/* Marks what the settings have outdated. */
static void
update_questions (DwellExportPreview *self)
{
  g_autofree char *shared = make_shared_key (self->settings);
  gboolean is_changed = FALSE;

  for (guint i = 0; i < N_QUESTIONS; i++)
    {
      Question *question = &self->questions[i];
      g_autofree char *key = make_key (self->settings, shared, i);

      if (g_strcmp0 (key, question->key) == 0)
        continue;

      g_free (question->key);
      question->key = g_steal_pointer (&key);
      question->is_answered = FALSE;
      is_changed = TRUE;

      if (i < DWELL_EXPORT_N_PARTS)
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
dwell_export_preview_finalize (GObject *object)
{
  DwellExportPreview *self = DWELL_EXPORT_PREVIEW (object);

  g_clear_pointer (&self->job, _dwell_job_abandon);
  g_clear_handle_id (&self->delay_id, g_source_remove);
  g_free (self->job_key);
  for (guint i = 0; i < N_QUESTIONS; i++)
    g_free (self->questions[i].key);
  for (guint i = 0; i < DWELL_EXPORT_N_PARTS; i++)
    piece_clear (&self->pieces[i]);
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_clear_pointer (&self->examples[i], g_ptr_array_unref);
  g_clear_pointer (&self->warnings, g_array_unref);
  g_clear_pointer (&self->settings, dwell_text1_settings_free);
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
 * Returns: (transfer full): a preview of nothing yet
 */
DwellExportPreview *
dwell_export_preview_new (void)
{
  return g_object_new (DWELL_TYPE_EXPORT_PREVIEW, NULL);
}

/**
 * dwell_export_preview_set_trace:
 * @self: a preview
 * @trace: what would be written
 *
 * Everything is asked again.
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

  for (guint i = 0; i < N_QUESTIONS; i++)
    g_clear_pointer (&self->questions[i].key, g_free);
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_clear_pointer (&self->examples[i], g_ptr_array_unref);

  /* The answer would be one of the old trace, whatever its key. */
  if (self->job != NULL)
    {
      g_clear_pointer (&self->job, _dwell_job_abandon);
      g_clear_pointer (&self->job_key, g_free);
    }

  if (self->settings != NULL)
    update_questions (self);
}

/**
 * dwell_export_preview_set_settings:
 * @self: a preview of a trace
 * @settings: how it would be written
 */
void
dwell_export_preview_set_settings (DwellExportPreview       *self,
                                   const DwellText1Settings *settings)
{
  g_return_if_fail (DWELL_IS_EXPORT_PREVIEW (self));
  g_return_if_fail (self->trace != NULL);

  g_clear_pointer (&self->settings, dwell_text1_settings_free);
  self->settings = dwell_text1_settings_copy (settings);
  update_questions (self);
}

/**
 * dwell_export_preview_get_piece:
 * @self: a preview
 * @part: which
 *
 * Returns: (transfer none): what is known of it, until the next signal
 */
const DwellExportPiece *
dwell_export_preview_get_piece (DwellExportPreview *self,
                                DwellExportPart     part)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), NULL);
  g_return_val_if_fail (part < DWELL_EXPORT_N_PARTS, NULL);

  return &self->pieces[part];
}

const GArray *
dwell_export_preview_get_warnings (DwellExportPreview *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), NULL);

  return self->questions[CHECK].is_answered ? self->warnings : NULL;
}

const char *
dwell_export_preview_get_example (DwellExportPreview *self,
                                  DwellTemplateKind   kind,
                                  DwellMacro          macro)
{
  const char *example;

  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), NULL);
  g_return_val_if_fail (kind < DWELL_N_TEMPLATES && macro < DWELL_N_MACROS, NULL);

  if (self->examples[kind] == NULL)
    return NULL;

  example = g_ptr_array_index (self->examples[kind], macro);
  return example != NULL ? example : "";
}

gboolean
dwell_export_preview_is_busy (DwellExportPreview *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_PREVIEW (self), FALSE);

  return self->job != NULL || self->delay_id != 0;
}
