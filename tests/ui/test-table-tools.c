/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for other programs: rows that are selected are copied, a drag offers text and a file, what
 * is saved is CSV, and paper has headings and numbers of pages. */
#include "config.h"

#include <string.h>

#include "model/lists/events/dwell-event-list.h"
#include "file-dialog.h"
#include "support/folder.h"
#include "support/text-fixture.h"
#include "ui/pages/dwell-events-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-print-table.h"
#include "ui/table/dwell-table-content.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/widgets/dwell-settings.h"

static GtkWidget *
open_page_of (Fixture    *fixture,
              GFile      *file,
              const char *id)
{
  GtkStack *pages;
  GtkWidget *page;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, id);
  page = dwell_session_pages_get (pages, id);
  WAIT_UNTIL (gtk_widget_get_mapped (find_id (page, "table")));
  drain ();

  return page;
}

static GtkWidget *
open_page (Fixture    *fixture,
           const char *name,
           const char *id)
{
  g_autoptr(GFile) file = data_file (name);

  return open_page_of (fixture, file, id);
}

static GtkSelectionModel *
get_selection (GtkWidget *page)
{
  return gtk_column_view_get_model (find_id (page, "table"));
}

static void
on_text (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static char *
copy (GtkWidget  *page,
      const char *action)
{
  char *text = NULL;

  gtk_widget_activate_action (page, action, NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (page), NULL, on_text, &text);
  WAIT_UNTIL (text != NULL);

  return text;
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';

  return n;
}

static void
test_copy (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *page = open_page (fixture, "lms/doc_example.csv", "events");
  GtkSelectionModel *selection = get_selection (page);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (selection));
  g_autofree char *all = NULL;
  g_autofree char *two = NULL;
  g_autofree char *every = NULL;

  g_assert_cmpuint (n, >=, 3);
  gtk_selection_model_select_item (selection, 1, TRUE);
  gtk_selection_model_select_item (selection, 2, FALSE);
  two = copy (page, "events.copy");
  /* A file of this format holds no messages: neither does the table. */
  g_assert_true (g_str_has_prefix (two, "time\tduration\tname\tcontext\n"));
  g_assert_cmpuint (count_lines (two), ==, 3);

  all = copy (page, "events.copy-all");
  g_assert_cmpuint (count_lines (all), ==, n + 1);
  g_assert_nonnull (strstr (all, strchr (two, '\n')));

  gtk_selection_model_select_all (selection);
  every = copy (page, "events.copy");
  g_assert_cmpstr (every, ==, all);
}

/* Of too many rows the first are copied, and it is told; a drag of them has no more; all are saved.
 * Limit: ui/DWELL_TABLE_MAX_COPIED_ROWS */
static void
test_copy_many (Fixture       *fixture,
                gconstpointer  user_data)
{
  const guint n_all = DWELL_TABLE_MAX_COPIED_ROWS + 1;
  g_autoptr(GString) content = g_string_new ("2,0,f\n");
  g_autoptr(GFile) file = NULL;
  g_autoptr(DwellTableText) dragged = NULL;
  g_autoptr(DwellTableText) saved = NULL;
  g_autofree char *copied = NULL;
  GtkSelectionModel *selection;
  GtkWidget *page;

  for (guint i = 0; i < n_all; i++)
    g_string_append (content, "0,0,1\n1,0,1\n");
  file = make_file ("many.csv", content->str);
  page = open_page_of (fixture, file, "events");
  selection = get_selection (page);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (selection)) == n_all);

  /* The toast may be gone again before all is read back. */
  g_assert_true (gtk_widget_activate_action (page, "events.copy-all", NULL));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Copied the first"));
  copied = copy (page, "events.copy-all");
  g_assert_cmpuint (count_lines (copied), ==, DWELL_TABLE_MAX_COPIED_ROWS + 1); /* and titles */

  gtk_selection_model_select_all (selection);
  dragged = dwell_table_tools_make_text (page, TRUE);
  g_assert_cmpuint (dwell_table_text_get_n (dragged), ==, DWELL_TABLE_MAX_COPIED_ROWS);
  saved = dwell_table_tools_make_text (page, FALSE);
  g_assert_cmpuint (dwell_table_text_get_n (saved), ==, n_all);
  remove_file (file);
}

