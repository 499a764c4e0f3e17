/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tab: a session, from the progress of reading to its content or a failure.
 *
 * It owns the session's view and passes it to the timeline, the pages and the details, which do not
 * know each other. Timeline and pages are two halves, each of which can take the whole height. */
#include "config.h"

#include "ui/shell/dwell-session-page.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-series-files.h"
#include "ui/pages/dwell-lines-page.h"
#include "ui/shell/dwell-find-bar.h"
#include "ui/shell/dwell-focus-actions.h"
#include "ui/shell/dwell-import-notice.h"
#include "ui/shell/dwell-needs.h"
#include "ui/shell/dwell-session-memory.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/shell/dwell-stretch-actions.h"
#include "ui/shell/dwell-tab-actions.h"
#include "ui/widgets/dwell-failure.h"
#include "ui/widgets/dwell-notice.h"

typedef enum {
  HALF_BOTH,
  HALF_TIMELINE,
  HALF_PAGES,
} Half;

#define N_NOTICES 5

struct _DwellSessionPage
{
  AdwBin parent_instance;

  GtkStack       *states;
  GtkLabel       *loading_title;
  GtkLabel       *loading_doing;
  GtkProgressBar *loading_progress;
  AdwStatusPage  *failed;
  DwellNotice    *partial;
  DwellNotice    *part;
  DwellNotice    *changed;
  DwellNotice    *notes;
  DwellImportNotice *import;
  DwellNotice    *notices[N_NOTICES]; /* all of these, the most urgent first */
  DwellFindBar   *find_bar;
  GtkPaned       *halves;
  GtkPaned       *sides;
  GtkStack       *main;
  GtkWidget      *timeline;
  GtkWidget      *lower;
  GtkWidget      *doing;
  GtkLabel       *doing_label;
  GtkStack       *pages;
  GtkWidget      *details;

  DwellSession       *session;
  DwellView          *view;
  DwellSessionMemory *memory;
  GSimpleActionGroup *actions;
  DwellTabParts       parts;   /* for the actions */
  Half                half;
  Half                left_half; /* what the focus left because it disappeared; HALF_BOTH: none */
  gboolean            is_narrow;
  gboolean            wants_details; /* shown as soon as they have content */
  gboolean            has_details;   /* they had content, or the user asked for them */
  gboolean            lacks_timeline; /* a page takes its place */
  const char         *wanted_page; /* (nullable): comes to the front once it can be shown */
  GFile              *wanted_requirements; /* (nullable): used once the kept state is restored */
  gboolean            is_restoring;     /* the comparison of last time is being restored */
};

enum {
  PROP_0,
  PROP_SESSION,
  PROP_FIND_SHOWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum {
  BASE_WANTED,
  RESTORED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellSessionPage, dwell_session_page, ADW_TYPE_BIN)

static void
set_action_enabled (DwellSessionPage *self,
                    const char       *name,
                    gboolean          is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

/* In a narrow window there is no room for details. */
static void
update_enabled (DwellSessionPage *self)
{
  dwell_needs_update (G_ACTION_MAP (self->actions), self->session);
  if (self->is_narrow)
    set_action_enabled (self, "details", FALSE);
}

/* Reading may have been stopped, or have failed on the way. */
static void
update_part (DwellSessionPage *self)
{
  DwellTrace *trace = dwell_session_get_trace (self->session);

  dwell_notice_set_due (self->part, trace != NULL && trace->is_partial &&
                                    dwell_session_get_state (self->session) ==
                                      DWELL_SESSION_READY);
}

static void
update_changed (DwellSessionPage *self)
{
  gboolean is_deleted = dwell_session_get_deleted_on_disk (self->session);

  dwell_notice_set_message (self->changed, is_deleted ? _("The file is no longer on disk.")
                                                      : _("The file has changed on disk."));
  dwell_notice_set_button (self->changed, is_deleted ? NULL : _("Re_load"));
  dwell_notice_set_due (self->changed, dwell_session_get_changed_on_disk (self->session));
}

/* Updates the name and the fraction of the running work, in all states that show them. */
static void
update_progress (DwellSessionPage *self)
{
  double progress = dwell_session_get_progress (self->session);
  const char *doing = dwell_session_get_doing (self->session);
  /* Translators: how much of a file has been read, in per cent */
  g_autofree char *read = g_strdup_printf (_("%d %% read"), (int) (progress * 100));
  DwellSessionState state = dwell_session_get_state (self->session);

  gtk_label_set_text (self->loading_doing, doing);
  gtk_progress_bar_set_fraction (self->loading_progress, progress);
  dwell_notice_set_message (self->partial, read);
  gtk_label_set_text (self->doing_label, doing);
  gtk_widget_set_visible (self->doing, state == DWELL_SESSION_READY &&
                                       dwell_session_get_busy (self->session) && *doing != '\0');
}

/* The timeline gets the keyboard focus first, unless the user has focused another part of the
 * tab. */
static void
show_content (DwellSessionPage *self)
{
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->states), "content") == 0)
    return;

  gtk_stack_set_visible_child_name (self->states, "content");
  if (!self->lacks_timeline)
    gtk_widget_grab_focus (self->timeline);
  else if (!gtk_widget_child_focus (GTK_WIDGET (self->pages), GTK_DIR_TAB_FORWARD))
    gtk_widget_child_focus (self->lower, GTK_DIR_TAB_FORWARD);
}

