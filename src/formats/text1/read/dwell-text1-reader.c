/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the main file. Workers parse blocks, assuming the section that was last known to be
 * current. The reader's thread takes their results in order. It parses a block again if the
 * assumption was wrong, since it knows what precedes each row: names, contexts, the section.
 *
 * Sections with names may follow rows that refer to them. Statistics wait until all names are
 * known. If such a section follows events, reading stops, and the file is read twice: first its
 * other sections, then its events. */
#include "config.h"

#include "formats/text1/read/dwell-text1-reader.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/text1/read/dwell-text1-rows.h"
#include "formats/text1/read/dwell-text1-timeline.h"

#define MAX_LINE_BYTES ((gsize) 1 << 20)

/* A line of a statistics section, which may come before the names to which it refers. */
typedef struct {
  guint64 line;
  guint32 length;    /* without its line end; at most MAX_LINE_BYTES */
  guint8  is_header;
} Waiting;

struct _DwellText1Reader
{
  DwellBuilder          *builder;
  const DwellText1Given *given;
  DwellText1Encoding     encoding;
  DwellText1Map         *map;
  DwellText1Contexts    *contexts;
  DwellText1Rows        *rows;
  GArray                *waiting;      /* Waiting: lines of statistics */
  GString               *waiting_text; /* the text of these lines */
  DwellText1Machine     *machine;
  DwellText1Source      *record;
  guint                  take;   /* DwellText1Take */
  GAsyncQueue           *pool;   /* DwellText1Block that are free for reuse */
  DwellCheckpoint       *checkpoint; /* (nullable) */
  gboolean               has_names;  /* areas were defined before the first event */

  GMutex                 mutex;  /* guards the next two fields */
  DwellText1Section     *published;
  guint64                published_offset; /* of the block that ends in that section */

  DwellText1Section     *section;    /* (nullable): where the consumer is */
  guint32                timeline;   /* index into record->timelines, if that is one */
  GArray                *block_contexts; /* guint32: contexts of the block's texts */
  gboolean               has_context_form;
  DwellText1ContextForm  context_form;
  guint64                n_sections;
  gboolean               has_timeline;
  gboolean               is_late;
};

/**
 * dwell_text1_reader_new:
 * @builder: the builder of the trace; must outlive the reader
 * @given: the settings of the user; must outlive the reader
 * @encoding: encoding of the file
 * @order: which letters mean suspend and resume
 * @task_object: (nullable): name of the variable whose value is the running task; must outlive the
 *   reader
 * @checkpoint: (nullable): gets partial traces
 *
 * Returns: (transfer full): a reader that has read nothing
 */
DwellText1Reader *
dwell_text1_reader_new (DwellBuilder          *builder,
                        const DwellText1Given *given,
                        DwellText1Encoding     encoding,
                        DwellText1Order        order,
                        const char            *task_object,
                        DwellCheckpoint       *checkpoint)
{
  DwellText1Reader *self = g_new0 (DwellText1Reader, 1);

  self->builder = builder;
  self->given = given;
  self->encoding = encoding;
  self->map = dwell_text1_map_new (builder);
  self->contexts = dwell_text1_contexts_new (builder, self->map, encoding);
  self->rows = dwell_text1_rows_new (builder, self->map, self->contexts, given);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  self->waiting_text = g_string_new (NULL);
  self->machine = dwell_text1_machine_new (builder, self->map, order, task_object);
  self->record = dwell_text1_source_new ();
  self->record->encoding = encoding;
  self->checkpoint = checkpoint;
  self->pool = g_async_queue_new_full ((GDestroyNotify) dwell_text1_block_free);
  self->block_contexts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_mutex_init (&self->mutex);

  return self;
}

/**
 * dwell_text1_reader_free:
 * @self: (transfer full): a reader
 */
