/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli render: pictures of each kind, of the size asked for, that show something and change
 * with the style, the range, the context and the filter; and what it refuses. */
#include "config.h"

#include <cairo.h>
#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/folder.h"

typedef struct {
  char *folder;
} Place;

static void
set_up (Place        *place,
        gconstpointer data)
{
  place->folder = folder_new ();
}

static void
tear_down (Place        *place,
           gconstpointer data)
{
  folder_remove (place->folder);
}

/* Renders into @name in the place. Returns: its path. */
static char *
render (Place      *place,
        const char *name,
        const char *arguments)
{
  char *path = g_build_filename (place->folder, name, NULL);
  g_autofree char *line = g_strdup_printf ("render -o %s %s", path, arguments);
  g_auto(CliRun) run = { 0 };

  cli_run_well (&run, line);
  g_assert_cmpstr (run.out, ==, "");
  return path;
}

/* A picture's pixels as one text, for comparing; and its size. */
static char *
render_png (Place      *place,
            const char *arguments,
            int        *width,
            int        *height)
{
  g_autofree char *path = render (place, "picture.png", arguments);
  cairo_surface_t *image = cairo_image_surface_create_from_png (path);
  g_autoptr(GHashTable) colours = g_hash_table_new (NULL, NULL);
  char *digest;

  g_assert_cmpint (cairo_surface_status (image), ==, CAIRO_STATUS_SUCCESS);
  *width = cairo_image_surface_get_width (image);
  *height = cairo_image_surface_get_height (image);

  for (int y = 0; y < *height; y++)
    {
      const guchar *row = cairo_image_surface_get_data (image) +
                          y * cairo_image_surface_get_stride (image);

      for (int x = 0; x < *width; x++)
        {
          guint32 pixel;

          memcpy (&pixel, row + x * 4, sizeof pixel);
          g_hash_table_add (colours, GUINT_TO_POINTER (pixel));
        }
    }

  /* Bars, text and lines: more than a plane of one colour. */
  g_assert_cmpuint (g_hash_table_size (colours), >, 8);

  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, cairo_image_surface_get_data (image),
                                        (gsize) (*height *
                                                 cairo_image_surface_get_stride (image)));
  cairo_surface_destroy (image);
  return digest;
}

static void
test_png (Place        *place,
          gconstpointer data)
{
  static const char * const variants[] = {
    "--size=800x300 ooo/clean_4711.log",
    "--size=800x300 --style=dark ooo/clean_4711.log",
    "--size=800x300 --from=20ms --to=60ms ooo/clean_4711.log",
    "--size=800x300 --context=thread~2 ooo/clean_4711.log",
    "--size=800x300 --filter=SwDLL ooo/clean_4711.log",
    "--size=800x300 --joined ooo/clean_4711.log ooo/quirks_99.log",
    "--size=800x300 lms/quirks.csv",
  };
  g_autoptr(GHashTable) digests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *again = NULL;
  int width;
  int height;

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      g_assert_true (g_hash_table_add (digests, render_png (place, variants[i], &width, &height)));
      g_assert_cmpint (width, ==, 800);
      g_assert_cmpint (height, ==, 300);
    }

  /* The same command makes the same picture. */
  again = render_png (place, variants[0], &width, &height);
  g_assert_true (g_hash_table_contains (digests, again));

  /* Without a size it is as high as it has to be. */
  g_free (again);
  again = render_png (place, "ooo/clean_4711.log", &width, &height);
  g_assert_cmpint (width, ==, 1600);
  g_assert_cmpint (height, >, 150);
  g_assert_cmpint (height, <, 400);
}

static void
test_svg (Place        *place,
          gconstpointer data)
{
  g_autofree char *path = render (place, "Picture.SVG", "--size=640x200 lms/runtime_nested.csv");
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  const GMarkupParser parser = { NULL };
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_markup_parse_context_parse (context, text, -1, &error));
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_nonnull (strstr (text, "viewBox=\"0 0 640 200\""));
}

/* The call trees of two recordings as one picture; what a filter does not match on either side is
 * drawn fainter. Without calls there is none. */
static void
test_compared (Place        *place,
               gconstpointer data)
{
  g_autofree char *path = g_build_filename (place->folder, "compared.svg", NULL);
  g_autofree char *line =
    g_strdup_printf ("compare --what=flame --size=640x200 -o %s compare/base.csv compare/new.csv",
                     path);
  g_autofree char *filtered = g_strconcat (line, " --filter=load", NULL);
  g_autofree char *without =
    g_strdup_printf ("compare --what=flame -o %s compare/costs-base.aprof compare/costs-new.aprof",
                     path);
  g_autofree char *text = NULL;
  g_autofree char *dimmed = NULL;
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) again = { 0 };
  g_auto(CliRun) failed = { 0 };

  cli_run_well (&run, line);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "viewBox=\"0 0 640 200\""));
  g_assert_nonnull (strstr (text, "</svg>"));

  cli_run_well (&again, filtered);
  g_assert_true (g_file_get_contents (path, &dimmed, NULL, NULL));
  g_assert_cmpstr (dimmed, !=, text);

  cli_run (&failed, without);
  g_assert_cmpint (failed.status, ==, 1);
  g_assert_nonnull (strstr (failed.err, "there is no call tree to draw"));
}

