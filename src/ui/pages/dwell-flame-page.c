/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Flame Graph page: the call tree of the view's scope as a picture that can be zoomed. It
 * shares the tree and the search with the Call Tree page. */
#include "config.h"

#include "ui/pages/dwell-flame-page.h"

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-task.h"
#include "core/dwell-text.h"
#include "formats/common/dwell-sink.h"
#include "model/lists/tree/dwell-tree-text.h"
#include "ui/commands/dwell-focus-menu.h"
#include "ui/compat/dwell-names.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/widgets/dwell-save.h"
#include "ui/widgets/dwell-tree-path.h"

#define PICTURE_WIDTH 1600

struct _DwellFlamePage
{
  DwellViewBin parent_instance;

  GtkWidget       *scope_bar;
  GtkToggleButton *icicle;
  GtkDropDown     *order;
  GtkWidget       *search;
  GtkWidget       *search_error;
  GtkWidget       *matched;
  DwellTreePath   *path;
  GtkStack        *states;
  DwellFlameGraph *graph;
  GtkScrollbar    *scrollbar;
  GtkWidget       *frame_menu;
  GMenuModel      *frame_menu_model;

  gboolean         is_naming; /* the name of an order is replaced; the user chooses none */
};

G_DEFINE_FINAL_TYPE (DwellFlamePage, dwell_flame_page, DWELL_TYPE_VIEW_BIN)

static DwellTree *
get_tree (DwellFlamePage *self)
{
  return dwell_calls_get_tree (DWELL_VIEW_BIN (self));
}

static guint32
get_longest (DwellFlamePage *self)
{
  DwellTree *tree = get_tree (self);
  guint32 node = dwell_flame_graph_get_focus (self->graph);

  return tree != NULL && tree->longest != NULL && node != DWELL_NONE ? tree->longest[node]
                                                                     : DWELL_NONE;
}

static void
update_actions (DwellFlamePage *self)
{
  DwellTree *tree = get_tree (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flame-page.longest",
                                 get_longest (self) != DWELL_NONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flame-page.copy",
                                 dwell_flame_graph_get_focus (self->graph) != DWELL_NONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flame-page.save",
                                 tree != NULL && tree->n_nodes > 0);
}

/* Stacks without times are shown in the order of their file. */
static void
name_first_order (DwellFlamePage *self,
                  gboolean        is_of_spans)
{
  GtkStringList *orders = GTK_STRING_LIST (gtk_drop_down_get_model (self->order));
  const char *names[] = { is_of_spans ? _("By Time") : _("As in the File"), NULL };
  guint selected = gtk_drop_down_get_selected (self->order);

  if (g_str_equal (gtk_string_list_get_string (orders, 0), names[0]))
    return;

  self->is_naming = TRUE;
  gtk_string_list_splice (orders, 0, 1, names);
  gtk_drop_down_set_selected (self->order, selected);
  self->is_naming = FALSE;
}

static void
update_state (DwellFlamePage *self)
{
  DwellTree *tree = get_tree (self);
  const char *state = "graph";

  if (tree == NULL || tree->n_nodes == 0)
    state = dwell_calls_get_busy (DWELL_VIEW_BIN (self)) ? "loading" : "empty";

  dwell_page_states_show (self->states, state, dwell_calls_has_lacked (DWELL_VIEW_BIN (self)));
  gtk_widget_set_visible (self->scope_bar, tree == NULL || tree->is_of_spans);
  if (tree != NULL)
    name_first_order (self, tree->is_of_spans);
}

/* Computes how much of the zoomed node a search matches. It visits all nodes below that, so it runs
 * on a worker. */
typedef struct {
  DwellTree      *tree;
  DwellTreeMatch *match;
  guint32         zoomed;
  double          share; /* out */
} MatchedQuestion;

static void
matched_question_free (gpointer data)
{
  MatchedQuestion *self = data;

  dwell_tree_unref (self->tree);
  dwell_tree_match_unref (self->match);
  g_free (self);
}

static void
matched_in_thread (GTask        *task,
                   gpointer      source,
                   gpointer      data,
                   GCancellable *cancellable)
{
  MatchedQuestion *question = data;

  gint64 weight = dwell_tree_get_matched (question->tree, question->match->areas,
                                          question->zoomed, NULL);

  question->share = dwell_share ((double) weight,
                                 dwell_tree_get_whole (question->tree, question->zoomed));
  g_task_return_boolean (task, TRUE);
}

