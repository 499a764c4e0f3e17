/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers in the window: set by keys, listed, renamed, deleted, selected between; and all that was
 * done to a view found again when its file is opened once more. */
#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/lists/dwell-marker-list.h"
#include "ui/dialogs/dwell-save-report.h"
#include "ui/pages/dwell-markers-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-cell.h"
#include "ui/table/dwell-table-title.h"
#include "ui/timeline/dwell-marker-entry.h"
#include "ui/timeline/dwell-timeline.h"
#include "file-dialog.h"
#include "support/folder.h"

#define FILE_NAME "lms/doc_example.csv"

static GtkWidget *
get_page (Fixture *fixture)
{
  GtkWidget *tab = GTK_WIDGET (dwell_window_get_current (fixture->window));

  return dwell_session_pages_get (find_id (tab, "pages"), "markers");
}

static GtkWidget *
get_timeline (Fixture *fixture)
{
  return fixture_find (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                       DWELL_TYPE_TIMELINE);
}

static void
wait_for_restored (Fixture *fixture)
{
  wait_for_session (fixture);
  WAIT_UNTIL (dwell_session_page_get_is_restored (dwell_window_get_current (fixture->window)));
}

static void
close_tab (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
}

static void
set_text (GtkWidget  *entry,
          const char *text)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (find_id (entry, "text")), text, -1);
}

static void
assert_typed (GtkWidget  *entry,
              const char *expected)
{
  g_autofree char *text = NULL;

  g_object_get (gtk_text_view_get_buffer (find_id (entry, "text")), "text", &text, NULL);
  g_assert_cmpstr (text, ==, expected);
}

/* Asks by @action of the timeline and types @text. */
static GtkWidget *
type (Fixture    *fixture,
      const char *action,
      const char *text)
{
  GtkWidget *timeline = get_timeline (fixture);
  GtkWidget *entry;

  g_assert_true (gtk_widget_activate_action (timeline, action, NULL));
  entry = fixture_find (timeline, DWELL_TYPE_MARKER_ENTRY);
  WAIT_UNTIL (gtk_widget_get_mapped (entry));
  set_text (entry, text);
  return entry;
}

/* Asks by @action of the timeline and answers with @text, as Enter does. */
static void
answer (Fixture    *fixture,
        const char *action,
        const char *text)
{
  GtkWidget *entry = type (fixture, action, text);

  g_assert_true (fixture_press (find_id (entry, "text"), GDK_KEY_Return, 0));
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
}

/* Answers, and then clicks elsewhere. */
static void
answer_and_leave (Fixture    *fixture,
                  const char *action,
                  const char *text)
{
  GtkWidget *entry = type (fixture, action, text);

  gtk_popover_popdown (GTK_POPOVER (entry));
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
}

static void
answer_and_escape (Fixture    *fixture,
                   const char *action,
                   const char *text)
{
  GtkWidget *entry = type (fixture, action, text);

  g_assert_true (fixture_press (entry, GDK_KEY_Escape, 0));
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
}

static void
choose (GtkWidget *page,
        guint      first,
        guint      n)
{
  GtkSelectionModel *model = gtk_column_view_get_model (find_id (page, "table"));

  gtk_selection_model_unselect_all (model);
  gtk_selection_model_select_range (model, first, n, TRUE);
}

/* Returns: (transfer full) (nullable): the path of the only state of the store; what is being
 * written beside it has another ending */
static char *
find_kept_file (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "dwell", "views", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '.' && g_str_has_suffix (name, ".conf"))
      return g_build_filename (folder, name, NULL);

  return NULL;
}

/* Returns whether the state of the store contains @text. */
static gboolean
is_kept (const char *text)
{
  g_autofree char *path = find_kept_file ();
  g_autofree char *contents = NULL;

  return path != NULL && g_file_get_contents (path, &contents, NULL, NULL) &&
         strstr (contents, text) != NULL;
}

