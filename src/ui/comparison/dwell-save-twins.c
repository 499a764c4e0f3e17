/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves two linked timelines as one picture: their visible ranges, one below the other as in the
 * window. A worker draws it; it holds references on all that it draws. */
#include "config.h"

#include "ui/comparison/dwell-save-twins.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-sink.h"
#include "paint/dwell-timeline-twins.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/widgets/dwell-save.h"

#define WIDTH      1600
#define MAX_HEIGHT 4000

typedef struct {
  DwellReading      *base;
  DwellReading      *new;
  DwellAlignedTimes  times;
  DwellAnchors      *anchors; /* (nullable) */
  DwellTimelineTwins twins;
  char              *base_title;
  char              *new_title;
} Picture;

static void
scene_clear (DwellTimelineScene *scene)
{
  g_array_unref ((GArray *) scene->lanes);
  g_array_unref ((GArray *) scene->markers);
}

static void
picture_free (gpointer data)
{
  Picture *self = data;

  scene_clear (&self->twins.base);
  scene_clear (&self->twins.new);
  g_clear_pointer (&self->anchors, dwell_anchors_free);
  dwell_reading_unref (self->base);
  dwell_reading_unref (self->new);
  g_free (self->base_title);
  g_free (self->new_title);
  g_free (self);
}

static gboolean
picture_write (gpointer        data,
               GFile          *file,
               GCancellable   *cancellable,
               GError        **error)
{
  Picture *self = data;
  g_autofree char *path = g_file_get_parse_name (file);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  GOutputStream *stream = dwell_sink_open_part (sink, "", cancellable, error);
  int height = MIN (dwell_timeline_twins_get_height (&self->twins), MAX_HEIGHT);

  return stream != NULL &&
         dwell_timeline_twins_write (&self->twins, stream, dwell_picture_get_type (path), WIDTH,
                                     height, cancellable, error) &&
         dwell_sink_commit (sink, cancellable, error);
}

/* Fills @scene with the visible range of @view. Overruns belong to the view and may change, so they
 * are left out. */
static DwellReading *
take_scene (DwellTimelineScene *scene,
            DwellView          *view)
{
  gint64 begin;
  gint64 end;

  dwell_view_get_range (view, &begin, &end);
  dwell_scene_init_for_paper (scene, view, begin, end);
  scene->overruns = NULL;
  g_array_ref ((GArray *) scene->lanes);
  g_array_ref ((GArray *) scene->markers);
  return dwell_reading_ref (dwell_view_get_reading (view));
}

/**
 * dwell_save_twins:
 * @from: where the user asked for it
 * @link: a link
 *
 * Asks where to save a picture of both timelines; the extension of the file determines the format.
 * Does nothing while one of them is not read.
 */
void
dwell_save_twins (GtkWidget     *from,
                  DwellTimeLink *link)
{
  DwellView *own = dwell_query_get_view (DWELL_QUERY (link));
  DwellView *other = dwell_time_link_get_other (link);
  DwellAlignedTimes times;
  gboolean is_swapped = FALSE;
  DwellView *base;
  DwellView *new;
  Picture *picture;

  if (!dwell_time_link_get_times (link, &times))
    return;

  dwell_view_get_base (own, &is_swapped);
  base = is_swapped ? own : other;
  new = is_swapped ? other : own;
  picture = g_new0 (Picture, 1);
  picture->base = take_scene (&picture->twins.base, base);
  picture->new = take_scene (&picture->twins.new, new);
  picture->anchors = times.anchors != NULL ? dwell_anchors_copy_chain (times.anchors) : NULL;
  picture->times = times;
  picture->times.anchors = picture->anchors;
  picture->base_title = g_strdup_printf (_("Base %s"),
                                         dwell_session_get_title (dwell_view_get_session (base)));
  picture->new_title = g_strdup_printf (_("New %s"),
                                        dwell_session_get_title (dwell_view_get_session (new)));
  picture->twins.base_title = picture->base_title;
  picture->twins.new_title = picture->new_title;
  picture->twins.times = &picture->times;
  dwell_save_ask (from, NULL, _("timelines.svg"), picture_write, picture, picture_free);
}
