/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of the Call tree page and the Flame graph page. Nothing is done for a tree that
 * nobody sees: a page holds the source while it is mapped. */
#include "config.h"

#include "ui/pages/dwell-calls-page.h"

#include "ui/table/dwell-table.h"

typedef struct {
  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  gboolean         is_held;
} DwellCallsPagePrivate;

enum {
  PROP_0,
  PROP_BY_CONTEXT,
  PROP_SHOWS_LINES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DwellCallsPage, dwell_calls_page, DWELL_TYPE_VIEW_BIN)

static DwellCallsPagePrivate *
get_private (DwellCallsPage *self)
{
  return dwell_calls_page_get_instance_private (self);
}

static void
update_hold (DwellCallsPage *self)
{
  DwellCallsPagePrivate *priv = get_private (self);
  gboolean is_held = priv->source != NULL && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (is_held == priv->is_held)
    return;

  priv->is_held = is_held;
  if (is_held)
    dwell_tree_source_hold (priv->source);
  else
    dwell_tree_source_release (priv->source);
}

static void
dwell_calls_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_calls_page_parent_class)->map (widget);

  update_hold (DWELL_CALLS_PAGE (widget));
}

static void
dwell_calls_page_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_calls_page_parent_class)->unmap (widget);

  update_hold (DWELL_CALLS_PAGE (widget));
}

static void
dwell_calls_page_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  DwellCallsPagePrivate *priv = get_private (DWELL_CALLS_PAGE (object));

  switch (property_id)
    {
    case PROP_BY_CONTEXT:
      g_value_set_boolean (value, priv->source != NULL &&
                                  dwell_tree_source_get_by_context (priv->source));
      break;
    case PROP_SHOWS_LINES:
      g_value_set_boolean (value, priv->source != NULL &&
                                  dwell_tree_source_get_shows_lines (priv->source));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_calls_page_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  DwellCallsPagePrivate *priv = get_private (DWELL_CALLS_PAGE (object));

  switch (property_id)
    {
    case PROP_BY_CONTEXT:
      if (priv->source != NULL)
        dwell_tree_source_set_by_context (priv->source, g_value_get_boolean (value));
      break;
    case PROP_SHOWS_LINES:
      if (priv->source != NULL)
        dwell_tree_source_set_shows_lines (priv->source, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
let_go (DwellCallsPage *self)
{
  DwellCallsPagePrivate *priv = get_private (self);

  if (priv->is_held)
    dwell_tree_source_release (priv->source);
  priv->is_held = FALSE;
  g_clear_object (&priv->source);
}

static void
dwell_calls_page_take_view (DwellViewBin *bin)
{
  DwellCallsPage *self = DWELL_CALLS_PAGE (bin);
  DwellCallsPagePrivate *priv = get_private (self);

  let_go (self);
  priv->source = dwell_tree_source_get (dwell_view_bin_get_view (bin));
  /* What the page shows hears of a new tree before the page. */
  DWELL_CALLS_PAGE_GET_CLASS (self)->take_source (self, priv->source);
  g_signal_group_set_target (priv->source_signals, priv->source);
  update_hold (self);
}

static void
dwell_calls_page_dispose (GObject *object)
{
  DwellCallsPage *self = DWELL_CALLS_PAGE (object);

  g_clear_object (&get_private (self)->source_signals);
  let_go (self);

  G_OBJECT_CLASS (dwell_calls_page_parent_class)->dispose (object);
}

static void
dwell_calls_page_class_init (DwellCallsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = dwell_calls_page_get_property;
  object_class->set_property = dwell_calls_page_set_property;
  object_class->dispose = dwell_calls_page_dispose;
  widget_class->map = dwell_calls_page_map;
  widget_class->unmap = dwell_calls_page_unmap;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_calls_page_take_view;

  properties[PROP_BY_CONTEXT] =
    g_param_spec_boolean ("by-context", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_SHOWS_LINES] =
    g_param_spec_boolean ("shows-lines", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_calls_page_init (DwellCallsPage *self)
{
  get_private (self)->source_signals = g_signal_group_new (DWELL_TYPE_TREE_SOURCE);
}

DwellTree *
dwell_calls_page_get_tree (DwellCallsPage *self)
{
  DwellTreeSource *source = get_private (self)->source;

  return source != NULL ? dwell_tree_source_get_tree (source) : NULL;
}

DwellTreeMatch *
dwell_calls_page_get_match (DwellCallsPage *self)
{
  DwellTreeSource *source = get_private (self)->source;

  return source != NULL ? dwell_tree_source_get_match (source) : NULL;
}

gboolean
dwell_calls_page_get_busy (DwellCallsPage *self)
{
  DwellTreeSource *source = get_private (self)->source;

  return source != NULL && dwell_asker_get_busy (DWELL_ASKER (source));
}

gboolean
dwell_calls_page_has_lacked (DwellCallsPage *self)
{
  DwellTreeSource *source = get_private (self)->source;

  return source != NULL && dwell_asker_has_lacked (DWELL_ASKER (source));
}

void
dwell_calls_page_connect_source (DwellCallsPage *self,
                                 const char     *signal,
                                 GCallback       callback)
{
  g_signal_group_connect_swapped (get_private (self)->source_signals, signal, callback, self);
}

void
dwell_calls_page_search (DwellCallsPage *self,
                         GtkWidget      *entry,
                         GtkWidget      *error_label)
{
  DwellTreeSource *source = get_private (self)->source;
  g_autoptr(GError) error = NULL;

  if (source == NULL)
    return;

  dwell_tree_source_set_search (source, gtk_editable_get_text (GTK_EDITABLE (entry)), &error);
  dwell_table_show_filter_error (entry, error_label, error);
}
