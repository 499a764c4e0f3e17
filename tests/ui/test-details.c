/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The details pane: it follows the focus, its links lead on, its text can be copied, and without a
 * focus it says what to do. */

#include "config.h"

#include "timeline-fixture.h"
#include "ui/pages/dwell-details.h"
#include "ui/widgets/dwell-name-breaks.h"
#include "ui/widgets/dwell-tip.h"

typedef struct {
  DwellTrace *trace;
  DwellView  *view;
  GtkWidget  *window;
  GtkWidget  *details;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  user_data)
{
  f->trace = fixture_trace ();
  f->view = fixture_view (f->trace);
  f->details = g_object_new (DWELL_TYPE_DETAILS, NULL);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (f->details), f->view);
  f->window = fixture_window (f->details);
}

static void
tear_down (Fixture       *f,
           gconstpointer  user_data)
{
  fixture_close (f->window);
  g_clear_object (&f->view);
  g_clear_pointer (&f->trace, dwell_trace_unref);
}

static const char *
visible_page (Fixture *f)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (fixture_find (f->details, GTK_TYPE_STACK)));
}

static const char *
label_at (GtkListBoxRow *row,
          guint          index)
{
  GtkWidget *texts = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
  GtkWidget *child = gtk_widget_get_first_child (texts);

  while (index-- > 0)
    child = gtk_widget_get_next_sibling (child);

  return gtk_label_get_text (GTK_LABEL (child));
}

/* The value of the main figure @label, or NULL. */
static const char *
figure_of (Fixture    *f,
           const char *label)
{
  GtkFlowBox *figures = GTK_FLOW_BOX (fixture_find (f->details, GTK_TYPE_FLOW_BOX));
  GtkFlowBoxChild *child;

  for (int i = 0; (child = gtk_flow_box_get_child_at_index (figures, i)) != NULL; i++)
    {
      GtkWidget *first = gtk_widget_get_first_child (gtk_flow_box_child_get_child (child));

      if (g_str_equal (gtk_label_get_text (GTK_LABEL (first)), label))
        return gtk_label_get_text (GTK_LABEL (gtk_widget_get_next_sibling (first)));
    }

  return NULL;
}

/* The row of the fact @label, or NULL. */
static GtkListBoxRow *
row_of (Fixture    *f,
        const char *label)
{
  GtkListBox *facts = GTK_LIST_BOX (fixture_find (f->details, GTK_TYPE_LIST_BOX));
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (facts, i)) != NULL; i++)
    if (g_strcmp0 (label_at (row, 0), label) == 0)
      return row;

  return NULL;
}

/* The first label with @class. */
static GtkWidget *
find_styled (GtkWidget  *widget,
             const char *class)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, class))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_styled (child, class);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gboolean
is_titled (Fixture    *f,
           const char *title)
{
  GtkWidget *label = find_styled (f->details, "title-4");

  return g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), title) == 0;
}

static void
test_follows_focus (Fixture       *f,
                    gconstpointer  user_data)
{
  g_assert_cmpstr (visible_page (f), ==, "empty");

  dwell_view_focus_span (f->view, SPAN_LOAD);
  WAIT_UNTIL (is_titled (f, "load"));
  g_assert_cmpstr (visible_page (f), ==, "facts");
  fixture_assert_text (figure_of (f, "Duration"), "300 ms");
  fixture_assert_text (figure_of (f, "Self"), "200 ms");
  g_assert_null (row_of (f, "Duration"));

  /* Names are plain text. */
  dwell_view_focus_span (f->view, SPAN_WORK);
  WAIT_UNTIL (is_titled (f, "work <b>&amp;"));

  dwell_view_focus_mark (f->view, 0);
  WAIT_UNTIL (is_titled (f, "half way"));

  dwell_view_focus_span (f->view, DWELL_NONE);
  WAIT_UNTIL (g_strcmp0 (visible_page (f), "empty") == 0);
}

static void
test_links (Fixture       *f,
            gconstpointer  user_data)
{
  GtkWidget *facts = fixture_find (f->details, GTK_TYPE_LIST_BOX);

  dwell_view_focus_span (f->view, SPAN_LOAD);
  WAIT_UNTIL (is_titled (f, "load") && row_of (f, "Parent") != NULL);

  /* A row without a link cannot be activated, but its text can be selected with the mouse. */
  g_assert_false (gtk_list_box_row_get_activatable (row_of (f, "Start")));
  g_assert_true (gtk_list_box_row_get_activatable (row_of (f, "Parent")));
  fixture_assert_text (label_at (row_of (f, "Parent"), 1), "main · 1 s");

  g_signal_emit_by_name (facts, "row-activated", row_of (f, "Parent"));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_MAIN);
  WAIT_UNTIL (is_titled (f, "main"));
}