/* Both timelines as one picture, with the names of both files and their tracks. */
static void
test_twins (Place        *place,
            gconstpointer data)
{
  g_autofree char *path = g_build_filename (place->folder, "twins.svg", NULL);
  g_autofree char *png = g_build_filename (place->folder, "twins.png", NULL);
  g_autofree char *line =
    g_strdup_printf ("compare --what=timeline --align=save --size=640x300 -o %s "
                     "compare/order-base.csv compare/order-new.csv", path);
  g_autofree char *usual =
    g_strdup_printf ("compare --what=timeline -o %s compare/order-base.csv compare/order-base.csv",
                     png);
  g_autofree char *text = NULL;
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) of_usual_size = { 0 };

  cli_run_well (&run, line);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "viewBox=\"0 0 640 300\""));
  g_assert_nonnull (strstr (text, "</svg>"));
  cli_run_well (&of_usual_size, usual);
  g_assert_true (g_file_test (png, G_FILE_TEST_IS_REGULAR));
}

static void
test_pdf (Place        *place,
          gconstpointer data)
{
  g_autofree char *path = render (place, "picture.pdf", "ooo/doc_example.log");
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_str_has_prefix (text, "%PDF-"));
  g_assert_cmpuint (length, >, 1000);
}

static void
test_refused (Place        *place,
              gconstpointer data)
{
  static const struct {
    const char *line;
    int         status;
  } cases[] = {
    { "render lms/doc_example.csv", 2 },
    { "render -o picture lms/doc_example.csv", 2 },
    { "render -o picture.gif lms/doc_example.csv", 2 },
    { "render -o picture.png --size=12 lms/doc_example.csv", 2 },
    { "render -o picture.png --size=10x10 lms/doc_example.csv", 2 },
    { "render -o picture.png --size=99999x100 lms/doc_example.csv", 2 },
    { "render -o picture.png --style=blue lms/doc_example.csv", 2 },
    { "render -o picture.png lms/doc_example.csv ooo/doc_example.log", 2 },
    { "render -o picture.png", 2 },
    { "render -o nowhere/picture.png lms/doc_example.csv", 1 },
    { "render -o picture.png lms/nothing.csv", 1 },
    { "render -o picture.png --context=x lms/doc_example.csv", 1 },
  };
  g_autofree char *written = g_test_build_filename (G_TEST_DIST, "data", "picture.png", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(CliRun) run = { 0 };

      cli_run (&run, cases[i].line);
      g_test_message ("%s", run.err);
      g_assert_cmpint (run.status, ==, cases[i].status);
      g_assert_true (g_str_has_prefix (run.err, "dwell-cli: "));
      g_assert_true (strchr (run.err, '\n') == run.err + strlen (run.err) - 1);
      g_assert_false (g_file_test (written, G_FILE_TEST_EXISTS));
    }
}

/* The call tree instead; what has no times has one, too. */
static void
test_flame (Place         *place,
            gconstpointer  data)
{
  int width;
  int height;
  g_autofree char *light = render_png (place, "--view=flame lms/runtime_nested.csv", &width,
                                       &height);
  g_autofree char *dark = render_png (place, "--view=flame --style=dark lms/runtime_nested.csv",
                                      &width, &height);
  g_autofree char *dimmed = render_png (place, "--view=flame --filter=render "
                                        "lms/runtime_nested.csv", &width, &height);
  g_autofree char *costs = render (place, "c.svg",
                                   "--view=flame aprof/quirks/doc_example_ctx.aprof");
  g_auto(CliRun) run = { 0 };

  g_assert_cmpint (width, ==, 1600);
  g_assert_cmpstr (light, !=, dark);
  g_assert_cmpstr (light, !=, dimmed);
  g_assert_true (g_file_test (costs, G_FILE_TEST_EXISTS));

  cli_run (&run, "render --view=bars -o a.png lms/runtime_nested.csv");
  g_assert_cmpint (run.status, ==, 2);
}

/* If a file has no timeline, costs are drawn by default. */
static void
test_costs (Place         *place,
            gconstpointer  data)
{
  int width;
  int height;
  g_autofree char *asked = render_png (place, "--view=costs aprof/real/rms/sort_23697_0_4.aprof",
                                       &width, &height);
  g_autofree char *usual = render_png (place, "aprof/real/rms/sort_23697_0_4.aprof", &width,
                                       &height);
  g_autofree char *fewer = render_png (place, "--filter=bubble aprof/real/rms/sort_23697_0_4.aprof",
                                       &width, &height);
  g_auto(CliRun) run = { 0 };

  g_assert_cmpint (width, ==, 1200);
  g_assert_cmpint (height, ==, 700);
  g_assert_cmpstr (asked, ==, usual);
  g_assert_cmpstr (asked, !=, fewer);

  cli_run (&run, "render --view=costs -o a.png lms/runtime_nested.csv");
  g_assert_cmpint (run.status, ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/cli/render/png", Place, NULL, set_up, test_png, tear_down);
  g_test_add ("/cli/render/svg", Place, NULL, set_up, test_svg, tear_down);
  g_test_add ("/cli/render/compared", Place, NULL, set_up, test_compared, tear_down);
  g_test_add ("/cli/render/twins", Place, NULL, set_up, test_twins, tear_down);
  g_test_add ("/cli/render/pdf", Place, NULL, set_up, test_pdf, tear_down);
  g_test_add ("/cli/render/flame", Place, NULL, set_up, test_flame, tear_down);
  g_test_add ("/cli/render/costs", Place, NULL, set_up, test_costs, tear_down);
  g_test_add ("/cli/render/refused", Place, NULL, set_up, test_refused, tear_down);

  return g_test_run ();
}
