/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves a report of a session: HTML with embedded pictures, or Markdown with pictures in files
 * beside it. Pictures and text are made on a worker, from a copy of the view's state at the time of
 * the request. An existing picture is replaced only if the report that is being replaced refers to
 * it. */
#include "config.h"

#include "ui/dialogs/dwell-save-report.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-sink.h"
#include "model/export/dwell-report.h"
#include "model/lists/costs/dwell-cost-plot.h"
#include "paint/dwell-flame-painter.h"
#include "paint/dwell-timeline-painter.h"
#include "ui/chart/dwell-costs-chart.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-save.h"

#define PICTURE_WIDTH 1200
#define CHART_HEIGHT  600
#define MAX_HEIGHT    1600
#define MAX_NAMES     1000

/* What a report can be saved as, the usual one first. */
static const DwellFileType types[] = {
  { N_("HTML"), { ".html", ".htm" } },
  { N_("Markdown"), { ".md", ".markdown" } },
  { NULL, { NULL } },
};

static const DwellReportType report_types[] = { DWELL_REPORT_HTML, DWELL_REPORT_MARKDOWN };

struct _DwellSaveReport
{
  DwellReportType     type;
  DwellReport        *report;
  DwellTimelineScene  scene; /* has references to trace, layout, values, lanes, markers */
  int                 height;

  /* Used while the report is written. */
  GFile     *file;
  GPtrArray *sinks; /* DwellSink: pictures that are written but not yet in place */
};

static void
take_scene (DwellSaveReport *self,
            DwellView       *view)
{
  const DwellReading *reading = dwell_view_get_reading (view);
  const GArray *lanes = dwell_view_get_lanes (view);
  DwellTimelineScene *scene = &self->scene;

  scene->trace = dwell_trace_ref (reading->trace);
  scene->layout = reading->layout != NULL ? dwell_layout_index_ref (reading->layout) : NULL;
  scene->values = reading->values != NULL ? dwell_value_index_ref (reading->values) : NULL;
  scene->lanes = g_array_ref ((GArray *) lanes);
  scene->markers = g_array_ref (dwell_view_get_markers (view));
  scene->palette = dwell_palette_get (FALSE, FALSE);
  scene->has_selection = dwell_view_get_selection (view, &scene->selection_begin,
                                                   &scene->selection_end);
  scene->focus_span = scene->focus_mark = scene->hover_span = scene->focus_area = DWELL_NONE;
  scene->scale.width = 1;
  dwell_view_get_range (view, &scene->scale.begin, &scene->scale.end);

  self->height = DWELL_RULER_HEIGHT + DWELL_LANE_HEADER_HEIGHT;
  if (lanes->len > 0)
    {
      const DwellLane *last = &g_array_index (lanes, DwellLane, lanes->len - 1);

      self->height = CLAMP (DWELL_RULER_HEIGHT + last->y + last->height, self->height, MAX_HEIGHT);
    }
}

/* Writes a picture of a report. */
typedef gboolean (*WriteFunc) (DwellSaveReport   *self,
                               GOutputStream     *stream,
                               DwellPictureType   type,
                               GError           **error);

static gboolean
write_timeline (DwellSaveReport *self,
                GOutputStream   *stream,
                DwellPictureType type,
                GError         **error)
{
  return dwell_timeline_write_picture (stream, type, PICTURE_WIDTH, self->height, &self->scene,
                                       NULL, error);
}

/* Writes the chart of the routines whose costs grow fastest, as “dwell-cli render costs” does. */
static gboolean
write_costs (DwellSaveReport *self,
             GOutputStream   *stream,
             DwellPictureType type,
             GError         **error)
{
  const DwellCostPlotOptions plot = { .curve = { .kind = DWELL_COST_CURVE_WORST },
                                      .has_fit = TRUE };
  const DwellCostsChartOptions options = { .is_x_log = TRUE, .is_y_log = TRUE };
  guint32 areas[DWELL_COST_PLOT_MAX_ROUTINES];
  guint n = dwell_report_get_routines (self->report, areas, G_N_ELEMENTS (areas));
  DwellCostPlotRoutine routines[DWELL_COST_PLOT_MAX_ROUTINES];
  g_autoptr(DwellCostPlotAnswer) answer = NULL;
  DwellChart chart;
  gpointer data;
  gboolean is_written;

  for (guint i = 0; i < n; i++)
    routines[i] = (DwellCostPlotRoutine) { dwell_report_get_costs (self->report), areas[i],
                                           DWELL_COST_PLOT_ALONE };
  answer = dwell_cost_plot_answer_new (routines, n, &plot, NULL);
  data = dwell_costs_chart_make (answer, &options, &chart);

  chart.palette = dwell_palette_get (FALSE, FALSE);
  is_written = dwell_chart_write_picture (&chart, stream, type, PICTURE_WIDTH, CHART_HEIGHT, NULL,
                                          error);
  dwell_costs_chart_free (data);
  return is_written;
}