/* An area has the figures of its statistics, and leads to its longest and its shortest call. */
static void
test_area (Fixture       *f,
           gconstpointer  user_data)
{
  GtkWidget *facts = fixture_find (f->details, GTK_TYPE_LIST_BOX);

  dwell_view_focus_area (f->view, f->trace->span_area[SPAN_LOAD]);
  WAIT_UNTIL (is_titled (f, "load") && row_of (f, "Max") != NULL);
  fixture_assert_text (figure_of (f, "Self"), "250 ms");
  fixture_assert_text (figure_of (f, "Total"), "350 ms");
  fixture_assert_text (label_at (row_of (f, "Count"), 1), "2");

  g_signal_emit_by_name (facts, "row-activated", row_of (f, "Min"));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_LOAD_AGAIN);

  /* And back from one call to all. */
  WAIT_UNTIL (row_of (f, "All calls") != NULL);
  g_signal_emit_by_name (facts, "row-activated", row_of (f, "All calls"));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, DWELL_NONE);
  WAIT_UNTIL (row_of (f, "Max") != NULL);
}

/* The button and the rows are one stop each. */
static void
test_tab (Fixture       *f,
          gconstpointer  user_data)
{
  GtkWidget *facts = fixture_find (f->details, GTK_TYPE_LIST_BOX);
  GtkWidget *copy = fixture_find (f->details, GTK_TYPE_BUTTON);

  dwell_view_focus_span (f->view, SPAN_LOAD);
  WAIT_UNTIL (is_titled (f, "load") && row_of (f, "Next") != NULL);

  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  g_assert_true (gtk_widget_child_focus (f->details, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_has_focus (copy));
  g_assert_true (gtk_widget_child_focus (f->details, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (row_of (f, "Start"))));
  g_signal_emit_by_name (facts, "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, 1, FALSE, FALSE);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (row_of (f, "End"))));
  g_assert_false (gtk_widget_child_focus (f->details, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_child_focus (f->details, GTK_DIR_TAB_BACKWARD));
  g_assert_true (gtk_widget_has_focus (copy));
}

/* Backwards the rows come first; arrow keys lead nowhere else. */
static void
test_tab_back (Fixture       *f,
               gconstpointer  user_data)
{
  GtkWidget *copy = fixture_find (f->details, GTK_TYPE_BUTTON);

  dwell_view_focus_span (f->view, SPAN_LOAD);
  WAIT_UNTIL (is_titled (f, "load") && row_of (f, "Next") != NULL);
  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  g_assert_true (gtk_widget_child_focus (f->details, GTK_DIR_TAB_BACKWARD));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (row_of (f, "Start"))));
  gtk_widget_child_focus (f->details, GTK_DIR_RIGHT);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (f->window)),
                                         fixture_find (f->details, GTK_TYPE_LIST_BOX)));
  g_assert_true (gtk_widget_child_focus (f->details, GTK_DIR_TAB_BACKWARD));
  g_assert_true (gtk_widget_has_focus (copy));
  g_assert_false (gtk_widget_child_focus (f->details, GTK_DIR_TAB_BACKWARD));
}

/* A note on the span comes first, and is updated when it changes. */
static void
test_notes (Fixture       *f,
            gconstpointer  user_data)
{
  int n = dwell_view_add_note (f->view, SPAN_LOAD, "too <slow>");
  guint32 area = f->trace->span_area[SPAN_LOAD];

  dwell_view_focus_span (f->view, SPAN_LOAD);
  WAIT_UNTIL (is_titled (f, "load") && row_of (f, "Note") != NULL);
  g_assert_cmpint (gtk_list_box_row_get_index (row_of (f, "Note")), ==, 0);
  fixture_assert_text (label_at (row_of (f, "Note"), 1), "too <slow>");

  dwell_view_rename_marker (f->view, (guint) n, "fast\nnow");
  WAIT_UNTIL (row_of (f, "Note") != NULL &&
              g_str_equal (label_at (row_of (f, "Note"), 1), "fast\nnow"));

  /* An area lists the notes on its spans, with links to them. */
  dwell_view_focus_span (f->view, DWELL_NONE);
  WAIT_UNTIL (g_strcmp0 (visible_page (f), "empty") == 0);
  dwell_view_focus_area (f->view, area);
  WAIT_UNTIL (is_titled (f, "load") && row_of (f, "Note") == NULL &&
              gtk_list_box_row_get_activatable (
                gtk_list_box_get_row_at_index (
                  GTK_LIST_BOX (fixture_find (f->details, GTK_TYPE_LIST_BOX)), 0)));

  dwell_view_focus_span (f->view, SPAN_MAIN);
  WAIT_UNTIL (is_titled (f, "main"));
  g_assert_null (row_of (f, "Note"));

  dwell_view_focus_span (f->view, SPAN_LOAD);
  WAIT_UNTIL (is_titled (f, "load") && row_of (f, "Note") != NULL);
  dwell_view_remove_marker (f->view, (guint) n);
  WAIT_UNTIL (row_of (f, "Note") == NULL);
}