static void
test_set_and_find_again (Fixture       *fixture,
                         gconstpointer  user_data)
{
  DwellView *view;
  gint64 begin;
  gint64 end;
  gint64 whole;
  gint64 time;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  view = get_view (fixture);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 0);

  /* Without a cursor, in the middle; again there, it is the same marker. */
  answer (fixture, "marker.set", "middle");
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  answer (fixture, "marker.set", "Middle");
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  dwell_view_focus_span (view, 0);
  answer (fixture, "marker.note", "the first");
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  time = dwell_view_get_marker (view, 1)->time;

  dwell_view_get_range (view, &begin, &end);
  whole = end - begin;
  dwell_view_set_range (view, begin + whole / 4, begin + whole / 2);
  set_search (find_id (GTK_WIDGET (dwell_window_get_current (fixture->window)), "pages"), "filter",
              "x");
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_FILTER, "statistics"), ==, "x");
  close_tab (fixture);

  /* The state is restored from what was written. */
  WAIT_UNTIL (is_kept ("[filters]"));
  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  view = get_view (fixture);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  g_assert_cmpuint (dwell_view_get_marker (view, 0)->span, ==, 0);
  g_assert_cmpstr (dwell_view_get_marker (view, 1)->text, ==, "Middle");
  g_assert_cmpint (dwell_view_get_marker (view, 1)->time, ==, time);
  dwell_view_get_range (view, &begin, &end);
  g_assert_cmpint (end - begin, <, whole / 2);
  g_assert_cmpstr (gtk_editable_get_text (find_id (find_id (
                     GTK_WIDGET (dwell_window_get_current (fixture->window)), "pages"), "filter")),
                   ==, "x");
}

static GtkWidget *
get_stack (Fixture *fixture)
{
  return find_id (GTK_WIDGET (dwell_window_get_current (fixture->window)), "pages");
}

static int
get_sorted_by (Fixture *fixture)
{
  GtkWidget *page = dwell_session_pages_get (GTK_STACK (get_stack (fixture)), "statistics");
  gboolean is_descending;

  return dwell_table_get_sort_id (find_id (page, "table"), &is_descending);
}

/* Page, sorting and scope are of a recording: another one does not begin with them. */
static void
test_layout (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GtkColumnViewColumn) name = NULL;
  GtkStack *stack;
  GtkColumnView *table;
  int usual;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  stack = GTK_STACK (get_stack (fixture));
  usual = get_sorted_by (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "statistics");

  table = find_id (dwell_session_pages_get (stack, "statistics"), "table");
  name = g_list_model_get_item (gtk_column_view_get_columns (table), 0);
  gtk_column_view_sort_by_column (table, name, GTK_SORT_ASCENDING);
  g_assert_cmpint (get_sorted_by (fixture), !=, usual);
  dwell_view_set_scope (get_view (fixture), DWELL_SCOPE_VISIBLE);
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (stack)));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "markers");
  close_tab (fixture);
  WAIT_UNTIL (is_kept ("page=markers"));

  open_data (fixture, "ooo/doc_example.log");
  wait_for_restored (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (get_stack (fixture))), ==,
                   "statistics");
  g_assert_cmpint (get_sorted_by (fixture), ==, usual);
  g_assert_cmpint (dwell_view_get_scope (get_view (fixture)), ==, DWELL_SCOPE_WHOLE);
  close_tab (fixture);

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (get_stack (fixture))), ==,
                   "markers");
  g_assert_cmpint (get_sorted_by (fixture), !=, usual);
  g_assert_cmpint (dwell_view_get_scope (get_view (fixture)), ==, DWELL_SCOPE_VISIBLE);
}

