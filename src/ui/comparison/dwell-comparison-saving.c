/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-comparison-saving.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-sink.h"
#include "model/comparison/dwell-comparison-keeping.h"
#include "model/comparison/dwell-comparison-markdown.h"
#include "paint/dwell-waterfall-picture.h"
#include "ui/widgets/dwell-save.h"
#include "ui/widgets/dwell-toast.h"

#define PICTURE_WIDTH 1200 /* px */

/* --- Markdown --- */

static void
on_made (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GtkWidget) from = user_data;
  g_autofree char *text = dwell_comparison_markdown_make_finish (result);

  /* The window may have been closed meanwhile. */
  if (gtk_widget_get_root (from) == NULL)
    return;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (from), text);
  dwell_toast_show (from, _("Copied the summary as Markdown"));
}

/**
 * dwell_comparison_copy_markdown:
 * @from: a widget of the window that shows the result
 * @list: a list of a comparison
 *
 * Copies what “dwell-cli compare --as=markdown” prints. Does nothing while nothing is compared.
 */
void
dwell_comparison_copy_markdown (GtkWidget           *from,
                                DwellComparisonList *list)
{
  if (dwell_comparison_list_get_difference (list) != NULL)
    dwell_comparison_markdown_make_async (list, on_made, g_object_ref (from));
}

/* --- A picture --- */

typedef struct {
  DwellWaterfall  waterfall;
  GArray         *texts;
  char           *title;
  char           *cut;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *self = data;

  g_array_unref (self->texts);
  g_free (self->title);
  g_free (self->cut);
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
  DwellWaterfallPicture picture = {
    &self->waterfall, self->texts, self->title, self->cut, dwell_palette_get (FALSE, FALSE),
  };

  return stream != NULL &&
         dwell_waterfall_picture_write (&picture, stream, dwell_picture_get_type (path),
                                        PICTURE_WIDTH,
                                        dwell_waterfall_picture_get_height (&picture),
                                        cancellable, error) &&
         dwell_sink_commit (sink, cancellable, error);
}

/**
 * dwell_comparison_save_steps:
 * @from: where the user asked for it
 * @list: a list of a comparison
 *
 * Asks where to save a picture of the steps that lead from one total to the other. Does nothing
 * while nothing is compared.
 */
void
dwell_comparison_save_steps (GtkWidget           *from,
                             DwellComparisonList *list)
{
  const DwellDifference *difference = dwell_comparison_list_get_difference (list);
  DwellView *view = dwell_query_get_view (DWELL_QUERY (list));
  gboolean is_swapped = FALSE;
  DwellSession *other = view != NULL ? dwell_view_get_base (view, &is_swapped) : NULL;
  DwellSession *own = view != NULL ? dwell_view_get_session (view) : NULL;
  Picture *picture;

  if (difference == NULL || difference->n_rows == 0 || other == NULL)
    return;

  picture = g_new0 (Picture, 1);
  dwell_waterfall_make (&picture->waterfall, difference);
  picture->texts = dwell_waterfall_make_texts (&picture->waterfall, difference);
  picture->cut = dwell_waterfall_describe_cut (&picture->waterfall);
  /* Translators: headline of a picture: the files of the base and of the new recording */
  picture->title = g_strdup_printf (_("Base %s · New %s"),
                                    dwell_session_get_title (is_swapped ? own : other),
                                    dwell_session_get_title (is_swapped ? other : own));
  dwell_save_ask (from, NULL, _("comparison.svg"), picture_write, picture, picture_free);
}

/* --- A file of what is compared --- */

typedef struct {
  DwellComparisonFile *comparison;
  DwellOrigin         *base;
  DwellOrigin         *new;
} Kept;

static void
kept_free (gpointer data)
{
  Kept *self = data;

  dwell_comparison_file_free (self->comparison);
  dwell_origin_unref (self->base);
  dwell_origin_unref (self->new);
  g_free (self);
}

/* The names of the recordings depend on the folder of the file. */
static gboolean
kept_write (gpointer        data,
            GFile          *file,
            GCancellable   *cancellable,
            GError        **error)
{
  Kept *self = data;

  dwell_comparison_recording_take (&self->comparison->base, file, self->base);
  dwell_comparison_recording_take (&self->comparison->new, file, self->new);
  return dwell_comparison_file_save (self->comparison, file, cancellable, error);
}

/**
 * dwell_comparison_save_file:
 * @from: where the user asked for it
 * @view: a view that compares
 *
 * Asks where to save a file that opens the comparison again.
 */
void
dwell_comparison_save_file (GtkWidget *from,
                            DwellView *view)
{
  gboolean is_swapped;
  DwellSession *other = dwell_view_get_base (view, &is_swapped);
  g_autoptr(DwellOrigin) of_own = dwell_session_get_origin (dwell_view_get_session (view));
  g_autoptr(DwellOrigin) of_other = other != NULL ? dwell_session_get_origin (other) : NULL;
  g_autoptr(GFile) folder = NULL;
  Kept *kept;

  if (of_own == NULL || of_other == NULL)
    return;

  kept = g_new (Kept, 1);
  kept->comparison = dwell_comparison_keeping_gather (view);
  kept->base = dwell_origin_ref (is_swapped ? of_own : of_other);
  kept->new = dwell_origin_ref (is_swapped ? of_other : of_own);
  folder = g_file_get_parent (kept->new->files->pdata[0]);
  /* Translators: the name of a file; .dwell-comparison stays */
  dwell_save_ask (from, folder, _("comparison.dwell-comparison"), kept_write, kept, kept_free);
}
