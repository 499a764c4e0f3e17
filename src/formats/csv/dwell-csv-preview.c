/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Previews: the first rows, the meaning of each cell and each row, and what was guessed. */
#include "config.h"

#include "formats/csv/dwell-csv-preview.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-strings.h"
#include "core/dwell-text.h"
#include "formats/csv/dwell-csv-block.h"
#include "formats/csv/dwell-csv.h"

#define SHOWN_LINES 200
#define LINE_BYTES  400

/* Times from September 2001 on are shown as dates. */
#define WALL_CLOCK_NS G_GINT64_CONSTANT (1000000000000000000)

typedef struct {
  DwellPreview *preview;
  DwellCsvPlan  plan;
  guint        *meanings; /* by column, or DWELL_CSV_NO_COLUMN */
  guint        *roles;    /* likewise */
} Look;

static const DwellOption *
find_option (const char *name)
{
  const DwellOption *option = dwell_csv_format.read_options;

  while (!g_str_equal (option->name, name))
    option++;

  return option;
}

static void
set_role (Look  *self,
          guint  column,
          guint  role)
{
  const DwellOption *option = find_option (dwell_csv_roles[role]);

  self->roles[column] = role;
  self->meanings[column] = dwell_preview_add_meaning (self->preview, option->name,
                                                      option->title, option->summary);
}

static void
set_roles (Look *self)
{
  const DwellCsvPlan *plan = &self->plan;
  guint n = plan->names->len + 1;

  self->roles = g_new (guint, n);
  self->meanings = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    self->roles[i] = self->meanings[i] = DWELL_CSV_NO_COLUMN;

  for (guint role = 0; role < DWELL_CSV_VALUE; role++)
    if (dwell_csv_plan_has (plan, role))
      set_role (self, plan->columns[role], role);
  for (guint i = 0; i < plan->values->len; i++)
    set_role (self, g_array_index (plan->values, guint, i), DWELL_CSV_VALUE);
}

/* Whether a cell is one of a few texts in a column of numbers, which will be left out. Where rows
 * name variables, the values of each variable may be texts. */
static gboolean
is_no_value (const Look         *self,
             guint               column,
             const DwellCsvCell *cell)
{
  const DwellCsvPlan *plan = &self->plan;
  gint64 integer;
  double number;
  gboolean flag;
  guint i = 0;

  while (g_array_index (plan->values, guint, i) != column)
    i++;

  return cell->length > 0 && plan->shape == DWELL_CSV_SAMPLES &&
         !dwell_csv_plan_has (plan, DWELL_CSV_NAME) &&
         !g_array_index (plan->are_texts, gboolean, i) &&
         !dwell_csv_number_parse (dwell_csv_cell_scan (cell), plan->scales[0].points, &integer,
                                  &number, &flag);
}

static gboolean
is_bad (const Look         *self,
        guint               column,
        const DwellCsvCell *cell)
{
  guint role = self->roles[column];
  DwellScan text = dwell_csv_cell_scan (cell);
  gint64 number;
  gboolean flag;

  switch (role)
    {
    case DWELL_CSV_BEGIN:
    case DWELL_CSV_END:
    case DWELL_CSV_DURATION:
      return (cell->length > 0 || role == DWELL_CSV_BEGIN) &&
             !dwell_csv_scale_parse (&self->plan.scales[role], text, &number, &flag);
    case DWELL_CSV_PHASE:
      return dwell_csv_phase_find (text) == DWELL_CSV_NO_PHASE;
    case DWELL_CSV_VALUE:
      return is_no_value (self, column, cell);
    default:
      return FALSE;
    }
}

/* Shows the text of a record, with its cells if it is UTF-8. */
static DwellPreviewLine *
add_line (Look                 *self,
          DwellPreviewLineKind  kind,
          guint64               number,
          DwellScan             text,
          const DwellCsvRecord *record)
{
  g_autofree char *shown = NULL;
  DwellPreviewLine *line;
  gsize length;

  while (text.end > text.p && (text.end[-1] == '\n' || text.end[-1] == '\r'))
    text.end--;
  length = dwell_preview_cut (text.p, (gsize) (text.end - text.p), LINE_BYTES);
  shown = dwell_text_to_utf8 (text.p, length, DWELL_CHARSET_WINDOWS_1252);
  g_strdelimit (shown, "\n\r", ' ');
  line = dwell_preview_add_line (self->preview, kind, number, shown);
  if (strlen (shown) != length)
    return line;

  for (guint i = 0; i < MIN (record->n, record->n_wanted); i++)
    {
      const DwellCsvCell *cell = &record->cells[i];
      gsize begin = (gsize) (cell->p - text.p);
      DwellPreviewField field = {
        .meaning = self->meanings[i], .begin = (guint) begin,
        .end = (guint) MIN (begin + cell->length, length),
        .is_bad = kind != DWELL_PREVIEW_HEADER && is_bad (self, i, cell),
      };

      if (field.meaning != DWELL_CSV_NO_COLUMN && begin < length && field.end > field.begin)
        g_array_append_val (line->fields, field);
    }

  return line;
}

