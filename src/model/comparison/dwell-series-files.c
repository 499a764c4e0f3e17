/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files as URIs, separated by spaces. Older versions cut them into pieces. The number of
 * pieces is set last and removed first, so that a handler of “kept-changed” never sees only part
 * of them. */
#include "config.h"

#include "model/comparison/dwell-series-files.h"

#include <string.h>

#include "analysis/compare/dwell-series.h"

#define MAX_PIECES 20

static char *
name_piece (guint number)
{
  return g_strdup_printf ("series-%u", number);
}

static guint
get_n_pieces (DwellView *view)
{
  return (guint) MIN (g_ascii_strtoull (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series"),
                                        NULL, 10), MAX_PIECES);
}

/**
 * dwell_series_has_files:
 * @view: a view
 *
 * Returns: whether it has a series: other recordings in addition to its own
 */
gboolean
dwell_series_has_files (DwellView *view)
{
  g_return_val_if_fail (DWELL_IS_VIEW (view), FALSE);

  return get_n_pieces (view) > 0;
}

/**
 * dwell_series_get_files:
 * @view: a view
 *
 * Returns: (transfer full) (element-type GFile): the other recordings of its series
 */
GPtrArray *
dwell_series_get_files (DwellView *view)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GString) text = g_string_new (NULL);
  g_auto(GStrv) uris = NULL;

  g_return_val_if_fail (DWELL_IS_VIEW (view), files);

  for (guint i = 0; i < get_n_pieces (view); i++)
    {
      g_autofree char *name = name_piece (i);

      g_string_append (text, dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, name));
    }

  uris = g_strsplit (text->str, " ", DWELL_SERIES_MAX);
  for (guint i = 0; uris[i] != NULL && files->len < DWELL_SERIES_MAX - 1; i++)
    if (*uris[i] != '\0')
      g_ptr_array_add (files, g_file_new_for_uri (uris[i]));

  return files;
}

/**
 * dwell_series_set_files:
 * @view: a view
 * @files: (array length=n_files): the other recordings of its series
 * @n_files: how many; 0: the view has no series any more
 *
 * Keeps the first of @files, as many as can be compared.
 */
void
dwell_series_set_files (DwellView     *view,
                        GFile * const *files,
                        guint          n_files)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint n_before;

  g_return_if_fail (DWELL_IS_VIEW (view));

  n_before = get_n_pieces (view);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series", "");
  for (guint i = 0; i < MIN (n_files, DWELL_SERIES_MAX - 1); i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", uri);
    }

  for (guint i = 0; i < MAX (n_before, 1); i++)
    {
      g_autofree char *name = name_piece (i);

      dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, name, i == 0 ? text->str : "");
    }

  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series", text->len > 0 ? "1" : "");
}

/**
 * dwell_series_get_measure:
 * @view: a view
 *
 * Returns: the measure that its series compares
 */
DwellCompared
dwell_series_get_measure (DwellView *view)
{
  const char *id = dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series-measure");

  for (guint i = 0; i < DWELL_N_SERIES_MEASURES; i++)
    if (g_str_equal (id, dwell_compared_get_id ((DwellCompared) i)))
      return (DwellCompared) i;

  return DWELL_COMPARED_SELF;
}

/**
 * dwell_series_set_measure:
 * @view: a view
 * @measure: the measure that its series compares
 */
void
dwell_series_set_measure (DwellView     *view,
                          DwellCompared  measure)
{
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series-measure",
                       measure != DWELL_COMPARED_SELF ? dwell_compared_get_id (measure) : "");
}

/**
 * dwell_series_get_n_base:
 * @view: a view
 *
 * Returns: how many of the first recordings are the base of the others; 0: they are a series
 */
guint
dwell_series_get_n_base (DwellView *view)
{
  const char *text = dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series-base");

  return (guint) MIN (g_ascii_strtoull (text, NULL, 10), DWELL_SERIES_MAX - 1);
}

/**
 * dwell_series_set_n_base:
 * @view: a view
 * @n_base: how many of the first recordings are the base of the others; 0: they are a series
 */
void
dwell_series_set_n_base (DwellView *view,
                         guint      n_base)
{
  g_autofree char *text = n_base > 0 ? g_strdup_printf ("%u", n_base) : g_strdup ("");

  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series-base", text);
}

/**
 * dwell_series_get_reference:
 * @view: a view
 *
 * Returns: which recording the last of its series is compared with: 1 is the view’s own, 2 the
 *   first of dwell_series_get_files(); 0: the first one of the series
 */
guint
dwell_series_get_reference (DwellView *view)
{
  const char *text = dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series-reference");

  return (guint) MIN (g_ascii_strtoull (text, NULL, 10), DWELL_SERIES_MAX);
}

/**
 * dwell_series_set_reference:
 * @view: a view
 * @reference: as dwell_series_get_reference() returns it
 */
void
dwell_series_set_reference (DwellView *view,
                            guint      reference)
{
  g_autofree char *text = reference > 0 ? g_strdup_printf ("%u", reference) : g_strdup ("");

  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series-reference", text);
}