void
dwell_text1_reader_free (DwellText1Reader *self)
{
  g_clear_pointer (&self->published, dwell_text1_section_unref);
  g_clear_pointer (&self->section, dwell_text1_section_unref);
  g_clear_pointer (&self->record, dwell_text1_source_free);
  dwell_text1_machine_free (self->machine);
  dwell_text1_rows_free (self->rows);
  g_array_unref (self->waiting);
  g_string_free (self->waiting_text, TRUE);
  dwell_text1_contexts_free (self->contexts);
  dwell_text1_map_free (self->map);
  g_async_queue_unref (self->pool);
  g_array_unref (self->block_contexts);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/**
 * dwell_text1_reader_get_machine:
 * @self: a reader
 *
 * Returns: (transfer none): the machine that gets the events
 */
DwellText1Machine *
dwell_text1_reader_get_machine (DwellText1Reader *self)
{
  return self->machine;
}

/**
 * dwell_text1_reader_get_record:
 * @self: a reader that is not finished
 *
 * Returns: (transfer none): the record of the file's form
 */
DwellText1Source *
dwell_text1_reader_get_record (DwellText1Reader *self)
{
  return self->record;
}

/**
 * dwell_text1_reader_get_n_sections:
 * @self: a reader
 *
 * Returns: how many sections were read
 */
guint64
dwell_text1_reader_get_n_sections (DwellText1Reader *self)
{
  return self->n_sections;
}

/**
 * dwell_text1_reader_has_timeline:
 * @self: a reader
 *
 * Returns: whether a timeline with rows was read
 */
gboolean
dwell_text1_reader_has_timeline (DwellText1Reader *self)
{
  return self->has_timeline;
}

/* Returns the section in which the block at @offset begins, as far as is known by now. */
static DwellText1Section *
guess_section (DwellText1Reader *self,
               guint64           offset)
{
  DwellText1Section *section = NULL;

  g_mutex_lock (&self->mutex);
  if (self->published != NULL && self->published_offset < offset)
    section = dwell_text1_section_ref (self->published);
  g_mutex_unlock (&self->mutex);

  return section;
}

/* Publishes the section in which a block ends, if the block has a header. */
static void
publish_section (DwellText1Reader      *self,
                 const DwellText1Block *parsed,
                 guint64                offset)
{
  DwellText1Section *section = NULL;

  for (guint i = parsed->runs->len; i > 0 && section == NULL; i--)
    section = g_array_index (parsed->runs, DwellText1Run, i - 1).section;

  if (section == NULL)
    return;

  g_mutex_lock (&self->mutex);
  if (self->published == NULL || offset >= self->published_offset)
    {
      g_clear_pointer (&self->published, dwell_text1_section_unref);
      self->published = dwell_text1_section_ref (section);
      self->published_offset = offset;
    }
  g_mutex_unlock (&self->mutex);
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  DwellText1Reader *self = user_data;
  DwellText1Block *parsed = g_async_queue_try_pop (self->pool);
  g_autoptr(DwellText1Section) section = guess_section (self, block->offset);

  if (parsed == NULL)
    parsed = dwell_text1_block_new ();

  dwell_text1_block_parse (parsed, block, section, self->given, FALSE);
  publish_section (self, parsed, block->offset);
  if ((self->take & DWELL_TEXT1_TAKE_EVENTS) != 0)
    dwell_text1_machine_expect (self->machine, parsed->n_kinds);
  return parsed;
}

static void
free_block (gpointer parsed,
            gpointer user_data)
{
  DwellText1Reader *self = user_data;

  g_async_queue_push_front (self->pool, parsed);
}

static gboolean
is_timeline (const DwellText1Section *section)
{
  return section != NULL && section->kind == DWELL_TEXT1_SECTION_TIMELINE;
}

static void
keep_text (DwellText1Reader *self,
           const char       *text,
           gsize             length,
           guint32           n_events)
{
  guint32 first = (guint32) (self->builder->event_offset->n - n_events);

  if ((self->take & DWELL_TEXT1_TAKE_TEXT) != 0 &&
      !dwell_text1_part_add_text (&self->record->main, text, length, first, n_events))
    self->record->is_exact = FALSE;
}

static void
remember_templates (DwellText1Reader       *self,
                    const DwellText1Header *header,
                    const DwellTemplate    *entry)
{
  DwellTemplateKind header_kind = dwell_text1_get_header_kind (header->kind);
  char **header_text = &self->record->templates[header_kind];
  char **entry_text = &self->record->templates[dwell_text1_get_entry_kind (header->kind)];
  const char *usual = dwell_template_get_default (header_kind);

  if (*header_text != NULL)
    return;

  if (self->given->templates[header_kind] != NULL)
    usual = dwell_template_get_text (self->given->templates[header_kind]);

  *header_text = header->entry.text != NULL ? g_strdup (usual)
                                            : g_strndup (usual, strcspn (usual, "%"));
  if (header->entry.text == NULL)
    g_strchomp (*header_text);
  *entry_text = g_strdup (dwell_template_get_text (entry));
}

static gboolean
is_known_context (DwellMacro  macro,
                  const char *text,
                  gsize       length,
                  gpointer    user_data)
{
  DwellText1Reader *self = user_data;

  return dwell_text1_contexts_knows (self->contexts, text, length);
}

static void
begin_timeline (DwellText1Reader *self)
{
  DwellText1Timeline timeline = {
    .entry = dwell_template_ref (self->section->entry),
    .line_end = self->section->line_end,
  };

  g_array_append_val (self->record->timelines, timeline);
  self->timeline = self->record->timelines->len - 1;
}

/* Parses a header again, because here the names of contexts are known. */
static void
begin_section (DwellText1Reader *self,
               const char       *text,
               gsize             length,
               guint64           line)
{
  g_autoptr(DwellTemplate) entry = NULL;
  DwellText1Header header;

  dwell_text1_header_parse (text, length, self->given, is_known_context, self, &header);
  entry = dwell_text1_header_compile (&header, self->given);

  if ((self->take & DWELL_TEXT1_TAKE_ROWS) != 0)
    {
      dwell_text1_header_check (&header, self->given, entry, self->builder->problems, line);
      if (header.kind != DWELL_TEXT1_SECTION_TIMELINE)
        dwell_text1_rows_begin (self->rows, &header, entry);
    }

  remember_templates (self, &header, entry);
}

/* Returns TRUE if lines of the section wait until all names are known. */
static gboolean
waits_for_names (DwellText1Reader *self)
{
  return (self->take & DWELL_TEXT1_TAKE_ROWS) != 0 && self->section != NULL &&
         self->section->kind == DWELL_TEXT1_SECTION_STATISTICS;
}

static void
wait_for_names (DwellText1Reader *self,
                const char       *text,
                gsize             length,
                guint64           line,
                gboolean          is_header)
{
  Waiting waiting = { .line = line, .length = (guint32) length, .is_header = (guint8) is_header };

  g_string_append_len (self->waiting_text, text, (gssize) length);
  g_array_append_val (self->waiting, waiting);
}

/* Takes the lines that wait for names, which are all known now. */
static void
end_rows (DwellText1Reader *self)
{
  const char *text = self->waiting_text->str;

  dwell_text1_rows_end (self->rows);

  for (guint i = 0; i < self->waiting->len; i++)
    {
      const Waiting *waiting = &g_array_index (self->waiting, Waiting, i);

      if (waiting->is_header)
        begin_section (self, text, waiting->length, waiting->line);
      else
        dwell_text1_rows_add (self->rows, text, waiting->length, waiting->line);
      text += waiting->length;
    }

  g_string_truncate (self->waiting_text, 0);
  g_array_set_size (self->waiting, 0);
}

static void
take_header (DwellText1Reader    *self,
             const DwellText1Run *run,
             const char          *text,
             guint64              line)
{
  gsize line_end;
  gsize length = dwell_text1_measure_line (text, text + run->length, &line_end);

  g_clear_pointer (&self->section, dwell_text1_section_unref);
  self->section = dwell_text1_section_ref (run->section);
  self->n_sections++;

  if (waits_for_names (self))
    wait_for_names (self, text, length, line, TRUE);
  else
    begin_section (self, text, length, line);

  if (is_timeline (self->section) && (self->take & DWELL_TEXT1_TAKE_TEXT) != 0)
    begin_timeline (self);
  keep_text (self, text, run->length, 0);
}

/* Takes rows of a section that is no timeline, or lines before the first header. */
static gboolean
take_rows (DwellText1Reader *self,
           const char       *text,
           gsize             length,
           guint64           line)
{
  const char *end = text + length;
  gboolean is_info = self->section != NULL && self->section->kind == DWELL_TEXT1_SECTION_INFO;

  keep_text (self, text, length, 0);
  if ((self->take & DWELL_TEXT1_TAKE_ROWS) == 0)
    return TRUE;

  while (text < end)
    {
      gsize line_end;
      gsize n = dwell_text1_measure_line (text, end, &line_end);

      if (n == 0)
        ;
      else if (self->section == NULL)
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "before-header", line,
                            -1, _("A line before the first header"));
      else if (!is_info && self->builder->event_offset->n > 0)
        {
          self->is_late = TRUE;
          return FALSE;
        }
      else if (waits_for_names (self))
        wait_for_names (self, text, n, line, FALSE);
      else
        dwell_text1_rows_add (self->rows, text, n, line);

      text += n + line_end;
      line++;
    }

  return TRUE;
}

