/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of an option that is a text, a file or a template. Faults of a template are underlined
 * and explained below it while it is typed. After a “%” the macros that apply are offered; a menu
 * has all of them. */
#include "config.h"

#include "ui/template/dwell-text-row.h"

#include <glib/gi18n-lib.h>

#include "formats/template/dwell-template.h"
#include "ui/template/dwell-template-colours.h"
#include "ui/template/dwell-template-completion.h"
#include "ui/template/dwell-wrapped-entry.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-keypad.h"

struct _DwellTextRow
{
  AdwPreferencesRow parent_instance;

  DwellWrappedEntry *entry; /* NULL: disposed */
  GtkMenuButton     *menu;
  GtkWidget         *reset;
  GtkWidget         *choose;
  GtkLabel          *note;

  const DwellOption       *option;
  DwellTemplateKind        kind;
  DwellTemplateCompletion *completion; /* NULL: the option is not a template */
  GFile                   *folder;     /* (nullable): in which files are chosen */
  char                    *original;   /* (nullable): the text to reset to */
  char                    *own_note;   /* (nullable): what the owner says about the text */
  DwellNoteKind            own_kind;
  char                    *issue;      /* (nullable): what is wrong with the template */
  gboolean                 is_lenient; /* an unknown macro is no error */
  gboolean                 is_valid;
  gboolean                 is_edited;  /* the text has the focus */
  guint                    reveal_id;
};

enum {
  CHANGED,
  ENTERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTextRow, dwell_text_row, ADW_TYPE_PREFERENCES_ROW)

static void
set_class (gpointer    widget,
           const char *css_class,
           gboolean    is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* An unfinished name of a macro is a fault only for a moment, so its note does not appear during
 * completion. */
static void
update_note (DwellTextRow *self)
{
  gboolean is_typing = self->completion != NULL &&
                       dwell_template_completion_is_open (self->completion);
  gboolean has_issue = self->issue != NULL && !is_typing;
  const char *text = has_issue ? self->issue : self->own_note;
  DwellNoteKind kind = !has_issue ? self->own_kind
                       : self->is_valid ? DWELL_NOTE_WARNING : DWELL_NOTE_ERROR;
  GtkAccessible *entry = GTK_ACCESSIBLE (self->entry);

  gtk_label_set_text (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
  set_class (self->note, "error", kind == DWELL_NOTE_ERROR);
  set_class (self->note, "warning", kind == DWELL_NOTE_WARNING);
  set_class (self->note, "dim-label", kind == DWELL_NOTE_PLAIN);
  set_class (self, "error", text != NULL && kind == DWELL_NOTE_ERROR);

  gtk_accessible_update_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                               text != NULL && kind == DWELL_NOTE_ERROR
                                 ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  if (text != NULL)
    gtk_accessible_update_property (entry, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  else
    gtk_accessible_reset_property (entry, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

/* Macros are bold, and while they are edited they have the colours of their fields. */
static void
mark_macros (DwellTextRow        *self,
             const DwellTemplate *template)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->entry));
  GtkTextTag *bold = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "bold");
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (template, &n);

  for (guint i = 0; i < n; i++)
    {
      gsize begin = tokens[i].source_offset;
      gsize end = begin + tokens[i].source_length;

      if (tokens[i].is_literal)
        continue;

      dwell_wrapped_entry_mark (self->entry, bold, begin, end);
      if (self->is_edited && tokens[i].macro != DWELL_MACRO_UNKNOWN)
        dwell_wrapped_entry_mark (
          self->entry,
          dwell_template_colours_get (buffer, dwell_macro_get_info (tokens[i].macro)->name),
          begin, end);
    }
}

/* Returns whether the issue is a macro that is unknown, or has no meaning in this template. */
static gboolean
is_about_macro (const DwellTemplate      *template,
                const DwellTemplateIssue *issue)
{
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (template, &n);

  for (guint i = 0; i < n; i++)
    if (!tokens[i].is_literal && tokens[i].source_offset == issue->source_offset)
      return TRUE;

  return FALSE;
}

/* Takes the first issue that makes the template useless, otherwise the first of all. */
static void
check_issues (DwellTextRow        *self,
              const DwellTemplate *template)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->entry));
  GtkTextTag *fault = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "fault");
  guint n;
  const DwellTemplateIssue *issues = dwell_template_get_issues (template, &n);

  for (guint i = 0; i < n; i++)
    {
      gboolean is_fatal = !self->is_lenient || !is_about_macro (template, &issues[i]);
      gsize begin = issues[i].source_offset;

      dwell_wrapped_entry_mark (self->entry, fault, begin, begin + issues[i].source_length);
      if (self->issue == NULL || (is_fatal && self->is_valid))
        {
          g_free (self->issue);
          self->issue = is_fatal
                          ? g_strdup (issues[i].message)
                          /* Translators: what is wrong with a macro */
                          : g_strdup_printf (_("%s. It matches any text."),
                                             issues[i].message);
        }
      self->is_valid = self->is_valid && !is_fatal;
    }
}