/* Adds the labels of the items of @menu, and of its sections, to @labels. */
static void
collect_labels (GMenuModel *menu,
                GPtrArray  *labels)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      char *label;

      if (section != NULL)
        collect_labels (section, labels);
      else if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        g_ptr_array_add (labels, label);
    }
}

static gboolean
has_label (GPtrArray  *labels,
           const char *label)
{
  return g_ptr_array_find_with_equal_func (labels, label, g_str_equal, NULL);
}

/* All tables have the same menu; a page adds its own items, and may replace the one that saves. */
static void
test_menu (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const struct { const char *file; const char *page; const char *label; guint n; } cases[] =
  {
    { "lms/doc_example.csv", "events", "_Print…", 5 },
    { "lms/doc_example.csv", "tree", "Show _Lines", 7 },
    { "br/sampled_plain.prof", "lines", "_Fold All Routines", 9 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *page = open_page (fixture, cases[i].file, cases[i].page);
      GtkWidget *button = gtk_widget_get_next_sibling (find_id (page, "columns_button"));
      g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
      GSettings *settings = dwell_settings_get ();

      collect_labels (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)), labels);
      g_assert_cmpuint (labels->len, ==, cases[i].n);
      g_assert_true (has_label (labels, cases[i].label));
      g_assert_true (has_label (labels, "_Copy"));
      g_assert_true (has_label (labels, "Copy the Whole _Table"));
      g_assert_true (has_label (labels, "_Save as CSV…"));
      g_assert_true (has_label (labels, "Full _Names"));

      g_assert_false (g_settings_get_boolean (settings, "full-names"));
      g_assert_true (gtk_widget_activate_action (button, "settings.full-names", NULL));
      g_assert_true (g_settings_get_boolean (settings, "full-names"));
      g_assert_true (gtk_widget_activate_action (button, "settings.full-names", NULL));
      g_assert_false (g_settings_get_boolean (settings, "full-names"));
    }
}

/* A copy has the rows at the time of copying, although the table shows others now. */
static void
test_frozen (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWidget *page = open_page (fixture, "lms/doc_example.csv", "events");
  DwellEventList *list = get_list (page);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  g_autoptr(DwellTableText) text = dwell_table_tools_make_text (page, FALSE);
  g_autofree char *before = fixture_table (text, '\t');
  g_autofree char *after = NULL;

  g_assert_true (dwell_event_list_set_filter (list, "reader", NULL));
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) < n);
  after = fixture_table (text, '\t');
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (dwell_table_text_get_n (text), ==, n);
}

static void
on_written (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GError) error = NULL;

  g_assert_true (gdk_content_provider_write_mime_type_finish (GDK_CONTENT_PROVIDER (source),
                                                              result, &error));
  g_assert_no_error (error);
  *(gboolean *) user_data = TRUE;
}

static char *
get_content (GdkContentProvider *content,
             const char         *type)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  gboolean is_written = FALSE;

  gdk_content_provider_write_mime_type_async (content, type, stream, G_PRIORITY_DEFAULT, NULL,
                                              on_written, &is_written);
  WAIT_UNTIL (is_written);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);

  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
test_drag (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *page = open_page (fixture, "lms/doc_example.csv", "statistics");
  g_autoptr(DwellTableText) text = dwell_table_tools_make_text (page, FALSE);
  g_autoptr(GdkContentProvider) content = dwell_table_content_new (text, "a/b.tsv");
  g_autoptr(GdkContentFormats) formats = gdk_content_provider_ref_formats (content);
  g_autofree char *plain = NULL;
  g_autofree char *values = NULL;
  g_autofree char *uris = NULL;
  g_autofree char *saved = NULL;
  g_autoptr(GFile) file = NULL;

  g_assert_true (gdk_content_formats_contain_mime_type (formats, "text/uri-list"));
  plain = get_content (content, "text/plain;charset=utf-8");
  values = get_content (content, "text/tab-separated-values");
  g_assert_cmpstr (plain, ==, values);
  g_assert_true (g_str_has_prefix (plain, "area\t"));

  uris = get_content (content, "text/uri-list");
  g_assert_true (g_str_has_suffix (uris, "a-b.tsv\r\n"));
  file = g_file_new_for_uri (g_strchomp (uris));
  g_assert_true (g_file_load_contents (file, NULL, &saved, NULL, NULL, NULL));
  g_assert_cmpstr (saved, ==, plain);
  g_file_delete (file, NULL, NULL);
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
}

