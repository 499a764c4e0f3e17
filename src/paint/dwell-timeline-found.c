/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out whether a search matches a bar. A bar that is drawn to scale is matched by its span. A
 * folded bar stands for too many spans to look at each. So, if the search has at most
 * MAX_FIND_SPANS hits, they are sorted by row and time once, and a folded bar is matched if one of
 * them lies in it. If the search has more, the span that gives a folded bar its colour decides. */
#include "config.h"

#include "core/dwell-search.h"
#include "paint/dwell-timeline-private.h"

#define MAX_FIND_SPANS 20000

static int
compare_spans (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const DwellTrace *trace = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (trace->span_row[left] != trace->span_row[right])
    return trace->span_row[left] < trace->span_row[right] ? -1 : 1;

  return left < right ? -1 : left > right;
}

static void
set_find (DwellTimelinePainter     *self,
          const DwellTimelineScene *scene)
{
  DwellHit hit = { DWELL_NONE, DWELL_NONE };
  guint64 n = dwell_find_get_n_spans (scene->find) + dwell_find_get_n_marks (scene->find);

  if (self->find == scene->find)
    return;

  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->find_spans, g_array_unref);
  self->find = dwell_find_ref ((DwellFind *) scene->find);

  if (n > MAX_FIND_SPANS)
    return;

  self->find_spans = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint64 i = 0; i < n; i++)
    {
      hit = dwell_find_step (scene->find, hit, G_MININT64, 1);

      if (hit.span != DWELL_NONE)
        g_array_append_val (self->find_spans, hit.span);
      else if (hit.mark == DWELL_NONE)
        break;
    }

  g_array_sort_with_data (self->find_spans, compare_spans, scene->trace);
}

/* Returns TRUE if a hit in @row overlaps [@begin, @end]. Within a row the numbers of spans rise
 * with their begins. */
static gboolean
has_hit (const DwellTimelinePainter *self,
         guint32                     row,
         gint64                      begin,
         gint64                      end)
{
  const DwellTrace *trace = self->trace;
  const guint32 *spans = (const guint32 *) self->find_spans->data;
  guint n = self->find_spans->len;
  guint place = dwell_lower_bound (i, 0, n, trace->span_row[spans[i]] < row ||
                                            (trace->span_row[spans[i]] == row &&
                                             trace->span_end[spans[i]] < begin));

  return place < n && trace->span_row[spans[place]] == row &&
         trace->span_begin[spans[place]] <= end;
}

/* Returns TRUE if the search of the scene matches a span of @bar in @row, or if there is no
 * search. */
gboolean
_dwell_painter_is_found (DwellTimelinePainter     *self,
                         const DwellTimelineScene *scene,
                         guint32                   row,
                         const DwellBar           *bar)
{
  if (scene->find == NULL || dwell_find_has_span (scene->find, bar->span))
    return TRUE;

  if (!bar->is_folded)
    return FALSE;

  set_find (self, scene);

  return self->find_spans != NULL &&
         has_hit (self, row, dwell_scale_to_time (&scene->scale, bar->x0),
                  dwell_scale_to_time (&scene->scale, bar->x1));
}
