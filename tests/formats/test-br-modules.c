/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modules whose names differ only in case are one, also across recordings: joined, narrowed, kept
 * in the cache, compared. */
#include "config.h"

#include <string.h>

#include "analysis/compare/dwell-match.h"
#include "br-fixture.h"
#include "core/dwell-join.h"
#include "core/dwell-keys.h"
#include "core/dwell-narrow.h"

#define UPPER "m1=C:\\MAIN.BR l1:100:1 fFNX t5 e l1:200:0 a t6 e l1:300:0 t7 e"
#define LOWER "m1=c:\\main.br l1:100:1 fFNX t50 e l1:200:0 a t60 e l1:300:0 t70 e"

static DwellTrace *
join_two (const char *first,
          const char *second)
{
  DwellTrace *traces[] = { br_open_words (first), br_open_words (second) };
  static const char * const names[] = { "a.prof", "b.prof" };
  g_autoptr(GError) error = NULL;
  DwellTrace *joined = dwell_join (traces, names, 2, &error);

  g_assert_no_error (error);
  dwell_trace_unref (traces[0]);
  dwell_trace_unref (traces[1]);
  return joined;
}

static void
test_joined (void)
{
  static const struct {
    const char *first;
    const char *second;
    const char *lines;
  } cases[] = {
    { UPPER, LOWER,
      "C:\\MAIN.BR 300:0 ? 2 77 7 70\nC:\\MAIN.BR 100:1 FNX 2 55 5 50\n"
      "C:\\MAIN.BR 200:0 main 2 66 6 60\n" },
    { "m1=B l1:1:1 e", "m1=a l1:1:1 e m2=b l2:1:1 e", "a 1:1 ? 1\nB 1:1 ? 2\n" },
    { "m1=\u00c4 l1:1:1 e", "m1=\u00e4 l1:1:1 e", "\u00c4 1:1 ? 2\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) joined = join_two (cases[i].first, cases[i].second);
      g_autofree char *lines = br_tell_lines (joined);

      g_assert_cmpstr (lines, ==, cases[i].lines);
    }
}

/* A trace made of a joined one treats names as that one does. */
static void
test_narrowed (void)
{
  g_autoptr(DwellTrace) joined = join_two (UPPER, LOWER);
  g_autofree guint8 *kept = g_malloc (joined->n_contexts + joined->n_areas);
  DwellNarrowing all = { .contexts = kept, .areas = kept };
  g_autoptr(DwellTrace) narrowed = NULL;

  memset (kept, 1, joined->n_contexts + joined->n_areas);
  narrowed = dwell_narrow (joined, &all, NULL, NULL);
  g_assert_true (narrowed->modules_ignore_case);
  g_assert_cmpuint (narrowed->n_lines, ==, joined->n_lines);
}

static void
test_matched (void)
{
  g_autoptr(DwellTrace) base = br_open_words (UPPER);
  g_autoptr(DwellTrace) new = br_open_words (LOWER);
  g_autoptr(DwellTrace) moved = br_open_words ("m1=d:\\Main.br l1:100:1 fFNX t1 e l1:200:0 a t2 e");
  DwellMatchOptions options = { 0 };
  g_autoptr(DwellMatch) match = dwell_match_new (base, new, &options, NULL);
  g_autoptr(DwellMatch) by_name = dwell_match_new (moved, new, &options, NULL);

  for (guint32 i = 0; i < base->n_areas; i++)
    {
      g_autofree char *key = dwell_key_of_area (base, i);
      g_autofree char *other = NULL;

      g_assert_cmpint (match->base_matched_by[i], ==, DWELL_MATCHED_BY_KEY);
      other = dwell_key_of_area (new, match->new_of_base[i]);
      g_assert_cmpstr (key, ==, other);
      g_assert_cmpstr (dwell_trace_get_area_name (base, i), ==,
                       dwell_trace_get_area_name (new, match->new_of_base[i]));
    }
  for (guint32 i = 0; i < moved->n_areas; i++)
    g_assert_cmpint (by_name->base_matched_by[i], ==, DWELL_MATCHED_BY_NAME);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/br-modules/joined", test_joined);
  g_test_add_func ("/br-modules/narrowed", test_narrowed);
  g_test_add_func ("/br-modules/matched", test_matched);

  return g_test_run ();
}