static void
update (DwellTextRow *self)
{
  const char *text = dwell_wrapped_entry_get_text (self->entry);

  g_clear_pointer (&self->issue, g_free);
  self->is_valid = TRUE;
  dwell_wrapped_entry_unmark (self->entry);
  if (self->completion != NULL)
    {
      g_autoptr(DwellTemplate) template = dwell_template_new (text, -1, self->kind);

      mark_macros (self, template);
      check_issues (self, template);
    }

  gtk_widget_set_visible (self->reset, self->original != NULL &&
                                       !g_str_equal (self->original, text));
  update_note (self);
}

/* Scrolls so that the whole row is in sight. */
static gboolean
reveal (gpointer user_data)
{
  DwellTextRow *self = user_data;
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);
  graphene_rect_t bounds;

  self->reveal_id = 0;
  if (viewport != NULL &&
      gtk_widget_compute_bounds (GTK_WIDGET (self),
                                 gtk_viewport_get_child (GTK_VIEWPORT (viewport)), &bounds))
    gtk_adjustment_clamp_page (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport)),
                               bounds.origin.y, bounds.origin.y + bounds.size.height);
  if (self->completion != NULL)
    dwell_template_completion_follow (self->completion);

  return G_SOURCE_REMOVE;
}

/* A text that wraps grows while it is typed, and a note makes the row grow. After the next frame
 * the row has its new size. */
static void
reveal_later (DwellTextRow *self)
{
  if (self->reveal_id == 0)
    self->reveal_id = g_idle_add_full (G_PRIORITY_LOW, reveal, self, NULL);
}

