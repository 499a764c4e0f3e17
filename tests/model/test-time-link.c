/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two views that are linked: ranges, selections, cursors and focus at the begins, at the ends and
 * at anchors, both ways; apart again; a base that goes away. */
#include "config.h"

#include <string.h>

#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/comparison/dwell-time-link.h"

typedef struct {
  DwellView     *own;
  DwellView     *other;
  DwellSession  *base;
  DwellTimeLink *link;
} Fixture;

static DwellTrace *
open_vector (const char *prefix,
             const char *name)
{
  g_autofree char *full_name = g_strconcat (prefix, name, NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", full_name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
set_up (Fixture       *self,
        gconstpointer  user_data)
{
  const char *prefix = user_data;
  g_autoptr(DwellTrace) base = open_vector (prefix, "base.csv");
  g_autoptr(DwellTrace) new = open_vector (prefix, "new.csv");

  self->own = fixture_view (new);
  self->base = dwell_session_new_for_trace (base, "base");
  self->other = dwell_view_new (self->base);
  self->link = dwell_time_link_new ();
  dwell_query_set_view (DWELL_QUERY (self->link), self->own);
  dwell_query_set_active (DWELL_QUERY (self->link), TRUE);
  dwell_view_set_base (self->own, self->base, FALSE);
  dwell_time_link_set_other (self->link, self->other);
  WAIT_UNTIL (dwell_time_link_get_anchors (self->link) != NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  user_data)
{
  dwell_view_set_base (self->own, NULL, FALSE);
  dwell_query_set_view (DWELL_QUERY (self->link), NULL);
  g_assert_finalize_object (self->link);
  g_assert_finalize_object (self->other);
  g_assert_finalize_object (self->base);
  fixture_view_free (self->own);
}

static gint64
get_begin (DwellView *view)
{
  return dwell_view_get_trace (view)->begin;
}

static gint64
get_end (DwellView *view)
{
  return dwell_view_get_trace (view)->end;
}

/* The visible range of the view, from a time on. */
static void
assert_range (DwellView *view,
              gint64     from,
              gint64     begin,
              gint64     end)
{
  gint64 shown_begin;
  gint64 shown_end;

  dwell_view_get_range (view, &shown_begin, &shown_end);
  g_assert_cmpint (shown_begin - from, ==, begin);
  g_assert_cmpint (shown_end - from, ==, end);
}

static void
test_begin (Fixture       *self,
            gconstpointer  user_data)
{
  gint64 begin;
  gint64 end;
  gint64 time;

  dwell_view_set_range (self->own, get_begin (self->own) + 3, get_begin (self->own) + 43);
  assert_range (self->other, get_begin (self->other), 3, 43);
  dwell_view_set_range (self->other, get_begin (self->other) + 5, get_begin (self->other) + 35);
  assert_range (self->own, get_begin (self->own), 5, 35);

  dwell_view_set_selection (self->own, get_begin (self->own) + 7, get_begin (self->own) + 17);
  g_assert_true (dwell_view_get_selection (self->other, &begin, &end));
  g_assert_cmpint (begin - get_begin (self->other), ==, 7);
  g_assert_cmpint (end - get_begin (self->other), ==, 17);
  dwell_view_drop_selection (self->other);
  g_assert_false (dwell_view_get_selection (self->own, &begin, &end));

  dwell_view_set_cursor (self->other, get_begin (self->other) + 9);
  g_assert_true (dwell_view_get_cursor (self->own, &time));
  g_assert_cmpint (time - get_begin (self->own), ==, 9);
}

static void
test_end (Fixture       *self,
          gconstpointer  user_data)
{
  dwell_time_link_set_alignment (self->link, DWELL_ALIGNED_AT_END);
  dwell_view_set_range (self->own, get_end (self->own) - 40, get_end (self->own) - 10);
  assert_range (self->other, get_end (self->other), -40, -10);
}

/* Whatever is longer, the whole of it can be seen beside the other. */
static void
test_whole (Fixture       *self,
            gconstpointer  user_data)
{
  gint64 length = get_end (self->own) - get_begin (self->own);
  gint64 other_length = get_end (self->other) - get_begin (self->other);

  g_assert_cmpint (length, !=, other_length);
  dwell_view_set_range (self->own, get_begin (self->own), get_end (self->own));
  assert_range (self->other, get_begin (self->other), 0, length);
  dwell_view_set_range (self->other, get_begin (self->other), get_end (self->other));
  assert_range (self->own, get_begin (self->own), 0, other_length);
}

/* Both ends of the range are the same anchors, and both ways are the inverse of one another. */
static void
test_anchors (Fixture       *self,
              gconstpointer  user_data)
{
  const DwellAnchors *anchors = dwell_time_link_get_anchors (self->link);
  const DwellAnchor *first = &anchors->anchors[0];
  const DwellAnchor *last = &anchors->anchors[anchors->n_anchors - 1];
  g_autofree char *text = dwell_time_link_describe (self->link);

  g_assert_cmpuint (anchors->n_anchors, >, 1);
  g_assert_nonnull (strstr (text, "the new recording took"));
  dwell_time_link_set_alignment (self->link, DWELL_ALIGNED_AT_ANCHORS);
  dwell_view_set_range (self->own, first->new_time, last->new_time);
  assert_range (self->other, first->base_time, 0, last->base_time - first->base_time);
  for (guint i = 0; i < anchors->n_anchors; i++)
    {
      g_assert_cmpint (dwell_time_link_map (self->link, anchors->anchors[i].new_time, FALSE), ==,
                       anchors->anchors[i].base_time);
      g_assert_cmpint (dwell_time_link_map (self->link, anchors->anchors[i].base_time, TRUE), ==,
                       anchors->anchors[i].new_time);
    }

  dwell_view_set_base (self->own, self->base, TRUE);
  WAIT_UNTIL ((anchors = dwell_time_link_get_anchors (self->link)) != NULL);
  g_assert_cmpint (dwell_time_link_map (self->link, anchors->anchors[0].base_time, FALSE), ==,
                   anchors->anchors[0].new_time);
}

static void
test_focus (Fixture       *self,
            gconstpointer  user_data)
{
  const DwellAnchor *anchor = &dwell_time_link_get_anchors (self->link)->anchors[0];

  dwell_view_focus_area (self->own, anchor->new_area);
  g_assert_cmpuint (dwell_view_get_focus_area (self->other), ==, anchor->base_area);
  dwell_view_focus_area (self->other, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_area (self->own), ==, DWELL_NONE);
}

/* What is in focus stands below itself, and stays there when nothing is in focus any more. */
static void
test_area (Fixture       *self,
           gconstpointer  user_data)
{
  const DwellAnchors *anchors = dwell_time_link_get_anchors (self->link);
  const DwellAnchor *anchor = &anchors->anchors[anchors->n_anchors - 1];
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  dwell_time_link_set_alignment (self->link, DWELL_ALIGNED_AT_AREA);
  before = dwell_time_link_describe (self->link);
  g_assert_true (g_str_has_prefix (before, "Nothing in focus begins"));
  g_assert_cmpint (dwell_time_link_map (self->link, get_begin (self->own), FALSE), ==,
                   get_begin (self->other));

  dwell_view_focus_area (self->own, anchor->new_area);
  after = dwell_time_link_describe (self->link);
  g_assert_true (g_str_has_prefix (after, "What is in focus first began 50\u00a0µs earlier"));
  dwell_view_set_range (self->own, anchor->new_time - 7, anchor->new_time + 33);
  assert_range (self->other, anchor->base_time, -7, 33);
  dwell_view_focus_area (self->other, DWELL_NONE);
  g_assert_cmpint (dwell_time_link_map (self->link, anchor->base_time, TRUE), ==,
                   anchor->new_time);

  /* From the other side, too: ranges follow at once. */
  anchor = &anchors->anchors[0];
  dwell_view_focus_area (self->other, anchor->base_area);
  g_assert_cmpint (dwell_time_link_map (self->link, anchor->new_time, FALSE), ==,
                   anchor->base_time);
}

/* The second span of an area stands below the second one of the other; one that the other does not
 * have is aligned at the first begins. */
static void
test_occurrence (Fixture       *self,
                 gconstpointer  user_data)
{
  const DwellTrace *new = dwell_view_get_trace (self->own);
  const DwellTrace *base = dwell_view_get_trace (self->other);
  gint64 of_new[3];
  gint64 of_base[3];
  guint32 spans[3];
  guint n_new = 0;
  guint n_base = 0;
  g_autofree char *text = NULL;

  for (guint32 i = 0; i < new->n_spans; i++)
    if (g_str_equal (dwell_trace_get_area_title (new, new->span_area[i]), "app.load"))
      {
        spans[n_new] = i;
        of_new[n_new++] = dwell_trace_get_span_begin (new, i);
      }
  for (guint32 i = 0; i < base->n_spans; i++)
    if (g_str_equal (dwell_trace_get_area_title (base, base->span_area[i]), "app.load"))
      of_base[n_base++] = dwell_trace_get_span_begin (base, i);
  g_assert_cmpuint (n_new, ==, 3);
  g_assert_cmpuint (n_base, ==, 2);

  dwell_time_link_set_alignment (self->link, DWELL_ALIGNED_AT_AREA);
  dwell_view_focus_span (self->own, spans[1]);
  WAIT_UNTIL (dwell_time_link_get_number (self->link) == 2);
  g_assert_cmpint (dwell_time_link_map (self->link, of_new[1], FALSE), ==, of_base[1]);
  g_assert_cmpint (dwell_time_link_map (self->link, of_base[1], TRUE), ==, of_new[1]);
  text = dwell_time_link_describe (self->link);
  g_assert_true (g_str_has_prefix (text, "Occurrence 2 of what is in focus came "));

  dwell_view_focus_span (self->own, spans[2]);
  WAIT_UNTIL (dwell_time_link_get_number (self->link) == 0);
  g_assert_cmpint (dwell_time_link_map (self->link, of_new[0], FALSE), ==, of_base[0]);
}

/* A shift goes on top of the alignment, until there is another. */
static void
test_shift (Fixture       *self,
            gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  dwell_view_set_range (self->own, get_begin (self->own) + 20, get_begin (self->own) + 60);
  dwell_time_link_shift (self->link, 5);
  assert_range (self->own, get_begin (self->own), 20, 60);
  assert_range (self->other, get_begin (self->other), 15, 55);
  dwell_view_set_range (self->other, get_begin (self->other) + 1, get_begin (self->other) + 41);
  assert_range (self->own, get_begin (self->own), 6, 46);
  g_assert_cmpint (dwell_time_link_get_shift (self->link), ==, 5);
  text = dwell_time_link_describe (self->link);
  g_assert_true (g_str_has_prefix (text, "The new recording is shifted"));

  dwell_time_link_undo_shift (self->link);
  assert_range (self->other, get_begin (self->other), 6, 46);

  dwell_view_set_base (self->own, self->base, TRUE);
  WAIT_UNTIL (dwell_time_link_get_anchors (self->link) != NULL);
  dwell_view_set_range (self->own, get_begin (self->own) + 20, get_begin (self->own) + 60);
  dwell_time_link_shift (self->link, 5);
  assert_range (self->other, get_begin (self->other), 15, 55);
  g_assert_cmpint (dwell_time_link_get_shift (self->link), ==, -5);
  dwell_time_link_set_alignment (self->link, DWELL_ALIGNED_AT_END);
  g_assert_cmpint (dwell_time_link_get_shift (self->link), ==, 0);
}

/* These recordings do not know the time of day. */
static void
test_clock (Fixture       *self,
            gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  dwell_time_link_set_alignment (self->link, DWELL_ALIGNED_BY_CLOCK);
  text = dwell_time_link_describe (self->link);
  g_assert_true (g_str_has_prefix (text, "The time of day of at least one"));
  dwell_view_set_range (self->own, get_begin (self->own) + 3, get_begin (self->own) + 43);
  assert_range (self->other, get_begin (self->other), 3, 43);
}

static void
test_apart (Fixture       *self,
            gconstpointer  user_data)
{
  dwell_view_set_range (self->own, get_begin (self->own) + 3, get_begin (self->own) + 43);
  dwell_time_link_set_alignment (self->link, DWELL_NOT_ALIGNED);
  dwell_view_set_range (self->own, get_begin (self->own) + 13, get_begin (self->own) + 53);
  assert_range (self->other, get_begin (self->other), 3, 43);
  dwell_view_set_range (self->other, get_begin (self->other) + 1, get_begin (self->other) + 31);
  assert_range (self->own, get_begin (self->own), 13, 53);
}

/* Another recording of a series, linked with the same view. */
typedef struct {
  DwellSession  *session;
  DwellView     *view;
  DwellTimeLink *link;
} Another;

static void
another_init (Another    *self,
              DwellView  *own,
              const char *name)
{
  g_autoptr(DwellTrace) trace = open_vector ("", name);

  self->session = dwell_session_new_for_trace (trace, name);
  self->view = dwell_view_new (self->session);
  self->link = dwell_time_link_new ();
  dwell_query_set_view (DWELL_QUERY (self->link), own);
  dwell_query_set_active (DWELL_QUERY (self->link), TRUE);
  dwell_time_link_set_other (self->link, self->view);
  WAIT_UNTIL (dwell_time_link_get_anchors (self->link) != NULL);
}

static void
another_clear (Another *self)
{
  dwell_time_link_set_other (self->link, NULL);
  dwell_query_set_view (DWELL_QUERY (self->link), NULL);
  g_assert_finalize_object (self->link);
  g_assert_finalize_object (self->view);
  g_assert_finalize_object (self->session);
}

/* Recordings of 100, 100, 400 and 500 µs: all show the same moments, wherever one has something. */
static void
test_series (Fixture       *self,
             gconstpointer  user_data)
{
  Another longer;
  Another longest;

  another_init (&longer, self->own, "base.csv");
  another_init (&longest, self->own, "new.csv");
  g_assert_false (dwell_time_link_is_swapped (self->link));
  g_assert_true (dwell_time_link_is_swapped (longer.link));

  dwell_view_set_range (self->own, 0, 500000);
  assert_range (self->own, 0, 0, 500000);
  assert_range (self->other, 0, 0, 500000);
  assert_range (longer.view, 0, 0, 500000);
  assert_range (longest.view, 0, 0, 500000);

  /* What is done in one is done in all, also where the tab’s own has nothing. */
  dwell_view_set_range (longest.view, 450000, 460000);
  assert_range (self->own, 0, 450000, 460000);
  assert_range (longer.view, 0, 450000, 460000);
  dwell_view_set_selection (longer.view, 50, 70);
  g_assert_true (dwell_view_get_selection (longest.view, NULL, NULL));

  /* A shift moves one against all others. */
  dwell_time_link_shift (longer.link, 30);
  assert_range (self->own, 0, 450000, 460000);
  assert_range (longest.view, 0, 450000, 460000);
  assert_range (longer.view, 0, 449970, 459970);

  another_clear (&longest);
  dwell_view_set_range (self->own, 450000, 460000);
  assert_range (self->own, 0, 398030, 408030);
  assert_range (self->other, 0, 398030, 408030);
  another_clear (&longer);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add ("/time-link/begin", Fixture, "order-", set_up, test_begin, tear_down);
  g_test_add ("/time-link/end", Fixture, "order-", set_up, test_end, tear_down);
  g_test_add ("/time-link/whole", Fixture, "", set_up, test_whole, tear_down);
  g_test_add ("/time-link/anchors", Fixture, "order-", set_up, test_anchors, tear_down);
  g_test_add ("/time-link/focus", Fixture, "order-", set_up, test_focus, tear_down);
  g_test_add ("/time-link/area", Fixture, "order-", set_up, test_area, tear_down);
  g_test_add ("/time-link/occurrence", Fixture, "", set_up, test_occurrence, tear_down);
  g_test_add ("/time-link/shift", Fixture, "order-", set_up, test_shift, tear_down);
  g_test_add ("/time-link/clock", Fixture, "order-", set_up, test_clock, tear_down);
  g_test_add ("/time-link/series", Fixture, "order-", set_up, test_series, tear_down);
  g_test_add ("/time-link/apart", Fixture, "order-", set_up, test_apart, tear_down);

  return g_test_run ();
}
