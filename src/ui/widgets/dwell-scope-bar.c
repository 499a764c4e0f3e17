/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scope bar: shows and sets the scope of a page, which is Whole, Visible or the selection. The
 * button of the selection shows its length, and its tooltip shows start and end; another button
 * clears the selection. */
#include "config.h"

#include "ui/widgets/dwell-scope-bar.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "ui/widgets/dwell-toggles.h"

/* The width of a length such as “35.82 ms” in average characters: its own characters are narrow. */
#define LENGTH_CHARS 4

struct _DwellScopeBar
{
  DwellViewBin parent_instance;

  DwellToggles    *toggles;
  GtkToggleButton *whole;
  GtkToggleButton *visible;
  GtkToggleButton *selection;
  GtkWidget       *drop;

  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (DwellScopeBar, dwell_scope_bar, DWELL_TYPE_VIEW_BIN)

/* Returns a text such as “12.30 ms – 48.10 ms, 35.8 ms”. */
static char *
describe (const DwellTrace *trace,
          gint64            begin,
          gint64            end)
{
  g_autofree char *begin_text = dwell_axis_place_in (trace, begin, end - begin);
  g_autofree char *end_text = dwell_axis_place_in (trace, end, end - begin);
  g_autofree char *length_text = dwell_axis_duration (trace, end - begin);

  /* Translators: the start, the end and the length of a range of time */
  return g_strdup_printf (_("%s – %s, %s"), begin_text, end_text, length_text);
}

/* Returns what the tooltip and a screen reader say of the selection. */
static char *
dup_tip (DwellScopeBar *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  gint64 begin;
  gint64 end;

  if (view != NULL && dwell_view_get_selection (view, &begin, &end))
    return describe (dwell_view_get_trace (view), begin, end);

  return g_strdup (_("The selected range; drag in the timeline to select one"));
}

/* Always reserves the room for a length, so that no tool moves while the user selects. */
static void
reserve_room (DwellScopeBar *self)
{
  GtkLabel *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->selection)));
  glong n_chars = g_utf8_strlen (_("Se_lection: %s"), -1) - (glong) strlen ("_%s") + LENGTH_CHARS;

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (label, (int) n_chars);
}

static void
update (DwellViewBin *bin)
{
  DwellScopeBar *self = DWELL_SCOPE_BAR (bin);
  DwellView *view = dwell_view_bin_get_view (bin);
  DwellScope scope = DWELL_SCOPE_WHOLE;
  gint64 begin;
  gint64 end;
  gboolean has_selection = FALSE;
  g_autofree char *tip = dup_tip (self);

  if (view != NULL)
    {
      scope = dwell_view_get_scope (view);
      has_selection = dwell_view_get_selection (view, &begin, &end);
    }

  if (has_selection)
    {
      g_autofree char *length = dwell_axis_duration (dwell_view_get_trace (view), end - begin);
      /* Translators: %s is how long it is; “_” precedes the letter that activates the button with
       * Alt */
      g_autofree char *label = g_strdup_printf (_("Se_lection: %s"), length);

      gtk_button_set_label (GTK_BUTTON (self->selection), label);
    }
  else
    {
      gtk_button_set_label (GTK_BUTTON (self->selection), _("Se_lection"));
    }

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->selection),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip,
                                  -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->selection), has_selection);
  /* The button becomes invisible but keeps its room, so that nothing moves when a selection
   * starts. */
  gtk_widget_set_sensitive (self->drop, has_selection);
  gtk_widget_set_opacity (self->drop, has_selection ? 1 : 0);

  self->is_updating = TRUE;
  gtk_toggle_button_set_active (scope == DWELL_SCOPE_VISIBLE ? self->visible
                                : scope == DWELL_SCOPE_SELECTION ? self->selection
                                : self->whole, TRUE);
  self->is_updating = FALSE;
}

/* Each page has a scope bar. Those that are not mapped are updated when they are. */
static void
on_changed (DwellViewBin *bin)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (bin)))
    update (bin);
}

static void
dwell_scope_bar_map (GtkWidget *widget)
{
  update (DWELL_VIEW_BIN (widget));

  GTK_WIDGET_CLASS (dwell_scope_bar_parent_class)->map (widget);
}

/* Whenever the text of a tooltip is set, GTK asks the display server where the pointer is, and
 * waits: too long for each step of a drag. So it is set when the tooltip is shown. */
static gboolean
on_query_tooltip (GtkWidget     *button,
                  int            x,
                  int            y,
                  gboolean       is_by_keyboard,
                  GtkTooltip    *tooltip,
                  DwellScopeBar *self)
{
  g_autofree char *tip = dup_tip (self);

  gtk_tooltip_set_text (tooltip, tip);
  return TRUE;
}

static void
on_toggled (GtkToggleButton *button,
            DwellScopeBar   *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  if (self->is_updating || view == NULL || !gtk_toggle_button_get_active (button))
    return;

  dwell_view_set_scope (view,
                        button == self->visible ? DWELL_SCOPE_VISIBLE
                        : button == self->selection ? DWELL_SCOPE_SELECTION
                        : DWELL_SCOPE_WHOLE);
}

static void
on_drop_clicked (GtkButton     *button,
                 DwellScopeBar *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  if (view != NULL)
    dwell_view_drop_selection (view);
}

static void
dwell_scope_bar_dispose (GObject *object)
{
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);

  G_OBJECT_CLASS (dwell_scope_bar_parent_class)->dispose (object);
}

static void
dwell_scope_bar_class_init (DwellScopeBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_scope_bar_dispose;
  widget_class->map = dwell_scope_bar_map;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = on_changed;

  g_type_ensure (DWELL_TYPE_TOGGLES);
  gtk_widget_class_set_css_name (widget_class, "scopebar");
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-scope-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellScopeBar, toggles);
  gtk_widget_class_bind_template_child (widget_class, DwellScopeBar, whole);
  gtk_widget_class_bind_template_child (widget_class, DwellScopeBar, visible);
  gtk_widget_class_bind_template_child (widget_class, DwellScopeBar, selection);
  gtk_widget_class_bind_template_child (widget_class, DwellScopeBar, drop);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_drop_clicked);
}

static void
dwell_scope_bar_init (DwellScopeBar *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_button_set_label (GTK_BUTTON (self->selection), "");
  reserve_room (self);
  dwell_toggles_set_title (self->toggles, self->selection, _("Se_lection"));

  dwell_view_bin_connect (bin, "scope-changed", G_CALLBACK (on_changed));
  dwell_view_bin_connect (bin, "selection-changed", G_CALLBACK (on_changed));
  dwell_view_bin_connect (bin, "units-changed", G_CALLBACK (on_changed));

  update (bin);
}