static void
text_read (GObject      *clipboard,
           GAsyncResult *result,
           gpointer      user_data)
{
  char **text = user_data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static char *
copy (Fixture *f)
{
  char *text = NULL;

  g_signal_emit_by_name (fixture_find (f->details, GTK_TYPE_BUTTON), "clicked");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (f->details), NULL, text_read, &text);
  WAIT_UNTIL (text != NULL);
  return text;
}

static void
test_copy (Fixture       *f,
           gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  dwell_view_focus_span (f->view, SPAN_DRAW);
  WAIT_UNTIL (is_titled (f, "draw"));

  text = copy (f);
  g_assert_nonnull (strstr (text, "draw"));
  g_assert_nonnull (strstr (text, "Duration: 400"));
}

static char *
repeat (const char *text,
        guint       n_bytes)
{
  GString *all = g_string_new (NULL);

  while (all->len < n_bytes)
    g_string_append (all, text);
  return g_string_free (all, FALSE);
}

/* A span named @name within another. */
static DwellTrace *
trace_of_name (const char *name)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "t", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 area = fixture_area (builder, name);
  guint32 span = DWELL_NONE;

  g_assert_true (dwell_builder_reserve_spans (builder, 2, NULL));
  for (guint i = 0; i < 2; i++)
    span = dwell_builder_open_span (builder, area, dwell_builder_add_row (builder, track, 0),
                                    span, 0);
  dwell_builder_close_span (builder, 1, 1 * MS, 0);
  dwell_builder_close_span (builder, 0, 2 * MS, 0);
  builder->begin = 0;
  builder->end = 2 * MS;
  return dwell_builder_finish (builder);
}

static void
assert_cut (const char *shown,
            const char *whole,
            glong       n_chars)
{
  g_assert_cmpint (g_utf8_strlen (shown, -1), ==, n_chars + 1);
  g_assert_true (g_str_has_suffix (shown, "…"));
  g_assert_cmpint (strncmp (shown, whole, (gsize) n_chars), ==, 0);
}

/* Long names and texts are cut where they are shown, so that the window does not freeze, and
 * copied in full. */
static void
test_long (void)
{
  g_autofree char *name = repeat ("ns::Parser<std::vector<int>>::", 65536);
  g_autofree char *note = repeat ("some words.", 1500);
  g_autoptr(DwellTrace) trace = trace_of_name (name);
  g_autofree char *text = NULL;
  Fixture f = { .view = fixture_view (trace) };

  f.details = g_object_new (DWELL_TYPE_DETAILS, NULL);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (f.details), f.view);
  f.window = fixture_window (f.details);
  dwell_view_add_note (f.view, 1, note);
  dwell_view_focus_span (f.view, 1);
  WAIT_UNTIL (row_of (&f, "Parent") != NULL);

  assert_cut (gtk_label_get_text (GTK_LABEL (find_styled (f.details, "title-4"))), name, 400);
  assert_cut (label_at (row_of (&f, "Parent"), 1), name, 400);
  assert_cut (label_at (row_of (&f, "Note"), 1), note, 1000);
  text = copy (&f);
  g_assert_true (g_str_has_prefix (text, name));
  g_assert_nonnull (strstr (text, note));

  tear_down (&f, NULL);
}