static void
update_state (DwellSessionPage *self)
{
  DwellSessionState state = dwell_session_get_state (self->session);
  gboolean is_reading = state == DWELL_SESSION_LOADING || state == DWELL_SESSION_PARTIAL;
  GFile **files;
  guint n_files;

  switch (state)
    {
    case DWELL_SESSION_LOADING:
      gtk_stack_set_visible_child_name (self->states, "loading");
      break;
    case DWELL_SESSION_FAILED:
      files = dwell_session_get_files (self->session, &n_files);
      dwell_failure_describe (self->failed, dwell_session_get_title (self->session),
                              n_files == 1 ? files[0] : NULL,
                              dwell_session_get_error (self->session));
      gtk_stack_set_visible_child_name (self->states, "failed");
      break;
    case DWELL_SESSION_PARTIAL:
    case DWELL_SESSION_READY:
    default:
      show_content (self);
      break;
    }

  dwell_notice_set_due (self->partial, state == DWELL_SESSION_PARTIAL);
  update_part (self);
  set_action_enabled (self, "cancel", is_reading);
  set_action_enabled (self, "reload", !is_reading);
  update_enabled (self);
  update_progress (self);
  update_changed (self);
}

/* A failed reload keeps the content, so a toast shows the error. */
static void
on_error (DwellSessionPage *self)
{
  const GError *error = dwell_session_get_error (self->session);

  if (error != NULL && dwell_session_get_state (self->session) == DWELL_SESSION_READY &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    dwell_failure_show_reading (GTK_WIDGET (self), G_ACTION_GROUP (self->actions), error);
}

static gboolean
is_focused (GtkWidget *half)
{
  GtkRoot *root = gtk_widget_get_root (half);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, half);
}

/* Shows one half alone, or both. The focus goes from the half that disappears to the one that
 * stays, and back when both are shown again. */
static void
show_half (DwellSessionPage *self,
           Half              half)
{
  GtkWidget * const widgets[] = { [HALF_TIMELINE] = GTK_WIDGET (self->main),
                                  [HALF_PAGES] = self->lower };
  Half other = half == HALF_TIMELINE ? HALF_PAGES : HALF_TIMELINE;

  if (half == HALF_BOTH)
    {
      Half left = self->left_half;
      gboolean goes_back = left != HALF_BOTH &&
                           is_focused (widgets[left == HALF_PAGES ? HALF_TIMELINE : HALF_PAGES]);

      gtk_widget_set_visible (widgets[HALF_TIMELINE], TRUE);
      gtk_widget_set_visible (widgets[HALF_PAGES], TRUE);
      if (goes_back)
        dwell_tab_actions_focus_half (&self->parts, left == HALF_TIMELINE);
      self->left_half = HALF_BOTH;
      return;
    }

  gtk_widget_set_visible (widgets[half], TRUE);
  if (is_focused (widgets[other]))
    {
      dwell_tab_actions_focus_half (&self->parts, half == HALF_TIMELINE);
      /* Where it came from, there is nothing to give back. */
      self->left_half = self->left_half == half ? HALF_BOTH : other;
    }
  gtk_widget_set_visible (widgets[other], FALSE);
}

static void
update_halves (DwellSessionPage *self)
{
  Half half = self->lacks_timeline ? HALF_PAGES : self->half;

  show_half (self, half);
  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "maximise-timeline",
                                      g_variant_new_boolean (half == HALF_TIMELINE));
  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "maximise-pages",
                                      g_variant_new_boolean (half == HALF_PAGES));
}