/* Shows nothing if the share is not known. */
static void
show_matched (DwellFlamePage *self,
              double          share)
{
  g_autofree char *percent = dwell_text_percent (share);
  /* Translators: which part of what is shown a search matches */
  g_autofree char *text = g_strdup_printf (_("matched %s"), percent);

  gtk_label_set_text (GTK_LABEL (self->matched), *percent != '\0' ? text : "");
}

static void
on_matched_known (GObject      *object,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  DwellFlamePage *self = DWELL_FLAME_PAGE (object);
  const MatchedQuestion *question = g_task_get_task_data (G_TASK (result));

  if (get_tree (self) == question->tree &&
      dwell_calls_get_match (DWELL_VIEW_BIN (self)) == question->match &&
      dwell_flame_graph_get_zoomed (self->graph) == question->zoomed)
    show_matched (self, question->share);
}

static void
update_matched (DwellFlamePage *self)
{
  DwellTree *tree = get_tree (self);
  DwellTreeMatch *match = dwell_calls_get_match (DWELL_VIEW_BIN (self));
  guint32 zoomed = dwell_flame_graph_get_zoomed (self->graph);
  g_autoptr(GTask) task = NULL;
  MatchedQuestion *question;

  gtk_widget_set_visible (self->matched, match != NULL && tree != NULL);
  if (match == NULL || tree == NULL)
    return;

  if (zoomed == DWELL_NONE)
    {
      show_matched (self, dwell_share ((double) match->weight,
                                       dwell_tree_get_whole (tree, DWELL_NONE)));
      return;
    }

  gtk_label_set_text (GTK_LABEL (self->matched), "…");
  question = g_new0 (MatchedQuestion, 1);
  question->tree = dwell_tree_ref (tree);
  question->match = dwell_tree_match_ref (match);
  question->zoomed = zoomed;
  task = g_task_new (self, NULL, on_matched_known, NULL);
  g_task_set_source_tag (task, update_matched);
  g_task_set_task_data (task, question, matched_question_free);
  dwell_task_run_in_thread (task, matched_in_thread);
}

static void
on_zoomed (DwellFlamePage *self)
{
  dwell_tree_path_show (self->path, get_tree (self), dwell_flame_graph_get_zoomed (self->graph));
  update_matched (self);
  update_actions (self);
  update_state (self);
}

static void
on_focused (DwellFlamePage *self)
{
  DwellTree *tree = get_tree (self);
  guint32 node = dwell_flame_graph_get_focus (self->graph);

  if (tree != NULL && node != DWELL_NONE && tree->areas[node] != DWELL_NONE)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)),
                           tree->areas[node]);
  update_actions (self);
}

/* The scrollbar keeps its room, so that nothing moves when it appears. */
static void
on_adjustment_changed (GtkAdjustment  *adjustment,
                       DwellFlamePage *self)
{
  gboolean is_needed = gtk_adjustment_get_upper (adjustment) >
                       gtk_adjustment_get_page_size (adjustment);

  gtk_widget_set_opacity (GTK_WIDGET (self->scrollbar), is_needed ? 1 : 0);
}

static void
on_path_chosen (DwellFlamePage *self,
                guint           node)
{
  dwell_flame_graph_zoom_to (self->graph, node);
  gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

static void
on_direction_toggled (DwellFlamePage *self)
{
  dwell_flame_graph_set_grows_up (self->graph, !gtk_toggle_button_get_active (self->icicle));
}

static void
on_order_chosen (DwellFlamePage *self)
{
  guint position = gtk_drop_down_get_selected (self->order);

  if (position != GTK_INVALID_LIST_POSITION && !self->is_naming)
    dwell_flame_graph_set_order (self->graph, (DwellFlameOrder) position);
}

static void
on_search_changed (DwellFlamePage *self)
{
  dwell_calls_search (DWELL_VIEW_BIN (self), self->search, self->search_error);
}

/* Opens the menu at a place in the graph. */
static void
open_menu (DwellFlamePage *self,
           double          x,
           double          y)
{
  double page_x;
  double page_y;

  if (gtk_widget_translate_coordinates (GTK_WIDGET (self->graph), GTK_WIDGET (self), x, y,
                                        &page_x, &page_y))
    dwell_focus_menu_popup (self->frame_menu, dwell_view_bin_get_view (DWELL_VIEW_BIN (self)),
                            "flame", self->frame_menu_model,
                            &(GdkRectangle) { (int) page_x, (int) page_y, 1, 1 });
}

static void
on_secondary_press (DwellFlamePage *self,
                    int             n_press,
                    double          x,
                    double          y)
{
  DwellFrame frame;

  if (!dwell_flame_graph_pick (self->graph, x, y, &frame) || frame.n_folded > 0)
    return;

  dwell_flame_graph_set_focus (self->graph, frame.node);
  open_menu (self, x, y);
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  DwellFlamePage *self = DWELL_FLAME_PAGE (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  graphene_rect_t bounds;

  if (focus == NULL || dwell_flame_graph_get_focus (self->graph) == DWELL_NONE ||
      !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->graph)) ||
      !gtk_widget_compute_bounds (focus, GTK_WIDGET (self->graph), &bounds))
    return FALSE;

  open_menu (self, bounds.origin.x, bounds.origin.y + bounds.size.height);
  return TRUE;
}

