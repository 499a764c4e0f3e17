/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text is what is saved; a field replaces its part of the text and leaves the rest. Text that
 * the user types is parsed anew; while the user types in a field, its part of the text keeps its
 * place even if the sentence is invalid for a moment. */
#include "config.h"

#include "ui/requirements/dwell-requirement-dialog.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirement-sentence.h"
#include "analysis/requirements/dwell-requirements-edit.h"
#include "core/dwell-task.h"
#include "model/requirements/dwell-requirement-preview.h"
#include "ui/requirements/dwell-limit-chart.h"
#include "ui/requirements/dwell-requirements-saving.h"
#include "ui/template/dwell-wrapped-entry.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-keypad.h"

#define MAX_MEASURES 32

/* Names that are offered; others can be typed. */
#define MAX_NAMES 20000

struct _DwellRequirementDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle    *title;
  GtkWidget         *save;
  GtkWidget         *content;
  GtkWidget         *chain_row;
  DwellWrappedEntry *chain;
  GtkWidget         *sentence_row;
  DwellWrappedEntry *sentence;
  GtkLabel          *fault;
  GtkWidget         *fields;
  AdwComboRow       *measure;
  GtkEditable       *subject;
  AdwComboRow       *relation;
  GtkEditable       *limit;
  GtkWidget         *hint;
  GtkLabel          *verdict;
  GtkLabel          *outcome;
  DwellLimitChart   *chart;
  GtkPopover        *names;
  GtkEditable       *search;
  GtkListView       *name_list;

  GtkWidget               *from; /* shows what was done when the dialog is closed */
  DwellView               *view;
  GFile                   *file; /* (nullable): none yet */
  GBytes                  *text; /* of the file; NULL: it is being read */
  guint                    line; /* the edited line, from 1; 0: a new one */
  char                    *old_line;  /* (nullable) */
  char                    *suggested; /* (nullable): the new line, without an id */
  DwellRequirementPreview *preview;
  GtkTextTag              *error_tag; /* its buffer owns it */
  GCancellable            *reading;
  DwellRequirementsChange *change;    /* (nullable): being made */
  DwellRequirementParts    parts;     /* valid if the fields are sensitive */
  guint                    offered[MAX_MEASURES]; /* indices of measures */
  guint                    n_offered;
  gboolean                 is_updating;
};

G_DEFINE_FINAL_TYPE (DwellRequirementDialog, dwell_requirement_dialog, ADW_TYPE_WINDOW)

#define TIMES (DWELL_TABLE_SPANS | DWELL_TABLE_WRITES)

/* The words of the language, their titles in the window, and the tables of which a measure needs at
 * least one. */
static const struct { const char *word; const char *title; guint tables; } measures[] = {
  { "call", NC_("measure", "Duration"), TIMES }, { "net", NC_("measure", "Self"), TIMES },
  { "gross", NC_("measure", "Total"), TIMES }, { "period", NC_("measure", "Period"), TIMES },
  { "jitter", NC_("measure", "Jitter"), TIMES },
  { "cycle-jitter", NC_("measure", "Cycle-to-Cycle Jitter"), TIMES },
  { "gap", NC_("measure", "Gap between Calls"), TIMES },
  { "pause", NC_("measure", "Pause"), TIMES },
  { "preempted", NC_("measure", "All Pauses of a Call"), TIMES },
  { "load", NC_("measure", "Load"), TIMES }, { "count", NC_("measure", "Count"), TIMES },
  { "value", NC_("measure", "Value"), TIMES },
  { "concurrency", NC_("measure", "Concurrent Calls"), TIMES },
  { "time", NC_("measure", "Time of a Line"), DWELL_TABLE_LINES },
  { "hits", NC_("measure", "Hits of a Line"), DWELL_TABLE_LINES },
  { "cost", NC_("measure", "Greatest Cost of a Call"), DWELL_TABLE_COST_POINTS },
  { "growth", NC_("measure", "Growth of the Cost"), DWELL_TABLE_COST_POINTS },
  { "calls", NC_("measure", "Calls"),
    DWELL_TABLE_SPANS | DWELL_TABLE_COST_POINTS | DWELL_TABLE_CALLS },
  { "share", NC_("measure", "Share"),
    DWELL_TABLE_SPANS | DWELL_TABLE_COST_POINTS | DWELL_TABLE_LINES | DWELL_TABLE_STACK_NODES },
};

