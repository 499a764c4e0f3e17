/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holds the source of the view's call tree while a page that shows it is mapped. It is not a base
 * class, because one of the two pages has a table and derives from the table page. */
#include "config.h"

#include "ui/pages/dwell-calls.h"

#include "core/dwell-task.h"
#include "ui/table/dwell-table.h"

/* The data of a page, which owns it. */
typedef struct {
  DwellViewBin    *page;
  DwellCallsFunc   take_source;
  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  gboolean         is_held;
  GtkWidget       *search;       /* (nullable): of the page; set once something was searched for */
  GtkWidget       *search_error;
  GError          *mistake;      /* (nullable): what is wrong with the text of search */
  DwellCallsGoFunc go_to;      /* (nullable): to be called with the node of the focus */
  DwellCallsGoFunc follow_to;  /* (nullable): called with the node of each span in focus */
  guint32          followed;   /* the span that was followed last, or DWELL_NONE */
  gboolean         is_finding; /* is looking for the node of a span to follow */
} Calls;

enum {
  PROP_0,
  PROP_BY_CONTEXT,
  PROP_SHOWS_LINES,
};

static GQuark
calls_quark (void)
{
  return g_quark_from_static_string ("dwell-calls");
}

static Calls *
get_calls (gpointer page)
{
  return g_object_get_qdata (page, calls_quark ());
}

static void
update_hold (Calls *self)
{
  gboolean is_held = self->source != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->page));

  if (is_held == self->is_held)
    return;

  self->is_held = is_held;
  if (is_held)
    dwell_query_hold (DWELL_QUERY (self->source));
  else
    dwell_query_release (DWELL_QUERY (self->source));
}

static void
drop_source (Calls *self)
{
  if (self->is_held)
    dwell_query_release (DWELL_QUERY (self->source));
  self->is_held = FALSE;
  g_clear_object (&self->source);
}

static void
take_view (DwellViewBin *page)
{
  Calls *self = get_calls (page);

  drop_source (self);
  self->source = dwell_tree_source_get (dwell_view_bin_get_view (page));
  self->take_source (page, self->source);
  g_signal_group_set_target (self->source_signals, self->source);
  update_hold (self);
}

/* --- The node of what is in focus --- */

typedef struct {
  DwellTree        *tree;
  guint32           area;
  guint32           span;
  guint32           node;
  DwellCallsGoFunc  go_to;
} FocusQuestion;

static void
focus_question_free (gpointer data)
{
  FocusQuestion *question = data;

  dwell_tree_unref (question->tree);
  g_free (question);
}

static void
find_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  FocusQuestion *question = task_data;

  question->node = dwell_tree_find_area (question->tree, question->area, question->span);
  g_task_return_boolean (task, TRUE);
}

static void
on_found (GObject      *page,
          GAsyncResult *result,
          gpointer      user_data)
{
  const FocusQuestion *question = g_task_get_task_data (G_TASK (result));

  if (dwell_calls_get_tree (DWELL_VIEW_BIN (page)) != question->tree)
    return;

  if (question->node != DWELL_NONE)
    question->go_to (DWELL_VIEW_BIN (page), question->node);
  else
    gtk_widget_error_bell (GTK_WIDGET (page));
}

/* Shows the node that dwell_calls_show_focus() was called for, if the tree is there. */
static void
show_wanted (Calls *self)
{
  DwellTree *tree = dwell_calls_get_tree (self->page);
  DwellView *view = dwell_view_bin_get_view (self->page);
  g_autoptr(GTask) task = NULL;
  FocusQuestion *question;

  if (self->go_to == NULL || tree == NULL || view == NULL ||
      dwell_view_get_focus_area (view) == DWELL_NONE)
    return;

  question = g_new0 (FocusQuestion, 1);
  question->tree = dwell_tree_ref (tree);
  question->area = dwell_view_get_focus_area (view);
  question->span = dwell_view_get_focus_span (view);
  question->go_to = g_steal_pointer (&self->go_to);
  task = g_task_new (self->page, NULL, on_found, NULL);
  g_task_set_source_tag (task, show_wanted);
  g_task_set_task_data (task, question, focus_question_free);
  dwell_task_run_in_thread (task, find_in_thread);
}

static void
find_span_in_thread (GTask        *task,
                     gpointer      source,
                     gpointer      task_data,
                     GCancellable *cancellable)
{
  FocusQuestion *question = task_data;

  question->node = dwell_tree_find_span (question->tree, question->span);
  g_task_return_boolean (task, TRUE);
}

static void follow (Calls *self);

/* The focus may have moved on while the node was looked for. */
static void
on_span_found (GObject      *page,
               GAsyncResult *result,
               gpointer      user_data)
{
  const FocusQuestion *question = g_task_get_task_data (G_TASK (result));
  DwellViewBin *bin = DWELL_VIEW_BIN (page);
  Calls *self = get_calls (page);

  self->is_finding = FALSE;
  if (question->node != DWELL_NONE && dwell_calls_get_tree (bin) == question->tree &&
      dwell_view_get_focus_span (dwell_view_bin_get_view (bin)) == question->span)
    self->follow_to (bin, question->node);
  follow (self);
}