/* Returns TRUE if encoding the decoded text gives these bytes again. */
static gboolean
can_encode (DwellText1Reader *self,
            const DwellField *text)
{
  /* Five bytes, and NUL, are not defined in Windows-1252. */
  static const char undefined[] = "\x81\x8d\x8f\x90\x9d";

  if (self->encoding != DWELL_TEXT1_WINDOWS_1252)
    return g_utf8_validate_len (text->text, text->length, NULL);

  for (gsize i = 0; i < text->length; i++)
    if (memchr (undefined, text->text[i], sizeof undefined) != NULL)
      return FALSE;

  return TRUE;
}

/* Returns TRUE if regenerating a row with @context gives @text. */
static gboolean
is_usual_context (DwellText1Reader      *self,
                  const DwellField      *text,
                  guint32                context,
                  DwellText1ContextForm  form)
{
  const DwellContext *known;
  char number[32];

  if (context == DWELL_NONE || form != self->context_form)
    return FALSE;

  known = &dwell_column_index (self->builder->contexts, DwellContext, context);
  if (form == DWELL_TEXT1_CONTEXT_AS_NAME)
    return can_encode (self, text) &&
           dwell_text1_contexts_intern (self->contexts, text->text, text->length) == known->name;

  g_snprintf (number, sizeof number, form == DWELL_TEXT1_CONTEXT_AS_HEX ? "0x%x" : "%u",
              (guint) known->id);
  return known->id < G_MAXUINT32 && strlen (number) == text->length &&
         memcmp (number, text->text, text->length) == 0;
}