static char *
dup_time (gint64 time_ns)
{
  return time_ns >= WALL_CLOCK_NS ? dwell_text_wall_clock (time_ns)
                                  : dwell_text_duration (time_ns);
}

/* Whether all values of the first row are texts. */
static gboolean
is_state (const DwellCsvBlock *block)
{
  for (guint i = 0; i < block->values->len; i++)
    if (g_array_index (block->values, DwellCsvValue, i).kind != DWELL_ARG_STRING)
      return FALSE;

  return block->values->len > 0;
}

/* What a row becomes. */
static char *
describe (const DwellCsvBlock *block,
          const DwellCsvRow   *row)
{
  g_autofree char *time = dup_time (row->time_ns);
  g_autofree char *duration =
    row->duration_ns >= 0 ? dwell_text_duration (row->duration_ns) : NULL;

  switch (row->phase)
    {
    case DWELL_CSV_PHASE_BEGIN:
      /* Translators: a time */
      return g_strdup_printf (_("start at %s"), time);
    case DWELL_CSV_PHASE_END:
      /* Translators: a time */
      return g_strdup_printf (_("end at %s"), time);
    case DWELL_CSV_PHASE_MARK:
      /* Translators: a time */
      return g_strdup_printf (_("message at %s"), time);
    case DWELL_CSV_PHASE_VALUE:
      /* Translators: a time */
      return is_state (block) ? g_strdup_printf (_("state at %s"), time)
                              /* Translators: a time */
                              : g_strdup_printf (_("value at %s"), time);
    case DWELL_CSV_PHASE_SPAN:
    default:
      return duration != NULL
               /* Translators: a time and a duration */
               ? g_strdup_printf (_("span at %s, lasts %s"), time, duration)
               /* Translators: a time */
               : g_strdup_printf (_("span at %s, without an end"), time);
    }
}

static void
look_at_row (Look                 *self,
             DwellScan             text,
             const DwellCsvRecord *record,
             DwellCsvResult        result,
             guint64               number)
{
  DwellCsvBlock *block = dwell_csv_block_new (&self->plan, text, 0);
  const DwellCsvRow *row = block->rows->len > 0 ? &g_array_index (block->rows, DwellCsvRow, 0)
                                                : NULL;
  gboolean is_good = self->plan.error == NULL && result == DWELL_CSV_GOOD && row != NULL &&
                     row->fault == DWELL_CSV_NO_FAULT;
  gboolean fits = is_good;

  for (guint i = 0; fits && i < MIN (record->n, record->n_wanted); i++)
    fits = self->roles[i] != DWELL_CSV_VALUE || !is_bad (self, i, &record->cells[i]);

  self->preview->n_rows++;
  self->preview->n_unmatched += !fits;
  if (self->preview->lines->len < SHOWN_LINES)
    {
      DwellPreviewLine *line = add_line (self, fits ? DWELL_PREVIEW_ROW : DWELL_PREVIEW_UNMATCHED,
                                         number, text, record);

      if (is_good)
        line->reading = describe (block, row);
    }

  dwell_csv_block_free (block);
}

/* Goes through the records after the preamble. */
static void
look_at_rows (Look      *self,
              DwellScan  head,
              gboolean   is_whole)
{
  g_autofree DwellCsvCell *cells = g_new (DwellCsvCell, self->plan.names->len + 1);
  DwellCsvRecord record = { .cells = cells, .n_wanted = self->plan.names->len,
                            .n_columns = self->plan.names->len };
  DwellScan s = { head.p + MIN (self->plan.header, (gsize) (head.end - head.p)), head.end };
  gboolean is_header = self->plan.has_header;
  guint64 number = 1;

  for (const char *p = head.p; p < s.p; p++)
    number += *p == '\n';

  while (s.p < s.end)
    {
      DwellScan text = { s.p, s.end };
      DwellCsvResult result = dwell_csv_take_record (&s, self->plan.delimiter, &record);

      if (result == DWELL_CSV_OPEN || (s.p == s.end && s.p[-1] != '\n' && !is_whole))
        return;

      text.end = s.p;
      if (is_header)
        add_line (self, DWELL_PREVIEW_HEADER, number, text, &record);
      else if (!record.is_blank)
        look_at_row (self, text, &record, result, number);
      is_header = FALSE;
      number += record.n_lines;
    }
}