/* Goes to the node of the focused span, once each time a span gets the focus; after that the user
 * may look elsewhere in the tree. Only one node is looked for at a time. */
static void
follow (Calls *self)
{
  DwellTree *tree = dwell_calls_get_tree (self->page);
  DwellView *view = dwell_view_bin_get_view (self->page);
  guint32 span = view != NULL ? dwell_view_get_focus_span (view) : DWELL_NONE;
  g_autoptr(GTask) task = NULL;
  FocusQuestion *question;

  if (span == DWELL_NONE)
    self->followed = DWELL_NONE;

  if (self->follow_to == NULL || self->is_finding || span == self->followed || tree == NULL ||
      !tree->is_of_spans || tree->trace != dwell_view_get_trace (view) ||
      !gtk_widget_get_mapped (GTK_WIDGET (self->page)))
    return;

  self->followed = span;
  self->is_finding = TRUE;
  question = g_new0 (FocusQuestion, 1);
  question->tree = dwell_tree_ref (tree);
  question->span = span;
  task = g_task_new (self->page, NULL, on_span_found, NULL);
  g_task_set_source_tag (task, follow);
  g_task_set_task_data (task, question, focus_question_free);
  dwell_task_run_in_thread (task, find_span_in_thread);
}

static void
on_focus_changed (DwellViewBin *page)
{
  follow (get_calls (page));
}

/* Shows what is wrong with the search, or that it gave up on some names. */
static void
show_search_error (Calls *self)
{
  g_autoptr(GError) lack = NULL;

  if (self->search == NULL || self->source == NULL)
    return;

  if (self->mistake == NULL)
    dwell_query_check_filter (DWELL_QUERY (self->source), &lack);
  dwell_table_show_filter_error (self->search, self->search_error,
                                 self->mistake != NULL ? self->mistake : lack);
}

static void
calls_free (gpointer data)
{
  Calls *self = data;

  g_clear_error (&self->mistake);
  g_free (self);
}

static void
on_destroy (Calls *self)
{
  g_clear_object (&self->source_signals);
  drop_source (self);
  self->search = NULL;
  self->search_error = NULL;
}

/* --- The properties of the page --- */

