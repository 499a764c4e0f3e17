/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arranging rows by their cells: the rules, and random cells against a naive stable sort. */
#include "config.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "core/dwell-arrangement.h"

static void
assert_order (DwellArrangement     *arrangement,
              const DwellCellValue *cells,
              guint                 n,
              gboolean              descending,
              const char           *expected)
{
  g_autoptr(GString) found = g_string_new (NULL);
  const guint32 *rows;

  for (guint i = 0; i < n; i++)
    dwell_arrangement_add (arrangement, i, &cells[i]);
  rows = dwell_arrangement_sort (arrangement, descending);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (found, "%s%u", i > 0 ? " " : "", rows[i]);

  g_assert_cmpstr (found->str, ==, expected);
}

/* Numbers exactly, whatever their kinds, texts whatever their case, nothing last either way. */
static void
test_rules (void)
{
  const DwellCellValue cells[] = {
    dwell_cell_text ("beta"),                                    /* 0 */
    dwell_cell_whole (DWELL_CELL_COUNT, 3, TRUE),
    dwell_cell_text (""),
    dwell_cell_text ("Alpha"),
    dwell_cell_real (DWELL_CELL_REAL, 2.5, TRUE),                /* 4 */
    dwell_cell_whole (DWELL_CELL_TIME, 3, FALSE),
    dwell_cell_text ("ALPHA"),
    dwell_cell_real (DWELL_CELL_REAL, -0.0, TRUE),
    dwell_cell_whole (DWELL_CELL_INTEGER, 0, TRUE),              /* 8 */
    dwell_cell_real (DWELL_CELL_REAL, NAN, TRUE),
    dwell_cell_real (DWELL_CELL_REAL, INFINITY, TRUE),
    dwell_cell_real (DWELL_CELL_REAL, -1e300, TRUE),
    { DWELL_CELL_TIME, NULL, G_MAXINT64, 0.25 },                 /* 12 */
    { DWELL_CELL_TIME, NULL, (DwellSignedWide) G_MAXINT64 + 1, 0 },
    { DWELL_CELL_TIME, NULL, G_MAXINT64, 0.5 },
    dwell_cell_real (DWELL_CELL_REAL, -1e-20, TRUE),
    dwell_cell_share (-1),                                       /* 16 */
    dwell_cell_whole (DWELL_CELL_INTEGER, -2, TRUE),
  };
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();

  for (guint i = 0; i < 2; i++)
    {
      assert_order (arrangement, cells, G_N_ELEMENTS (cells), FALSE,
                    "11 17 15 7 8 4 1 12 14 13 10 3 6 0 2 5 9 16");
      assert_order (arrangement, cells, G_N_ELEMENTS (cells), TRUE,
                    "0 3 6 10 13 14 12 1 4 7 8 15 17 11 2 5 9 16");
    }
  assert_order (arrangement, cells, 0, TRUE, "");
}

typedef struct {
  DwellCellValue cell;
  guint32        row;
} Row;

static int
compare_naively (gconstpointer a,
                 gconstpointer b,
                 gpointer      descending)
{
  const Row *left = a;
  const Row *right = b;
  int sign = GPOINTER_TO_INT (descending) ? -1 : 1;
  gboolean left_is_known = left->cell.kind != DWELL_CELL_NONE;
  gboolean right_is_known = right->cell.kind != DWELL_CELL_NONE;
  gboolean left_is_text = left->cell.kind == DWELL_CELL_TEXT;
  gboolean right_is_text = right->cell.kind == DWELL_CELL_TEXT;
  long double p = (long double) left->cell.whole + (long double) left->cell.rest;
  long double q = (long double) right->cell.whole + (long double) right->cell.rest;
  int order = 0;

  if (left_is_known != right_is_known)
    return right_is_known - left_is_known;
  if (left_is_text != right_is_text)
    return sign * (left_is_text - right_is_text);

  if (left_is_text)
    order = strcmp (left->cell.text, right->cell.text);
  else if (left_is_known)
    order = (p > q) - (p < q);

  return order != 0 ? sign * order : (left->row > right->row) - (left->row < right->row);
}

static DwellCellValue
make_cell (GRand *rand)
{
  static const char * const texts[] = { "a", "aa", "b", "ba", "c" };

  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0:
      return dwell_cell_text (texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))]);
    case 1:
      return dwell_cell_whole (DWELL_CELL_COUNT, g_rand_int_range (rand, -40, 40), TRUE);
    case 2:
      return dwell_cell_real (DWELL_CELL_REAL, g_rand_int_range (rand, -80, 80) / 8.0, TRUE);
    case 3:
      return (DwellCellValue) { DWELL_CELL_TIME, NULL, g_rand_int (rand) >> 4, 0.5 };
    default:
      return dwell_cell_share (g_rand_double_range (rand, -0.5, 1));
    }
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();

  for (guint round = 0; round < 200; round++)
    {
      guint n = (guint) g_rand_int_range (rand, 0, round % 10 == 0 ? 2000 : 60);
      gboolean descending = g_rand_boolean (rand);
      g_autofree Row *rows = g_new (Row, MAX (n, 1));
      const guint32 *found;

      for (guint i = 0; i < n; i++)
        {
          rows[i] = (Row) { make_cell (rand), i };
          dwell_arrangement_add (arrangement, i, &rows[i].cell);
        }

      found = dwell_arrangement_sort (arrangement, descending);
      g_qsort_with_data (rows, (int) n, sizeof (Row), compare_naively,
                         GINT_TO_POINTER (descending));
      for (guint i = 0; i < n; i++)
        g_assert_cmpuint (found[i], ==, rows[i].row);
    }
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arrangement/rules", test_rules);
  g_test_add_func ("/arrangement/random", test_random);
  return g_test_run ();
}