static char *
get_string (gpointer item,
            int      id,
            gboolean is_plain)
{
  return g_strdup (gtk_string_object_get_string (item));
}

static guint
get_depth (gpointer item)
{
  return g_str_has_prefix (gtk_string_object_get_string (item), "An_");
}

static int
print_rows (Fixture    *fixture,
            guint       n_rows,
            const char *name,
            const char *path)
{
  static const DwellTableColumn infos[] = {
    { "Name", 200, FALSE, TRUE, 0, fill, "name", .get_text = get_string },
    { "Number", 80, TRUE, FALSE, 1, fill, "number", .get_text = get_string },
    { "Picture", 80, FALSE, FALSE, 2, fill, "picture" },
  };
  static const DwellTextColumn text_columns[] = {
    { 0, "name", get_string, get_depth }, { 1, "number", get_string },
  };
  GtkColumnView *table = g_object_ref_sink (GTK_COLUMN_VIEW (gtk_column_view_new (NULL)));
  DwellTableColumns *columns = dwell_table_columns_new (table, "none");
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);
  g_autoptr(GtkPrintOperation) operation = NULL;
  g_autoptr(DwellTableText) text = NULL;
  g_autoptr(GError) error = NULL;
  int n_pages;

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    dwell_table_columns_add (columns, &infos[i]);
  dwell_table_columns_restore (columns, -1, FALSE);
  for (guint i = 0; i < n_rows; i++)
    gtk_string_list_append (list, i % 2 == 0 ? name : "<b>a\nlong & odd</b> name");
  text = dwell_table_text_new (G_LIST_MODEL (list), text_columns, G_N_ELEMENTS (text_columns));

  operation = dwell_print_new_table (text, columns, "title", "all");
  gtk_print_operation_set_allow_async (operation, FALSE);
  gtk_print_operation_set_export_filename (operation, path);
  g_assert_cmpint (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT,
                                            GTK_WINDOW (fixture->window), &error), ==,
                   GTK_PRINT_OPERATION_RESULT_APPLY);
  g_assert_no_error (error);
  g_object_get (operation, "n-pages", &n_pages, NULL);
  g_assert_finalize_object (columns);
  g_object_unref (table);

  return n_pages;
}

/* A table without rows is a page with headings; one that is too long ends.
 * Limit: ui/DWELL_TABLE_MAX_PRINTED_PAGES */
static void
test_print (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("x.pdf", "");
  const char *path = g_file_peek_path (file);
  g_autoptr(GString) many = g_string_new ("line");
  g_autofree char *content = NULL;
  int n_pages;

  for (guint i = 0; i < 1000; i++)
    g_string_append (many, "\nline");

  g_assert_cmpint (print_rows (fixture, 0, "reader", path), ==, 1);
  n_pages = print_rows (fixture, 1000, "reader", path);
  g_assert_cmpint (n_pages, >, 10);
  g_assert_cmpint (n_pages, <, 40);
  g_assert_cmpint (print_rows (fixture, 100000, "reader", path), ==, DWELL_TABLE_MAX_PRINTED_PAGES);

  /* Every other row has two lines. With three lines in the others the table needs five thirds of
   * the room; a row of too many lines has a page of its own. */
  g_assert_cmpint (print_rows (fixture, 1000, "reader\nwriter\n<both>", path), >=,
                   n_pages * 5 / 3 - 1);
  g_assert_cmpint (print_rows (fixture, 3, many->str, path), ==, 3);
  g_assert_true (g_file_load_contents (file, NULL, &content, NULL, NULL, NULL));
  g_assert_true (g_str_has_prefix (content, "%PDF"));
  if (g_getenv ("DWELL_KEEP_PRINT") == NULL)
    remove_file (file);
}