static void
on_changed (DwellTextRow *self)
{
  update (self);
  reveal_later (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_enter (DwellTextRow *self)
{
  self->is_edited = TRUE;
  update (self);
  reveal_later (self);
  g_signal_emit (self, signals[ENTERED], 0);
}

static void
on_leave (DwellTextRow *self)
{
  self->is_edited = FALSE;
  update (self);
}

static void
on_reset (DwellTextRow *self)
{
  dwell_wrapped_entry_set_text (self->entry, self->original);
  on_changed (self);
}

/* The dialog can have been closed meanwhile. */
static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(DwellTextRow) self = user_data;
  g_autoptr(GFile) file = dwell_pick_dialog_choose_finish (result, NULL);
  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;

  if (name == NULL || self->entry == NULL)
    return;

  dwell_wrapped_entry_set_text (self->entry, name);
  on_changed (self);
}

static void
on_choose (DwellTextRow *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  dwell_pick_dialog_choose_async (GTK_WINDOW (root), self->folder, _(self->option->summary),
                                  on_chosen, g_object_ref (self));
}

/* Inserts a tab at the cursor, because the Tab key alone leaves the row. */
static void
type_tab (DwellTextRow *self)
{
  gsize cursor = dwell_wrapped_entry_get_cursor (self->entry);

  dwell_wrapped_entry_replace (self->entry, cursor, cursor, "\t");
}

static gboolean
on_key (DwellTextRow    *self,
        guint            key,
        guint            code,
        GdkModifierType  state)
{
  if (!gtk_widget_has_focus (GTK_WIDGET (self->entry)))
    return GDK_EVENT_PROPAGATE;

  if (self->completion != NULL)
    {
      if (dwell_template_completion_press (self->completion, key, state))
        return GDK_EVENT_STOP;
      if (key == GDK_KEY_Tab && (state & GDK_CONTROL_MASK) != 0)
        {
          type_tab (self);
          return GDK_EVENT_STOP;
        }
    }

  if (dwell_keypad_get_plain (key) != GDK_KEY_Return)
    return GDK_EVENT_PROPAGATE;

  gtk_widget_activate_default (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static void
dwell_text_row_dispose (GObject *object)
{
  DwellTextRow *self = DWELL_TEXT_ROW (object);

  self->entry = NULL;
  g_clear_handle_id (&self->reveal_id, g_source_remove);
  if (self->completion != NULL)
    dwell_template_completion_detach (self->completion);
  g_clear_object (&self->completion);
  g_clear_object (&self->folder);

  G_OBJECT_CLASS (dwell_text_row_parent_class)->dispose (object);
}

static void
dwell_text_row_finalize (GObject *object)
{
  DwellTextRow *self = DWELL_TEXT_ROW (object);

  g_free (self->original);
  g_free (self->own_note);
  g_free (self->issue);

  G_OBJECT_CLASS (dwell_text_row_parent_class)->finalize (object);
}

static void
dwell_text_row_class_init (DwellTextRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_text_row_dispose;
  object_class->finalize = dwell_text_row_finalize;

  g_type_ensure (DWELL_TYPE_WRAPPED_ENTRY);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[ENTERED] = g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-text-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellTextRow, entry);
  gtk_widget_class_bind_template_child (widget_class, DwellTextRow, menu);
  gtk_widget_class_bind_template_child (widget_class, DwellTextRow, reset);
  gtk_widget_class_bind_template_child (widget_class, DwellTextRow, choose);
  gtk_widget_class_bind_template_child (widget_class, DwellTextRow, note);
  gtk_widget_class_bind_template_callback (widget_class, dwell_text_row_focus);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_choose);
  gtk_widget_class_bind_template_callback (widget_class, on_enter);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_leave);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
dwell_text_row_init (DwellTextRow *self)
{
  self->is_valid = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_completion (DwellTextRow       *self,
                DwellExportPreview *examples)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->entry));

  gtk_text_buffer_create_tag (buffer, "bold", "weight", PANGO_WEIGHT_BOLD, NULL);
  gtk_text_buffer_create_tag (buffer, "fault", "underline", PANGO_UNDERLINE_ERROR,
                              "underline-rgba", &(GdkRGBA) { .88f, .11f, .14f, 1 }, NULL);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->entry), TRUE);
  self->kind = dwell_template_find (self->option->name);
  self->completion = dwell_template_completion_new (self->entry, self->menu, self->kind, examples);
  g_signal_connect_object (self->completion, "toggled", G_CALLBACK (update_note), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_visible (GTK_WIDGET (self->menu), TRUE);
}

/**
 * dwell_text_row_new:
 * @option: an option that is a text, a file or a template; it must be static
 * @title: the title of the row
 * @examples: (nullable): a preview that has examples of macros
 *
 * Returns: (transfer floating): a row to edit the option
 */
