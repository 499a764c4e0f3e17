/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live preview of an export: the first lines of each section, the decoded binary timeline, and
 * the warnings below them.
 *
 * Each part has a stretch of the text, and only the stretch of a changed part is replaced, so that
 * the text does not jump while the user types elsewhere. */
#include "config.h"

#include "ui/export/dwell-export-view.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/export/dwell-export-marks.h"

/* The height of a warning with its kind and two lines of text, and the maximum height of the list
 * of warnings, px. */
#define ROW_HEIGHT 74
#define MAX_HEIGHT 190

/* The text of a part that the buffer has. */
typedef struct {
  int       n_letters; /* in the buffer */
  char     *text;
  gboolean  is_written;
  gboolean  is_outdated; /* shown dim */
  gboolean  is_cut;
} Stretch;

struct _DwellExportView
{
  AdwBin parent_instance;

  GtkStack          *states;
  GtkStack          *files;
  GtkWidget         *switcher;
  GtkWidget         *spinner;
  GtkTextView       *text_view;
  GtkTextView       *records_view;
  GtkWidget         *warnings;
  GtkLabel          *warnings_title;
  GtkScrolledWindow *warnings_scroller;
  GtkListBox        *warnings_list;

  DwellExportPreview *preview;
  GtkTextTag         *header_tag;
  GtkTextTag         *outdated_tag;
  GtkTextTag         *more_tag;
  Stretch            *stretches; /* by part */
  guint               n_stretches;
  char               *records_text;
  guint               update_id;
  guint               show_id;   /* source that scrolls to the line that is followed, or 0 */
  const DwellOption  *followed;  /* the template that is being edited, or NULL */
};

G_DEFINE_FINAL_TYPE (DwellExportView, dwell_export_view, ADW_TYPE_BIN)

/* Inserts text at @at, which then points after it, with no tag but @tag (nullable). GTK would give
 * text that is inserted between two stretches with the same tag that tag, too. */
static void
insert (DwellExportView *self,
        GtkTextIter     *at,
        const char      *text,
        GtkTextTag      *tag)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  int offset = gtk_text_iter_get_offset (at);
  GtkTextIter begin;

  gtk_text_buffer_insert (buffer, at, text, -1);
  gtk_text_buffer_get_iter_at_offset (buffer, &begin, offset);
  gtk_text_buffer_remove_all_tags (buffer, &begin, at);
  if (tag != NULL)
    gtk_text_buffer_apply_tag (buffer, tag, &begin, at);
}

/* Makes headers bold, from the line at @offset to @end. */
static void
mark_headers (DwellExportView   *self,
              guint              part,
              int                offset,
              const GtkTextIter *end,
              const char        *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  const DwellExportSettings *settings = dwell_export_preview_get_settings (self->preview);
  g_autofree char *header_begin = _dwell_export_marks_get_header_begin (settings, part);
  gsize n = strlen (header_begin);
  GtkTextIter line;

  if (n == 0)
    return;

  gtk_text_buffer_get_iter_at_offset (buffer, &line, offset);
  while (*text != '\0' && gtk_text_iter_compare (&line, end) < 0)
    {
      GtkTextIter line_end = line;
      gsize length = strcspn (text, "\n");

      gtk_text_iter_forward_line (&line_end);
      if (length >= n && memcmp (text, header_begin, n) == 0)
        gtk_text_buffer_apply_tag (buffer, self->header_tag, &line, &line_end);

      line = line_end;
      text += length + (text[length] == '\n');
    }
}

/* A fault in a filter is the same in every part, so it is shown once. */
static const char *
get_error (DwellExportView        *self,
           guint                   part,
           const DwellExportPiece *piece)
{
  for (guint i = 0; i < part && piece->error != NULL; i++)
    {
      const DwellExportPiece *other = dwell_export_preview_get_piece (self->preview, i);

      if (other->is_written && g_strcmp0 (other->error, piece->error) == 0)
        return "";
    }

  return piece->error;
}