/* The menu belongs to the page, so its actions are forwarded to the graph. */
static void
graph_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  g_autofree char *action = g_strdup_printf ("flame.%s", strchr (name, '.') + 1);

  gtk_widget_activate_action (GTK_WIDGET (DWELL_FLAME_PAGE (widget)->graph), action, NULL);
}

static void
longest_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  DwellFlamePage *self = DWELL_FLAME_PAGE (widget);
  guint32 span = get_longest (self);

  if (span != DWELL_NONE)
    dwell_view_reveal_span (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), span);
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellFlamePage *self = DWELL_FLAME_PAGE (widget);
  guint32 node = dwell_flame_graph_get_focus (self->graph);
  g_autofree char *text = NULL;

  if (node == DWELL_NONE)
    return;

  text = dwell_tree_describe_node (get_tree (self), node);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
go_to_node (DwellViewBin *page,
            guint32       node)
{
  dwell_flame_graph_reveal (DWELL_FLAME_PAGE (page)->graph, node);
}

static void
follow_to_node (DwellViewBin *page,
                guint32       node)
{
  dwell_flame_graph_follow (DWELL_FLAME_PAGE (page)->graph, node, dwell_calls_may_scroll (page));
}

static void
show_focus_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  dwell_calls_show_focus (DWELL_VIEW_BIN (widget), go_to_node);
}

static void
search_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  gtk_widget_grab_focus (DWELL_FLAME_PAGE (widget)->search);
}

/* The graph as it is shown, until it is written: with a layout of its own, made on the worker. */
typedef struct {
  DwellFlameScene  scene;
  DwellTree       *tree;
  DwellTreeMatch  *match; /* (nullable) */
  DwellFlameOrder  order;
  char            *title;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *self = data;

  dwell_tree_unref (self->tree);
  g_clear_pointer (&self->match, dwell_tree_match_unref);
  g_free (self->title);
  g_free (self);
}

/* A picture that lacks levels says so; the toast does, too. */
static void
remark_levels (GFile                 *file,
               const DwellFlameScene *scene,
               int                    height,
               DwellPictureType       type)
{
  g_autofree char *remark = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *of = NULL;
  guint first;
  guint last;

  if (!dwell_flame_get_picture_levels (scene, TRUE, height, &first, &last))
    return;

  from = dwell_text_count (first);
  to = dwell_text_count (last);
  of = dwell_text_count (dwell_flame_get_depth (scene->flame));
  if (last < dwell_flame_get_depth (scene->flame) && type != DWELL_PICTURE_SVG)
    /* Translators: of calls below calls: the first, the last, and how many there are */
    remark = g_strdup_printf (_("The picture has levels %s to %s of %s; an SVG picture can have "
                                "them all"), from, to, of);
  else
    /* Translators: of calls below calls: the first, the last, and how many there are */
    remark = g_strdup_printf (_("The picture has levels %s to %s of %s"), from, to, of);
  dwell_save_remark (file, remark);
}

