/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The find bar: searches areas, contexts and messages for text or a /regular expression/, shows the
 * number of the present hit and of all hits, and steps through them. The view does the search;
 * while the bar is shown, the timeline dims what does not match. */
#include "config.h"

#include "ui/shell/dwell-find-bar.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-keypad.h"

/* The key of the search text among the filters that a view keeps for its pages. */
#define FIND_ID "find"

struct _DwellFindBar
{
  DwellViewBin parent_instance;

  GtkRevealer *revealer;
  GtkWidget   *entry;
  GtkLabel    *answer;
  GtkWidget   *previous;
  GtkWidget   *next;
};

enum {
  PROP_0,
  PROP_SHOWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellFindBar, dwell_find_bar, DWELL_TYPE_VIEW_BIN)

static DwellView *
get_view (DwellFindBar *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

/* Returns “3 of 128” if the focus is a hit, otherwise “128 found”. */
static char *
describe_hits (DwellFindBar *self,
               DwellFind    *find,
               guint64       n_hits)
{
  DwellHit focus = { dwell_view_get_focus_span (get_view (self)),
                     dwell_view_get_focus_mark (get_view (self)) };
  gboolean is_hit = focus.span != DWELL_NONE ? dwell_find_has_span (find, focus.span)
                    : focus.mark != DWELL_NONE && dwell_find_has_mark (find, focus.mark);
  g_autofree char *total = dwell_text_count (n_hits);
  g_autofree char *ordinal = NULL;

  if (!is_hit)
    /* Translators: how many places were found */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s found", "%s found",
                                         dwell_text_plural (n_hits)),
                            total);

  ordinal = dwell_text_count (dwell_find_get_ordinal (find, focus));
  /* Translators: the number of the hit, and of how many */
  return g_strdup_printf (C_("hit", "%s of %s"), ordinal, total);
}

/* Hits that do not come from a typed text have a label, which is shown in the empty entry. */
static void
show_label (DwellFindBar *self)
{
  DwellView *view = get_view (self);
  const char *label = view != NULL ? dwell_view_get_find_label (view) : NULL;

  g_object_set (self->entry, "placeholder-text",
                label != NULL ? label : _("Find names and messages: text or /regex/"), NULL);
  if (label == NULL)
    return;

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  if (dwell_find_bar_get_shown (self))
    return;

  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

static void
update (DwellFindBar *self)
{
  DwellView *view = get_view (self);
  DwellFind *find = view != NULL ? dwell_view_get_find (view) : NULL;
  const char *error = view != NULL ? dwell_view_get_find_error (view) : NULL;
  guint64 n_hits = find != NULL ? dwell_find_get_n_spans (find) + dwell_find_get_n_marks (find) : 0;
  g_autofree char *answer = NULL;

  show_label (self);
  if (error != NULL)
    answer = g_strdup (error);
  else if (view != NULL && dwell_view_is_finding (view))
    answer = g_strdup (_("Finding…"));
  else if (find == NULL)
    answer = g_strdup ("");
  else if (n_hits == 0)
    answer = g_strdup (_("Nothing found"));
  else
    answer = describe_hits (self, find, n_hits);

  gtk_label_set_text (self->answer, answer);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->answer), error);
  gtk_widget_set_sensitive (self->previous, n_hits > 0);
  gtk_widget_set_sensitive (self->next, n_hits > 0);
  if (error != NULL || (find != NULL && n_hits == 0))
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
}

static void
on_search_changed (GtkSearchEntry *entry,
                   DwellFindBar   *self)
{
  DwellView *view = get_view (self);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));

  /* The entry is empty because show_label() emptied it for hits of another kind. */
  if (view == NULL || (*text == '\0' && dwell_view_get_find_label (view) != NULL))
    return;

  dwell_view_set_kept (view, DWELL_KEPT_FILTER, FIND_ID, text);
  if (dwell_find_bar_get_shown (self))
    dwell_view_set_find_text (view, text);
}

