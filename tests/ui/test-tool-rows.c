/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of tools: the place of each tool in as many rows as needed, and that the widget allocates
 * these places to its children, mirrored in languages that are written from right to left. Toggles,
 * which become a menu where they have no room. */
#include "config.h"

#include <adwaita.h>

#include "support/wait.h"
#include "ui/widgets/dwell-toggles.h"
#include "ui/widgets/dwell-tool-rows.h"

#define MAX_TOOLS 5

/* --- Places --- */

typedef struct {
  const char *what;
  int         width_px;
  DwellToolPlace places[MAX_TOOLS]; /* up to the one that needs nothing; spacing is 10 */
  guint       n_rows;
} PlaceCase;

/* least, wish, expands, at end; then row, x, width */
static const PlaceCase place_cases[] = {
  { "nothing", 100, { { 0 } }, 1 },
  { "all fit", 100, { { 30, 30, 0, 0, 0, 0, 30 }, { 40, 40, 0, 0, 0, 40, 40 } }, 1 },
  { "exactly", 80, { { 30, 30, 0, 0, 0, 0, 30 }, { 40, 40, 0, 0, 0, 40, 40 } }, 1 },
  { "a px too few", 79, { { 30, 30, 0, 0, 0, 0, 30 }, { 40, 40, 0, 0, 1, 0, 40 } }, 2 },
  { "the rest is taken", 100,
    { { 30, 30, 0, 0, 0, 0, 30 }, { 20, 20, 1, 0, 0, 40, 60 } }, 1 },
  { "the rest is shared", 101,
    { { 20, 20, 1, 0, 0, 0, 45 }, { 20, 20, 1, 0, 0, 55, 46 } }, 1 },
  { "the end keeps the first row", 100,
    { { 50, 50, 0, 0, 0, 0, 50 }, { 30, 30, 1, 0, 1, 0, 100 }, { 20, 20, 0, 1, 0, 80, 20 } }, 2 },
  { "several at the end", 100,
    { { 30, 30, 0, 0, 0, 0, 30 }, { 10, 10, 0, 1, 0, 70, 10 }, { 10, 10, 0, 1, 0, 90, 10 } }, 1 },
  { "only at the end", 100, { { 20, 20, 0, 1, 0, 80, 20 } }, 1 },
  { "no room for the end: in the last row", 100,
    { { 90, 90, 0, 0, 0, 0, 90 }, { 30, 30, 0, 0, 1, 0, 30 }, { 20, 20, 0, 1, 1, 80, 20 } }, 2 },
  { "no room for the end: in its own row", 100,
    { { 90, 90, 0, 0, 0, 0, 90 }, { 20, 20, 0, 1, 1, 80, 20 } }, 2 },
  { "the first gives way to the end", 100,
    { { 40, 90, 0, 0, 0, 0, 70 }, { 20, 20, 0, 1, 0, 80, 20 } }, 1 },
  { "alone and wider than the row", 100, { { 40, 120, 0, 0, 0, 0, 100 } }, 1 },
  { "never less than it needs", 100, { { 110, 120, 0, 0, 0, 0, 110 } }, 1 },
  { "less saves a row", 100,
    { { 30, 60, 0, 0, 0, 0, 30 }, { 40, 40, 0, 0, 0, 40, 40 } }, 1 },
  { "less saves no row", 100,
    { { 50, 80, 0, 0, 0, 0, 80 }, { 60, 60, 0, 0, 1, 0, 60 } }, 2 },
  { "the first gives, then the next", 100,
    { { 30, 60, 0, 0, 0, 0, 30 }, { 30, 60, 0, 0, 0, 40, 60 } }, 1 },
  { "what is left goes to those that expand", 120,
    { { 30, 90, 0, 0, 0, 0, 30 }, { 30, 30, 1, 0, 0, 40, 80 } }, 1 },
  { "a row each", 50,
    { { 40, 40, 0, 0, 0, 0, 40 }, { 40, 40, 1, 0, 1, 0, 50 }, { 40, 40, 0, 0, 2, 0, 40 } }, 3 },
};