/* The details are hidden until something is focused for the first time. */
static void
update_details (DwellSessionPage *self)
{
  gboolean are_shown = self->wants_details && self->has_details && !self->is_narrow;

  gtk_widget_set_visible (self->details, are_shown);
  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "details",
                                      g_variant_new_boolean (are_shown));
}

static void
on_focus_changed (DwellSessionPage *self)
{
  if (self->has_details || (dwell_view_get_focus_area (self->view) == DWELL_NONE &&
                            dwell_view_get_focus_mark (self->view) == DWELL_NONE))
    return;

  self->has_details = TRUE;
  update_details (self);
}

/* If the trace has no times, but a page that takes the place of the timeline, the pages get the
 * whole height. */
static void
update_main (DwellSessionPage *self,
             DwellTrace       *trace,
             gboolean          has_main_page)
{
  gboolean has_times = dwell_trace_has_timeline (trace);
  gboolean lacks_timeline = !has_times && has_main_page;

  gtk_stack_set_visible_child_name (self->main, has_times ? "timeline" : "empty");
  if (self->lacks_timeline == lacks_timeline && (has_times || self->half == HALF_BOTH))
    return;

  /* Without times nothing can be maximised, and nothing may stay so. */
  if (!has_times)
    self->half = HALF_BOTH;
  self->lacks_timeline = lacks_timeline;
  update_halves (self);
}

static void
update_pages (DwellSessionPage *self)
{
  DwellTrace *trace = dwell_view_get_trace (self->view);

  if (trace == NULL)
    return;

  update_enabled (self);
  update_part (self);
  update_main (self, trace, dwell_session_pages_update (self->pages, self->view) != NULL);
  dwell_notice_set_notes (self->notes, trace->notes);
  if (self->wanted_page != NULL && dwell_session_pages_has (self->pages, self->wanted_page))
    {
      const char *page = g_steal_pointer (&self->wanted_page);

      dwell_session_pages_show (self->pages, page);
      /* Needed while the file is read, when the page is not visible yet. */
      dwell_view_set_kept (self->view, DWELL_KEPT_LAYOUT, "page", page);
    }
}

/* If the user asked for a comparison, it comes to the front. */
static void
on_base_changed (DwellSessionPage *self)
{
  gboolean is_wanted = dwell_view_get_base (self->view, NULL) != NULL && !self->is_restoring;

  self->wanted_page = is_wanted ? "comparison" : NULL;
  update_pages (self);
}

/* The page of a series is shown while there are files for it. The page of requirements is also
 * added for a trace that offers nothing to require, if there is a file of requirements. */
static void
on_kept_changed (DwellSessionPage *self)
{
  g_autoptr(GFile) file = dwell_view_get_requirements (self->view);

  if ((file != NULL && !dwell_session_pages_has (self->pages, "requirements")) ||
      dwell_session_pages_has (self->pages, "series") != dwell_series_has_files (self->view))
    update_pages (self);
}

static void
on_base_wanted (DwellSessionPage *self)
{
  self->is_restoring = TRUE;
  g_signal_emit (self, signals[BASE_WANTED], 0);
  self->is_restoring = FALSE;
}

static void
show_requirements (DwellSessionPage *self,
                   GFile            *file)
{
  dwell_view_set_requirements (self->view, file);
  self->wanted_page = "requirements";
  update_pages (self);
}

/* Requirements that were given meanwhile replace those of last time. */
static void
on_restored (DwellSessionPage *self)
{
  g_autoptr(GFile) file = g_steal_pointer (&self->wanted_requirements);

  if (file != NULL)
    show_requirements (self, file);
  g_signal_emit (self, signals[RESTORED], 0);
}

static void
stack_notices (DwellSessionPage *self)
{
  dwell_notice_stack (self->notices, N_NOTICES);
}

/* Notices about work in progress come first, then those that ask for something, then
 * information. */
static void
add_notices (DwellSessionPage *self)
{
  DwellNotice * const notices[N_NOTICES] = {
    self->partial, self->part, self->changed, dwell_import_notice_get_notice (self->import),
    self->notes,
  };

  for (guint i = 0; i < N_NOTICES; i++)
    {
      self->notices[i] = notices[i];
      g_signal_connect_object (notices[i], "notify::open", G_CALLBACK (stack_notices), self,
                               G_CONNECT_SWAPPED);
    }
}

