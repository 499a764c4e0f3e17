/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of windows and text: every page of every kind of trace, and every dialog, as wide as a
 * phone and as a desktop, with text of the usual size and half as large again. No label is cut off
 * without an ellipsis, and nothing extends beyond the window. */
#include "config.h"

#include "ui/chart/dwell-chart-pair.h"
#include "ui/commands/dwell-pages.h"
#include "window-fixture.h"

#ifndef NARROW_PX
#define NARROW_PX 360
#endif
#define WIDE_PX   1280
/* Adwaita lets the title bar stick out a little. */
#define TOLERANCE_PX 2
/* px: the frame of a window that the display server draws no shadow for. */
#define FRAME_PX 10
/* Three rows of tools. */
#define MAX_TOOLS_PX 120
#define USUAL_DPI (96 * 1024)
#define LARGE_DPI (144 * 1024)

/* Widgets in a scrolled area may extend beyond the visible part. */
static gboolean
can_be_scrolled_to (GtkWidget *widget)
{
  return gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW) != NULL ||
         gtk_widget_get_ancestor (widget, ADW_TYPE_TAB_BAR) != NULL;
}

static char *
describe (GtkWidget *widget)
{
  g_autofree char *path = g_strdup (G_OBJECT_TYPE_NAME (widget));
  const char *id = NULL;

  for (GtkWidget *at = widget; at != NULL && id == NULL; at = gtk_widget_get_parent (at))
    {
      g_autofree char *longer = NULL;

      id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (at));
      longer = g_strconcat (id != NULL ? id : G_OBJECT_TYPE_NAME (at), " > ", path, NULL);
      g_free (path);
      path = g_steal_pointer (&longer);
    }

  return g_steal_pointer (&path);
}

static gboolean
is_cut (GtkLabel *label)
{
  PangoLayout *layout = gtk_label_get_layout (label);
  PangoRectangle logical;

  if (gtk_label_get_ellipsize (label) != PANGO_ELLIPSIZE_NONE)
    return FALSE;

  pango_layout_get_pixel_extents (layout, NULL, &logical);
  return logical.width > gtk_widget_get_width (GTK_WIDGET (label)) ||
         logical.height > gtk_widget_get_height (GTK_WIDGET (label));
}

static gboolean
is_outside (GtkWidget *widget,
            GtkWidget *window)
{
  graphene_rect_t bounds;

  return widget != window && gtk_widget_compute_bounds (widget, window, &bounds) &&
         (bounds.origin.x < -TOLERANCE_PX ||
          bounds.origin.x + bounds.size.width >
          (float) (gtk_widget_get_width (window) + TOLERANCE_PX));
}

/* Returns: how many widgets in @widget have too little room; with @where, says which */
static guint
count_cramped (GtkWidget  *widget,
               GtkWidget  *window,
               const char *where)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_get_child_visible (widget))
    return 0;

  if ((GTK_IS_LABEL (widget) && is_cut (GTK_LABEL (widget))) ||
      (!can_be_scrolled_to (widget) && is_outside (widget, window)))
    {
      g_autofree char *what = describe (widget);

      if (where != NULL)
        g_test_message ("%s: %s “%s”", where, what,
                        GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "");
      n++;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_cramped (child, window, where);

  return n;
}

typedef struct {
  int width_px;
  int dpi; /* 1024 = 1 */
} Look;

static const Look looks[] = {
  { NARROW_PX, USUAL_DPI }, { WIDE_PX, USUAL_DPI },
  { NARROW_PX, LARGE_DPI }, { WIDE_PX, LARGE_DPI },
};

static void
set_look (Fixture    *fixture,
          const Look *look)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", look->dpi, NULL);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), look->width_px, 800);
  wait_for_layout (fixture->window);
}

static void
end_look (guint n_cramped)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", USUAL_DPI, NULL);
  if (n_cramped > 0)
    g_test_fail_printf ("%u widgets have too little room", n_cramped);
}