static void
get_property (GObject    *object,
              guint       property_id,
              GValue     *value,
              GParamSpec *pspec)
{
  DwellTreeSource *source = get_calls (object)->source;

  switch (property_id)
    {
    case PROP_BY_CONTEXT:
      g_value_set_boolean (value, source != NULL && dwell_tree_source_get_by_context (source));
      break;
    case PROP_SHOWS_LINES:
      g_value_set_boolean (value, source != NULL && dwell_tree_source_get_shows_lines (source));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
set_property (GObject      *object,
              guint         property_id,
              const GValue *value,
              GParamSpec   *pspec)
{
  DwellTreeSource *source = get_calls (object)->source;

  switch (property_id)
    {
    case PROP_BY_CONTEXT:
      if (source != NULL)
        dwell_tree_source_set_by_context (source, g_value_get_boolean (value));
      break;
    case PROP_SHOWS_LINES:
      if (source != NULL)
        dwell_tree_source_set_shows_lines (source, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

/**
 * dwell_calls_install:
 * @page_class: the class of a page, derived from DwellViewBin, without properties of its own
 * @group: the prefix of the names of its actions
 *
 * Installs the properties and the actions GROUP.by-context and GROUP.shows-lines. Call it in
 * class_init.
 */
void
dwell_calls_install (GtkWidgetClass *page_class,
                     const char     *group)
{
  static const char * const names[] = {
    [PROP_BY_CONTEXT] = "by-context", [PROP_SHOWS_LINES] = "shows-lines",
  };
  GObjectClass *object_class = G_OBJECT_CLASS (page_class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  DWELL_VIEW_BIN_CLASS (page_class)->take_view = take_view;

  for (guint i = PROP_BY_CONTEXT; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *action = g_strdup_printf ("%s.%s", group, names[i]);

      g_object_class_install_property (
        object_class, i,
        g_param_spec_boolean (names[i], NULL, NULL, FALSE, G_PARAM_READWRITE |
                              G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
      gtk_widget_class_install_property_action (page_class, g_intern_string (action), names[i]);
    }
}

/**
 * dwell_calls_set_up:
 * @page: a page of a class that has this installed, without a view
 * @take_source: called with the source of the tree
 *
 * Call it once for each page, in init.
 */
void
dwell_calls_set_up (DwellViewBin   *page,
                    DwellCallsFunc  take_source)
{
  Calls *self = g_new0 (Calls, 1);

  self->page = page;
  self->followed = DWELL_NONE;
  self->take_source = take_source;
  self->source_signals = g_signal_group_new (DWELL_TYPE_TREE_SOURCE);
  g_object_set_qdata_full (G_OBJECT (page), calls_quark (), self, calls_free);
  g_signal_group_connect_swapped (self->source_signals, "tree-changed", G_CALLBACK (show_wanted),
                                  self);
  g_signal_group_connect_swapped (self->source_signals, "match-changed",
                                  G_CALLBACK (show_search_error), self);

  g_signal_connect_swapped (page, "map", G_CALLBACK (update_hold), self);
  g_signal_connect_swapped (page, "unmap", G_CALLBACK (update_hold), self);
  g_signal_connect_swapped (page, "destroy", G_CALLBACK (on_destroy), self);
}

/**
 * dwell_calls_get_tree:
 * @page: a page that is set up
 *
 * Returns: (transfer none) (nullable): the call tree; %NULL if it is not there yet
 */
DwellTree *
dwell_calls_get_tree (DwellViewBin *page)
{
  DwellTreeSource *source = get_calls (page)->source;

  return source != NULL ? dwell_tree_source_get_tree (source) : NULL;
}

/**
 * dwell_calls_get_match:
 * @page: a page that is set up
 *
 * Returns: (transfer none) (nullable): the nodes that the search has found; %NULL if nothing is
 *   searched for
 */
DwellTreeMatch *
dwell_calls_get_match (DwellViewBin *page)
{
  DwellTreeSource *source = get_calls (page)->source;

  return source != NULL ? dwell_tree_source_get_match (source) : NULL;
}

/**
 * dwell_calls_get_busy:
 * @page: a page that is set up
 *
 * Returns: %TRUE if the tree is being made
 */
gboolean
dwell_calls_get_busy (DwellViewBin *page)
{
  DwellTreeSource *source = get_calls (page)->source;

  return source != NULL && dwell_query_get_busy (DWELL_QUERY (source));
}

/**
 * dwell_calls_has_lacked:
 * @page: a page that is set up
 *
 * Returns: %TRUE if there was too little memory for the tree
 */
gboolean
dwell_calls_has_lacked (DwellViewBin *page)
{
  DwellTreeSource *source = get_calls (page)->source;

  return source != NULL && dwell_query_has_lacked (DWELL_QUERY (source));
}

/**
 * dwell_calls_connect:
 * @page: a page that is set up, without a view
 * @signal: a signal of DwellTreeSource
 * @callback: called with only @page when its source emits the signal
 */
void
dwell_calls_connect (DwellViewBin *page,
                     const char   *signal,
                     GCallback     callback)
{
  g_signal_group_connect_swapped (get_calls (page)->source_signals, signal, callback, page);
}

/**
 * dwell_calls_search:
 * @page: a page that is set up
 * @entry: the entry with the text to search for
 * @error_label: a label for what is wrong with the text
 *
 * Searches the tree, for both pages.
 */
void
dwell_calls_search (DwellViewBin *page,
                    GtkWidget    *entry,
                    GtkWidget    *error_label)
{
  Calls *self = get_calls (page);

  if (self->source == NULL)
    return;

  self->search = entry;
  self->search_error = error_label;
  g_clear_error (&self->mistake);
  dwell_tree_source_set_search (self->source, gtk_editable_get_text (GTK_EDITABLE (entry)),
                                &self->mistake);
  show_search_error (self);
}

/**
 * dwell_calls_show_focus:
 * @page: a page that is set up
 * @go_to: shows a node
 *
 * Calls @go_to with the node of what the view has in focus, as soon as there is a tree: with the
 * node that has the same callers if a span is in focus, else with the heaviest node of the area.
 */
void
dwell_calls_show_focus (DwellViewBin     *page,
                        DwellCallsGoFunc  go_to)
{
  Calls *self = get_calls (page);

  self->go_to = go_to;
  show_wanted (self);
}

/**
 * dwell_calls_follow_focus:
 * @page: a page that is set up, without a view
 * @go_to: shows a node, without taking the keyboard focus
 *
 * From now on, while @page is shown, calls @go_to with the node of each span that gets the focus of
 * the view, if it is in the tree.
 */
void
dwell_calls_follow_focus (DwellViewBin     *page,
                          DwellCallsGoFunc  go_to)
{
  Calls *self = get_calls (page);

  self->follow_to = go_to;
  dwell_view_bin_connect (page, "focus-changed", G_CALLBACK (on_focus_changed));
  g_signal_group_connect_swapped (self->source_signals, "tree-changed", G_CALLBACK (follow), self);
  g_signal_connect_data (page, "map", G_CALLBACK (follow), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/**
 * dwell_calls_may_scroll:
 * @page: a page
 *
 * Returns: whether @page may scroll by itself; %FALSE while a button of the pointer is pressed,
 *   since the user may be dragging what would move away
 */
gboolean
dwell_calls_may_scroll (DwellViewBin *page)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (page));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (GTK_WIDGET (page)));
  GdkDevice *pointer = seat != NULL ? gdk_seat_get_pointer (seat) : NULL;
  GdkModifierType state = 0;

  if (surface != NULL && pointer != NULL)
    gdk_surface_get_device_position (surface, pointer, NULL, NULL, &state);

  return (state & (GDK_BUTTON1_MASK | GDK_BUTTON2_MASK | GDK_BUTTON3_MASK)) == 0;
}