static const struct { const char *word; const char *title; } relations[] = {
  { "<=", N_("At Most (≤)") }, { ">=", N_("At Least (≥)") }, { "<", N_("Less Than (<)") },
  { ">", N_("More Than (>)") }, { "=", N_("Exactly (=)") }, { "in", N_("Between (in)") },
};

#define RANGE "in"

/* Used if there is no suggestion; the user has to choose the name. */
#define BLANK ": call of … <= 10 ms"

static const char *
get_sentence (DwellRequirementDialog *self)
{
  return dwell_wrapped_entry_get_text (self->sentence);
}

/* Returns: (nullable): the line of the chain, which is added above the requirement */
static const char *
get_chain (DwellRequirementDialog *self)
{
  return gtk_widget_get_visible (self->chain_row) ? dwell_wrapped_entry_get_text (self->chain)
                                                  : NULL;
}

static char *
get_part (DwellRequirementDialog     *self,
          const DwellRequirementPart *part)
{
  return g_strndup (get_sentence (self) + part->begin, part->end - part->begin);
}

/* --- Preview --- */

/* Underlines the word that is wrong. */
static void
underline (DwellRequirementDialog *self)
{
  guint begin;
  guint end;

  dwell_wrapped_entry_unmark (self->sentence);
  if (dwell_requirement_preview_get_place (self->preview, &begin, &end) &&
      end <= strlen (get_sentence (self)))
    dwell_wrapped_entry_mark (self->sentence, self->error_tag, begin, end);
}

static void
show_fault (DwellRequirementDialog *self,
            const char             *fault)
{
  gtk_label_set_text (self->fault, fault != NULL ? fault : "");
  gtk_widget_set_visible (GTK_WIDGET (self->fault), fault != NULL);
  if (fault != NULL)
    gtk_widget_add_css_class (self->sentence_row, "error");
  else
    gtk_widget_remove_css_class (self->sentence_row, "error");
  underline (self);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->sentence), GTK_ACCESSIBLE_STATE_INVALID,
                               fault != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                             : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static gboolean
is_violated (const GPtrArray *results)
{
  for (guint i = 0; results != NULL && i < results->len; i++)
    if (((const DwellRequirementResult *) results->pdata[i])->verdict == DWELL_OUTCOME_VIOLATED)
      return TRUE;

  return FALSE;
}

/* Draws the samples with their limit, unless the samples depend on the limit. */
static void
show_chart (DwellRequirementDialog *self,
            const GPtrArray        *results)
{
  const DwellRequirementSamples *samples = dwell_requirement_preview_get_samples (self->preview);
  const DwellRequirementResult *result = results != NULL && results->len > 0 ? results->pdata[0]
                                                                             : NULL;
  gboolean has_chart = samples != NULL && result != NULL && samples->n > 0;

  gtk_widget_set_visible (GTK_WIDGET (self->chart), has_chart);
  dwell_limit_chart_show (self->chart, has_chart ? samples : NULL,
                          has_chart ? result->low : NAN, has_chart ? result->high : NAN);
}