/* Text of the usual size fits a phone. */
static guint
check_window (GtkWidget  *window,
              const Look *look,
              const char *where)
{
  guint n = 0;
  int least_px;

  /* A figure may have come just now, and not be laid out yet. */
  if (count_cramped (window, window, NULL) > 0)
    {
      wait_for_workers ();
      wait_for_layout (window);
      n = count_cramped (window, window, where);
    }

  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &least_px, NULL, NULL, NULL);
  if (look->width_px == NARROW_PX && look->dpi == USUAL_DPI && least_px > NARROW_PX + FRAME_PX)
    {
      g_test_message ("%s: at least %d px", where, least_px);
      n++;
    }

  return n;
}

/* Returns whether the tab of the page is completely visible. */
static gboolean
shows_tab (DwellSessionPage *page)
{
  GtkWidget *tabs = find_id (page, "tabs");
  GtkWidget *tab = tabs;
  graphene_rect_t bounds;

  while (!GTK_IS_STACK_SWITCHER (tab))
    tab = gtk_widget_get_first_child (tab);
  tab = gtk_widget_get_first_child (tab);
  while (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab)))
    tab = gtk_widget_get_next_sibling (tab);

  return gtk_widget_compute_bounds (tab, tabs, &bounds) && bounds.origin.x >= 0 &&
         bounds.origin.x + bounds.size.width <= (float) gtk_widget_get_width (tabs);
}

/* Tools leave enough room for the content of the page. */
static void
check_tools (GtkWidget *page)
{
  GtkWidget *tools = gtk_widget_get_first_child (gtk_widget_get_first_child (page));

  g_assert_true (gtk_widget_has_css_class (tools, "page-tools"));
  g_assert_cmpint (gtk_widget_get_height (tools), <=, MAX_TOOLS_PX);
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const char * const names[] = {
    "text1/preempt.txt", "lms/quirks.csv", "ooo/doc_example.log", "br/timed_backtrace.prof",
    "aprof/versions/sort_cct_v2.aprof",
  };
  GtkWidget *window = GTK_WIDGET (fixture->window);
  const Look *look = user_data;
  guint n_pages;
  guint n_cramped;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  set_look (fixture, look);
  n_cramped = check_window (window, look, "welcome");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellSessionPage *tab;
      DwellTrace *trace;

      open_data (fixture, names[i]);
      wait_for_session (fixture);
      tab = dwell_window_get_current (fixture->window);
      trace = dwell_session_get_trace (get_session (fixture));
      if (dwell_trace_has (trace, DWELL_TABLE_SPANS))
        {
          dwell_view_focus_span (get_view (fixture), 0);
          dwell_view_set_selection (get_view (fixture), trace->begin, trace->end);
          gtk_widget_activate_action (window, "tab.details", NULL);
        }

      for (guint page = 0; page < n_pages; page++)
        if (dwell_session_page_has_page (tab, pages[page].id))
          {
            g_autofree char *where = g_strdup_printf ("%s, %s", names[i], pages[page].id);

            gtk_widget_activate_action (window, "tab.page", "s", pages[page].id);
            wait_for_layout (window);
            n_cramped += check_window (window, look, where);
            g_assert_true (shows_tab (tab));
            if (look->dpi == USUAL_DPI && g_str_equal (pages[page].id, "distribution"))
              check_tools (dwell_session_page_get_shown (tab));
          }
    }

  end_look (n_cramped);
}

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char * const names[] = {
    "win.export", "tab.import-options", "win.palette", "win.help", "app.preferences", "app.about",
    "win.show-help-overlay",
  };
  const Look *look = user_data;
  guint n_cramped = 0;

  g_application_set_default (G_APPLICATION (fixture->application));
  set_look (fixture, look);
  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWindow *dialog = open_other_window (fixture, names[i]);

      gtk_window_set_default_size (dialog, MIN (look->width_px, 1000), 700);
      wait_for_layout (dialog);
      n_cramped += check_window (GTK_WIDGET (dialog), look, names[i]);
      gtk_window_destroy (dialog);
      WAIT_UNTIL (find_other_window (fixture) == NULL);
    }

  end_look (n_cramped);
}

