/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partners of spans in two views that are linked: what is pointed at, what gets into focus, those
 * that differ, and why there are none. */
#include "config.h"

#include <string.h>

#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/comparison/dwell-span-partners.h"

typedef struct {
  DwellView         *own;
  DwellView         *other;
  DwellSession      *base;
  DwellTimeLink     *link;
  DwellSpanPartners *partners;
  gboolean           is_selected;
  char              *sentence; /* (nullable): why not */
} Fixture;

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
on_selected (Fixture    *self,
             const char *sentence)
{
  g_free (self->sentence);
  self->sentence = g_strdup (sentence);
  self->is_selected = TRUE;
}

static void
set_up (Fixture       *self,
        gconstpointer  user_data)
{
  g_autoptr(DwellTrace) base = open_vector ("base.csv");
  g_autoptr(DwellTrace) new = open_vector ("new.csv");

  self->own = fixture_view (new);
  self->base = dwell_session_new_for_trace (base, "base");
  self->other = dwell_view_new (self->base);
  self->link = dwell_time_link_new ();
  self->partners = dwell_span_partners_new (self->link);
  g_signal_connect_swapped (self->partners, "selected", G_CALLBACK (on_selected), self);
  dwell_query_set_view (DWELL_QUERY (self->link), self->own);
  dwell_query_set_view (DWELL_QUERY (self->partners), self->own);
  dwell_query_set_active (DWELL_QUERY (self->link), TRUE);
  dwell_query_set_active (DWELL_QUERY (self->partners), TRUE);
  dwell_view_set_base (self->own, self->base, GPOINTER_TO_INT (user_data));
  g_assert_null (dwell_span_partners_get (self->own));
  dwell_time_link_set_other (self->link, self->other);
  g_assert_true (dwell_span_partners_get (self->own) == self->partners);
  g_assert_true (dwell_span_partners_get (self->other) == self->partners);
  WAIT_UNTIL (dwell_time_link_get_anchors (self->link) != NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  user_data)
{
  dwell_time_link_set_other (self->link, NULL);
  g_assert_null (dwell_span_partners_get (self->own));
  g_assert_null (dwell_span_partners_get (self->other));
  dwell_view_set_base (self->own, NULL, FALSE);
  dwell_query_set_view (DWELL_QUERY (self->partners), NULL);
  dwell_query_set_view (DWELL_QUERY (self->link), NULL);
  g_assert_finalize_object (self->partners);
  g_assert_finalize_object (self->link);
  g_assert_finalize_object (self->other);
  g_assert_finalize_object (self->base);
  fixture_view_free (self->own);
  g_clear_pointer (&self->sentence, g_free);
}

/* The n-th span of a function, from 0. */
static guint32
get_span (DwellView  *view,
          const char *name,
          guint       number)
{
  const DwellTrace *trace = dwell_view_get_trace (view);

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (g_str_equal (dwell_trace_get_area_title (trace, trace->span_area[i]), name) &&
        number-- == 0)
      return i;

  g_assert_not_reached ();
}

static void
assert_text (Fixture    *self,
             DwellView  *view,
             guint32     span,
             const char *title,
             const char *text)
{
  const char *said_title = NULL;
  g_autofree char *said = dwell_span_partners_describe (self->partners, view, span, &said_title);

  g_assert_cmpstr (said, ==, text);
  g_assert_cmpstr (said_title, ==, title);
}

/* What is pointed at is asked for: app.load ran twice in the base, three times in the new. */
static void
test_pointer (Fixture       *self,
              gconstpointer  user_data)
{
  guint32 span = get_span (self->own, "app.load", 1);
  guint32 of_base = get_span (self->other, "app.load", 1);

  assert_text (self, self->own, span, NULL, NULL);
  dwell_span_partners_point_at (self->partners, self->own, span);
  WAIT_UNTIL (dwell_span_partners_find (self->partners, self->own, span) == of_base);
  g_assert_cmpuint (dwell_span_partners_find (self->partners, self->other, of_base), ==, span);
  assert_text (self, self->own, span, "Base", "120\u00a0µs (+30\u00a0µs)");
  assert_text (self, self->other, of_base, "New", "150\u00a0µs (+30\u00a0µs)");
  assert_text (self, self->own, get_span (self->own, "app.load", 2), NULL, NULL);

  span = get_span (self->own, "app.save", 0);
  dwell_span_partners_point_at (self->partners, self->own, span);
  fixture_settle ();
  assert_text (self, self->own, span, NULL, NULL);
}

static void
test_swapped (Fixture       *self,
              gconstpointer  user_data)
{
  guint32 span = get_span (self->own, "app.load", 1);

  dwell_span_partners_point_at (self->partners, self->own, span);
  WAIT_UNTIL (dwell_span_partners_find (self->partners, self->own, span) != DWELL_NONE);
  assert_text (self, self->own, span, "New", "120\u00a0µs (−30\u00a0µs)");
}

/* The partner of a span in focus is in focus; the cursor stays at the one that was chosen. */
static void
test_focus (Fixture       *self,
            gconstpointer  user_data)
{
  const DwellTrace *trace = dwell_view_get_trace (self->own);
  guint32 span = get_span (self->own, "app.load", 0);
  gint64 time;

  dwell_view_focus_span (self->own, span);
  WAIT_UNTIL (dwell_view_get_focus_span (self->other) == get_span (self->other, "app.load", 0));
  g_assert_cmpuint (dwell_view_get_focus_span (self->own), ==, span);
  g_assert_true (dwell_view_get_cursor (self->own, &time));
  g_assert_cmpint (time, ==, dwell_trace_get_span_begin (trace, span));

  dwell_view_focus_span (self->other, get_span (self->other, "app.load", 1));
  g_assert_cmpuint (dwell_view_get_focus_span (self->own), ==,
                    get_span (self->own, "app.load", 1));

  /* The third has no partner, but its function has. */
  dwell_view_focus_span (self->own, get_span (self->own, "app.load", 2));
  g_assert_cmpuint (dwell_view_get_focus_span (self->other), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_area (self->other), !=, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_span (self->own), ==,
                    get_span (self->own, "app.load", 2));

  dwell_time_link_set_alignment (self->link, DWELL_NOT_ALIGNED);
  dwell_view_focus_span (self->own, get_span (self->own, "app.load", 0));
  fixture_settle ();
  g_assert_cmpuint (dwell_view_get_focus_span (self->other), ==, DWELL_NONE);
}

static void
select_area (Fixture    *self,
             DwellView  *view,
             const char *name)
{
  const DwellTrace *trace = dwell_view_get_trace (view);

  self->is_selected = FALSE;
  dwell_view_focus_area (view, trace->span_area[get_span (view, name, 0)]);
  g_assert_true (dwell_span_partners_has_area (self->partners));
  dwell_span_partners_select (self->partners);
  WAIT_UNTIL (self->is_selected);
}

static void
test_select (Fixture       *self,
             gconstpointer  user_data)
{
  g_assert_false (dwell_span_partners_has_area (self->partners));
  dwell_span_partners_select (self->partners);
  select_area (self, self->own, "app.load");
  g_assert_null (self->sentence);
  g_assert_cmpstr (dwell_view_get_find_label (self->own), ==, "Spans of app.load that differ");
  g_assert_cmpstr (dwell_view_get_find_label (self->other), ==, "Spans of app.load that differ");
  WAIT_UNTIL (!dwell_view_is_finding (self->own) && !dwell_view_is_finding (self->other));

  dwell_view_focus_span (self->own, DWELL_NONE);
  g_assert_true (dwell_view_find_step (self->own, 1));
  g_assert_cmpuint (dwell_view_get_focus_span (self->own), ==,
                    get_span (self->own, "app.load", 0));
  g_assert_true (dwell_view_find_step (self->own, 1));
  g_assert_true (dwell_view_find_step (self->own, 1));
  g_assert_cmpuint (dwell_view_get_focus_span (self->own), ==,
                    get_span (self->own, "app.load", 0));

  /* What is noise is the user’s to say. */
  dwell_view_set_kept (self->own, DWELL_KEPT_LAYOUT, "comparison-noise", "0.28");
  select_area (self, self->own, "app.load");
  g_assert_null (self->sentence);
  WAIT_UNTIL (!dwell_view_is_finding (self->own));
  g_assert_cmpuint (dwell_find_get_n_spans (dwell_view_get_find (self->own)), ==, 1);
  dwell_view_set_kept (self->own, DWELL_KEPT_LAYOUT, "comparison-noise", "0.5");
  select_area (self, self->own, "app.load");
  g_assert_cmpstr (self->sentence, ==, "No span of app.load differs by 50.0\u00a0% or more.");
}

static void
test_none (Fixture       *self,
           gconstpointer  user_data)
{
  select_area (self, self->own, "app.save");
  g_assert_cmpstr (self->sentence, ==, "Only one of the recordings has app.save.");
  select_area (self, self->other, "app.draw");
  g_assert_cmpstr (self->sentence, ==, "Only one of the recordings has app.draw.");
  g_assert_null (dwell_view_get_find_label (self->own));

  dwell_view_set_selection (self->own, 20000, 60000);
  select_area (self, self->own, "app.load");
  g_assert_cmpstr (self->sentence, ==,
                   "app.load does not begin in the compared ranges of both recordings.");
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add ("/span-partners/pointer", Fixture, GINT_TO_POINTER (FALSE), set_up, test_pointer,
              tear_down);
  g_test_add ("/span-partners/swapped", Fixture, GINT_TO_POINTER (TRUE), set_up, test_swapped,
              tear_down);
  g_test_add ("/span-partners/focus", Fixture, GINT_TO_POINTER (FALSE), set_up, test_focus,
              tear_down);
  g_test_add ("/span-partners/select", Fixture, GINT_TO_POINTER (FALSE), set_up, test_select,
              tear_down);
  g_test_add ("/span-partners/none", Fixture, GINT_TO_POINTER (FALSE), set_up, test_none,
              tear_down);

  return g_test_run ();
}