/* Finds the place of a word on the page, pt, as pdftotext reports it; skips @n_before
 * occurrences. */
static void
find_word (const char *boxes,
           const char *word,
           guint       n_before,
           double     *left,
           double     *right)
{
  g_autofree char *pattern = g_strdup_printf ("xMin=\"([0-9.]+)\" [^>]*xMax=\"([0-9.]+)\"[^>]*>%s<",
                                              word);
  g_autoptr(GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  g_regex_match (regex, boxes, 0, &match);
  for (guint i = 0; i < n_before; i++)
    g_match_info_next (match, NULL);
  g_assert_true (g_match_info_matches (match));
  from = g_match_info_fetch (match, 1);
  to = g_match_info_fetch (match, 2);
  *left = g_ascii_strtod (from, NULL);
  *right = g_ascii_strtod (to, NULL);
}

/* Texts are whole while there is room, whatever the widths on the screen; they are indented, and
 * the part of the session stands below the title. */
static void
test_print_room (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const char name[] = "An_unusually_long_name_of_some_fifty_letters_01234";
  g_autoptr(GFile) file = make_file ("room.pdf", "");
  const char *path = g_file_peek_path (file);
  g_autofree char *pdftotext = g_find_program_in_path ("pdftotext");
  const char *arguments[] = { pdftotext, "-bbox", path, "-", NULL };
  g_autofree char *boxes = NULL;
  double name_left, text_left, number_left, of_left, right;

  if (pdftotext == NULL)
    {
      remove_file (file);
      g_test_skip ("pdftotext is not installed (Debian package poppler-utils)");
      return;
    }

  print_rows (fixture, 1, name, path);
  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, 0, NULL, NULL, &boxes, NULL, NULL,
                               NULL));
  find_word (boxes, "Name", 0, &name_left, &right);
  find_word (boxes, "all", 0, &of_left, &right);
  find_word (boxes, name, 0, &text_left, &right);
  find_word (boxes, name, 1, &number_left, &right);
  g_assert_cmpfloat_with_epsilon (of_left, name_left, 1);
  g_assert_cmpfloat (text_left, >, name_left + 4);
  g_assert_cmpfloat (number_left, >, text_left + 100);
  remove_file (file);
}

/* From right to left the first column is the rightmost, and names begin at its right edge. */
static void
test_print_direction (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("direction.pdf", "");
  const char *path = g_file_peek_path (file);
  g_autofree char *pdftotext = g_find_program_in_path ("pdftotext");

  if (pdftotext == NULL)
    {
      remove_file (file);
      g_test_skip ("pdftotext is not installed (Debian package poppler-utils)");
      return;
    }

  for (guint is_rtl = 0; is_rtl < 2; is_rtl++)
    {
      const char *arguments[] = { pdftotext, "-bbox", path, "-", NULL };
      g_autofree char *boxes = NULL;
      double name_left, name_right, number_left, number_right;
      double title_left, title_right, cell_left, cell_right, page_left, page_right;

      gtk_widget_set_default_direction (is_rtl ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
      print_rows (fixture, 1, "reader", path);
      gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
      g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, 0, NULL, NULL, &boxes, NULL,
                                   NULL, NULL));

      find_word (boxes, "Name", 0, &name_left, &name_right);
      find_word (boxes, "Number", 0, &number_left, &number_right);
      find_word (boxes, "title", 0, &title_left, &title_right);
      /* Both columns have it. */
      find_word (boxes, "reader", is_rtl, &cell_left, &cell_right);
      find_word (boxes, "Page", 0, &page_left, &page_right);
      if (is_rtl)
        {
          g_assert_cmpfloat (number_right, <, name_left);
          g_assert_cmpfloat_with_epsilon (title_right, name_right, 1);
          g_assert_cmpfloat_with_epsilon (cell_right, name_right, 1);
          g_assert_cmpfloat (page_right, <, name_left);
        }
      else
        {
          g_assert_cmpfloat (name_right, <, number_left);
          g_assert_cmpfloat_with_epsilon (title_left, name_left, 1);
          g_assert_cmpfloat_with_epsilon (cell_left, name_left, 1);
          g_assert_cmpfloat (page_left, >, name_right);
        }
    }

  remove_file (file);
}