static void
find_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  dwell_find_bar_set_shown (DWELL_SESSION_PAGE (user_data)->find_bar, TRUE);
}

static void
find_step_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  gboolean is_back = g_str_equal (g_action_get_name (G_ACTION (action)), "find-previous");

  dwell_find_bar_step (DWELL_SESSION_PAGE (user_data)->find_bar, is_back ? -1 : 1);
}

static void
import_options_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  dwell_import_notice_ask (DWELL_SESSION_PAGE (user_data)->import);
}

static void
maximise_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  DwellSessionPage *self = DWELL_SESSION_PAGE (user_data);
  gboolean is_timeline = g_str_equal (g_action_get_name (G_ACTION (action)), "maximise-timeline");
  Half half = is_timeline ? HALF_TIMELINE : HALF_PAGES;

  self->half = self->half == half ? HALF_BOTH : half;
  update_halves (self);
}

static void
details_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  DwellSessionPage *self = DWELL_SESSION_PAGE (user_data);

  self->wants_details = !(self->wants_details && self->has_details);
  self->has_details = TRUE;
  dwell_session_memory_set_wants_details (self->wants_details);
  update_details (self);
}

static void
on_find_shown (DwellSessionPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FIND_SHOWN]);
}

static void
add_actions (DwellSessionPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "import-options", .activate = import_options_action },
    { .name = "find", .activate = find_action },
    { .name = "find-next", .activate = find_step_action },
    { .name = "find-previous", .activate = find_step_action },
    { .name = "maximise-pages", .activate = maximise_action, .state = "false" },
    { .name = "maximise-timeline", .activate = maximise_action, .state = "false" },
    { .name = "details", .activate = details_action, .state = "false" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  self->parts = (DwellTabParts) { GTK_WIDGET (self), self->view, self->timeline, self->pages,
                                  self->find_bar };
  dwell_tab_actions_add (G_ACTION_MAP (self->actions), &self->parts);
  dwell_focus_actions_add (G_ACTION_MAP (self->actions), &self->parts);
  dwell_stretch_actions_add (G_ACTION_MAP (self->actions), &self->parts);
}

static void
bind_history (DwellSessionPage *self,
              const char       *property,
              const char       *action)
{
  g_object_bind_property (self->view, property,
                          g_action_map_lookup_action (G_ACTION_MAP (self->actions), action),
                          "enabled", G_BINDING_SYNC_CREATE);
}

static void
dwell_session_page_constructed (GObject *object)
{
  static const char * const moving[] = { "notify::progress", "notify::doing", "notify::busy" };
  static const char * const on_disk[] = { "notify::changed-on-disk", "notify::deleted-on-disk" };
  DwellSessionPage *self = DWELL_SESSION_PAGE (object);
  g_autofree char *title = NULL;

  G_OBJECT_CLASS (dwell_session_page_parent_class)->constructed (object);

  g_assert (self->session != NULL);

  title = g_strdup_printf (_("Reading “%s”"), dwell_session_get_title (self->session));
  gtk_label_set_text (self->loading_title, title);

  add_notices (self);
  self->view = dwell_view_new (self->session);
  g_object_set (self->timeline, "view", self->view, NULL);
  g_object_set (self->details, "view", self->view, NULL);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (self->find_bar), self->view);
  dwell_session_pages_add (self->pages, self->view);
  add_actions (self);
  bind_history (self, "can-go-back", "back");
  bind_history (self, "can-go-forward", "forward");

  g_signal_connect_object (self->view, "trace-changed", G_CALLBACK (update_pages), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "kept-changed", G_CALLBACK (on_kept_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "base-changed", G_CALLBACK (on_base_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "focus-changed", G_CALLBACK (on_focus_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "indexes-changed", G_CALLBACK (update_pages), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (moving); i++)
    g_signal_connect_object (self->session, moving[i], G_CALLBACK (update_progress), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::error", G_CALLBACK (on_error), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (on_disk); i++)
    g_signal_connect_object (self->session, on_disk[i], G_CALLBACK (update_changed), self,
                             G_CONNECT_SWAPPED);

  update_pages (self);
  update_state (self);
  update_details (self);
  self->memory = dwell_session_memory_new (self->view,
                                           &(DwellSessionParts) { self->pages, self->timeline,
                                                                  self->halves, self->sides });
  g_signal_connect_object (self->memory, "base-wanted", G_CALLBACK (on_base_wanted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->memory, "restored", G_CALLBACK (on_restored), self,
                           G_CONNECT_SWAPPED);
  dwell_import_notice_set_session (self->import, self->session);
}

static void
dwell_session_page_get_property (GObject    *object,
                                 guint       property_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  DwellSessionPage *self = DWELL_SESSION_PAGE (object);

  switch (property_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_FIND_SHOWN:
      g_value_set_boolean (value, self->find_bar != NULL &&
                                  dwell_find_bar_get_shown (self->find_bar));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_session_page_set_property (GObject      *object,
                                 guint         property_id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  DwellSessionPage *self = DWELL_SESSION_PAGE (object);

  switch (property_id)
    {
    case PROP_SESSION:
      self->session = g_value_dup_object (value);
      break;
    case PROP_FIND_SHOWN:
      dwell_find_bar_set_shown (self->find_bar, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_session_page_dispose (GObject *object)
{
  DwellSessionPage *self = DWELL_SESSION_PAGE (object);

  if (self->session != NULL)
    dwell_session_page_close (self);
  g_clear_object (&self->wanted_requirements);
  g_clear_object (&self->actions);
  g_clear_object (&self->view);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (dwell_session_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-session-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, loading_title);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, loading_doing);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, loading_progress);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, failed);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, part);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, partial);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, changed);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, notes);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, import);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, find_bar);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, halves);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, sides);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, main);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, timeline);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, lower);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, doing);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, doing_label);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, pages);
  gtk_widget_class_bind_template_child (widget_class, DwellSessionPage, details);
  gtk_widget_class_bind_template_callback (widget_class, on_find_shown);
}

