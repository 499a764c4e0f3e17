/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What users and other programs write beside recordings: templates, search texts, conditions,
 * times, presets and option files, the state of a view. */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "analysis/dwell-find.h"
#include "analysis/dwell-row-filter.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-builder.h"
#include "core/dwell-error.h"
#include "core/dwell-text.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-comparison-file.h"
#include "formats/template/dwell-template.h"
#include "fuzz.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/import/dwell-import-memory.h"
#include "model/view/dwell-view-state.h"
#include "support/grouped-trace.h"
#include "support/wait.h"
#include "support/workers.h"

static void
check_template (const DwellTemplate *template)
{
  const char *text = dwell_template_get_text (template);
  guint n_tokens;
  guint n_issues;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (template, &n_tokens);
  const DwellTemplateIssue *issues = dwell_template_get_issues (template, &n_issues);
  gsize length = strlen (text);

  /* The rest of a longer template is one more. */
  g_assert_cmpuint (n_tokens, <=, DWELL_TEMPLATE_MAX_TOKENS + 1);
  for (guint i = 0; i < n_tokens; i++)
    {
      g_assert_cmpuint (tokens[i].source_offset + tokens[i].source_length, <=, length);
      if (i > 0)
        g_assert_cmpuint (tokens[i].source_offset, >=, tokens[i - 1].source_offset);
      g_assert_true (tokens[i].is_literal || tokens[i].macro <= DWELL_N_MACROS);
    }

  for (guint i = 0; i < n_issues; i++)
    {
      g_assert_cmpuint (issues[i].source_offset + issues[i].source_length, <=, length);
      g_assert_true (g_utf8_validate (issues[i].message, -1, NULL));
    }
}

static gboolean
is_known (DwellMacro  macro,
          const char *text,
          gsize       length,
          gpointer    user_data)
{
  return length % 2 == 0;
}

/* The first line is a template, the others rows. */
void
fuzz_run_template (const FuzzInput *input)
{
  const char *row = (const char *) input->data;
  const char *end = row + input->size;
  const char *first_end = input->size > 0 ? memchr (row, '\n', input->size) : NULL;
  gsize length = (gsize) ((first_end != NULL ? first_end : end) - row);
  g_autofree char *text = g_strndup (row, length);
  g_autoptr(DwellTemplate) template =
    dwell_template_new (text, -1, g_rand_int (input->rand) % DWELL_N_TEMPLATES);

  check_template (template);
  for (row += length; row < end; row += length)
    {
      const char *line_end;
      DwellField fields[DWELL_N_MACROS];
      gboolean was_guessed = FALSE;

      row++;
      line_end = row < end ? memchr (row, '\n', (gsize) (end - row)) : NULL;
      length = (gsize) ((line_end != NULL ? line_end : end) - row);
      if (!dwell_template_match (template, row, length, fuzz_chance (input, 2) ? is_known : NULL,
                                 NULL, fields, &was_guessed))
        continue;

      for (guint i = 0; i < DWELL_N_MACROS; i++)
        if (fields[i].text != NULL)
          g_assert_true (fields[i].text >= row &&
                         fields[i].text + fields[i].length <= row + length);
    }
}

typedef struct {
  const FuzzInput *input;
  const char      *text; /* UTF-8 */
} FuzzRow;

/* A cell of that column, or one that has none: numbers of any size, and those that are none. */
static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  const FuzzRow *row = data;
  DwellCellValue cell = { .kind = dwell_cost_columns[column].kind, .text = row->text };

  g_assert_cmpuint (column, <, DWELL_N_COST_LIST_COLUMNS);
  cell.whole = (gint64) ((guint64) g_rand_int (row->input->rand) << 32 |
                         g_rand_int (row->input->rand));
  cell.rest = fuzz_chance (row->input, 4) ? NAN : g_rand_double (row->input->rand);
  if (fuzz_chance (row->input, 8))
    cell.kind = DWELL_CELL_NONE;
  return cell;
}