static void
test_page (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellView *view;
  GtkWidget *page;
  GtkWidget *entry;
  DwellTrace *trace;
  gint64 begin;
  gint64 end;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  view = get_view (fixture);
  trace = dwell_view_get_trace (view);
  page = get_page (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "states")), ==, "empty");

  for (guint i = 0; i < 4; i++)
    dwell_view_add_marker (view, trace->begin + (trace->end - trace->begin) / 5 * (i + 1), "m");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page",
                              "s", "markers");
  WAIT_UNTIL (gtk_widget_get_mapped (page));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "states")), ==, "table");

  /* Between two, and to the next. */
  choose (page, 0, 3);
  g_assert_true (gtk_widget_activate_action (page, "markers.select-between", NULL));
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, dwell_view_get_marker (view, 0)->time);
  g_assert_cmpint (end, ==, dwell_view_get_marker (view, 2)->time);
  choose (page, 1, 1);
  gtk_widget_activate_action (page, "markers.select-between", NULL);
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, dwell_view_get_marker (view, 1)->time);
  g_assert_cmpint (end, ==, dwell_view_get_marker (view, 2)->time);

  /* Renamed in the popover. */
  gtk_widget_activate_action (page, "markers.rename", NULL);
  entry = fixture_find (page, DWELL_TYPE_MARKER_ENTRY);
  WAIT_UNTIL (gtk_widget_get_mapped (entry));
  assert_typed (entry, "m");
  set_text (entry, "two");
  g_assert_true (fixture_press (find_id (entry, "text"), GDK_KEY_Return, 0));
  g_assert_cmpstr (dwell_view_get_marker (view, 1)->text, ==, "two");
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));

  g_signal_emit_by_name (find_id (page, "table"), "activate", 3u);
  g_assert_true (dwell_view_get_cursor (view, &begin));
  g_assert_cmpint (begin, ==, dwell_view_get_marker (view, 3)->time);

  choose (page, 1, 2);
  gtk_widget_activate_action (page, "markers.delete", NULL);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  g_assert_true (press_undo (GTK_WIDGET (fixture->window)));
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 4);
  g_assert_cmpstr (dwell_view_get_marker (view, 1)->text, ==, "two");
  choose (page, 1, 2);
  gtk_widget_activate_action (page, "markers.delete", NULL);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  g_assert_cmpstr (dwell_view_get_marker (view, 1)->text, ==, "m");
  choose (page, 0, 2);
  gtk_widget_activate_action (page, "markers.delete", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "states")), ==, "empty");
}

/* Returns the cell below @widget whose text is @text and whose tooltip is @tip. */
static GtkWidget *
find_cell (GtkWidget  *widget,
           const char *text,
           const char *tip)
{
  if (DWELL_IS_CELL (widget))
    {
      g_autofree char *shown = NULL;

      g_object_get (widget, "text", &shown, NULL);
      return g_strcmp0 (shown, text) == 0 &&
             gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip) == NULL
             ? widget : NULL;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *cell = find_cell (child, text, tip);

      if (cell != NULL)
        return cell;
    }

  return NULL;
}

/* Enter with a modifier begins a line; Enter alone saves them all. */
static void
test_lines (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const GdkModifierType modifiers[] = { GDK_SHIFT_MASK, GDK_CONTROL_MASK };
  DwellView *view;
  GtkWidget *entry;
  GtkWidget *page;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  view = get_view (fixture);
  entry = type (fixture, "marker.set", "one");
  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (find_id (entry, "text"));

      g_assert_true (fixture_press (find_id (entry, "text"), GDK_KEY_Return, modifiers[i]));
      gtk_text_buffer_insert_at_cursor (buffer, i == 0 ? "two" : "three", -1);
    }
  assert_typed (entry, "one\ntwo\nthree");
  g_assert_true (gtk_widget_get_mapped (entry));
  g_assert_true (fixture_press (find_id (entry, "text"), GDK_KEY_KP_Enter, 0));
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "one\ntwo\nthree");

  /* What another marker's text was cannot be had back here. */
  dwell_view_set_cursor (view, dwell_view_get_trace (view)->begin);
  entry = type (fixture, "marker.set", "");
  g_signal_emit_by_name (gtk_text_view_get_buffer (find_id (entry, "text")), "undo");
  assert_typed (entry, "");
  answer_and_escape (fixture, "marker.set", "");

  page = get_page (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "markers");
  WAIT_UNTIL (gtk_widget_get_mapped (page));
  WAIT_UNTIL (find_cell (page, "one…", "one\ntwo\nthree") != NULL);
}