/* Returns the offset of a part in the buffer, in characters. */
static int
get_offset (DwellExportView *self,
            guint            part)
{
  int offset = 0;

  for (guint i = 0; i < part; i++)
    offset += self->stretches[i].n_letters;

  return offset;
}

static void
fill_stretch (DwellExportView        *self,
              guint                   part,
              const DwellExportPiece *piece)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  Stretch *stretch = &self->stretches[part];
  const char *text = piece->is_written && piece->shown != NULL ? piece->shown : "";
  const char *error = get_error (self, part, piece);
  int offset = get_offset (self, part);
  GtkTextIter begin;
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_offset (buffer, &begin, offset);
  gtk_text_buffer_get_iter_at_offset (buffer, &at, offset + stretch->n_letters);
  gtk_text_buffer_delete (buffer, &begin, &at);

  insert (self, &at, text, NULL);
  mark_headers (self, part, offset, &at, text);

  if (piece->is_written && error != NULL)
    {
      insert (self, &at, error, self->more_tag);
      insert (self, &at, *error != '\0' ? "\n" : "", NULL);
    }
  else if (piece->is_written && piece->is_cut && piece->records == NULL)
    /* Translators: shown below the first lines of a longer text */
    insert (self, &at, _("…  and more\n"), self->more_tag);

  stretch->n_letters = gtk_text_iter_get_offset (&at) - offset;
}

/* An outdated text stays as it is, with its marks, but dim. */
static void
dim_stretch (DwellExportView *self,
             guint            part,
             gboolean         is_outdated)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  int offset = get_offset (self, part);
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_offset (buffer, &begin, offset);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, offset + self->stretches[part].n_letters);
  if (is_outdated)
    gtk_text_buffer_apply_tag (buffer, self->outdated_tag, &begin, &end);
  else
    gtk_text_buffer_remove_tag (buffer, self->outdated_tag, &begin, &end);
}

static void
update_stretch (DwellExportView *self,
                guint            part)
{
  const DwellExportPiece *piece = dwell_export_preview_get_piece (self->preview, part);
  Stretch *stretch = &self->stretches[part];
  const char *text = piece->error != NULL ? get_error (self, part, piece) : piece->shown;

  if (stretch->is_written != piece->is_written || stretch->is_cut != piece->is_cut ||
      g_strcmp0 (stretch->text, text) != 0)
    {
      fill_stretch (self, part, piece);
      g_free (stretch->text);
      stretch->text = g_strdup (text);
      stretch->is_written = piece->is_written;
      stretch->is_cut = piece->is_cut;
      stretch->is_outdated = FALSE;
    }

  if (stretch->is_outdated != piece->is_outdated)
    dim_stretch (self, part, piece->is_outdated);
  stretch->is_outdated = piece->is_outdated;
}

/* Scrolls to the line that is followed, if it is out of sight. The start of the line is aligned to
 * the right, so that the margin before it stays visible. */
static gboolean
show_followed (gpointer data)
{
  DwellExportView *self = data;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, "followed");
  GdkRectangle visible;
  GdkRectangle place;
  GtkTextIter line;

  self->show_id = 0;
  gtk_text_buffer_get_iter_at_mark (buffer, &line, mark);
  gtk_text_view_get_visible_rect (self->text_view, &visible);
  gtk_text_view_get_iter_location (self->text_view, &line, &place);
  if (place.y < visible.y || place.y + place.height > visible.y + visible.height)
    gtk_text_view_scroll_to_mark (self->text_view, mark, 0, TRUE, 1, 0.15);

  return G_SOURCE_REMOVE;
}

/* Follows a line once there is nothing else to do: before that, the text view may still compute the
 * heights of lines above it, and take the line for visible. */
