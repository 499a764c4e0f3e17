/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of an option that is a text, a file, or a template. Issues of a template are underlined
 * and shown below it while it is typed. An unknown macro matches any text, which is useful to skip
 * a column; so it is reported as a warning, not as an error. */
#include "config.h"

#include "ui/import/dwell-import-text-row.h"

#include <glib/gi18n-lib.h>

#include "formats/template/dwell-template.h"
#include "ui/export/dwell-template-completion.h"
#include "ui/widgets/dwell-file-dialogs.h"

struct _DwellImportTextRow
{
  AdwPreferencesRow parent_instance;

  GtkLabel      *label;
  GtkEntry      *entry;
  GtkMenuButton *menu;
  GtkWidget     *choose;
  GtkLabel      *note;

  const DwellOption       *option;
  DwellTemplateCompletion *completion; /* NULL: the option is not a template */
  GFile                   *folder;     /* (nullable): the folder in which files are chosen */
  char              *issue;     /* (nullable): what is wrong with the template */
  gboolean           is_valid;
  char              *own;       /* (nullable): the file's own value, if it has precedence */
  char              *found;     /* (nullable): a note about the file */
  gboolean           is_doubtful;
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellImportTextRow, dwell_import_text_row, ADW_TYPE_PREFERENCES_ROW)

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

static void
update_note (DwellImportTextRow *self)
{
  g_autofree char *own = NULL;
  const char *text = self->found;

  if (self->issue != NULL && (self->completion == NULL ||
                              !dwell_template_completion_is_open (self->completion)))
    text = self->issue;
  else if (self->own != NULL && self->is_doubtful)
    /* Translators: what was found in the file, and the template that its header carries */
    text = own = g_strdup_printf (_("%s. The file's own: %s"), self->found, self->own);
  else if (self->own != NULL)
    /* Translators: the template that a header of the file carries */
    text = own = g_strdup_printf (_("The file's own: %s"), self->own);

  gtk_label_set_text (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), text);
  set_class (self->note, "error", !self->is_valid);
  set_class (self->note, "warning",
             self->is_valid && (self->issue != NULL || self->is_doubtful));
  set_class (self->note, "dim-label", self->issue == NULL && !self->is_doubtful);
  set_class (self->entry, "error", !self->is_valid);
}

static DwellTemplateKind
get_template_kind (const DwellOption *option)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    if (g_str_equal (dwell_template_get_id (i), option->name))
      return i;

  return DWELL_TEMPLATE_TIMELINE_ENTRY;
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

static void
underline (PangoAttrList            *attributes,
           const DwellTemplateIssue *issue)
{
  PangoAttribute *attribute = pango_attr_underline_new (PANGO_UNDERLINE_ERROR);

  attribute->start_index = (guint) issue->source_offset;
  attribute->end_index = (guint) (issue->source_offset + issue->source_length);
  pango_attr_list_insert (attributes, attribute);
}

static void
check_template (DwellImportTextRow *self)
{
  const char *text = dwell_import_text_row_get_text (self);
  DwellTemplateKind kind = get_template_kind (self->option);
  g_autoptr(DwellTemplate) template = dwell_template_new (text, -1, kind);
  PangoAttrList *attributes = pango_attr_list_new ();
  guint n;
  const DwellTemplateIssue *issues = dwell_template_get_issues (template, &n);

  g_clear_pointer (&self->issue, g_free);
  self->is_valid = TRUE;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_fatal = !is_about_macro (template, &issues[i]);

      underline (attributes, &issues[i]);
      if (self->issue == NULL || (is_fatal && self->is_valid))
        {
          g_free (self->issue);
          self->issue = is_fatal
                          ? g_strdup (issues[i].message)
                          /* Translators: what is wrong with a macro */
                          : g_strdup_printf (_("%s. Any text is taken for it."),
                                             issues[i].message);
        }
      self->is_valid = self->is_valid && !is_fatal;
    }

  gtk_entry_set_attributes (self->entry, attributes);
  pango_attr_list_unref (attributes);
}

static void
on_changed (DwellImportTextRow *self)
{
  if (self->option->type == DWELL_OPTION_TEMPLATE)
    check_template (self);
  update_note (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(DwellImportTextRow) self = user_data;
  g_autoptr(GFile) file = dwell_pick_dialog_choose_finish (result, NULL);
  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;

  if (name != NULL && self->entry != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), name);
}

static void
on_choose (DwellImportTextRow *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  dwell_pick_dialog_choose_async (GTK_WINDOW (root), self->folder, _(self->option->summary),
                                  on_chosen, g_object_ref (self));
}

static gboolean
on_key (DwellImportTextRow *self,
        guint               key,
        guint               code,
        GdkModifierType     state)
{
  return self->completion != NULL
           ? dwell_template_completion_press (self->completion, key, state)
           : GDK_EVENT_PROPAGATE;
}

static void
on_replace (DwellImportTextRow *self,
            int                 begin,
            int                 end,
            const char         *text)
{
  GtkEditable *editable = GTK_EDITABLE (self->entry);
  const char *before = gtk_editable_get_text (editable);
  int position = (int) g_utf8_strlen (before, begin);

  dwell_template_completion_set_quiet (self->completion, TRUE);
  gtk_editable_delete_text (editable, position, (int) g_utf8_strlen (before, end));
  gtk_editable_insert_text (editable, text, -1, &position);
  dwell_template_completion_set_quiet (self->completion, FALSE);
}