static gboolean
has_heading (GtkWidget  *page,
             const char *heading)
{
  g_autoptr(DwellTableText) table = dwell_table_tools_make_text (page, FALSE);
  g_autofree char *text = fixture_table (table, '\t');

  return g_str_has_prefix (text, heading);
}

/* Every page that has a table can do all of it. Which columns there are is known with the rows. */
static void
test_pages (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const struct { const char *file; const char *page; const char *heading; } cases[] = {
    { "lms/doc_example.csv", "statistics", "area\t" },
    { "lms/doc_example.csv", "tree", "name\ttotal\ttotal_share\tself\tself_share\tcount\n" },
    { "lms/doc_example.csv", "problems", "severity\twhat\tplace\tcount\n" },
    { "lms/doc_example.csv", "markers", "time\ttext\tsince\tspan\n" },
    { "text1/preempt.txt", "values", "name\tvalue\tmin\t" },
    { "br/sampled_plain.prof", "lines", "name\tshare\thits\n" },
    { "aprof/versions/sort_rms_v0.aprof", "costs", "favourite\tname\tgrowth\tat_10x\tcost\t" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) file = data_file (cases[i].file);
      GtkWidget *page;

      if (!g_file_query_exists (file, NULL))
        continue;
      open_data (fixture, cases[i].file);
      wait_for_session (fixture);
      page = dwell_session_pages_get (find_id (dwell_window_get_current (fixture->window),
                                                   "pages"), cases[i].page);
      g_test_message ("%s", cases[i].page);
      WAIT_UNTIL (has_heading (page, cases[i].heading));
    }
}

/* The rows as text, for other programs or as they are shown. */
static char *
get_rows_text (GtkWidget *page,
               gboolean   is_shown)
{
  g_autoptr(DwellTableText) table = dwell_table_tools_make_text (page, FALSE);
  g_autoptr(GString) text = g_string_new (NULL);

  if (!is_shown)
    return fixture_table (table, ',');

  for (guint i = 0; i < dwell_table_text_get_n (table); i++)
    {
      g_auto(GStrv) cells = dwell_table_text_get_shown (table, i);
      g_autofree char *row = g_strjoinv ("|", cells);

      g_string_append_printf (text, "%s\n", row);
    }
  return g_strdup (text->str);
}

/* @plain and @shown are among the lines of what is copied and printed. */
static void
assert_rows (GtkWidget  *page,
             const char *plain,
             const char *shown)
{
  g_autofree char *plain_text = get_rows_text (page, FALSE);
  g_autofree char *shown_text = get_rows_text (page, TRUE);

  g_test_message ("%s%s", plain_text, shown_text);
  g_assert_nonnull (strstr (plain_text, plain));
  g_assert_nonnull (strstr (shown_text, shown));
}

/* Other programs get numbers in the units of the trace, paper has what the window shows. */
static void
test_texts (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("broken.csv", "2,0,reader\n0,0,0\n1,0,1000\n1,0,5\n");
  GtkWidget *page = open_page_of (fixture, file, "tree");
  DwellView *view = get_view (fixture);

  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_selection (page))) == 1);
  assert_rows (page, "\r\nreader,1000000,1,1000000,1,1\r\n",
               "reader|1\u00a0ms|100.0\u00a0%|1\u00a0ms|100.0\u00a0%|1\n");
  page = open_page_of (fixture, file, "problems");
  assert_rows (page, "\r\n"
                     "warning,“reader” ends without a start,4,1\r\n",
               "Warning|“reader” ends without a start|line 4|1\n");

  dwell_view_add_marker (view, 250, "one\ntwo");
  dwell_view_add_marker (view, 1000, "");
  dwell_view_add_note (view, 0, "odd");
  page = open_page_of (fixture, file, "markers");
  assert_rows (page, "\r\n0,odd,,reader\r\n250,\"one\ntwo\",250,\r\n1000,,750,\r\n",
               "0.000\u00a0ms|odd||reader\n0.000\u202f250\u00a0ms|one\ntwo|250\u00a0ns|\n");
  remove_file (file);

  page = open_page (fixture, "vcd/counter.vcd", "values");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_selection (page))) > 0);
  assert_rows (page, "\r\nboard.task = Control loop,,,,,,1,2500,0.227272727,2500,State\r\n",
               "Control loop||||||1|2.5\u00a0µs|22.7\u00a0%|2.5\u00a0µs|State\n");
}