static gboolean
has_tooltip (GtkWidget *widget)
{
  g_autoptr(GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean has = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", 1, 1, FALSE, tooltip, &has);
  return has;
}

/* A tooltip would cover what is open. */
static void
test_tooltip (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *page;
  GtkWidget *cell;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  dwell_view_add_marker (get_view (fixture), 0, "one\ntwo");
  page = get_page (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "markers");
  WAIT_UNTIL (gtk_widget_get_mapped (page));
  WAIT_UNTIL (find_cell (page, "one…", "one\ntwo") != NULL);
  cell = find_cell (page, "one…", "one\ntwo");
  g_assert_true (has_tooltip (cell));

  choose (page, 0, 1);
  g_assert_true (gtk_widget_activate_action (page, "markers.rename", NULL));
  WAIT_UNTIL (!has_tooltip (cell));
  gtk_popover_popdown (GTK_POPOVER (fixture_find (page, DWELL_TYPE_MARKER_ENTRY)));
  WAIT_UNTIL (has_tooltip (cell));
}

/* However the popover closes, what was typed is kept; but Escape leaves all as it was. */
static void
test_kept (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellView *view;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  view = get_view (fixture);
  dwell_view_focus_span (view, 0);

  answer_and_leave (fixture, "marker.note", "");
  answer_and_leave (fixture, "marker.set", " ");
  answer_and_escape (fixture, "marker.note", "no");
  answer_and_escape (fixture, "marker.set", "no");
  answer (fixture, "marker.note", " ");
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 0);

  answer_and_leave (fixture, "marker.note", "slow");
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "slow");
  g_assert_cmpuint (dwell_view_get_marker (view, 0)->span, ==, 0);
  answer_and_leave (fixture, "marker.note", "slower");
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "slower");
  answer_and_escape (fixture, "marker.note", "fast");
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "slower");

  /* A note that says nothing goes, and comes back; a marker needs no name. */
  answer_and_leave (fixture, "marker.note", "");
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 0);
  g_assert_true (press_undo (GTK_WIDGET (fixture->window)));
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "slower");
  g_assert_cmpuint (dwell_view_get_marker (view, 0)->span, ==, 0);
  dwell_view_remove_marker (view, 0);

  answer_and_leave (fixture, "marker.set", "here");
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "here");
  answer_and_leave (fixture, "marker.set", "");
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "");
  dwell_view_remove_marker (view, 0);
  answer (fixture, "marker.set", "");
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
}

/* Deleted in the popover, it is not saved again. */
static void
test_deleted (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *entry;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  answer (fixture, "marker.set", "here");
  entry = type (fixture, "marker.set", "there");
  g_signal_emit_by_name (find_id (entry, "remove"), "clicked");
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
  g_assert_cmpuint (dwell_view_get_n_markers (get_view (fixture)), ==, 0);
  g_assert_true (press_undo (GTK_WIDGET (fixture->window)));
  g_assert_cmpstr (dwell_view_get_marker (get_view (fixture), 0)->text, ==, "here");
}

/* The file is read again while one types, and the tab is closed: the note is on its span. */
static void
test_kept_in_the_end (Fixture       *fixture,
                      gconstpointer  user_data)
{
  DwellView *view;
  DwellTrace *trace;
  GtkWidget *entry;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  view = get_view (fixture);
  trace = dwell_view_get_trace (view);
  dwell_view_focus_span (view, 1);
  entry = type (fixture, "marker.note", "kept");
  dwell_session_reload (dwell_view_get_session (view));
  WAIT_UNTIL (dwell_view_get_trace (view) != trace);
  g_assert_true (gtk_widget_get_mapped (entry));
  assert_typed (entry, "kept");
  close_tab (fixture);

  WAIT_UNTIL (is_kept ("kept"));
  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  view = get_view (fixture);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "kept");
  g_assert_cmpuint (dwell_view_get_marker (view, 0)->span, ==, 1);
}