static void
dwell_import_text_row_dispose (GObject *object)
{
  DwellImportTextRow *self = DWELL_IMPORT_TEXT_ROW (object);

  /* The file dialog may return after this row is disposed. */
  self->entry = NULL;
  if (self->completion != NULL)
    dwell_template_completion_detach (self->completion);
  g_clear_object (&self->completion);
  g_clear_object (&self->folder);

  G_OBJECT_CLASS (dwell_import_text_row_parent_class)->dispose (object);
}

static void
dwell_import_text_row_finalize (GObject *object)
{
  DwellImportTextRow *self = DWELL_IMPORT_TEXT_ROW (object);

  g_free (self->issue);
  g_free (self->own);
  g_free (self->found);

  G_OBJECT_CLASS (dwell_import_text_row_parent_class)->finalize (object);
}

static void
dwell_import_text_row_class_init (DwellImportTextRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_import_text_row_dispose;
  object_class->finalize = dwell_import_text_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-import-text-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellImportTextRow, label);
  gtk_widget_class_bind_template_child (widget_class, DwellImportTextRow, entry);
  gtk_widget_class_bind_template_child (widget_class, DwellImportTextRow, menu);
  gtk_widget_class_bind_template_child (widget_class, DwellImportTextRow, choose);
  gtk_widget_class_bind_template_child (widget_class, DwellImportTextRow, note);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_choose);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
}

static void
dwell_import_text_row_init (DwellImportTextRow *self)
{
  self->is_valid = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_import_text_row_new:
 * @option: an option that is a text, a file or a template; it must be static
 * @folder: (nullable): the folder in which files are chosen
 *
 * Returns: (transfer floating): a row for @option
 */
GtkWidget *
dwell_import_text_row_new (const DwellOption *option,
                           GFile             *folder)
{
  DwellImportTextRow *self = g_object_new (DWELL_TYPE_IMPORT_TEXT_ROW, NULL);
  const char *title = option->title != NULL ? _(option->title) : option->name;

  self->option = option;
  g_set_object (&self->folder, folder);
  gtk_label_set_text (self->label, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), _(option->summary));
  gtk_widget_set_visible (self->choose, option->type == DWELL_OPTION_FILE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  if (option->type == DWELL_OPTION_TEMPLATE)
    {
      self->completion = dwell_template_completion_new (GTK_EDITABLE (self->entry), self->menu,
                                                        get_template_kind (option), NULL);
      g_signal_connect_object (self->completion, "replace", G_CALLBACK (on_replace), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->completion, "toggled", G_CALLBACK (update_note), self,
                               G_CONNECT_SWAPPED);
      gtk_widget_set_visible (GTK_WIDGET (self->menu), TRUE);
      gtk_widget_add_css_class (GTK_WIDGET (self->entry), "monospace");
      gtk_entry_set_placeholder_text (self->entry,
                                      dwell_template_get_default (get_template_kind (option)));
    }
  else if (option->type == DWELL_OPTION_FILE)
    {
      gtk_entry_set_placeholder_text (self->entry, _("The one beside the file"));
    }

  return GTK_WIDGET (self);
}

/**
 * dwell_import_text_row_get_text:
 * @self: a row
 *
 * Returns: (transfer none): the text
 */
const char *
dwell_import_text_row_get_text (DwellImportTextRow *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

/**
 * dwell_import_text_row_set_text:
 * @self: a row
 * @text: the new text
 *
 * Sets the text, without offering completions for it.
 */
void
dwell_import_text_row_set_text (DwellImportTextRow *self,
                                const char         *text)
{
  if (self->completion != NULL)
    dwell_template_completion_set_quiet (self->completion, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  if (self->completion != NULL)
    dwell_template_completion_set_quiet (self->completion, FALSE);
}

/**
 * dwell_import_text_row_set_found:
 * @self: a row
 * @finding: (nullable): what the file says about the option
 * @is_overridden: whether the text has precedence over the file's own value
 *
 * Shows @finding below the text. The text is insensitive while the file's own value is used.
 */
void
dwell_import_text_row_set_found (DwellImportTextRow        *self,
                                 const DwellPreviewFinding *finding,
                                 gboolean                   is_overridden)
{
  g_return_if_fail (DWELL_IS_IMPORT_TEXT_ROW (self));

  g_clear_pointer (&self->own, g_free);
  g_clear_pointer (&self->found, g_free);
  self->is_doubtful = finding != NULL && finding->is_doubtful;

  if (finding != NULL)
    {
      self->found = g_strdup (finding->note);
      if (!is_overridden || *dwell_import_text_row_get_text (self) == '\0')
        self->own = g_strdup (finding->own);
    }

  gtk_widget_set_sensitive (GTK_WIDGET (self->entry), self->own == NULL || is_overridden);
  gtk_widget_set_sensitive (GTK_WIDGET (self->menu), self->own == NULL || is_overridden);
  update_note (self);
}

/**
 * dwell_import_text_row_focus:
 * @self: a row
 *
 * Puts the text cursor into the row.
 */
void
dwell_import_text_row_focus (DwellImportTextRow *self)
{
  gtk_entry_grab_focus_without_selecting (self->entry);
}

/**
 * dwell_import_text_row_is_valid:
 * @self: a row
 *
 * Returns: whether the file can be read with the text
 */
gboolean
dwell_import_text_row_is_valid (DwellImportTextRow *self)
{
  return self->is_valid;
}