static void
show_line (DwellExportView   *self,
           const GtkTextIter *line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, "followed");

  if (mark == NULL)
    gtk_text_buffer_create_mark (buffer, "followed", line, TRUE);
  else
    gtk_text_buffer_move_mark (buffer, mark, line);

  if (self->show_id == 0)
    self->show_id = g_idle_add (show_followed, self);
}

/* Marks the lines that the edited template makes, and scrolls to the first. The marks of an
 * outdated answer stay until there is a new one. */
static void
follow (DwellExportView *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  guint part = self->followed != NULL ? self->followed->section - 1 : G_MAXUINT;
  const DwellExportPiece *piece = part < self->n_stretches
                                    ? dwell_export_preview_get_piece (self->preview, part) : NULL;
  GtkTextIter first;

  if (piece != NULL && piece->is_written && piece->is_outdated)
    return;

  _dwell_export_marks_clear (buffer);
  if (piece != NULL && piece->is_written && piece->shown != NULL &&
      _dwell_export_marks_add (buffer, get_offset (self, part), piece->shown,
                               dwell_export_preview_get_settings (self->preview), self->followed,
                               &first))
    show_line (self, &first);
}

static const DwellExportPiece *
find_records (DwellExportView *self)
{
  for (guint i = 0; i < self->n_stretches; i++)
    {
      const DwellExportPiece *piece = dwell_export_preview_get_piece (self->preview, i);

      if (piece->is_written && piece->decoded != NULL)
        return piece;
    }

  return NULL;
}

static void
update_records (DwellExportView *self)
{
  const DwellExportPiece *piece = find_records (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->records_view);
  gboolean was_there = self->records_text != NULL;
  GtkTextIter begin;
  GtkTextIter end;

  gtk_widget_set_visible (self->switcher, piece != NULL);

  if (piece == NULL)
    {
      gtk_stack_set_visible_child_name (self->files, "text");
      g_clear_pointer (&self->records_text, g_free);
      return;
    }

  if (g_strcmp0 (self->records_text, piece->decoded) != 0)
    {
      g_free (self->records_text);
      self->records_text = g_strdup (piece->decoded);
      gtk_text_buffer_set_text (buffer, piece->decoded, -1);
      gtk_text_buffer_get_iter_at_line (buffer, &begin, 0);
      gtk_text_buffer_get_iter_at_line (buffer, &end, 1);
      gtk_text_buffer_apply_tag_by_name (buffer, "header", &begin, &end);
      gtk_text_buffer_get_end_iter (buffer, &end);
      if (piece->is_cut)
        gtk_text_buffer_insert_with_tags_by_name (buffer, &end, _("…  and more\n"), -1, "more",
                                                  NULL);
    }

  /* The user has just added the binary timeline, so it is shown. */
  if (!was_there)
    gtk_stack_set_visible_child_name (self->files, "records");
}

static gboolean
is_anything_written (DwellExportView *self)
{
  for (guint i = 0; i < self->n_stretches; i++)
    if (dwell_export_preview_get_piece (self->preview, i)->is_written)
      return TRUE;

  return FALSE;
}

static void
update_spinner (DwellExportView *self)
{
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner),
                            dwell_export_preview_is_busy (self->preview));
}

static void
clear_stretches (DwellExportView *self)
{
  for (guint i = 0; i < self->n_stretches; i++)
    g_free (self->stretches[i].text);
  g_clear_pointer (&self->stretches, g_free);
}

/* Each format has its own parts. */
static void
make_stretches (DwellExportView *self)
{
  self->followed = NULL;
  clear_stretches (self);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text_view), "", -1);
  self->n_stretches = dwell_export_preview_get_n_parts (self->preview);
  self->stretches = g_new0 (Stretch, self->n_stretches);
}

static gboolean
update (gpointer user_data)
{
  DwellExportView *self = user_data;

  self->update_id = 0;
  if (self->n_stretches != dwell_export_preview_get_n_parts (self->preview))
    make_stretches (self);
  for (guint i = 0; i < self->n_stretches; i++)
    update_stretch (self, i);

  follow (self);
  update_records (self);
  gtk_stack_set_visible_child_name (self->states, is_anything_written (self) ? "preview" : "empty");
  update_spinner (self);
  return G_SOURCE_REMOVE;
}