#define UNREAD "Markers and the view of this file cannot be read: "

/* Opens a file and sets a marker. Returns: (transfer full): the path of what is kept of it then */
static char *
keep_marker (Fixture *fixture)
{
  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  dwell_view_add_marker (get_view (fixture), 0, "first");
  close_tab (fixture);
  WAIT_UNTIL (is_kept ("first"));
  return find_kept_file ();
}

/* What cannot be understood is set aside, and told. */
static void
test_broken (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autofree char *path = keep_marker (fixture);

  g_assert_true (g_file_set_contents (path, "[broken", -1, NULL));
  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), UNREAD));
  g_assert_nonnull (fixture_find_button (GTK_WIDGET (fixture->window), "Show in Files"));
  g_assert_cmpuint (dwell_view_get_n_markers (get_view (fixture)), ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* What cannot be read now stays where it is. The message is as wide as the window allows, though
 * its tab has just begun. */
static void
test_unread (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autofree char *path = keep_marker (fixture);
  g_autofree char *hidden = g_strconcat (path, ".hidden", NULL);

  wait_for_workers ();
  g_assert_cmpint (g_rename (path, hidden), ==, 0);
  g_assert_cmpint (symlink (path, path), ==, 0);
  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), UNREAD));
  g_assert_cmpint (gtk_label_get_max_width_chars (find_saying (GTK_WIDGET (fixture->window),
                                                               UNREAD)), >, 40);
  g_assert_null (fixture_find_button (GTK_WIDGET (fixture->window), "Show in Files"));
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (g_rename (hidden, path), ==, 0);
}

static gboolean
save_report (Fixture      *fixture,
             GFile        *file,
             GCancellable *cancellable)
{
  g_autofree char *name = g_file_get_basename (file);
  DwellSaveReport *report =
    dwell_save_report_new (get_view (fixture), g_str_has_suffix (name, ".html")
                                                 ? DWELL_REPORT_HTML : DWELL_REPORT_MARKDOWN);
  gboolean is_saved = dwell_save_report_write (report, file, cancellable, NULL);

  dwell_save_report_free (report);
  return is_saved;
}

static void
assert_text (GFile      *file,
             const char *text)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_load_contents (file, NULL, &contents, NULL, NULL, NULL));
  g_assert_nonnull (strstr (contents, text));
}

/* HTML holds its picture; Markdown has it beside, without touching what others put there. */
static void
test_report (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *html_path = g_build_filename (folder, "a.html", NULL);
  g_autofree char *path = g_build_filename (folder, "a.md", NULL);
  g_autofree char *others = g_build_filename (folder, "a-timeline.svg", NULL);
  g_autofree char *own = g_build_filename (folder, "a-timeline-2.svg", NULL);
  g_autofree char *third = g_build_filename (folder, "a-timeline-3.svg", NULL);
  g_autoptr(GFile) html = g_file_new_for_path (html_path);
  g_autoptr(GFile) markdown = g_file_new_for_path (path);
  g_autoptr(GFile) nowhere = g_file_new_for_path ("/nowhere/x.html");
  g_autoptr(GFile) picture = g_file_new_for_path (others);
  g_autofree char *pipe_path = g_build_filename (folder, "p.md", NULL);
  g_autofree char *pipe_picture = g_build_filename (folder, "p-timeline.svg", NULL);
  g_autoptr(GFile) pipe = g_file_new_for_path (pipe_path);

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  dwell_view_add_marker (get_view (fixture), 0, "here");
  g_assert_true (save_report (fixture, html, NULL));
  assert_text (html, "src=\"data:image/png;base64,iVBOR");
  assert_text (html, "<td>here</td>");

  g_assert_true (g_file_set_contents (others, "a photograph", -1, NULL));
  g_assert_true (save_report (fixture, markdown, NULL));
  assert_text (markdown, "(<a-timeline-2.svg>)");
  g_assert_true (g_file_test (own, G_FILE_TEST_EXISTS));
  g_assert_true (save_report (fixture, markdown, NULL));
  assert_text (markdown, "(<a-timeline-2.svg>)");
  g_assert_false (g_file_test (third, G_FILE_TEST_EXISTS));
  assert_text (picture, "a photograph");
  g_assert_false (save_report (fixture, nowhere, NULL));

  /* What cannot be a report is refused before it is read, and before pictures are written. */
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_false (save_report (fixture, pipe, NULL));
  g_assert_false (g_file_test (pipe_picture, G_FILE_TEST_EXISTS));
}