/* What finds a row is none that it leaves out, and no text leaves none out. */
static void
check_row_filter (const FuzzInput *input,
                  const char      *text)
{
  static const guint texts[] = { DWELL_COST_LIST_NAME, DWELL_COST_LIST_IMAGE };
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellRowFilter) filter = dwell_row_filter_new (text, dwell_cost_columns,
                                                           DWELL_N_COST_LIST_COLUMNS, &error);
  g_autofree char *piece = fuzz_piece (input);
  g_autofree char *valid = g_utf8_make_valid (piece, -1);
  FuzzRow row = { input, valid };
  gboolean asks = FALSE;

  g_assert_true ((filter == NULL) == (error != NULL));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  if (filter == NULL)
    return;

  for (guint i = 0; i < DWELL_N_COST_LIST_COLUMNS; i++)
    asks = asks || dwell_row_filter_asks_for (filter, i);
  g_assert_true (dwell_row_filter_matches (filter, texts, G_N_ELEMENTS (texts), get_cell, &row) ||
                 asks || *text != '\0');
}

/* A line is what a user may type where a time, a condition, a search text or a filter of a table is
 * wanted. */
void
fuzz_run_words (const FuzzInput *input)
{
  g_autofree char *text = g_strndup ((const char *) input->data, input->size);
  g_auto(GStrv) lines = g_strsplit (text, "\n", 16);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellPattern) pattern = dwell_pattern_new (lines[i], &error);
      g_autoptr(DwellValueCondition) condition = NULL;
      DwellValue value = { .integer = g_rand_int (input->rand) };
      gint64 time;

      g_assert_true ((pattern == NULL) == (error != NULL));
      check_row_filter (input, lines[i]);
      for (guint k = 0; pattern != NULL && lines[k] != NULL; k++)
        if (g_utf8_validate (lines[k], -1, NULL))
          dwell_pattern_matches (pattern, lines[k]);

      g_clear_error (&error);
      condition = dwell_value_condition_new (lines[i], &error);
      g_assert_true ((condition == NULL) == (error != NULL));
      if (condition != NULL && condition->is_number)
        dwell_value_condition_holds (condition, value, fuzz_chance (input, 2));

      if (dwell_text_parse_time (lines[i], &time))
        {
          g_autofree char *again = g_strdup_printf ("%" G_GINT64_FORMAT " ns", time);
          gint64 same;

          g_assert_true (dwell_text_parse_time (again, &same));
          g_assert_cmpint (same, ==, time);
        }
    }
}

static GKeyFile *
parse (const char *text,
       gsize       length)
{
  g_autoptr(GKeyFile) file = g_key_file_new ();

  /* GLib writes a form feed at the begin of a value as it is, and drops it when it reads. */
  if (memchr (text, '\f', length) != NULL)
    return NULL;

  return g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, NULL)
         ? g_steal_pointer (&file) : NULL;
}

/* What can be loaded comes back as it was saved. */
static void
check_presets (const DwellFormat *format,
               GKeyFile          *file)
{
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_new (format, "default", NULL);
  g_autoptr(DwellExportSettings) again = dwell_export_settings_new (format, "default", NULL);
  g_autoptr(GKeyFile) saved = g_key_file_new ();
  g_autoptr(GError) error = NULL;
  gboolean is_good = dwell_export_settings_load (settings, file, &error);

  g_assert_true (is_good == (error == NULL));
  if (!is_good)
    return;

  dwell_export_settings_save (settings, saved);
  dwell_export_settings_load (again, saved, &error);
  g_assert_no_error (error);
  g_assert_true (dwell_export_settings_equal (settings, again));
}

static void
check_import_options (const DwellFormat *format,
                      GKeyFile          *file)
{
  g_autoptr(GKeyFile) saved = g_key_file_new ();
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) options = dwell_import_options_load (format, file, &error);
  g_auto(GStrv) again = NULL;
  g_autoptr(DwellOptions) before = NULL;
  g_autoptr(DwellOptions) after = NULL;

  g_assert_true ((options == NULL) == (error != NULL));
  if (options == NULL || !dwell_import_options_save (format, (const char * const *) options, saved,
                                                     NULL))
    return;

  again = dwell_import_options_load (format, saved, NULL);
  g_assert_nonnull (again);
  before = dwell_options_new (format, (const char * const *) options, NULL);
  after = dwell_options_new (format, (const char * const *) again, NULL);
  for (guint i = 0; i < format->n_read_options; i++)
    g_assert_cmpstr (dwell_options_get (before, format->read_options[i].name), ==,
                     dwell_options_get (after, format->read_options[i].name));
}