GtkWidget *
dwell_text_row_new (const DwellOption  *option,
                    const char         *title,
                    DwellExportPreview *examples)
{
  DwellTextRow *self = g_object_new (DWELL_TYPE_TEXT_ROW, "title", title, NULL);

  self->option = option;
  gtk_widget_set_visible (self->choose, option->type == DWELL_OPTION_FILE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  if (option->type == DWELL_OPTION_TEMPLATE)
    add_completion (self, examples);

  return GTK_WIDGET (self);
}

/**
 * dwell_text_row_get_text:
 * @self: a row
 *
 * Returns: (transfer none): the text; valid until the next change
 */
const char *
dwell_text_row_get_text (DwellTextRow *self)
{
  g_return_val_if_fail (DWELL_IS_TEXT_ROW (self), "");

  return dwell_wrapped_entry_get_text (self->entry);
}

/**
 * dwell_text_row_set_text:
 * @self: a row
 * @text: the new text
 *
 * Sets the text without offering completions for it and without the signal. The cursor goes to the
 * end of what has changed.
 */
void
dwell_text_row_set_text (DwellTextRow *self,
                         const char   *text)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  if (g_str_equal (text, dwell_text_row_get_text (self)))
    return;

  dwell_wrapped_entry_set_text (self->entry, text);
  update (self);
}

/**
 * dwell_text_row_set_original:
 * @self: a row
 * @text: the text of the preset
 *
 * Offers to reset the text while it differs from @text.
 */
void
dwell_text_row_set_original (DwellTextRow *self,
                             const char   *text)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  if (g_strcmp0 (self->original, text) == 0)
    return;

  g_free (self->original);
  self->original = g_strdup (text);
  update (self);
}

/**
 * dwell_text_row_set_note:
 * @self: a row
 * @text: (nullable): what to say about the text; %NULL for nothing
 * @kind: how grave that is
 *
 * Shows a note below the text. A fault in a template comes before it.
 */
void
dwell_text_row_set_note (DwellTextRow  *self,
                         const char    *text,
                         DwellNoteKind  kind)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  g_free (self->own_note);
  self->own_note = g_strdup (text);
  self->own_kind = kind;
  update_note (self);
}

/**
 * dwell_text_row_set_lenient:
 * @self: a row of a template
 *
 * Reports a macro without meaning as a warning: in reading it matches any text, which is useful to
 * skip a column.
 */
void
dwell_text_row_set_lenient (DwellTextRow *self)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  self->is_lenient = TRUE;
  update (self);
}

/**
 * dwell_text_row_set_folder:
 * @self: a row of a file
 * @folder: (nullable): the folder in which files are chosen
 */
void
dwell_text_row_set_folder (DwellTextRow *self,
                           GFile        *folder)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  g_set_object (&self->folder, folder);
}

/**
 * dwell_text_row_set_placeholder:
 * @self: a row
 * @text: (nullable): what an empty text means
 */
void
dwell_text_row_set_placeholder (DwellTextRow *self,
                                const char   *text)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  dwell_wrapped_entry_set_placeholder (self->entry, text);
}

/**
 * dwell_text_row_set_editable:
 * @self: a row
 * @is_editable: whether the text has an effect, and can be changed
 */
void
dwell_text_row_set_editable (DwellTextRow *self,
                             gboolean      is_editable)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  gtk_widget_set_sensitive (gtk_widget_get_parent (GTK_WIDGET (self->entry)), is_editable);
  gtk_widget_set_sensitive (GTK_WIDGET (self->menu), is_editable);
}

/**
 * dwell_text_row_is_valid:
 * @self: a row
 *
 * Returns: whether the template has no fault that makes it useless
 */
gboolean
dwell_text_row_is_valid (DwellTextRow *self)
{
  g_return_val_if_fail (DWELL_IS_TEXT_ROW (self), FALSE);

  return self->is_valid;
}

/**
 * dwell_text_row_focus:
 * @self: a row
 *
 * Puts the text cursor into the row.
 */
void
dwell_text_row_focus (DwellTextRow *self)
{
  g_return_if_fail (DWELL_IS_TEXT_ROW (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