static gboolean
picture_write (gpointer       data,
               GFile         *file,
               GCancellable  *cancellable,
               GError       **error)
{
  Picture *self = data;
  g_autoptr(DwellFlame) flame = dwell_flame_new (self->tree, self->order);
  DwellFlameScene scene = self->scene;
  g_autofree char *name = g_file_get_basename (file);
  DwellPictureType type = dwell_picture_get_type (name);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  GOutputStream *stream = dwell_sink_open_part (sink, "", cancellable, error);
  int height;

  if (stream == NULL)
    return FALSE;

  scene.flame = flame;
  height = dwell_flame_get_picture_height (&scene, TRUE, type);
  remark_levels (file, &scene, height, type);
  return dwell_flame_write_picture (stream, type, MAX ((int) scene.width, PICTURE_WIDTH), height,
                                    &scene, self->title, cancellable, error) &&
         dwell_sink_commit (sink, cancellable, error);
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellFlamePage *self = DWELL_FLAME_PAGE (widget);
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  DwellSession *session = dwell_view_get_session (view);
  DwellTreeMatch *match = dwell_calls_get_match (DWELL_VIEW_BIN (self));
  g_autoptr(GFile) folder = dwell_session_get_folder (session);
  g_autofree char *file_name = g_strdup_printf ("%s-flame.svg", dwell_session_get_title (session));
  DwellFlameScene scene;
  Picture *picture;

  if (!dwell_flame_graph_get_scene (self->graph, &scene))
    return;

  picture = g_new0 (Picture, 1);
  picture->scene = scene;
  picture->scene.focus = picture->scene.hover = DWELL_NONE;
  picture->tree = dwell_tree_ref (dwell_flame_get_tree (scene.flame));
  picture->match = match != NULL ? dwell_tree_match_ref (match) : NULL;
  picture->order = (DwellFlameOrder) gtk_drop_down_get_selected (self->order);
  picture->title = g_strdup (dwell_session_get_title (session));
  dwell_save_ask (widget, folder, file_name, picture_write, picture, picture_free);
}

static void
take_source (DwellViewBin    *page,
             DwellTreeSource *source)
{
  DwellFlamePage *self = DWELL_FLAME_PAGE (page);

  dwell_flame_graph_set_source (self->graph, source);
  on_zoomed (self);
}

static void
dwell_flame_page_dispose (GObject *object)
{
  DwellFlamePage *self = DWELL_FLAME_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (self), NULL);
  g_clear_pointer (&self->frame_menu, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_flame_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-flame-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, scope_bar);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, icicle);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, order);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, search);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, search_error);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, matched);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, path);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, graph);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, scrollbar);
  gtk_widget_class_bind_template_child (widget_class, DwellFlamePage, frame_menu_model);
  gtk_widget_class_bind_template_callback (widget_class, on_direction_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_focused);
  gtk_widget_class_bind_template_callback (widget_class, on_order_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_path_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_secondary_press);
  gtk_widget_class_bind_template_callback (widget_class, on_zoomed);
}

static void
dwell_flame_page_class_init (DwellFlamePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_flame_page_dispose;

  gtk_widget_class_install_action (widget_class, "flame-page.zoom", NULL, graph_action);
  gtk_widget_class_install_action (widget_class, "flame-page.back", NULL, graph_action);
  gtk_widget_class_install_action (widget_class, "flame-page.whole", NULL, graph_action);
  gtk_widget_class_install_action (widget_class, "flame-page.longest", NULL, longest_action);
  gtk_widget_class_install_action (widget_class, "flame-page.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "flame-page.search", NULL, search_action);
  gtk_widget_class_install_action (widget_class, "flame-page.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "flame-page.show-focus", NULL, show_focus_action);
  dwell_calls_install (widget_class, "flame-page");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);

  bind_template (widget_class);
}

/* The names may have changed. */
static void
on_units_changed (DwellFlamePage *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->graph));
}

static void
dwell_flame_page_init (DwellFlamePage *self)
{
  g_type_ensure (DWELL_TYPE_FLAME_GRAPH);
  g_type_ensure (DWELL_TYPE_TREE_PATH);
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  dwell_tree_path_set_stays (self->path, TRUE);
  self->frame_menu = dwell_focus_menu_new (GTK_WIDGET (self));
  gtk_scrollbar_set_adjustment (self->scrollbar, dwell_flame_graph_get_adjustment (self->graph));

  g_signal_connect_object (dwell_flame_graph_get_adjustment (self->graph), "changed",
                           G_CALLBACK (on_adjustment_changed), self, G_CONNECT_DEFAULT);

  dwell_calls_set_up (DWELL_VIEW_BIN (self), take_source);
  dwell_calls_follow_focus (DWELL_VIEW_BIN (self), follow_to_node);
  dwell_calls_connect (DWELL_VIEW_BIN (self), "match-changed", G_CALLBACK (update_matched));
  dwell_calls_connect (DWELL_VIEW_BIN (self), "notify::busy", G_CALLBACK (update_state));

  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "units-changed", G_CALLBACK (on_units_changed));

  update_actions (self);
  update_state (self);
}