static void
take_note (Look       *self,
           const char *option,
           char       *note,
           gboolean    is_doubtful)
{
  DwellPreviewFinding *finding = dwell_preview_add_finding (self->preview, option);

  finding->note = note;
  finding->is_doubtful = is_doubtful;
  finding->is_needed = is_doubtful;
}

/* Reports the unit of a column of times, if its option was not set. */
static void
tell_unit (Look               *self,
           const DwellOptions *options,
           const char         *name,
           DwellCsvRole        role)
{
  gboolean is_assumed = self->plan.assumed == role;
  const DwellOption *option = find_option (name);
  const char *title;

  if (!g_str_equal (dwell_options_get (options, name), "auto") ||
      !dwell_csv_plan_has (&self->plan, role))
    return;

  title = _(option->choice_titles[self->plan.scales[role].unit + 1]);
  take_note (self, name,
             /* Translators: a unit of time */
             is_assumed ? g_strdup_printf (_("Assumed: %s"), title)
                        /* Translators: what stands in a file */
                        : g_strdup_printf (_("Found: %s"), title), is_assumed);
}

/* Reports what was found for options that were not set. */
static void
tell_findings (Look               *self,
               const DwellOptions *options)
{
  const DwellCsvPlan *plan = &self->plan;

  for (guint role = 0; role < DWELL_CSV_N_ROLES; role++)
    if (g_strcmp0 (plan->bad_option, dwell_csv_roles[role]) == 0)
      take_note (self, dwell_csv_roles[role], g_strdup (_(plan->advice)), TRUE);
    else if (role == DWELL_CSV_VALUE && plan->values->len > 1)
      take_note (self, dwell_csv_roles[role],
                 /* Translators: a number of columns */
                 g_strdup_printf (ngettext ("%u column", "%u columns", plan->values->len),
                                  plan->values->len), FALSE);
    else if (plan->is_guessed[role] && dwell_csv_plan_has (plan, role))
      take_note (self, dwell_csv_roles[role],
                 /* Translators: what stands in a file */
                 g_strdup_printf (_("Found: %s"),
                                  dwell_csv_plan_get_name (plan, plan->columns[role])), FALSE);

  if (plan->bad_option != NULL && (g_str_equal (plan->bad_option, "Frequency") ||
                                   g_str_equal (plan->bad_option, "Delimiter")))
    take_note (self, plan->bad_option, g_strdup (_(plan->advice)), TRUE);
  tell_unit (self, options, "Unit",
             plan->assumed == DWELL_CSV_END ? DWELL_CSV_END : dwell_csv_plan_get_timed (plan));
  if (plan->assumed == DWELL_CSV_DURATION)
    tell_unit (self, options, "DurationUnit", DWELL_CSV_DURATION);
}

/**
 * dwell_csv_preview:
 * @source: a source that was not read yet
 * @options: the options of reading
 * @cancellable: (nullable): a cancellable
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Implements #DwellFormat.preview; for any thread.
 *
 * Returns: (transfer full) (nullable): a preview, even if the options do not fit the file
 */
DwellPreview *
dwell_csv_preview (DwellSource         *source,
                   const DwellOptions  *options,
                   GCancellable        *cancellable,
                   GError             **error)
{
  g_autoptr(DwellPreview) preview = dwell_preview_new ();
  Look self = { .preview = preview };
  gsize length;
  const char *raw = g_bytes_get_data (dwell_source_get_head (source), &length);
  const char *charset = dwell_source_find_charset (raw, length);
  g_autofree char *head = NULL;
  DwellScan text;

  if (charset != NULL)
    dwell_source_set_charset (source, charset);
  head = dwell_preview_read_head (source, &preview->n_bytes, &preview->is_whole, cancellable,
                                  error);
  if (head == NULL)
    return NULL;

  text = (DwellScan) { head, head + preview->n_bytes };
  /* Makes the same plan as the reader, from the same bytes. */
  dwell_csv_plan_init (&self.plan, (DwellScan) { head, head + MIN (preview->n_bytes,
                                                                   DWELL_SOURCE_HEAD_BYTES) },
                       options);
  set_roles (&self);
  for (guint i = 0; i < self.plan.names->len; i++)
    g_ptr_array_add (preview->columns, g_strdup (dwell_csv_plan_get_name (&self.plan, i)));
  look_at_rows (&self, text, preview->is_whole);
  tell_findings (&self, options);

  g_free (self.roles);
  g_free (self.meanings);
  dwell_csv_plan_clear (&self.plan);
  return g_steal_pointer (&preview);
}