static void
on_preview (DwellRequirementDialog *self)
{
  const char *fault = dwell_requirement_preview_get_fault (self->preview);
  const GPtrArray *results = dwell_requirement_preview_get_results (self->preview);
  g_autofree char *outcome = dwell_requirement_preview_describe (self->preview);
  gboolean is_bad = is_violated (results);

  show_fault (self, fault);
  gtk_label_set_text (self->outcome, fault != NULL ? _("Nothing can be checked yet") : outcome);
  gtk_label_set_text (self->verdict, is_bad ? "✗" : "");
  gtk_widget_set_visible (GTK_WIDGET (self->verdict), is_bad);
  show_chart (self, fault == NULL ? results : NULL);
  gtk_widget_set_sensitive (self->save, dwell_requirement_preview_is_good (self->preview) &&
                                        self->change == NULL);
}

static void
ask_preview (DwellRequirementDialog *self)
{
  dwell_requirement_preview_set_line (self->preview, self->text, self->line, get_chain (self),
                                      get_sentence (self));
  gtk_widget_set_sensitive (self->save, FALSE);
}

/* --- Fields --- */

/* A measure that is not offered has no row, so none is selected. */
static void
choose_measure (DwellRequirementDialog *self,
                const char             *word)
{
  guint chosen = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < self->n_offered; i++)
    if (g_str_equal (measures[self->offered[i]].word, word))
      chosen = i;
  adw_combo_row_set_selected (self->measure, chosen);
}

static void
choose_relation (DwellRequirementDialog *self,
                 const char             *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    if (g_str_equal (relations[i].word, word))
      adw_combo_row_set_selected (self->relation, i);
}

/* Returns: (nullable): the word of the chosen measure */
static const char *
get_measure (DwellRequirementDialog *self)
{
  guint chosen = adw_combo_row_get_selected (self->measure);

  return chosen < self->n_offered ? measures[self->offered[chosen]].word : NULL;
}

static void
update_fields (DwellRequirementDialog *self)
{
  gboolean is_simple = dwell_requirement_find_parts (get_sentence (self), &self->parts);

  gtk_widget_set_sensitive (self->fields, is_simple);
  gtk_widget_set_visible (self->hint, !is_simple);
  if (is_simple)
    {
      g_autofree char *measure = get_part (self, &self->parts.measure);
      g_autofree char *subject = get_part (self, &self->parts.subject);
      g_autofree char *relation = get_part (self, &self->parts.relation);
      g_autofree char *limit = get_part (self, &self->parts.limit);

      self->is_updating = TRUE;
      choose_measure (self, measure);
      choose_relation (self, relation);
      gtk_editable_set_text (self->subject, subject);
      gtk_editable_set_text (self->limit, limit);
      self->is_updating = FALSE;
    }
}

static void
on_chain (DwellRequirementDialog *self)
{
  ask_preview (self);
}

static void
on_sentence (DwellRequirementDialog *self)
{
  update_fields (self);
  ask_preview (self);
}

/* Replaces a part of the sentence; the parts after it move. */
static void
replace_part (DwellRequirementDialog *self,
              DwellRequirementPart   *part,
              const char             *text)
{
  DwellRequirementPart *parts[] = {
    &self->parts.measure, &self->parts.subject, &self->parts.relation, &self->parts.limit,
  };
  gsize old_end = part->end;
  gsize new_end = part->begin + strlen (text);
  g_autofree char *sentence = dwell_requirement_replace_part (get_sentence (self), part, text);

  dwell_wrapped_entry_set_text (self->sentence, sentence);
  part->end = new_end;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i]->begin >= old_end && parts[i] != part)
      {
        parts[i]->begin = parts[i]->begin - old_end + new_end;
        parts[i]->end = parts[i]->end - old_end + new_end;
      }
  ask_preview (self);
}

static void
on_measure (DwellRequirementDialog *self)
{
  const char *word = get_measure (self);

  if (!self->is_updating && self->text != NULL && word != NULL)
    replace_part (self, &self->parts.measure, word);
}

static void
on_subject (DwellRequirementDialog *self)
{
  if (!self->is_updating)
    replace_part (self, &self->parts.subject, gtk_editable_get_text (self->subject));
}