/* Finds the contexts of the block's rows. Returns whether all rows can be regenerated. */
static gboolean
resolve_contexts (DwellText1Reader *self,
                  DwellText1Block  *parsed,
                  guint64           line)
{
  gboolean is_usual = TRUE;
  guint32 *contexts;

  g_array_set_size (self->block_contexts, parsed->contexts->len);
  contexts = (guint32 *) (gpointer) self->block_contexts->data;

  for (guint i = 0; i < parsed->contexts->len; i++)
    {
      const DwellField *text = &g_array_index (parsed->contexts, DwellField, i);
      DwellText1ContextForm form;

      contexts[i] = dwell_text1_contexts_resolve (self->contexts, text->text, text->length, line,
                                                  &form);
      if (!self->has_context_form)
        {
          self->has_context_form = TRUE;
          self->context_form = form;
        }

      is_usual = is_usual && is_usual_context (self, text, contexts[i], form);
    }

  return is_usual;
}

static void
assign_contexts (DwellText1Reader *self,
                 DwellText1Block  *parsed)
{
  const guint32 *contexts = (const guint32 *) (gpointer) self->block_contexts->data;

  if (parsed->contexts->len == 0)
    return;

  for (gsize i = 0; i < parsed->n_events; i++)
    if (parsed->events[i].context != DWELL_NONE)
      parsed->events[i].context = contexts[parsed->events[i].context];
}