static void
dwell_session_page_class_init (DwellSessionPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = dwell_session_page_constructed;
  object_class->get_property = dwell_session_page_get_property;
  object_class->set_property = dwell_session_page_set_property;
  object_class->dispose = dwell_session_page_dispose;

  properties[PROP_SESSION] =
    g_param_spec_object ("session", NULL, NULL, DWELL_TYPE_SESSION,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_FIND_SHOWN] =
    g_param_spec_boolean ("find-shown", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * DwellSessionPage::base-wanted:
   * @self: the content
   *
   * Emitted when the recording that the view keeps as its base is to be compared with again.
   */
  signals[BASE_WANTED] = g_signal_new ("base-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * DwellSessionPage::restored:
   * @self: the content
   *
   * Emitted when the state that was kept with the files, if any, has been restored.
   */
  signals[RESTORED] = g_signal_new ("restored", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                    0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
dwell_session_page_init (DwellSessionPage *self)
{
  self->actions = g_simple_action_group_new ();
  self->wants_details = dwell_session_memory_get_wants_details ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_session_page_new:
 * @session: a session, which may still be loading
 *
 * Makes the content of a tab, with a view of its own.
 *
 * Returns: (transfer full): the content; disposing it cancels the session's work
 */
GtkWidget *
dwell_session_page_new (DwellSession *session)
{
  g_return_val_if_fail (DWELL_IS_SESSION (session), NULL);

  return g_object_new (DWELL_TYPE_SESSION_PAGE, "session", session, NULL);
}

/**
 * dwell_session_page_get_session:
 * @self: a tab's content
 *
 * Returns: (transfer none): its session
 */
DwellSession *
dwell_session_page_get_session (DwellSessionPage *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), NULL);

  return self->session;
}

/**
 * dwell_session_page_get_view:
 * @self: a tab's content
 *
 * Returns: (transfer none): its view of the session
 */
DwellView *
dwell_session_page_get_view (DwellSessionPage *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), NULL);

  return self->view;
}

/**
 * dwell_session_page_get_actions:
 * @self: a tab's content
 *
 * Returns the actions of this tab: those of dwell_tab_actions_add(), dwell_focus_actions_add() and
 * dwell_stretch_actions_add(), and details, find, find-next,
 * find-previous, maximise-pages, maximise-timeline. The window has those of the tab in front as
 * “tab.…”.
 *
 * Returns: (transfer none): its actions
 */
GActionGroup *
dwell_session_page_get_actions (DwellSessionPage *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/**
 * dwell_session_page_get_timeline:
 * @self: a tab's content
 *
 * Returns: (transfer none) (nullable): the timeline; %NULL if the trace has none
 */
GtkWidget *
dwell_session_page_get_timeline (DwellSessionPage *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), NULL);

  return dwell_needs_are_met (DWELL_NEEDS_TIMES, self->session) ? self->timeline : NULL;
}