/* A row of which every tool is hidden. */
static void
test_no_tools (void)
{
  DwellToolPlace none = { 0 };

  g_assert_cmpuint (dwell_tool_rows_place (NULL, 0, 100, 6), <=, 1);
  g_assert_cmpuint (dwell_tool_rows_place (&none, 0, 0, 6), <=, 1);
}

static void
test_places (void)
{
  g_assert_cmpuint (dwell_tool_rows_place (NULL, 0, 100, 10), ==, 1);

  for (guint i = 0; i < G_N_ELEMENTS (place_cases); i++)
    {
      const PlaceCase *expected = &place_cases[i];
      DwellToolPlace places[MAX_TOOLS];
      guint n = 0;

      g_test_message ("%s", expected->what);
      for (; n < MAX_TOOLS && expected->places[n].least_px > 0; n++)
        {
          places[n] = expected->places[n];
          places[n].row = 99;
          places[n].x_px = places[n].width_px = -1;
        }

      g_assert_cmpuint (dwell_tool_rows_place (places, n, expected->width_px, 10), ==,
                        expected->n_rows);
      for (guint j = 0; j < n; j++)
        {
          g_assert_cmpuint (places[j].row, ==, expected->places[j].row);
          g_assert_cmpint (places[j].x_px, ==, expected->places[j].x_px);
          g_assert_cmpint (places[j].width_px, ==, expected->places[j].width_px);
        }
    }
}

/* Tools of random widths: none overlap or are cut off, and the order stays. */
static void
test_random_places (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      DwellToolPlace places[MAX_TOOLS] = { 0 };
      guint n = (guint) g_test_rand_int_range (1, MAX_TOOLS + 1);
      guint n_end = (guint) g_test_rand_int_range (0, 2);
      int width_px = g_test_rand_int_range (60, 400);
      guint last_row = 0;
      int last_end_px = -10;
      guint n_rows;

      for (guint i = 0; i < n; i++)
        {
          places[i].least_px = g_test_rand_int_range (5, 60);
          places[i].expands = g_test_rand_bit ();
          places[i].wish_px = places[i].least_px +
                              (places[i].expands ? 0 : g_test_rand_int_range (0, 60));
          places[i].is_at_end = i + n_end >= n;
          if (places[i].is_at_end)
            places[i].wish_px = places[i].least_px;
        }

      n_rows = dwell_tool_rows_place (places, n, width_px, 10);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpint (places[i].width_px, >=, places[i].least_px);
          g_assert_cmpint (places[i].x_px + places[i].width_px, <=, width_px);
          g_assert_cmpuint (places[i].row, <, n_rows);
          if (places[i].is_at_end)
            {
              g_assert_cmpint (places[i].x_px + places[i].width_px, ==, width_px);
              for (guint j = 0; j < i; j++)
                if (places[j].row == places[i].row)
                  g_assert_cmpint (places[j].x_px + places[j].width_px + 10, <=, places[i].x_px);
              continue;
            }

          if (places[i].row != last_row)
            last_end_px = -10;
          g_assert_cmpuint (places[i].row, >=, last_row);
          g_assert_cmpuint (places[i].row, <=, last_row + 1);
          g_assert_cmpint (places[i].x_px, ==, last_end_px + 10);
          last_row = places[i].row;
          last_end_px = places[i].x_px + places[i].width_px;
        }
    }
}

/* --- The widget --- */

static GtkWidget *
add_tool (GtkWidget *rows,
          int        width_px)
{
  GtkWidget *tool = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_size_request (tool, width_px, 20);
  gtk_widget_set_parent (tool, rows);
  return tool;
}

static void
assert_at (GtkWidget *tool,
           int        x,
           int        y,
           int        width)
{
  GtkAllocation at;

  gtk_widget_get_allocation (tool, &at);
  g_assert_cmpint (at.x, ==, x);
  g_assert_cmpint (at.y, ==, y);
  g_assert_cmpint (at.width, ==, width);
}