/* Writes the call tree as a flame graph, with as many levels as there is room for. */
static gboolean
write_tree (DwellSaveReport *self,
            GOutputStream   *stream,
            DwellPictureType type,
            GError         **error)
{
  g_autoptr(DwellFlame) flame = dwell_flame_new (dwell_report_get_tree (self->report),
                                                 DWELL_FLAME_BY_TIME);
  DwellFlameScene scene = { .flame = flame, .x1 = 1, .width = PICTURE_WIDTH,
                            .zoomed = DWELL_NONE, .focus = DWELL_NONE, .hover = DWELL_NONE,
                            .palette = dwell_palette_get (FALSE, FALSE) };
  int height = MIN (dwell_flame_get_picture_height (&scene, FALSE, type), MAX_HEIGHT);

  return dwell_flame_write_picture (stream, type, PICTURE_WIDTH, height, &scene, NULL, NULL,
                                    error);
}

/* Returns: (transfer full) (nullable): a data URI that contains the picture. */
static char *
make_data_address (DwellSaveReport *self,
                   WriteFunc        write,
                   GError         **error)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  g_autofree char *encoded = NULL;

  if (!write (self, stream, DWELL_PICTURE_PNG, error))
    return NULL;

  encoded = g_base64_encode (g_memory_output_stream_get_data (memory),
                             g_memory_output_stream_get_data_size (memory));
  return g_strconcat ("data:image/png;base64,", encoded, NULL);
}

/* Returns whether the picture @path may be written: it does not exist, or the old report refers to
 * it. */
static gboolean
is_free (const char *path,
         const char *address,
         const char *old_report)
{
  return !g_file_test (path, G_FILE_TEST_EXISTS) ||
         (old_report != NULL && strstr (old_report, address) != NULL);
}

static gboolean
write_file (DwellSaveReport *self,
            const char      *path,
            WriteFunc        write,
            GError         **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellSink *sink = dwell_sink_new_for_file (file);
  GOutputStream *stream;

  g_ptr_array_add (self->sinks, sink);
  stream = dwell_sink_open_part (sink, "", NULL, error);
  return stream != NULL && write (self, stream, DWELL_PICTURE_SVG, error);
}

/* Puts the pictures into their places, and last the report that refers to them. */
static gboolean
commit_all (DwellSaveReport *self,
            DwellSink       *report,
            GCancellable    *cancellable,
            GError         **error)
{
  for (guint i = 0; i < self->sinks->len; i++)
    if (!dwell_sink_commit (self->sinks->pdata[i], cancellable, error))
      return FALSE;

  return dwell_sink_commit (report, cancellable, error);
}

/* Writes the picture to a file beside the report; its name is made of the report's name and @what.
 * Returns: (transfer full) (nullable): its address; "" if no file can be written there, so that the
 * report has no picture; %NULL on error. */
static char *
make_file_beside (DwellSaveReport *self,
                  const char      *what,
                  WriteFunc        write,
                  GError         **error)
{
  const char *path = g_file_peek_path (self->file);
  g_autofree char *old_report = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *stem = NULL;
  char *dot;

  if (path == NULL)
    return g_strdup ("");

  g_file_get_contents (path, &old_report, NULL, NULL);
  folder = g_path_get_dirname (path);
  stem = g_path_get_basename (path);
  dot = strrchr (stem, '.');
  if (dot != NULL && dot != stem)
    *dot = '\0';

  for (guint i = 1; i < MAX_NAMES; i++)
    {
      g_autofree char *number = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup ("");
      g_autofree char *name = g_strconcat (stem, "-", what, number, ".svg", NULL);
      g_autofree char *picture = g_build_filename (folder, name, NULL);
      g_autofree char *address = g_uri_escape_string (name, NULL, FALSE);

      if (!is_free (picture, address, old_report))
        continue;

      return write_file (self, picture, write, error) ? g_steal_pointer (&address) : NULL;
    }

  return g_strdup ("");
}

/* Sets @address to the address of the picture, or NULL if there is none. Returns FALSE on error. */
static gboolean
make_picture (DwellSaveReport *self,
              DwellReportType  type,
              const char      *what,
              WriteFunc        write,
              char           **address,
              GError         **error)
{
  *address = type == DWELL_REPORT_HTML ? make_data_address (self, write, error)
                                       : make_file_beside (self, what, write, error);
  if (*address == NULL)
    return FALSE;

  if (**address == '\0')
    g_clear_pointer (address, g_free);
  return TRUE;
}