/**
 * dwell_session_page_get_pages:
 * @self: a tab's content
 *
 * Returns: (transfer none): the stack of dwell_session_pages_add()
 */
GtkStack *
dwell_session_page_get_pages (DwellSessionPage *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), NULL);

  return self->pages;
}

/**
 * dwell_session_page_get_shown:
 * @self: a tab's content
 *
 * Returns: (transfer none) (nullable): the page in front; %NULL: there is nothing to show yet
 */
GtkWidget *
dwell_session_page_get_shown (DwellSessionPage *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), NULL);

  return dwell_session_pages_get_shown (self->pages);
}

/**
 * dwell_session_page_get_shown_id:
 * @self: a tab's content
 *
 * Returns: (transfer none) (nullable): the id of the page in front; %NULL: there is nothing to
 *   show yet
 */
const char *
dwell_session_page_get_shown_id (DwellSessionPage *self)
{
  const char *id;

  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), NULL);

  id = gtk_stack_get_visible_child_name (self->pages);
  return id != NULL && dwell_session_pages_has (self->pages, id) ? id : NULL;
}

/**
 * dwell_session_page_has_page:
 * @self: a tab's content
 * @id: the id of a page
 *
 * Returns: whether that page has something to show of the trace
 */
gboolean
dwell_session_page_has_page (DwellSessionPage *self,
                             const char       *id)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), FALSE);

  return dwell_session_pages_has (self->pages, id);
}

/**
 * dwell_session_page_set_narrow:
 * @self: a tab's content
 * @is_narrow: whether the window is too narrow for a page and the details side by side
 *
 * In a narrow window the details are hidden, and cannot be shown, but return when it is wide again.
 */
void
dwell_session_page_set_narrow (DwellSessionPage *self,
                               gboolean          is_narrow)
{
  g_return_if_fail (DWELL_IS_SESSION_PAGE (self));

  if (is_narrow == self->is_narrow)
    return;

  self->is_narrow = is_narrow;
  update_enabled (self);
  update_details (self);
}

/**
 * dwell_session_page_show_source:
 * @self: a tab's content that has a page “lines”
 * @file: a source file
 *
 * Shows @file on the Lines page, beside the costs of its lines.
 */
void
dwell_session_page_show_source (DwellSessionPage *self,
                                GFile            *file)
{
  GtkWidget *lines;

  g_return_if_fail (DWELL_IS_SESSION_PAGE (self));

  lines = dwell_session_pages_show (self->pages, "lines");
  dwell_lines_page_load_source (DWELL_LINES_PAGE (lines), file);
}

/**
 * dwell_session_page_set_requirements:
 * @self: a tab's content
 * @file: a file of timing requirements
 *
 * Checks the trace against the requirements in @file, and shows the results.
 */
void
dwell_session_page_set_requirements (DwellSessionPage *self,
                                     GFile            *file)
{
  g_return_if_fail (DWELL_IS_SESSION_PAGE (self));

  if (!dwell_session_page_get_is_restored (self))
    g_set_object (&self->wanted_requirements, file);
  show_requirements (self, file);
}

/**
 * dwell_session_page_show_series:
 * @self: a tab's content
 * @files: (array length=n_files): other recordings
 * @n_files: how many
 *
 * Compares its recording with all of them, as a series that starts with it.
 */
void
dwell_session_page_show_series (DwellSessionPage  *self,
                                GFile            **files,
                                guint              n_files)
{
  g_return_if_fail (DWELL_IS_SESSION_PAGE (self));

  dwell_series_set_files (self->view, files, n_files);
  self->wanted_page = "series";
  update_pages (self);
}

/**
 * dwell_session_page_get_is_restored:
 * @self: a tab's content
 *
 * Returns: whether the state of its view has been restored, if any was saved
 */
gboolean
dwell_session_page_get_is_restored (DwellSessionPage *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_PAGE (self), FALSE);

  return self->memory != NULL && dwell_session_memory_get_is_restored (self->memory);
}

/**
 * dwell_session_page_close:
 * @self: a tab's content that will be destroyed
 *
 * Saves its state, and cancels the session's work.
 */
void
dwell_session_page_close (DwellSessionPage *self)
{
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  dwell_session_cancel (self->session);
  g_clear_object (&self->memory);
}