/* Puts the last search text into the entry, for when the bar is shown again. */
static void
restore_text (DwellFindBar *self)
{
  const char *text = dwell_view_get_kept (get_view (self), DWELL_KEPT_FILTER, FIND_ID);

  if (!dwell_find_bar_get_shown (self) &&
      *gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0' && *text != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

static void
on_next (DwellFindBar *self)
{
  dwell_find_bar_step (self, 1);
}

static void
on_previous (DwellFindBar *self)
{
  dwell_find_bar_step (self, -1);
}

static void
on_stop (DwellFindBar *self)
{
  dwell_find_bar_set_shown (self, FALSE);
}

/* The entry handles Enter itself, but not Shift+Enter, which goes to the previous hit. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                DwellFindBar          *self)
{
  if ((state & GDK_SHIFT_MASK) == 0 || dwell_keypad_get_plain (keyval) != GDK_KEY_Return)
    return FALSE;

  dwell_find_bar_step (self, -1);

  return TRUE;
}

static void
dwell_find_bar_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  DwellFindBar *self = DWELL_FIND_BAR (object);

  switch (property_id)
    {
    case PROP_SHOWN:
      g_value_set_boolean (value, dwell_find_bar_get_shown (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_find_bar_set_property (GObject      *object,
                             guint         property_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  DwellFindBar *self = DWELL_FIND_BAR (object);

  switch (property_id)
    {
    case PROP_SHOWN:
      dwell_find_bar_set_shown (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_find_bar_take_view (DwellViewBin *bin)
{
  DwellFindBar *self = DWELL_FIND_BAR (bin);

  restore_text (self);
  update (self);
}

static void
dwell_find_bar_dispose (GObject *object)
{
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);

  G_OBJECT_CLASS (dwell_find_bar_parent_class)->dispose (object);
}

static void
dwell_find_bar_class_init (DwellFindBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = dwell_find_bar_get_property;
  object_class->set_property = dwell_find_bar_set_property;
  object_class->dispose = dwell_find_bar_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_find_bar_take_view;

  properties[PROP_SHOWN] =
    g_param_spec_boolean ("shown", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellFindBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, DwellFindBar, entry);
  gtk_widget_class_bind_template_child (widget_class, DwellFindBar, answer);
  gtk_widget_class_bind_template_child (widget_class, DwellFindBar, previous);
  gtk_widget_class_bind_template_child (widget_class, DwellFindBar, next);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
}

static void
dwell_find_bar_init (DwellFindBar *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));

  dwell_view_bin_connect (bin, "find-changed", G_CALLBACK (update));
  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (update));
  dwell_view_bin_connect (bin, "kept-changed", G_CALLBACK (restore_text));

  update (self);
}

/**
 * dwell_find_bar_get_shown:
 * @self: a find bar
 *
 * Returns: whether the bar is shown
 */
gboolean
dwell_find_bar_get_shown (DwellFindBar *self)
{
  g_return_val_if_fail (DWELL_IS_FIND_BAR (self), FALSE);

  return self->revealer != NULL && gtk_revealer_get_reveal_child (self->revealer);
}

/**
 * dwell_find_bar_set_shown:
 * @self: a find bar
 * @shown: whether to show it
 *
 * Showing puts the text cursor into the entry, even if the bar was shown already. Hiding ends the
 * search, and showing again repeats it with the same text.
 */
void
dwell_find_bar_set_shown (DwellFindBar *self,
                          gboolean      shown)
{
  gboolean was_shown;

  g_return_if_fail (DWELL_IS_FIND_BAR (self));

  was_shown = dwell_find_bar_get_shown (self);
  gtk_revealer_set_reveal_child (self->revealer, shown);

  if (shown)
    {
      gtk_widget_grab_focus (self->entry);
      gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
    }

  if (shown == was_shown)
    return;

  if (get_view (self) != NULL)
    dwell_view_set_find_text (get_view (self),
                              shown ? gtk_editable_get_text (GTK_EDITABLE (self->entry)) : NULL);
  if (!shown)
    dwell_focus_leave (GTK_WIDGET (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

/**
 * dwell_find_bar_step:
 * @self: a find bar
 * @direction: 1 for the next hit, -1 for the previous
 *
 * Goes to another hit; after the last one comes the first. Shows the bar if it is hidden.
 */
void
dwell_find_bar_step (DwellFindBar *self,
                     int           direction)
{
  g_return_if_fail (DWELL_IS_FIND_BAR (self));

  if (get_view (self) == NULL)
    return;

  if (!dwell_find_bar_get_shown (self))
    dwell_find_bar_set_shown (self, TRUE);

  dwell_view_find_step (get_view (self), direction);
}

/**
 * dwell_find_bar_find:
 * @self: a find bar
 * @text: what to find
 *
 * Shows the bar with @text, and finds it.
 */
void
dwell_find_bar_find (DwellFindBar *self,
                     const char   *text)
{
  g_return_if_fail (DWELL_IS_FIND_BAR (self));
  g_return_if_fail (text != NULL);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  dwell_find_bar_set_shown (self, TRUE);
}