/* Two charts are side by side, or one above the other where they would be too narrow; one that is
 * alone has all the room. */
static void
test_chart_pair (void)
{
  static const struct {
    int      width_px;
    int      height_px;
    gboolean is_above;
  } sizes[] = {
    { 900, 400, FALSE }, { 400, 600, TRUE }, { 400, 200, TRUE }, { 900, 600, FALSE },
  };
  GtkWidget *window = gtk_window_new ();
  GtkWidget *pair = g_object_new (DWELL_TYPE_CHART_PAIR, NULL);
  GtkWidget *charts[2];

  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    {
      charts[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      gtk_widget_set_parent (charts[i], pair);
    }
  gtk_window_set_child (GTK_WINDOW (window), pair);
  gtk_window_present (GTK_WINDOW (window));

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      graphene_rect_t bounds;

      gtk_window_set_default_size (GTK_WINDOW (window), sizes[i].width_px, sizes[i].height_px);
      WAIT_UNTIL (gtk_widget_get_width (pair) == sizes[i].width_px);
      wait_for_layout (window);
      g_assert_true (gtk_widget_compute_bounds (charts[1], pair, &bounds));
      g_assert_cmpint (bounds.origin.x == 0, ==, sizes[i].is_above);
      g_assert_cmpint (bounds.origin.y > 0, ==, sizes[i].is_above);
      g_assert_cmpint (gtk_widget_get_width (charts[0]), ==, gtk_widget_get_width (charts[1]));
      g_assert_cmpint (gtk_widget_get_height (charts[0]), ==, gtk_widget_get_height (charts[1]));
      /* Who is narrow asks for the height of both. */
      g_assert_cmpint (gtk_widget_get_height (charts[0]), >=, sizes[i].is_above ? 160 : 1);
    }

  gtk_widget_set_visible (charts[1], FALSE);
  wait_for_layout (window);
  g_assert_cmpint (gtk_widget_get_width (charts[0]), ==, gtk_widget_get_width (pair));
  g_assert_cmpint (gtk_widget_get_height (charts[0]), ==, gtk_widget_get_height (pair));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Each form of a comparison in a low and narrow window, in which all texts wrap. */
static void
test_comparison (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const char * const forms[] = {
    "as_summary", "as_table", "as_calls", "as_flame", "as_timeline", "as_charts",
  };
  GtkWidget *window = GTK_WIDGET (fixture->window);
  g_autoptr(GFile) base = data_file ("../../data/examples/lane-keeping-base.csv");
  g_autoptr(GFile) new = data_file ("../../data/examples/lane-keeping-new.csv");
  GtkStack *pages;
  guint n_cramped = 0;

  gtk_window_set_default_size (GTK_WINDOW (window), NARROW_PX, 640);
  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  WAIT_UNTIL (g_strcmp0 (gtk_stack_get_visible_child_name (pages), "comparison") == 0);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      gtk_toggle_button_set_active (find_id (gtk_stack_get_visible_child (pages), forms[i]), TRUE);
      wait_for_layout (fixture->window);
      n_cramped += count_cramped (window, window, forms[i]);
    }

  end_look (n_cramped);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autofree char *look = g_strdup_printf ("%d-px-%d-dpi", looks[i].width_px,
                                               looks[i].dpi / 1024);
      g_autofree char *pages = g_strconcat ("/window-sizes/pages/", look, NULL);
      g_autofree char *dialogs = g_strconcat ("/window-sizes/dialogs/", look, NULL);

      g_test_add (pages, Fixture, &looks[i], set_up, test_pages, tear_down);
      g_test_add (dialogs, Fixture, &looks[i], set_up, test_dialogs, tear_down);
    }

  g_test_add ("/window-sizes/comparison", Fixture, NULL, set_up, test_comparison, tear_down);
  g_test_add_func ("/window-sizes/chart-pair", test_chart_pair);

  return g_test_run ();
}
