/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary of a comparison: an object before the rows of JSON, sentences before those of a table
 * or of Markdown. */
#include "config.h"

#include "cli/cli-compare-summary.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-doubts.h"
#include "cli/cli-output.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-summary.h"

typedef struct {
  const char *code;
  char       *text;
} Note;

static void
note_clear (gpointer data)
{
  g_free (((Note *) data)->text);
}

void
_dwell_cli_summary_clear (DwellCliSummary *self)
{
  g_clear_pointer (&self->notes, g_array_unref);
}

/* @text: (transfer full) */
void
_dwell_cli_summary_add_note (DwellCliSummary *self,
                             const char      *code,
                             char            *text)
{
  Note note = { code, text };

  if (self->notes == NULL)
    {
      self->notes = g_array_new (FALSE, FALSE, sizeof (Note));
      g_array_set_clear_func (self->notes, note_clear);
    }
  g_array_append_val (self->notes, note);
}

/* Where both recordings are as long as the shorter one. */
static char *
describe_common_part (const DwellCliPair *pair)
{
  const DwellCliSelection *base = &pair->base.selection;
  const DwellCliSelection *new = &pair->new.selection;
  gint64 length = MIN (dwell_time_between (base->begin, base->end),
                       dwell_time_between (new->begin, new->end));
  g_autofree char *base_to = NULL;
  g_autofree char *new_to = NULL;

  base_to = g_strdup_printf ("%" G_GINT64_FORMAT "ns", base->begin + length);
  new_to = g_strdup_printf ("%" G_GINT64_FORMAT "ns", new->begin + length);
  /* Translators: two times */
  return g_strdup_printf (_("A recording is cut off; the part that both have: --base-to=%s "
                            "--to=%s"), base_to, new_to);
}

static void
add_properties (DwellCliSummary *self)
{
  const DwellTrace *base = self->pair->base.trace;
  const DwellTrace *new = self->pair->new.trace;
  g_autofree const char **keys = dwell_doubts_find_properties (base, new);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      const DwellProperty *of_base = dwell_trace_get_property (base, keys[i]);
      const DwellProperty *of_new = dwell_trace_get_property (new, keys[i]);

      _dwell_cli_summary_add_note (self, "recorded",
                                   /* Translators: what “dwell-cli info” calls a property; its
                                    * value in the base, in the new recording */
                                   g_strdup_printf (_("The recordings differ in %s: “%s” and "
                                                      "“%s”"), keys[i],
                                                    g_variant_get_string (of_base->value, NULL),
                                                    g_variant_get_string (of_new->value, NULL)));
    }
}

/* Adds what any two recordings may be doubted for. @doubts: bits of #DwellDoubts */
void
_dwell_cli_summary_add_doubts (DwellCliSummary *self,
                               guint            doubts)
{
  if (doubts & DWELL_DOUBT_FORMATS)
    _dwell_cli_summary_add_note (self, "formats",
                                 g_strdup (_("The recordings are of two formats: areas are matched "
                                             "by their names")));
  if (doubts & DWELL_DOUBT_PROPERTIES)
    add_properties (self);
  if (doubts & DWELL_DOUBT_UNITS)
    _dwell_cli_summary_add_note (self, "units",
                                 g_strdup (_("The recordings count different things: shares of "
                                             "the whole are compared")));
  if (doubts & DWELL_DOUBT_PARTIAL)
    _dwell_cli_summary_add_note (self, "partial", describe_common_part (self->pair));
}

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

/* Whether the totals can be held against one another. */
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
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const Note *note = &g_array_index (notes, Note, i);

      g_string_append (json, i > 0 ? ",{" : "{");
      append_text (json, "code", note->code);
      g_string_append_c (json, ',');
      append_text (json, "text", note->text);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