/* Drops the fraction of a value whose area takes integers. */
static void
convert_double (DwellText1Reader *self,
                DwellText1Event  *event,
                guint64           line)
{
  guint32 area = dwell_text1_map_find_area (self->map, event->handle, 0);
  double number;

  if (area != DWELL_NONE && dwell_column_index (self->builder->areas, DwellArea, area).is_float)
    return;

  memcpy (&number, &event->value, sizeof number);
  event->value = number >= -9e18 && number <= 9e18 ? (guint64) (gint64) number : 0;
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "fraction-cut", line, -1,
                      _("A fractional value is written into a variable of whole numbers"));
}

static gboolean
take_events (DwellText1Reader     *self,
             DwellText1Block      *parsed,
             const DwellText1Run  *run,
             const char           *text,
             guint64               line,
             GError              **error)
{
  guint32 first = (guint32) self->builder->event_offset->n;

  self->has_timeline = self->has_timeline || run->n_events > 0;
  if ((self->take & DWELL_TEXT1_TAKE_EVENTS) == 0)
    {
      keep_text (self, text, run->length, 0);
      return TRUE;
    }

  if (first == 0)
    {
      end_rows (self);
      self->has_names = self->builder->areas->n > 0;
    }
  if (run->is_double)
    convert_double (self, &parsed->events[run->first_event], line);

  if (run->n_events > 0 &&
      !dwell_text1_machine_push (self->machine, parsed->events + run->first_event, run->n_events,
                                 FALSE, line, 1, error))
    return FALSE;

  if (run->kind != DWELL_TEXT1_RUN_EVENTS)
    keep_text (self, text, run->length, run->n_events);
  else if ((self->take & DWELL_TEXT1_TAKE_TEXT) != 0)
    dwell_text1_part_add_events (&self->record->main, first, run->n_events, self->timeline);

  return TRUE;
}

static gboolean
take_run (DwellText1Reader     *self,
          const DwellBlock     *block,
          DwellText1Block      *parsed,
          const DwellText1Run  *run,
          guint64               n_lines_before,
          GError              **error)
{
  const char *text = block->text + run->offset;
  guint64 line = n_lines_before + run->first_line + 1;

  switch (run->kind)
    {
    case DWELL_TEXT1_RUN_HEADER:
      take_header (self, run, text, line);
      return TRUE;

    case DWELL_TEXT1_RUN_ROWS:
      return take_rows (self, text, run->length, line);

    case DWELL_TEXT1_RUN_BAD:
      if (run->is_beyond)
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "time-range", line, -1,
                            _("A time is too large: its event was left out"));
      else
        dwell_text1_run_report_unmatched (run, block, line, self->builder->problems);
      keep_text (self, text, run->length, 0);
      return TRUE;

    case DWELL_TEXT1_RUN_EVENTS:
    case DWELL_TEXT1_RUN_IRREGULAR:
    default:
      return take_events (self, parsed, run, text, line, error);
    }
}