static gboolean
save (DwellSaveReport *self,
      GCancellable    *cancellable,
      GError         **error)
{
  DwellReportType type = self->type;
  g_autofree char *timeline = NULL;
  g_autofree char *costs = NULL;
  g_autofree char *tree = NULL;
  g_autofree char *text = NULL;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (self->file);
  GOutputStream *stream = dwell_sink_open_part (sink, "", cancellable, error);
  guint32 first;

  if (stream == NULL)
    return FALSE;

  if (!dwell_report_prepare (self->report, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }

  self->scene.overruns = dwell_report_get_overruns (self->report);
  if (dwell_trace_has_timeline (self->scene.trace) &&
      !make_picture (self, type, "timeline", write_timeline, &timeline, error))
    return FALSE;
  if (dwell_report_get_routines (self->report, &first, 1) > 0 &&
      !make_picture (self, type, "costs", write_costs, &costs, error))
    return FALSE;

  if (dwell_report_get_tree (self->report) != NULL &&
      !make_picture (self, type, "tree", write_tree, &tree, error))
    return FALSE;

  text = dwell_report_to_text (self->report, type,
                               &(DwellReportPictures) { timeline, costs, tree }, cancellable);
  if (text == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }

  return g_output_stream_write_all (stream, text, strlen (text), NULL, cancellable, error) &&
         commit_all (self, sink, cancellable, error);
}

/**
 * dwell_save_report_new:
 * @view: a view that has a trace
 * @type: HTML or Markdown
 *
 * Returns: (transfer full): a report of the session as it is now, ready to be written
 */
DwellSaveReport *
dwell_save_report_new (DwellView       *view,
                       DwellReportType  type)
{
  DwellSaveReport *self = g_new0 (DwellSaveReport, 1);

  self->type = type;
  self->report = dwell_report_new (view);
  take_scene (self, view);
  return self;
}

/**
 * dwell_save_report_write:
 * @data: a `DwellSaveReport`; writing changes it
 * @file: the file to write
 * @cancellable: (nullable): stops the writing
 * @error: set if it fails
 *
 * Writes a report, and in Markdown the pictures beside it. To be called on a worker.
 *
 * Returns: whether the report was written
 */
gboolean
dwell_save_report_write (gpointer       data,
                         GFile         *file,
                         GCancellable  *cancellable,
                         GError       **error)
{
  DwellSaveReport *self = data;
  gboolean is_saved;

  self->file = file;
  self->sinks = g_ptr_array_new_with_free_func ((GDestroyNotify) dwell_sink_free);
  is_saved = save (self, cancellable, error);

  /* Removes pictures that were not put into place. */
  g_clear_pointer (&self->sinks, g_ptr_array_unref);
  return is_saved;
}

/**
 * dwell_save_report_free:
 * @data: (transfer full): a `DwellSaveReport`
 *
 * Frees the data. It may be called on any thread.
 */
void
dwell_save_report_free (gpointer data)
{
  DwellSaveReport *self = data;

  dwell_report_free (self->report);
  g_clear_pointer (&self->scene.layout, dwell_layout_index_unref);
  g_clear_pointer (&self->scene.values, dwell_value_index_unref);
  g_array_unref ((GArray *) self->scene.lanes);
  g_array_unref ((GArray *) self->scene.markers);
  dwell_trace_unref (self->scene.trace);
  g_free (self);
}

/* --- In the window --- */

typedef struct {
  GtkWidget *from;
  DwellView *view;
} Asked;

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Asked *asked = user_data;
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);

  if (file != NULL && dwell_view_get_trace (asked->view) != NULL)
    {
      guint type = dwell_save_dialog_get_type (result, file);

      dwell_save_to (asked->from, file, dwell_save_report_write,
                     dwell_save_report_new (asked->view, report_types[type]),
                     dwell_save_report_free);
    }

  g_object_unref (asked->from);
  g_object_unref (asked->view);
  g_free (asked);
}

/**
 * dwell_save_report_ask:
 * @from: a widget of the window that shows the dialog and the result
 * @view: a view that has a trace
 *
 * Lets the user choose a file, saves a report of the session there, and shows in a toast whether
 * that succeeded.
 */
void
dwell_save_report_ask (GtkWidget *from,
                       DwellView *view)
{
  g_autoptr(GFile) folder = dwell_session_get_folder (dwell_view_get_session (view));
  const char *title = dwell_session_get_title (dwell_view_get_session (view));
  /* Translators: the name of a file; %s is the name of the recording */
  g_autofree char *name = g_strdup_printf (_("%s report.html"), title);
  Asked *asked = g_new0 (Asked, 1);

  asked->from = g_object_ref (from);
  asked->view = g_object_ref (view);
  dwell_save_dialog_choose_async (GTK_WINDOW (gtk_widget_get_root (from)), folder, name, types,
                                  on_chosen, asked);
}