static void
ask_report (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.save-report", NULL);
}

static void
choose_filter (GtkFileChooser *dialog,
               guint           position)
{
  g_autoptr(GtkFileFilter) filter = g_list_model_get_item (gtk_file_chooser_get_filters (dialog),
                                                           position);

  gtk_file_chooser_set_filter (dialog, filter);
}

static void
assert_name (GtkFileChooser *dialog,
             const char     *name)
{
  g_autofree char *current = gtk_file_chooser_get_current_name (dialog);

  g_assert_cmpstr (current, ==, name);
}

/* The dialog proposes HTML; the name or the type that is chosen says what is written. The window
 * says whether that succeeded. */
static void
test_report_dialog (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) html = NULL;
  g_autoptr(GFile) markdown = NULL;
  g_autoptr(GFile) bare = NULL;
  g_autofree char *text = NULL;
  GtkFileChooser *dialog;

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);

  ask_report (fixture);
  WAIT_UNTIL (file_dialog_find () != NULL);
  dialog = file_dialog_find ();
  assert_name (dialog, "doc_example.csv report.html");

  /* Another type gives the name its suffix, unless it has none of a type, or that already. */
  choose_filter (dialog, 1);
  assert_name (dialog, "doc_example.csv report.md");
  gtk_file_chooser_set_current_name (dialog, "report");
  choose_filter (dialog, 0);
  assert_name (dialog, "report");
  gtk_file_chooser_set_current_name (dialog, "report.md");
  choose_filter (dialog, 1);
  assert_name (dialog, "report.md");
  gtk_file_chooser_set_current_name (dialog, "");
  choose_filter (dialog, 0);
  assert_name (dialog, "");
  html = file_dialog_save (fixture, folder, "report.html");
  text = file_dialog_load (html);
  g_assert_nonnull (strstr (text, "<html"));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Saved “"));

  ask_report (fixture);
  markdown = file_dialog_save (fixture, folder, "report.md");
  g_clear_pointer (&text, g_free);
  text = file_dialog_load (markdown);
  g_assert_true (g_str_has_prefix (text, "# "));

  /* A name without a suffix is of the type that is chosen. */
  ask_report (fixture);
  WAIT_UNTIL (file_dialog_find () != NULL);
  choose_filter (file_dialog_find (), 1);
  bare = file_dialog_save (fixture, folder, "bare");
  g_clear_pointer (&text, g_free);
  text = file_dialog_load (bare);
  g_assert_true (g_str_has_prefix (text, "# "));

  /* A dialog that is closed saves nothing. */
  ask_report (fixture);
  file_dialog_open (fixture, NULL);
  folder_remove (g_steal_pointer (&path));
}