static char *
save_comparison (const DwellComparisonFile *comparison,
                 const char                *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  char *text = NULL;

  g_assert_true (dwell_comparison_file_save (comparison, file, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* What is written of a file can be read, and is the same when it is written again. */
static void
check_comparison (const FuzzInput *input)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-fuzz-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x" DWELL_COMPARISON_SUFFIX, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (NULL);
  g_autoptr(DwellComparisonFile) read = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (path, (const char *) input->data, (gssize) input->size,
                                      NULL));
  read = dwell_comparison_file_load (file, NULL, &error);
  g_assert_true ((read == NULL) == (error != NULL));
  g_assert_true (error == NULL || error->domain == DWELL_ERROR);

  if (read != NULL)
    {
      g_autofree char *once = save_comparison (read, path);
      g_autoptr(DwellComparisonFile) again = dwell_comparison_file_load (file, NULL, &error);
      g_autofree char *twice = NULL;

      g_assert_no_error (error);
      twice = save_comparison (again, path);
      g_assert_cmpstr (once, ==, twice);
      g_assert_true (dwell_comparison_options_read (options, read, &error) == (error == NULL));
    }

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A preset, a file of --config, or what to compare. */
void
fuzz_run_settings (const FuzzInput *input)
{
  g_autoptr(GKeyFile) file = parse ((const char *) input->data, input->size);
  const DwellFormat * const *writers = dwell_formats_get_writers ();
  const DwellFormat * const *readers = dwell_formats_get_readers ();

  for (guint i = 0; file != NULL && writers[i] != NULL; i++)
    if (writers[i]->n_write_options > 0)
      check_presets (writers[i], file);
  for (guint i = 0; file != NULL && readers[i] != NULL; i++)
    check_import_options (readers[i], file);
  if (file != NULL && g_key_file_has_group (file, "Dwell Comparison"))
    check_comparison (input);
}

static DwellView *
make_view (void)
{
  static DwellSession *session;

  if (session == NULL)
    {
      g_autoptr(DwellTrace) trace = grouped_trace ();

      session = dwell_session_new_for_trace (trace, "test");
      WAIT_UNTIL (!dwell_session_get_busy (session));
    }

  return dwell_view_new (session);
}

/* Whatever is restored, what is saved then is a state, and comes back as it is. */
static void
restore (GKeyFile *state)
{
  g_autoptr(DwellView) view = make_view ();
  g_autoptr(DwellView) other = make_view ();
  g_autoptr(GKeyFile) saved = NULL;
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;

  dwell_view_state_apply (view, state);
  text = dwell_view_state_gather (view);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  saved = parse (text, strlen (text));
  g_assert_nonnull (saved);
  g_assert_true (dwell_view_state_check (saved, NULL));
  dwell_view_state_apply (other, saved);
  again = dwell_view_state_gather (other);
  g_assert_cmpstr (again, ==, text);
}

/* A state; or with FUZZ_SEPARATOR two that are merged. */
void
fuzz_run_state (const FuzzInput *input)
{
  gsize n_first = input->size;
  gsize n_second = 0;
  const guint8 *second = fuzz_split (input, FUZZ_SEPARATOR, &n_first, &n_second);
  g_autoptr(GKeyFile) state = parse ((const char *) input->data, n_first);
  g_autoptr(GError) error = NULL;

  if (state == NULL)
    return;

  if (!dwell_view_state_check (state, &error))
    {
      g_assert_nonnull (error);
      return;
    }

  restore (state);
  wait_for_workers ();
  if (second != NULL && memchr (second, '\f', n_second) == NULL)
    {
      g_autofree char *ours = g_strndup ((const char *) input->data, n_first);
      g_autofree char *theirs = g_strndup ((const char *) second, n_second);
      g_autofree char *merged = dwell_view_state_merge (DWELL_VIEW_STATE_PLAIN, ours, theirs);
      g_autoptr(GKeyFile) both = parse (merged, strlen (merged));

      g_assert_nonnull (both);
      if (dwell_view_state_check (both, NULL))
        {
          restore (both);
          wait_for_workers ();
        }
    }
}