/* Parses a run again for which a worker assumed the wrong section. */
static void
parse_again (DwellText1Reader *self,
             const DwellBlock *block,
             DwellText1Block  *parsed,
             gboolean          keep_rows)
{
  dwell_text1_block_parse (parsed, block, self->section, self->given, keep_rows);
  publish_section (self, parsed, block->offset);
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           data,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  DwellText1Reader *self = user_data;
  DwellText1Block *parsed = data;
  gsize n_own_bytes = dwell_text1_machine_count_bytes (self->machine) +
                      dwell_text1_source_count_bytes (self->record);
  gboolean are_resolved = FALSE;

  if (!dwell_builder_check (self->builder, n_own_bytes, error))
    return FALSE;

  if (parsed->assumed != self->section &&
      (is_timeline (parsed->assumed) || is_timeline (self->section)))
    parse_again (self, block, parsed, FALSE);

  for (guint i = 0; i < parsed->runs->len; i++)
    {
      const DwellText1Run *run = &g_array_index (parsed->runs, DwellText1Run, i);

      /* If the block is parsed again to keep its rows, the lines before this run stay unchanged. */
      if (run->n_events > 0 && !are_resolved && (self->take & DWELL_TEXT1_TAKE_EVENTS) != 0)
        {
          guint64 line = n_lines_before + run->first_line + 1;
          g_autoptr(DwellText1Section) begun_in =
            parsed->assumed != NULL ? dwell_text1_section_ref (parsed->assumed) : NULL;

          are_resolved = TRUE;
          if (!resolve_contexts (self, parsed, line))
            {
              dwell_text1_block_parse (parsed, block, begun_in, self->given, TRUE);
              resolve_contexts (self, parsed, line);
            }

          assign_contexts (self, parsed);
          run = &g_array_index (parsed->runs, DwellText1Run, i);
        }

      if (!take_run (self, block, parsed, run, n_lines_before, error))
        return FALSE;
    }

  /* Without names so far, they may follow the events; then everything is read again. */
  if (self->has_names)
    dwell_text1_machine_show (self->machine, self->checkpoint);
  return TRUE;
}

/**
 * dwell_text1_reader_run:
 * @self: a reader
 * @source: the main file, from its start
 * @take: the parts of it to take: #DwellText1Take
 * @is_late: (out): whether reading stopped because sections with names follow events
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: %G_IO_ERROR_CANCELLED or %DWELL_ERROR_LIMIT; not set if @is_late
 *
 * Reads the file. May be called again with other parts to take.
 *
 * Returns: whether all of it was read
 */
gboolean
dwell_text1_reader_run (DwellText1Reader  *self,
                        DwellSource       *source,
                        guint              take,
                        gboolean          *is_late,
                        DwellProgress     *progress,
                        GCancellable      *cancellable,
                        GError           **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block, TRUE };
  gboolean is_good;

  self->take = take;
  self->n_sections = 0;
  self->is_late = FALSE;
  self->published_offset = 0;
  g_clear_pointer (&self->published, dwell_text1_section_unref);
  g_clear_pointer (&self->section, dwell_text1_section_unref);

  is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, self, self->builder->problems, progress,
                             cancellable, error);
  if ((take & DWELL_TEXT1_TAKE_ROWS) != 0)
    end_rows (self);

  *is_late = self->is_late;
  return is_good;
}

/**
 * dwell_text1_reader_finish:
 * @self: a reader
 * @error: %DWELL_ERROR_LIMIT
 *
 * Completes the events, and gives the record of the file's form to the builder.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_text1_reader_finish (DwellText1Reader  *self,
                           GError           **error)
{
  for (guint i = 0; i < self->record->timelines->len; i++)
    g_array_index (self->record->timelines, DwellText1Timeline, i).context_form =
      self->context_form;

  if (!dwell_text1_machine_finish (self->machine, &self->record->is_swapped, error))
    return FALSE;

  dwell_builder_set_source (self->builder, g_steal_pointer (&self->record),
                            (GDestroyNotify) dwell_text1_source_free);
  return TRUE;
}