/* JSON before the rows. */
static char *
make_head (const DwellCliSummary *self)
{
  static const DwellVerdict verdicts[] = {
    DWELL_VERDICT_MORE, DWELL_VERDICT_LESS, DWELL_VERDICT_SAME, DWELL_VERDICT_UNCLEAR,
    DWELL_VERDICT_NEW, DWELL_VERDICT_GONE, DWELL_VERDICT_IDENTICAL,
  };
  const DwellCliCompare *options = self->pair->options;
  GString *json = g_string_new ("{\"base\":");

  _dwell_cli_compare_append_side (json, &self->pair->base);
  g_string_append (json, ",\n\"new\":");
  _dwell_cli_compare_append_side (json, &self->pair->new);
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

static char *
dup_amount (DwellSignedWide  amount,
            const char      *unit)
{
  g_autofree char *number = NULL;

  if (unit == NULL)
    return dwell_text_duration (amount);

  number = dwell_text_quantity ((double) amount);
  return g_strdup_printf ("%s %s", number, unit);
}

/* “new.csv took 480 µs where base.csv took 380 µs: 100 µs more (×1.26)”. */
static char *
make_sentence (const DwellCliSummary *self)
{
  const char *base_file = self->pair->base.file;
  const char *new_file = self->pair->new.file;
  DwellSignedWide change = dwell_figure_get_change (self->total);
  double ratio = dwell_figure_get_ratio (self->total);
  g_autofree char *base = dup_amount (self->total->base, self->base_unit);
  g_autofree char *new = dup_amount (self->total->new, self->new_unit);
  g_autofree char *by = dup_amount (change < 0 ? -change : change, self->new_unit);
  g_autofree char *times = isnan (ratio) ? g_strdup ("") : g_strdup_printf (" (×%.4g)", ratio);

  if (self->verdict == DWELL_VERDICT_IDENTICAL)
    return g_strdup (_("These recordings do not differ in any figure."));
  if (!has_one_unit (self))
    /* Translators: a file and an amount as “1200 samples”, twice */
    return g_strdup_printf (_("“%s” has %s, “%s” has %s."), new_file, new, base_file, base);
  if (self->new_unit != NULL)
    return g_strdup_printf (change < 0
                              /* Translators: a file and an amount as “1200 samples”, twice; how
                               * much less; “ (×0.8)” or nothing */
                              ? _("“%s” has %s where “%s” has %s: %s less%s.")
                              /* Translators: a file and an amount as “1200 samples”, twice; how
                               * much more; “ (×1.25)” or nothing */
                              : _("“%s” has %s where “%s” has %s: %s more%s."),
                            new_file, new, base_file, base, by, times);

  return g_strdup_printf (change < 0
                            /* Translators: a file and a time, twice; how much less; “ (×0.8)” or
                             * nothing */
                            ? _("“%s” took %s where “%s” took %s: %s less%s.")
                            /* Translators: a file and a time, twice; how much more; “ (×1.25)” or
                             * nothing */
                            : _("“%s” took %s where “%s” took %s: %s more%s."),
                          new_file, new, base_file, base, by, times);
}

/* What stands before the rows of a table or of Markdown. */
static void
add_lines (const DwellCliSummary *self,
           DwellCliRows          *rows,
           guint                  n_hidden)
{
  g_autofree char *sentence = make_sentence (self);
  g_autofree char *counts = dwell_comparison_summary_count (self->pair->options->measure_id,
                                                            self->n_verdicts);

  dwell_cli_rows_add_line (rows, sentence);
  dwell_cli_rows_add_line (rows, counts);
  for (guint i = 0; self->notes != NULL && i < self->notes->len; i++)
    dwell_cli_rows_add_line (rows, g_array_index (self->notes, Note, i).text);
  if (n_hidden > 0)
    {
      g_autofree char *hidden =
        g_strdup_printf (ngettext ("%u row that hardly changed is not listed: --all lists it.",
                                   "%u rows that hardly changed are not listed: --all lists them.",
                                   n_hidden), n_hidden);

      dwell_cli_rows_add_line (rows, hidden);
    }
  dwell_cli_rows_add_line (rows, "");
}

/* Tells all before the rows are begun. @n_hidden: how many rows a person is not shown */
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