/* Whatever a page has in its table is saved as the text of it, separated by commas. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const struct { const char *page; const char *action; const char *name; } cases[] = {
    { "events", "events.save", "events.csv" }, { "statistics", "statistics.save", "areas.csv" },
  };
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *page = open_page (fixture, "lms/doc_example.csv", cases[i].page);
      g_autoptr(DwellTableText) text = NULL;
      g_autoptr(GFile) file = NULL;
      g_autofree char *saved = NULL;
      g_autofree char *expected = NULL;

      g_assert_true (gtk_widget_activate_action (page, cases[i].action, NULL));
      file_dialog_open (fixture, NULL);
      g_assert_true (gtk_widget_activate_action (page, cases[i].action, NULL));
      file = file_dialog_save (fixture, folder, cases[i].name);
      saved = file_dialog_load (file);
      text = dwell_table_tools_make_text (page, FALSE);
      expected = fixture_table (text, ',');
      g_assert_cmpstr (saved, ==, expected);
    }
  folder_remove (g_steal_pointer (&path));
}

/* Takes the name of what is to be printed. */
static gboolean
take_name (GSignalInvocationHint *hint,
           guint                  n_values,
           const GValue          *values,
           gpointer               name)
{
  g_object_get (g_value_get_object (&values[0]), "job-name", name, NULL);
  return TRUE;
}

/* Each page asks how its table is to be printed, those that follow the scope and those that do
 * not. What is printed is called as the recording and the page are. */
static void
test_print_dialog (Fixture       *fixture,
                   gconstpointer  user_data)
{
  static const struct { const char *page; const char *action; const char *name; } cases[] = {
    { "statistics", "statistics.print", "doc_example.csv · Statistics" },
    { "markers", "markers.print", "doc_example.csv · Markers" },
    { "problems", "problems.print", "doc_example.csv · Problems" },
  };

  g_autofree char *name = NULL;
  guint asked;
  gulong hook;

  g_type_class_unref (g_type_class_ref (GTK_TYPE_PRINT_OPERATION));
  asked = g_signal_lookup ("create-custom-widget", GTK_TYPE_PRINT_OPERATION);
  hook = g_signal_add_emission_hook (asked, 0, take_name, &name, NULL);
  open_data (fixture, "lms/doc_example.csv");
  wait_for_session (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkStack *pages = find_id (dwell_window_get_current (fixture->window), "pages");

      gtk_stack_set_visible_child_name (pages, cases[i].page);
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dwell_session_pages_get (
                                                   pages, cases[i].page)), cases[i].action, NULL));
      WAIT_UNTIL (GTK_IS_DIALOG (find_other_window (fixture)));
      g_assert_cmpstr (name, ==, cases[i].name);
      g_clear_pointer (&name, g_free);
      gtk_dialog_response (GTK_DIALOG (find_other_window (fixture)), GTK_RESPONSE_CANCEL);
      WAIT_UNTIL (find_other_window (fixture) == NULL);
    }
  g_signal_remove_emission_hook (asked, hook);
}

int
main (int    argc,
      char **argv)
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/table-tools/copy", test_copy },
    { "/table-tools/copy-many", test_copy_many },
    { "/table-tools/menu", test_menu },
    { "/table-tools/frozen", test_frozen },
    { "/table-tools/drag", test_drag },
    { "/table-tools/texts", test_texts },
    { "/table-tools/print", test_print },
    { "/table-tools/print-room", test_print_room },
    { "/table-tools/print-direction", test_print_direction },
    { "/table-tools/pages", test_pages },
    { "/table-tools/save", test_save },
    { "/table-tools/print-dialog", test_print_dialog },
  };

  if (!window_fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