/* Without a timeline there is a picture of the costs. */
static void
test_report_of_costs (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *html_path = g_build_filename (folder, "a.html", NULL);
  g_autofree char *path = g_build_filename (folder, "a.md", NULL);
  g_autofree char *costs = g_build_filename (folder, "a-costs.svg", NULL);
  g_autofree char *timeline = g_build_filename (folder, "a-timeline.svg", NULL);
  g_autoptr(GFile) html = g_file_new_for_path (html_path);
  g_autoptr(GFile) markdown = g_file_new_for_path (path);
  g_autoptr(GFile) picture = g_file_new_for_path (costs);

  open_data (fixture, "../../data/examples/route-planner_4711_0_4.aprof");
  wait_for_restored (fixture);
  g_assert_true (save_report (fixture, html, NULL));
  assert_text (html, "<h2>Costs</h2>");
  assert_text (html, "src=\"data:image/png;base64,iVBOR");

  g_assert_true (save_report (fixture, markdown, NULL));
  assert_text (markdown, "(<a-costs.svg>)");
  assert_text (picture, "<svg");
  g_assert_false (g_file_test (timeline, G_FILE_TEST_EXISTS));
}

/* A picture that cannot take its place leaves the old report as it is. One that was stopped before
 * it began is not saved; names without a suffix have their pictures beside them, too. */
static void
test_report_failures (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autofree char *report_path = g_build_filename (path, "a.md", NULL);
  g_autofree char *bare_path = g_build_filename (path, "bare", NULL);
  g_autofree char *picture_path = g_build_filename (path, "a-timeline.svg", NULL);
  g_autofree char *bare_picture_path = g_build_filename (path, "bare-timeline.svg", NULL);
  g_autoptr(GFile) report = g_file_new_for_path (report_path);
  g_autoptr(GFile) bare = g_file_new_for_path (bare_path);
  g_autoptr(GFile) nowhere = g_file_new_for_path ("/proc");
  g_autoptr(GFile) unwritable = NULL;
  g_autoptr(GCancellable) stopped = g_cancellable_new ();

  open_data (fixture, FILE_NAME);
  wait_for_restored (fixture);
  g_assert_true (g_file_set_contents (report_path, "see a-timeline.svg", -1, NULL));
  g_assert_cmpint (g_mkdir (picture_path, 0700), ==, 0);
  g_assert_false (save_report (fixture, report, NULL));
  assert_text (report, "see a-timeline.svg");

  g_cancellable_cancel (stopped);
  g_assert_false (save_report (fixture, bare, stopped));
  g_assert_false (g_file_query_exists (bare, NULL));

  g_assert_true (save_report (fixture, bare, NULL));
  assert_text (bare, "(<bare-timeline.svg>)");
  g_assert_true (g_file_test (bare_picture_path, G_FILE_TEST_EXISTS));

  /* The window tells what failed. */
  ask_report (fixture);
  unwritable = file_dialog_save (fixture, nowhere, "a.html");
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Could not save “/proc/a.html”: "));
  folder_remove (g_steal_pointer (&path));
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 77;

  g_test_add ("/markers/set-and-find-again", Fixture, NULL, set_up, test_set_and_find_again,
              tear_down);
  g_test_add ("/markers/layout", Fixture, NULL, set_up, test_layout, tear_down);
  g_test_add ("/markers/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/markers/lines", Fixture, NULL, set_up, test_lines, tear_down);
  g_test_add ("/markers/tooltip", Fixture, NULL, set_up, test_tooltip, tear_down);
  g_test_add ("/markers/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/markers/deleted", Fixture, NULL, set_up, test_deleted, tear_down);
  g_test_add ("/markers/kept-in-the-end", Fixture, NULL, set_up, test_kept_in_the_end, tear_down);
  g_test_add ("/markers/broken", Fixture, NULL, set_up, test_broken, tear_down);
  g_test_add ("/markers/unread", Fixture, NULL, set_up, test_unread, tear_down);
  g_test_add ("/markers/report", Fixture, NULL, set_up, test_report, tear_down);
  g_test_add ("/markers/report/dialog", Fixture, NULL, set_up, test_report_dialog, tear_down);
  g_test_add ("/markers/report/costs", Fixture, NULL, set_up, test_report_of_costs, tear_down);
  g_test_add ("/markers/report/failures", Fixture, NULL, set_up, test_report_failures, tear_down);

  return g_test_run ();
}
