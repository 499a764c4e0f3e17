/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels: never markup, ellipsized as asked, found again, and not kept for ever. */
#include "config.h"

#include "core/dwell-builder.h"
#include "paint/dwell-labels.h"

static DwellLabels *
make_labels (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  DwellLabels *labels = dwell_labels_new (context);

  g_object_unref (context);
  return labels;
}

static void
test_plain (void)
{
  DwellLabels *labels = make_labels ();
  const DwellLabel *label = dwell_labels_get (labels, DWELL_FONT_BAR, "<b>&amp;\n</b>", -1);
  int width = label->width;
  int height = label->height;

  g_assert_cmpstr (pango_layout_get_text (label->layout), ==, "<b>&amp;\n</b>");
  g_assert_cmpint (pango_layout_get_line_count (label->layout), ==, 1);
  g_assert_cmpint (height, <=, 20);

  label = dwell_labels_get (labels, DWELL_FONT_BAR, "&", -1);
  g_assert_cmpint (label->width, <, width);
  label = dwell_labels_get (labels, DWELL_FONT_BAR, "", -1);
  g_assert_cmpint (label->width, ==, 0);
  dwell_labels_free (labels);
}

static void
test_ellipsized (void)
{
  DwellLabels *labels = make_labels ();
  g_autofree char *long_text = g_strnfill (100000, 'm');
  const DwellLabel *label = dwell_labels_get (labels, DWELL_FONT_BAR, long_text, 60);

  g_assert_cmpint (label->width, <=, 60);
  g_assert_true (pango_layout_is_ellipsized (label->layout));
  label = dwell_labels_get (labels, DWELL_FONT_BAR, "m", 60);
  g_assert_false (pango_layout_is_ellipsized (label->layout));
  dwell_labels_free (labels);
}

/* Whatever the direction of its text, a label begins where it is drawn. */
static void
test_directions (void)
{
  static const char * const texts[] = { "name", "שלום עולם", "مرحبا", "abc שלום", "דוח() 3", "12" };
  static const int widths[] = { -1, 30, 300 };
  DwellLabels *labels = make_labels ();

  for (guint i = 0; i < G_N_ELEMENTS (texts) * G_N_ELEMENTS (widths); i++)
    {
      const DwellLabel *label = dwell_labels_get (labels, DWELL_FONT_BAR,
                                                  texts[i / G_N_ELEMENTS (widths)],
                                                  widths[i % G_N_ELEMENTS (widths)]);
      cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_ALPHA, NULL);
      cairo_t *cr = cairo_create (surface);
      double x, width;

      dwell_label_draw (label, cr, 100, 0);
      cairo_recording_surface_ink_extents (surface, &x, NULL, &width, NULL);
      g_assert_cmpfloat (x, >=, 97);
      g_assert_cmpfloat (x, <=, 103);
      g_assert_cmpfloat (x + width, <=, 103 + label->width);
      g_assert_cmpfloat (x + width, >=, 97 + label->width);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }

  dwell_labels_free (labels);
}

/* The narrower the bar, the less of a name: its last part is kept longest. */
static void
test_areas (void)
{
  static const struct {
    const char   *name;
    const char   *shorter;
    const char   *shortest;
    DwellAreaKind kind;
  } cases[] = {
    { "\"a long file name.c\"#step", "step", "step", DWELL_AREA_FUNCTION },
    { "\"a long file name.cpp\"#ns::Motor::step<int>(int)", "Motor::step", "step",
      DWELL_AREA_FUNCTION },
    { "\"only a file\"#", "\"only a file\"#", "\"only a file\"#", DWELL_AREA_FUNCTION },
    { "plain::name", "plain::name", "name", DWELL_AREA_FUNCTION },
    { "Foo::operator bool() const", "Foo::operator bool", "operator bool", DWELL_AREA_FUNCTION },
    { "car.lane.filter", "car.lane.filter", "filter", DWELL_AREA_PROCESS },
    { "a.b = c::d;", "a.b = c::d;", "a.b = c::d;", DWELL_AREA_LINE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
      DwellArea area = { .parent = DWELL_NONE, .kind = cases[i].kind };
      DwellLabels *labels = make_labels ();
      g_autoptr(DwellTrace) trace = NULL;
      const DwellLabel *label;
      int widths[2];

      area.name = area.title = dwell_strings_intern (builder->strings, cases[i].name, -1);
      dwell_builder_add_area (builder, &area);
      trace = dwell_builder_finish (builder);
      widths[0] = dwell_labels_get (labels, DWELL_FONT_BAR, cases[i].shorter, -1)->width;
      widths[1] = dwell_labels_get (labels, DWELL_FONT_BAR, cases[i].shortest, -1)->width;

      label = dwell_labels_get_for_area (labels, trace, 0, 1000);
      g_assert_cmpstr (pango_layout_get_text (label->layout), ==, cases[i].shorter);
      label = dwell_labels_get_for_area (labels, trace, 0, widths[0]);
      g_assert_cmpstr (pango_layout_get_text (label->layout), ==, cases[i].shorter);
      label = dwell_labels_get_for_area (labels, trace, 0, widths[1]);
      g_assert_cmpstr (pango_layout_get_text (label->layout), ==, cases[i].shortest);
      dwell_labels_free (labels);
    }
}

static void
test_bounded (void)
{
  DwellLabels *labels = make_labels ();
  PangoLayout *first = dwell_labels_get (labels, DWELL_FONT_BAR, "first", -1)->layout;
  PangoLayout *used = dwell_labels_get (labels, DWELL_FONT_BAR, "used", -1)->layout;
  gpointer gone = first;

  g_object_add_weak_pointer (G_OBJECT (first), &gone);

  for (guint i = 0; i < 10000; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      dwell_labels_get (labels, DWELL_FONT_RULER, text, -1);
      g_assert_true (dwell_labels_get (labels, DWELL_FONT_BAR, "used", -1)->layout == used);
    }

  g_assert_null (gone);
  dwell_labels_free (labels);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/labels/plain", test_plain);
  g_test_add_func ("/labels/ellipsized", test_ellipsized);
  g_test_add_func ("/labels/directions", test_directions);
  g_test_add_func ("/labels/areas", test_areas);
  g_test_add_func ("/labels/bounded", test_bounded);

  return g_test_run ();
}