static void
on_limit (DwellRequirementDialog *self)
{
  if (!self->is_updating)
    replace_part (self, &self->parts.limit, gtk_editable_get_text (self->limit));
}

/* Returns: (transfer full): a limit of a sentence, with one of its ends replaced. The two limits of
 * a jitter are written as one number. */
static char *
make_limit (const char *limit,
            gboolean    is_low,
            gint64      limit_ns)
{
  g_autofree char *text = dwell_requirement_write_time (limit_ns);
  const char *dots = strstr (limit, "..");
  g_autofree char *other = NULL;

  if (dots == NULL)
    return g_steal_pointer (&text);

  other = is_low ? g_strdup (dots + strlen ("..")) : g_strndup (limit, (gsize) (dots - limit));
  g_strstrip (other);
  return is_low ? g_strdup_printf ("%s .. %s", text, other)
                : g_strdup_printf ("%s .. %s", other, text);
}

/* The user has moved a limit in the chart. */
static void
on_chart_moved (DwellRequirementDialog *self,
                gboolean                is_low,
                gint64                  limit_ns)
{
  DwellRequirementPart part;
  g_autofree char *old = NULL;
  g_autofree char *number = NULL;
  g_autofree char *sentence = NULL;
  gsize n_relation;

  if (!dwell_requirement_find_limit (get_sentence (self), &part))
    return;

  old = get_part (self, &part);
  n_relation = strcspn (old, " ");
  n_relation += strspn (old + n_relation, " ");
  number = make_limit (old + n_relation, is_low, limit_ns);
  part.begin += n_relation;
  sentence = dwell_requirement_replace_part (get_sentence (self), &part, number);
  dwell_wrapped_entry_set_text (self->sentence, sentence);
  on_sentence (self);
}

/* Only a range has two limits. If it becomes another relation, the limit on the same side stays:
 * the lower one for “more than”, else the upper one. */
static void
on_relation (DwellRequirementDialog *self)
{
  guint chosen = adw_combo_row_get_selected (self->relation);
  const char *limit = gtk_editable_get_text (self->limit);
  const char *dots = strstr (limit, " .. ");
  g_autofree char *text = NULL;

  if (self->is_updating || self->text == NULL || chosen >= G_N_ELEMENTS (relations))
    return;

  replace_part (self, &self->parts.relation, relations[chosen].word);
  if (g_str_equal (relations[chosen].word, RANGE) == (dots != NULL))
    return;

  if (dots == NULL)
    text = g_strdup_printf ("%s .. %s", limit, limit);
  else if (relations[chosen].word[0] == '>')
    text = g_strndup (limit, (gsize) (dots - limit));
  else
    text = g_strdup (dots + strlen (" .. "));
  gtk_editable_set_text (self->limit, text);
}

/* --- Names --- */

static gboolean
has_measure (const DwellArea *area,
             gboolean         is_value)
{
  return area->kind != DWELL_AREA_DERIVED &&
         (area->kind == DWELL_AREA_VARIABLE || area->kind == DWELL_AREA_AUX) == is_value;
}

/* The names are listed when the user first opens the list. */
static void
on_names (DwellRequirementDialog *self)
{
  DwellTrace *trace = dwell_view_get_trace (self->view);
  gboolean is_value = g_strcmp0 (get_measure (self), "value") == 0;
  g_autoptr(GPtrArray) titles = g_ptr_array_new ();
  GtkStringList *list;
  GtkFilter *filter;
  GtkSelectionModel *rows;

  for (guint32 i = 0; trace != NULL && i < trace->n_areas && titles->len < MAX_NAMES; i++)
    if (has_measure (&trace->areas[i], is_value))
      g_ptr_array_add (titles, (char *) dwell_trace_get_area_title (trace, i));
  g_ptr_array_add (titles, NULL);

  list = gtk_string_list_new ((const char * const *) titles->pdata);
  filter = GTK_FILTER (gtk_string_filter_new (gtk_property_expression_new (GTK_TYPE_STRING_OBJECT,
                                                                           NULL, "string")));
  g_object_bind_property (self->search, "text", filter, "search", G_BINDING_SYNC_CREATE);
  rows = GTK_SELECTION_MODEL (gtk_single_selection_new (
    G_LIST_MODEL (gtk_filter_list_model_new (G_LIST_MODEL (list), filter))));
  gtk_list_view_set_model (self->name_list, rows);
  g_object_unref (rows);
}

