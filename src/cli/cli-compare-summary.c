/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary of a comparison: an object before the rows of JSON, sentences before those of a table
 * or of Markdown. */
#include "config.h"

#include "cli/cli-compare-summary.h"

#include <math.h>

#include "cli/cli-compare-figures.h"
#include "cli/cli-output.h"
#include "model/comparison/dwell-comparison-notes.h"
#include "model/comparison/dwell-comparison-summary.h"

static const char *
get_verdict (DwellVerdict verdict)
{
  switch ((guint) verdict)
    {
    case DWELL_VERDICT_IDENTICAL:
      return "identical";
    case DWELL_VERDICT_SAME:
      return "same";
    case DWELL_VERDICT_UNCLEAR:
      return "undecided";
    default:
      return "different";
    }
}

static void
append_text (GString    *json,
             const char *key,
             const char *text)
{
  g_string_append_printf (json, "\"%s\":", key);
  if (text != NULL)
    dwell_cli_append_json (json, text);
  else
    g_string_append (json, "null");
}

static void
append_part (GString *json,
             double   part)
{
  _dwell_cli_compare_append_real (json, part >= 0 ? part : NAN);
}

/* Whether the totals can be compared. */
static gboolean
has_one_unit (const DwellCliSummary *self)
{
  return g_strcmp0 (self->base_unit, self->new_unit) == 0;
}

static void
append_total (GString               *json,
              const DwellCliSummary *self)
{
  const DwellFigure *total = self->total;

  g_string_append (json, "\"total\":{\"base\":");
  _dwell_cli_compare_append_signed (json, total->base);
  g_string_append (json, ",\"new\":");
  _dwell_cli_compare_append_signed (json, total->new);
  if (!has_one_unit (self))
    {
      g_string_append (json, ",\"change\":null,\"ratio\":null}");
      return;
    }

  g_string_append (json, ",\"change\":");
  _dwell_cli_compare_append_signed (json, dwell_figure_get_change (total));
  g_string_append (json, ",\"ratio\":");
  _dwell_cli_compare_append_real (json, dwell_figure_get_ratio (total));
  g_string_append_c (json, '}');
}

static void
append_notes (GString      *json,
              const GArray *notes)
{
  g_string_append (json, "\"notes\":[");
  for (guint i = 0; i < notes->len; i++)
    {
      const DwellComparisonNote *note = &g_array_index (notes, DwellComparisonNote, i);

      g_string_append (json, i > 0 ? ",{" : "{");
      append_text (json, "code", note->code);
      g_string_append_c (json, ',');
      append_text (json, "text", note->text);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

/* The JSON before the rows. */
static char *
make_head (const DwellCliSummary *self)
{
  static const DwellVerdict verdicts[] = {
    DWELL_VERDICT_MORE, DWELL_VERDICT_LESS, DWELL_VERDICT_SAME, DWELL_VERDICT_UNCLEAR,
    DWELL_VERDICT_NEW, DWELL_VERDICT_GONE, DWELL_VERDICT_IDENTICAL,
  };
  const DwellCliCompare *options = self->pair->options;
  GString *json = g_string_new ("{\"base\":");

  _dwell_cli_recording_append (json, &self->pair->base);
  g_string_append (json, ",\n\"new\":");
  _dwell_cli_recording_append (json, &self->pair->new);
  g_string_append (json, ",\n\"recordings\":{\"base\":1,\"new\":1},");
  append_text (json, "measure", options->measure_id);
  g_string_append_c (json, ',');
  append_text (json, "unit", self->unit);
  g_string_append_c (json, ',');
  append_text (json, "per", self->per);
  g_string_append (json, ",\"alpha\":");
  _dwell_cli_compare_append_real (json, options->alpha);
  g_string_append (json, ",\"noise\":");
  _dwell_cli_compare_append_real (json, options->noise);

  g_string_append_printf (json, ",\n\"summary\":{\"verdict\":\"%s\",", get_verdict (self->verdict));
  append_total (json, self);
  g_string_append (json, ",\"rows\":{");
  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    g_string_append_printf (json, "%s\"%s\":%u", i > 0 ? "," : "",
                            dwell_verdict_get_id (verdicts[i]), self->n_verdicts[verdicts[i]]);
  g_string_append (json, "},\"geomean\":");
  _dwell_cli_compare_append_real (json, self->geomean);
  g_string_append (json, ",\"matched_share\":{\"base\":");
  append_part (json, self->base_matched);
  g_string_append (json, ",\"new\":");
  append_part (json, self->new_matched);
  g_string_append (json, "},");
  append_notes (json, self->notes);
  g_string_append (json, "},\n\"gates\":");
  _dwell_cli_gates_append_json (self->answers, options->judge, json);
  g_string_append (json, ",\n\"rows\":");
  return g_string_free (json, FALSE);
}

/* Adds the text before the rows of a table or of Markdown. */
static void
add_lines (const DwellCliSummary *self,
           DwellCliRows          *rows,
           guint                  n_hidden)
{
  g_autofree char *sentence =
    dwell_comparison_summary_make_named (&(DwellNamedTotal) {
      self->pair->base.file, self->pair->new.file, self->total, self->base_unit, self->new_unit,
      self->verdict, self->is_of_one });
  g_autofree char *counts = dwell_comparison_summary_count (self->pair->options->measure_id,
                                                            self->n_verdicts);
  g_autofree char *hidden = dwell_comparison_summary_hidden (n_hidden);

  dwell_cli_rows_add_line (rows, sentence);
  dwell_cli_rows_add_line (rows, counts);
  for (guint i = 0; i < self->notes->len; i++)
    dwell_cli_rows_add_line (rows, g_array_index (self->notes, DwellComparisonNote, i).text);
  if (hidden != NULL)
    dwell_cli_rows_add_line (rows, hidden);
  dwell_cli_rows_add_line (rows, "");
}

/* To be called before the rows are begun. @n_hidden: how many rows people are not shown */
void
_dwell_cli_summary_tell (const DwellCliSummary *self,
                         DwellCliRows          *rows,
                         guint                  n_hidden)
{
  DwellCliForm form = self->pair->arguments->form;

  if (form == DWELL_CLI_JSON)
    {
      g_autofree char *head = make_head (self);

      dwell_cli_rows_set_head (rows, head);
    }
  else if (form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN)
    {
      add_lines (self, rows, n_hidden);
    }
}