/* Lines end between the parts of names, never in words or numbers. */
static void
test_name_breaks (void)
{
  static const struct { const char *text; const char *parts; } cases[] = {
    { "readContent", "" },
    { "SwXMLImport::readContent", "SwXMLImport::|readContent" },
    { "a std::vector<int>::push_back", "std::|vector<|int>::|push_|back" },
    { "readContentOfTheXMLImport", "read|Content|Of|The|XML|Import" },
    { "/home/ä/office-start_4711.log", "/|home/|ä/|office-|start_|4711.|log" },
    { "2001-08-02 09:16:14.123456 1234567.890123", "" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkLabel *label = g_object_ref_sink (GTK_LABEL (gtk_label_new (NULL)));
      g_autoptr(GString) parts = g_string_new (NULL);
      GSList *attributes;

      dwell_name_breaks_show (label, cases[i].text, 1000);
      attributes = pango_attr_list_get_attributes (gtk_label_get_attributes (label));
      for (GSList *link = attributes; link != NULL; link = link->next)
        {
          const PangoAttribute *attribute = link->data;

          if (attribute->klass->type == PANGO_ATTR_WORD)
            g_string_append_printf (parts, "%s%.*s", parts->len > 0 ? "|" : "",
                                    (int) (attribute->end_index - attribute->start_index),
                                    cases[i].text + attribute->start_index);
        }

      g_slist_free_full (attributes, (GDestroyNotify) pango_attribute_destroy);
      g_assert_cmpstr (parts->str, ==, cases[i].parts);
      g_assert_cmpstr (gtk_label_get_text (label), ==, cases[i].text);
      g_object_unref (label);
    }
}

static char *
tip_of (const char *text)
{
  GtkWidget *label = g_object_ref_sink (gtk_label_new (NULL));
  char *tip;

  g_assert_cmpint (dwell_tip_set (label, text), ==, text != NULL && *text != '\0');
  g_assert_false (dwell_tip_set (label, text));
  tip = g_strdup (gtk_widget_get_tooltip_text (label));
  g_object_unref (label);
  return tip;
}

/* Long lines of tooltips are wrapped, and cut, and what follows a long name is still there. */
static void
test_tips (void)
{
  static const struct { const char *text; const char *tip; } cases[] = {
    { NULL, NULL },
    { "", NULL },
    { "std::vector<int>::push_back\n\n4 ms", "std::vector<int>::push_back\n\n4 ms" },
    { "words that are together longer than one line of a tooltip is",
      "words that are together longer than one line of a \ntooltip is" },
    { "a aaaaaaaaaa::bbbbbbbbbb::cccccccccc::dddddddddd::eeeeeeeeee\nb",
      "a aaaaaaaaaa::bbbbbbbbbb::cccccccccc::dddddddddd::\neeeeeeeeee\nb" },
    { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaäöü",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaäö\nü" },
  };
  g_autofree char *name = repeat ("ns::", 65536);
  g_autofree char *text = g_strdup_printf ("%s\n4 ms", name);
  g_autofree char *lines = repeat ("a\n", 1000);
  g_autofree char *tip = tip_of (text);
  g_autofree char *tip_of_lines = tip_of (lines);
  g_auto(GStrv) parts = g_strsplit (tip, "\n", -1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *of_case = tip_of (cases[i].text);

      g_assert_cmpstr (of_case, ==, cases[i].tip);
    }

  /* 400 characters in lines of 12 parts. */
  g_assert_cmpuint (g_strv_length (parts), ==, 10);
  for (guint i = 0; i < 8; i++)
    g_assert_cmpuint (strlen (parts[i]), ==, 48);
  g_assert_cmpstr (parts[8], ==, "ns::ns::ns::ns::…");
  g_assert_cmpstr (parts[9], ==, "4 ms");
  g_assert_cmpuint (strlen (tip_of_lines), ==, 30 * strlen ("a\n") + strlen ("…"));
}

static void
test_finalize (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkWidget *details = g_object_new (DWELL_TYPE_DETAILS, NULL);
  GtkWidget *window;

  dwell_view_bin_set_view (DWELL_VIEW_BIN (details), view);
  window = fixture_window (details);
  dwell_view_focus_span (view, SPAN_LOAD);

  g_object_add_weak_pointer (G_OBJECT (details), (gpointer *) &details);
  fixture_close (window);
  WAIT_UNTIL (details == NULL);
}

int
main (int   argc,
      char *argv[])
{
  if (!fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/ui/details/follows-focus", Fixture, NULL, set_up, test_follows_focus, tear_down);
  g_test_add ("/ui/details/links", Fixture, NULL, set_up, test_links, tear_down);
  g_test_add ("/ui/details/area", Fixture, NULL, set_up, test_area, tear_down);
  g_test_add ("/ui/details/tab", Fixture, NULL, set_up, test_tab, tear_down);
  g_test_add ("/ui/details/tab-back", Fixture, NULL, set_up, test_tab_back, tear_down);
  g_test_add ("/ui/details/notes", Fixture, NULL, set_up, test_notes, tear_down);
  g_test_add ("/ui/details/copy", Fixture, NULL, set_up, test_copy, tear_down);
  g_test_add_func ("/ui/details/long", test_long);
  g_test_add_func ("/ui/details/name-breaks", test_name_breaks);
  g_test_add_func ("/ui/details/tips", test_tips);
  g_test_add_func ("/ui/details/finalize", test_finalize);

  return g_test_run ();
}