/* Replaces texts between frames. A text view measures changed text when it is idle; if the change
 * comes with an event of a frame, it measures during drawing. Then the scrollbars get a new range
 * too late to be allocated, and GTK prints a warning for each. */
static void
on_changed (DwellExportView *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update, self, NULL);
}

static gboolean
on_query_tooltip (DwellExportView *self,
                  int              x,
                  int              y,
                  gboolean         is_keyboard,
                  GtkTooltip      *tooltip)
{
  GtkTextIter iter;
  g_autofree char *text = NULL;

  gtk_text_view_window_to_buffer_coords (self->text_view, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
  if (is_keyboard || !gtk_text_view_get_iter_at_location (self->text_view, &iter, x, y))
    return FALSE;

  text = _dwell_export_marks_describe (&iter);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static GtkWidget *
make_warning (const DwellExportWarning *warning)
{
  GtkWidget *row = adw_action_row_new ();
  const char *icon = warning->is_error  ? "dialog-error-symbolic"
                     : warning->is_loss ? "dialog-warning-symbolic" : "dialog-information-symbolic";
  const char *kind = warning->is_error  ? _("Cannot be written")
                     : warning->is_loss ? _("Lost in this export") : NULL;
  GtkWidget *image = gtk_image_new_from_icon_name (icon);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), warning->message);
  if (kind != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), kind);
  gtk_widget_add_css_class (image, warning->is_error ? "error" : warning->is_loss ? "warning"
                                                                                : "dim-label");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);

  if (warning->count > 1)
    {
      g_autofree char *count = dwell_text_count (warning->count);
      GtkWidget *label = gtk_label_new (count);

      gtk_widget_add_css_class (label, "numeric");
      gtk_widget_add_css_class (label, "dim-label");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
    }

  return row;
}

static void
on_checked (DwellExportView *self)
{
  const GArray *warnings = dwell_export_preview_get_warnings (self->preview);
  g_autofree char *title = NULL;
  GtkWidget *child;

  update_spinner (self);

  /* The former warnings stay until there is an answer, so that the list does not flicker with
   * each key. */
  gtk_widget_set_opacity (self->warnings, warnings != NULL ? 1 : .6);
  if (warnings == NULL)
    return;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->warnings_list))) != NULL)
    gtk_list_box_remove (self->warnings_list, child);
  for (guint i = 0; i < warnings->len; i++)
    gtk_list_box_append (self->warnings_list,
                         make_warning (&g_array_index (warnings, DwellExportWarning, i)));

  /* Rows wrap, which a scrolled window does not take into account. */
  gtk_scrolled_window_set_min_content_height (self->warnings_scroller,
                                              MIN ((int) warnings->len * ROW_HEIGHT, MAX_HEIGHT));

  title = g_strdup_printf (ngettext ("%u warning", "%u warnings", warnings->len),
                           warnings->len);
  gtk_label_set_text (self->warnings_title, title);
  gtk_widget_set_visible (self->warnings, warnings->len > 0);
}

static void
add_tags (DwellExportView *self,
          GtkTextView     *view,
          gboolean         is_text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextTag *header = gtk_text_buffer_create_tag (buffer, "header", "weight", PANGO_WEIGHT_BOLD,
                                                   NULL);
  GtkTextTag *outdated = gtk_text_buffer_create_tag (buffer, "outdated", NULL);
  GtkTextTag *more = gtk_text_buffer_create_tag (buffer, "more", "style", PANGO_STYLE_ITALIC,
                                                 NULL);

  if (is_text)
    {
      self->header_tag = header;
      self->outdated_tag = outdated;
      self->more_tag = more;
    }
}