static void
on_name (DwellRequirementDialog *self,
         guint                   position)
{
  GListModel *rows = G_LIST_MODEL (gtk_list_view_get_model (self->name_list));
  g_autoptr(GtkStringObject) name = g_list_model_get_item (rows, position);
  g_autofree char *quoted = name != NULL
                            ? dwell_requirement_quote (gtk_string_object_get_string (name)) : NULL;

  if (quoted == NULL)
    return;

  gtk_popover_popdown (self->names);
  gtk_editable_set_text (self->subject, quoted);
}

static void
on_search_activate (DwellRequirementDialog *self)
{
  on_name (self, 0);
}

/* --- Saving --- */

static void
on_saved (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(DwellRequirementDialog) self = user_data;
  g_autoptr(DwellRequirementsChange) change = g_steal_pointer (&self->change);
  g_autoptr(GFile) former = dwell_view_get_requirements (self->view);
  g_autoptr(GError) error = NULL;

  if (!dwell_requirements_save_finish (result, &error))
    {
      gboolean is_closed = !gtk_widget_get_mapped (GTK_WIDGET (self));

      dwell_requirements_show_failure (is_closed ? self->from : self->content, self->file, error);
      /* If the file was new, the user is asked for another place. */
      if (former == NULL)
        g_clear_object (&self->file);
      gtk_widget_set_sensitive (self->save, TRUE);
      return;
    }

  if (former == NULL)
    {
      dwell_view_set_requirements (self->view, self->file);
      gtk_widget_activate_action (self->from, "tab.page", "s", "requirements");
    }
  dwell_requirements_offer_undo (self->from, self->view, change,
                                 self->line > 0 ? _("Changed the requirement")
                                                : _("Added the requirement"));
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
save (DwellRequirementDialog *self)
{
  const char * const lines[] = { get_chain (self), get_sentence (self), NULL };

  self->change = lines[0] != NULL
                 ? dwell_requirements_change_new_of_lines (self->file, lines)
                 : dwell_requirements_change_new (self->file, self->line, self->old_line, lines[1]);
  gtk_widget_set_sensitive (self->save, FALSE);
  dwell_requirements_save_async (self->change, on_saved, g_object_ref (self));
}

static void
on_file (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(DwellRequirementDialog) self = user_data;
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);

  if (file == NULL)
    return;

  self->file = g_steal_pointer (&file);
  save (self);
}

static void
on_save (DwellRequirementDialog *self)
{
  if (!gtk_widget_get_sensitive (self->save))
    return;
  if (self->file != NULL)
    save (self);
  else
    dwell_requirements_ask_file (GTK_WINDOW (self), self->view, on_file, g_object_ref (self));
}

/* Enter saves, as the text has only one line. */
static gboolean
on_key (DwellRequirementDialog *self,
        guint                   key,
        guint                   code,
        GdkModifierType         state)
{
  if (dwell_keypad_get_plain (key) != GDK_KEY_Return)
    return GDK_EVENT_PROPAGATE;

  on_save (self);
  return GDK_EVENT_STOP;
}

/* --- Opening --- */

static char *
make_first_text (DwellRequirementDialog *self)
{
  g_autofree char *id = dwell_requirements_make_id (self->text);

  if (self->line > 0)
    return g_strdup (self->old_line != NULL ? self->old_line : "");

  return g_strconcat (id, self->suggested != NULL ? self->suggested : BLANK, NULL);
}