static void
test_widget (void)
{
  GtkWidget *rows = g_object_ref_sink (g_object_new (DWELL_TYPE_TOOL_ROWS, NULL));
  GtkWidget *first = add_tool (rows, 100);
  GtkWidget *hidden = add_tool (rows, 500);
  GtkWidget *second = add_tool (rows, 80);
  GtkWidget *end = add_tool (rows, 30);
  int minimum;
  int natural;

  gtk_widget_set_visible (hidden, FALSE);
  gtk_widget_set_hexpand (second, TRUE);
  gtk_widget_set_halign (end, GTK_ALIGN_END);

  gtk_widget_measure (rows, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  g_assert_cmpint (minimum, ==, 100);
  g_assert_cmpint (natural, ==, 100 + 6 + 80 + 6 + 30);
  gtk_widget_measure (rows, GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, ==, 20);
  gtk_widget_measure (rows, GTK_ORIENTATION_VERTICAL, 200, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, ==, 46);

  gtk_widget_allocate (rows, 200, 46, -1, NULL);
  assert_at (first, 0, 0, 100);
  assert_at (second, 0, 26, 200);
  assert_at (end, 170, 0, 30);

  gtk_widget_set_direction (rows, GTK_TEXT_DIR_RTL);
  gtk_widget_queue_allocate (rows);
  gtk_widget_allocate (rows, 200, 46, -1, NULL);
  assert_at (first, 100, 0, 100);
  assert_at (second, 0, 26, 200);
  assert_at (end, 0, 0, 30);

  g_assert_finalize_object (rows);
}

/* --- Toggles --- */

static const char toggles_ui[] =
  "<interface><object class='DwellToggles' id='toggles'>"
  "<child><object class='GtkToggleButton' id='one'><property name='label'>_First of both</property>"
  "<property name='use-underline'>True</property><property name='active'>True</property>"
  "</object></child>"
  "<child><object class='GtkToggleButton' id='two'><property name='label'>Another one</property>"
  "<property name='group'>one</property></object></child>"
  "</object></interface>";

static GtkWidget *
find_type (GtkWidget *widget,
           GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_toggles (void)
{
  g_autoptr(GtkBuilder) builder = NULL;
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *toggles;
  GtkWidget *one;
  GtkWidget *two;
  GtkWidget *menu;
  GtkWidget *twin;
  int minimum;
  int natural;

  g_type_ensure (DWELL_TYPE_TOGGLES);
  builder = gtk_builder_new_from_string (toggles_ui, -1);
  toggles = GTK_WIDGET (gtk_builder_get_object (builder, "toggles"));
  one = GTK_WIDGET (gtk_builder_get_object (builder, "one"));
  two = GTK_WIDGET (gtk_builder_get_object (builder, "two"));
  gtk_box_append (GTK_BOX (box), toggles);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));

  menu = find_type (toggles, GTK_TYPE_MENU_BUTTON);
  gtk_widget_measure (toggles, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  g_assert_cmpint (minimum, <, natural);

  gtk_window_set_default_size (GTK_WINDOW (window), natural + 20, 60);
  WAIT_UNTIL (gtk_widget_get_mapped (one) && !gtk_widget_get_mapped (menu));
  gtk_window_set_default_size (GTK_WINDOW (window), natural - 20, 60);
  WAIT_UNTIL (!gtk_widget_get_mapped (one) && gtk_widget_get_mapped (menu));

  /* Both always show the same choice. */
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_menu_button_get_child (
                     GTK_MENU_BUTTON (menu)))), ==, "First of both");
  twin = find_type (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (menu))),
                    GTK_TYPE_CHECK_BUTTON);
  g_assert_cmpstr (gtk_check_button_get_label (GTK_CHECK_BUTTON (twin)), ==, "First of both");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (twin)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (gtk_widget_get_next_sibling (twin)), TRUE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (two)));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_menu_button_get_child (
                     GTK_MENU_BUTTON (menu)))), ==, "Another one");
  dwell_toggles_set_title (DWELL_TOGGLES (toggles), GTK_TOGGLE_BUTTON (one), "_Short");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (one), TRUE);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (twin)));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_menu_button_get_child (
                     GTK_MENU_BUTTON (menu)))), ==, "Short");

  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_disable_setlocale ();
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP no display\n");
      return 0;
    }

  g_test_add_func ("/tool-rows/places", test_places);
  g_test_add_func ("/tool-rows/no-tools", test_no_tools);
  g_test_add_func ("/tool-rows/random-places", test_random_places);
  g_test_add_func ("/tool-rows/widget", test_widget);
  g_test_add_func ("/tool-rows/toggles", test_toggles);
  return g_test_run ();
}