/* Tags have no style classes, so they get the text's own colour with less opacity. */
static void
update_colors (DwellExportView *self)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self->text_view));
  GdkRGBA color;

  gtk_style_context_get_color (context, &color);
  color.alpha *= .55f;
  g_object_set (self->outdated_tag, "foreground-rgba", &color, NULL);
  g_object_set (self->more_tag, "foreground-rgba", &color, NULL);
}

static void
dwell_export_view_css_changed (GtkWidget         *widget,
                               GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (dwell_export_view_parent_class)->css_changed (widget, change);
  if (DWELL_EXPORT_VIEW (widget)->outdated_tag != NULL)
    update_colors (DWELL_EXPORT_VIEW (widget));
}

static void
dwell_export_view_dispose (GObject *object)
{
  DwellExportView *self = DWELL_EXPORT_VIEW (object);

  if (self->preview != NULL)
    g_signal_handlers_disconnect_by_data (self->preview, self);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_handle_id (&self->show_id, g_source_remove);
  g_clear_object (&self->preview);

  G_OBJECT_CLASS (dwell_export_view_parent_class)->dispose (object);
}

static void
dwell_export_view_finalize (GObject *object)
{
  DwellExportView *self = DWELL_EXPORT_VIEW (object);

  clear_stretches (self);
  g_free (self->records_text);

  G_OBJECT_CLASS (dwell_export_view_parent_class)->finalize (object);
}

static void
dwell_export_view_class_init (DwellExportViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_export_view_dispose;
  object_class->finalize = dwell_export_view_finalize;
  widget_class->css_changed = dwell_export_view_css_changed;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-view.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, states);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, files);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, switcher);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, spinner);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, text_view);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, records_view);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, warnings);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, warnings_title);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, warnings_list);
  gtk_widget_class_bind_template_child (widget_class, DwellExportView, warnings_scroller);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
}

static void
dwell_export_view_init (DwellExportView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_tags (self, self->text_view, TRUE);
  add_tags (self, self->records_view, FALSE);

  update_colors (self);
}

/**
 * dwell_export_view_set_preview:
 * @self: a view of a preview
 * @preview: the preview to show
 */
void
dwell_export_view_set_preview (DwellExportView    *self,
                               DwellExportPreview *preview)
{
  g_return_if_fail (DWELL_IS_EXPORT_VIEW (self));
  g_return_if_fail (self->preview == NULL);

  self->preview = g_object_ref (preview);
  g_signal_connect_swapped (preview, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (preview, "checked", G_CALLBACK (on_checked), self);
  g_signal_connect_swapped (preview, "examples-changed", G_CALLBACK (update_spinner), self);
  update (self);
}

/**
 * dwell_export_view_follow:
 * @self: a view of a preview
 * @option: (nullable): a template of the preview's format that is being edited
 *
 * Marks the lines that the template makes, and scrolls to the first of them, now and whenever they
 * change.
 */
void
dwell_export_view_follow (DwellExportView   *self,
                          const DwellOption *option)
{
  g_return_if_fail (DWELL_IS_EXPORT_VIEW (self));

  self->followed = option != NULL && option->type == DWELL_OPTION_TEMPLATE ? option : NULL;
  on_changed (self);
}

static void
set_page_title (DwellExportView *self,
                const char      *page,
                const char      *title)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->files, page);

  gtk_stack_page_set_title (gtk_stack_get_page (self->files, child), title);
}

/**
 * dwell_export_view_set_names:
 * @self: a view
 * @name: the name of the main file
 * @suffix: (nullable): the suffix of the companion's name; %NULL if there is no companion
 */
void
dwell_export_view_set_names (DwellExportView *self,
                             const char      *name,
                             const char      *suffix)
{
  g_autofree char *companion = g_strconcat (name, suffix, NULL);

  g_return_if_fail (DWELL_IS_EXPORT_VIEW (self));

  set_page_title (self, "text", name);
  set_page_title (self, "records", companion);
}