/* Takes over @text. */
static void
begin (DwellRequirementDialog *self,
       GBytes                 *text)
{
  g_autofree char *sentence = NULL;

  self->text = text;
  self->old_line = self->line > 0 ? dwell_requirements_get_line (text, self->line) : NULL;
  sentence = make_first_text (self);
  dwell_wrapped_entry_set_text (self->sentence, sentence);
  gtk_widget_set_sensitive (self->content, TRUE);
  update_fields (self);
  ask_preview (self);
  gtk_widget_grab_focus (!gtk_widget_get_sensitive (self->fields) ? GTK_WIDGET (self->sentence)
                         : self->line == 0 && self->suggested == NULL ? GTK_WIDGET (self->subject)
                                                                      : GTK_WIDGET (self->limit));
}

static void
load_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GError *error = NULL;
  GBytes *text = dwell_requirements_load (task_data, cancellable, &error);

  if (text != NULL)
    g_task_return_pointer (task, text, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(DwellRequirementDialog) self = user_data;
  g_autoptr(GError) error = NULL;
  GBytes *text = g_task_propagate_pointer (G_TASK (result), &error);

  if (text != NULL)
    begin (self, text);
  else if (self->line == 0 && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    begin (self, g_bytes_new_static (NULL, 0));
  else
    gtk_label_set_text (self->outcome, error->message);
}

/* Offers the measures that the recording has data for. */
static void
offer_measures (DwellRequirementDialog *self)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);
  DwellTrace *trace = dwell_view_get_trace (self->view);

  G_STATIC_ASSERT (G_N_ELEMENTS (measures) <= MAX_MEASURES);
  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      if (trace != NULL && (trace->tables & measures[i].tables) == 0)
        continue;
      self->offered[self->n_offered++] = i;
      gtk_string_list_append (titles, g_dpgettext2 (NULL, "measure", measures[i].title));
    }
  adw_combo_row_set_model (self->measure, G_LIST_MODEL (titles));
}

/* The last line is the requirement; the one above it, if any, is a chain. */
static void
take_suggestion (DwellRequirementDialog *self,
                 const char             *suggested)
{
  const char *last = suggested != NULL ? strrchr (suggested, '\n') : NULL;
  g_autofree char *chain = last != NULL ? g_strndup (suggested, (gsize) (last - suggested)) : NULL;

  self->suggested = g_strdup (last != NULL ? last + 1 : suggested);
  if (chain != NULL)
    dwell_wrapped_entry_set_text (self->chain, chain);
  gtk_widget_set_visible (self->chain_row, chain != NULL);
}

static GtkWidget *
open_dialog (GtkWidget  *from,
             DwellView  *view,
             guint       line,
             const char *sentence)
{
  GtkRoot *root = gtk_widget_get_root (from);
  DwellRequirementDialog *self = g_object_new (DWELL_TYPE_REQUIREMENT_DIALOG, "transient-for", root,
                                               NULL);
  const char *title = line > 0 ? _("Edit Requirement") : _("New Requirement");
  g_autoptr(GTask) task = g_task_new (NULL, self->reading, on_loaded, g_object_ref (self));

  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_title (self->title, title);
  self->from = g_object_ref (from);
  self->view = g_object_ref (view);
  offer_measures (self);
  self->line = line;
  take_suggestion (self, sentence);
  self->file = dwell_view_get_requirements (view);
  dwell_query_set_view (DWELL_QUERY (self->preview), view);

  g_task_set_source_tag (task, open_dialog);
  if (self->file != NULL)
    {
      g_autofree char *base = g_file_get_basename (self->file);
      g_autofree char *name = g_filename_display_name (base);

      adw_window_title_set_subtitle (self->title, name);
      g_task_set_task_data (task, g_object_ref (self->file), g_object_unref);
      dwell_task_run_in_thread (task, load_in_thread);
    }
  else
    {
      g_task_return_pointer (task, g_bytes_new_static (NULL, 0), (GDestroyNotify) g_bytes_unref);
    }
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WIDGET (self);
}

/**
 * dwell_requirement_dialog_edit:
 * @from: a widget of the window to open it for
 * @view: a view with a file of requirements
 * @line: the number of the first line of a requirement, from 1
 *
 * Opens an editor for a line of the file.
 *
 * Returns: (transfer none): the dialog
 */
GtkWidget *
dwell_requirement_dialog_edit (GtkWidget *from,
                               DwellView *view,
                               guint      line)
{
  return open_dialog (from, view, line, NULL);
}

/**
 * dwell_requirement_dialog_add:
 * @from: a widget of the window to open it for
 * @view: a view; if it has no file of requirements, one is created
 * @sentence: (nullable): the requirement to start with, from the colon after its id on; it can be
 *   preceded by a line with its chain
 *
 * Opens an editor for a new line of the file.
 *
 * Returns: (transfer none): the dialog
 */
GtkWidget *
dwell_requirement_dialog_add (GtkWidget  *from,
                              DwellView  *view,
                              const char *sentence)
{
  return open_dialog (from, view, 0, sentence);
}

static void
dwell_requirement_dialog_dispose (GObject *object)
{
  DwellRequirementDialog *self = DWELL_REQUIREMENT_DIALOG (object);

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->preview);
  g_clear_object (&self->view);
  g_clear_object (&self->from);

  G_OBJECT_CLASS (dwell_requirement_dialog_parent_class)->dispose (object);
}

static void
dwell_requirement_dialog_finalize (GObject *object)
{
  DwellRequirementDialog *self = DWELL_REQUIREMENT_DIALOG (object);

  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_object (&self->file);
  g_clear_object (&self->reading);
  g_free (self->old_line);
  g_free (self->suggested);

  G_OBJECT_CLASS (dwell_requirement_dialog_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, title);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, save);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, content);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, chain_row);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, chain);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, sentence_row);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, sentence);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, fault);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, fields);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, measure);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, subject);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, relation);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, limit);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, hint);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, verdict);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, outcome);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, chart);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, names);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, search);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementDialog, name_list);
  gtk_widget_class_bind_template_callback (widget_class, on_chain);
  gtk_widget_class_bind_template_callback (widget_class, on_chart_moved);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_limit);
  gtk_widget_class_bind_template_callback (widget_class, on_measure);
  gtk_widget_class_bind_template_callback (widget_class, on_name);
  gtk_widget_class_bind_template_callback (widget_class, on_names);
  gtk_widget_class_bind_template_callback (widget_class, on_relation);
  gtk_widget_class_bind_template_callback (widget_class, on_save);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_sentence);
  gtk_widget_class_bind_template_callback (widget_class, on_subject);
}

static void
dwell_requirement_dialog_class_init (DwellRequirementDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_requirement_dialog_dispose;
  object_class->finalize = dwell_requirement_dialog_finalize;

  g_type_ensure (DWELL_TYPE_LIMIT_CHART);
  g_type_ensure (DWELL_TYPE_WRAPPED_ENTRY);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-requirement-dialog.ui");
  bind_children (widget_class);
}

static void
offer_relations (DwellRequirementDialog *self)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    gtk_string_list_append (titles, _(relations[i].title));
  adw_combo_row_set_model (self->relation, G_LIST_MODEL (titles));
}

static void
dwell_requirement_dialog_init (DwellRequirementDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  offer_relations (self);
  gtk_text_buffer_set_enable_undo (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sentence)), TRUE);
  self->error_tag =
    gtk_text_buffer_create_tag (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sentence)), NULL,
                                "underline", PANGO_UNDERLINE_ERROR, NULL);
  self->reading = g_cancellable_new ();
  self->preview = dwell_requirement_preview_new ();
  g_signal_connect_object (self->preview, "changed", G_CALLBACK (on_preview), self,
                           G_CONNECT_SWAPPED);
}
