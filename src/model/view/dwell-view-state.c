/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view's state as a key file. It contains only what differs from a new view. Users may edit such
 * files: invalid contents are ignored. */
#include "config.h"

#include "model/view/dwell-view-state.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-keys.h"
#include "model/view/dwell-view-private.h"
#include "model/view/dwell-view-state-private.h"

#define TRACKS_GROUP  "tracks"

/* The greatest number of kept texts; pages and tables never need so many. */
#define MAX_KEPT       100
#define MAX_KEPT_BYTES 4000

static const char * const scope_names[] = {
  [DWELL_SCOPE_WHOLE] = "whole",
  [DWELL_SCOPE_VISIBLE] = "visible",
  [DWELL_SCOPE_SELECTION] = "selection",
};

static const char * const kept_groups[DWELL_N_KEPT] = {
  [DWELL_KEPT_FILTER] = "filters",
  [DWELL_KEPT_SORTING] = "sorting",
  [DWELL_KEPT_LAYOUT] = "layout",
};

static const char * const group_names[DWELL_N_TRACK_GROUPS] = {
  [DWELL_TRACKS_FUNCTIONS] = "functions",
  [DWELL_TRACKS_DATA] = "data",
  [DWELL_TRACKS_AUX] = "aux",
};

static const char * const measure_names[DWELL_N_MEASURES] = {
  [DWELL_MEASURE_CALL] = "call",
  [DWELL_MEASURE_NET] = "net",
  [DWELL_MEASURE_PERIOD] = "period",
  [DWELL_MEASURE_JITTER] = "jitter",
};

static void
set_range (GKeyFile   *state,
           const char *key,
           gint64      begin,
           gint64      end)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT ";%" G_GINT64_FORMAT, begin, end);

  g_key_file_set_value (state, DWELL_STATE_VIEW, key, text);
}

static gboolean
get_range (GKeyFile   *state,
           const char *key,
           gint64     *begin,
           gint64     *end)
{
  g_auto(GStrv) texts = dwell_option_load_list (state, DWELL_STATE_VIEW, key, NULL);

  return texts != NULL && g_strv_length (texts) == 2 &&
         g_ascii_string_to_signed (texts[0], 10, G_MININT64, G_MAXINT64, begin, NULL) &&
         g_ascii_string_to_signed (texts[1], 10, G_MININT64, G_MAXINT64, end, NULL);
}

static void
set_list (GKeyFile   *state,
          const char *group,
          const char *key,
          GPtrArray  *texts)
{
  if (texts->len > 0)
    g_key_file_set_string_list (state, group, key, (const char * const *) texts->pdata,
                                texts->len);
}

/* --- Gathering --- */

static void
gather_ranges (DwellView *view,
               GKeyFile  *state)
{
  if (!_dwell_view_is_at_home (view))
    set_range (state, "Range", view->range.begin, view->range.end);

  if (view->has_selection)
    set_range (state, "Selection", view->selection.begin, view->selection.end);

  if (view->scope != DWELL_SCOPE_WHOLE)
    g_key_file_set_string (state, DWELL_STATE_VIEW, "Scope", scope_names[view->scope]);

  if (view->has_cursor)
    g_key_file_set_int64 (state, DWELL_STATE_VIEW, "Cursor", view->cursor);
}

static gboolean
has_own_tracks (DwellView *view)
{
  for (guint32 track = 0; track < view->trace->n_tracks; track++)
    if (g_array_index (view->tracks->states, guint8, track) != 0)
      return TRUE;

  return view->tracks->order_is_own || g_hash_table_size (view->tracks->absent) > 0;
}

/* The lists of tracks that are folded, hidden and so on; a track that is not in a list is not. */
static const struct { const char *key; guint8 bit; } track_lists[] = {
  { "Folded", DWELL_TRACK_FOLDED }, { "Hidden", DWELL_TRACK_HIDDEN },
  { "Pinned", DWELL_TRACK_PINNED }, { "WithLines", DWELL_TRACK_LINES },
  { "InFoldedGroup", DWELL_TRACK_IN_FOLDED_GROUP },
  { "InFoldedProcess", DWELL_TRACK_IN_FOLDED_PROCESS },
};

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Returns the keys sorted, so that the same state is the same text. */
static GPtrArray *
get_sorted_keys (GHashTable *table)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (keys, key);

  g_ptr_array_sort (keys, compare_texts);
  return keys;
}

/* Adds the keys of tracks with @bit that do not exist now. */
static void
add_absent (DwellView *view,
            guint8     bit,
            GPtrArray *list)
{
  g_autoptr(GPtrArray) keys = get_sorted_keys (view->tracks->absent);

  for (guint i = 0; i < keys->len; i++)
    if ((GPOINTER_TO_UINT (g_hash_table_lookup (view->tracks->absent, keys->pdata[i])) & bit) != 0)
      g_ptr_array_add (list, keys->pdata[i]);
}

static void
gather_tracks (DwellView *view,
               GPtrArray *keys,
               GKeyFile  *state)
{
  g_autoptr(GPtrArray) list = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (track_lists); i++)
    {
      g_ptr_array_set_size (list, 0);
      for (guint32 track = 0; track < view->trace->n_tracks; track++)
        if ((g_array_index (view->tracks->states, guint8, track) & track_lists[i].bit) != 0)
          g_ptr_array_add (list, g_ptr_array_index (keys, track));
      add_absent (view, track_lists[i].bit, list);
      set_list (state, TRACKS_GROUP, track_lists[i].key, list);
    }

  g_ptr_array_set_size (list, 0);
  for (guint i = 0; view->tracks->order_is_own && i < view->tracks->order->len; i++)
    g_ptr_array_add (list, g_ptr_array_index (keys,
                                              g_array_index (view->tracks->order, guint32, i)));
  set_list (state, TRACKS_GROUP, "Order", list);

  if (view->tracks->show_quiet)
    g_key_file_set_boolean (state, TRACKS_GROUP, "ShowQuiet", TRUE);
}

static void
gather_markers (DwellView *view,
                GPtrArray *keys,
                GKeyFile  *state)
{
  const DwellTrace *trace = view->trace;

  for (guint i = 0; i < view->markers->array->len; i++)
    {
      const DwellMarker *marker = &g_array_index (view->markers->array, DwellMarker, i);
      g_autofree char *group = g_strdup_printf (DWELL_STATE_MARKER "%u", i + 1);

      g_key_file_set_int64 (state, group, "Time", marker->time);
      g_key_file_set_string (state, group, "Text", marker->text);

      if (marker->span != DWELL_NONE)
        {
          guint32 row = trace->span_row[marker->span];
          guint32 track = trace->rows[row].track;
          g_autofree char *area = dwell_key_of_area (trace, trace->span_area[marker->span]);

          g_key_file_set_string (state, group, "Area", area);
          g_key_file_set_string (state, group, "Track", g_ptr_array_index (keys, track));
          g_key_file_set_integer (state, group, "Row",
                                  (int) (row - trace->tracks[track].first_row));
        }
    }
}

/* Each deadline is an element in each of three lists. */
static void
gather_deadlines (DwellView *view,
                  GKeyFile  *state)
{
  g_autoptr(GPtrArray) areas = get_sorted_keys (view->deadlines->limits);
  g_autoptr(GPtrArray) keys = g_ptr_array_new ();
  g_autoptr(GPtrArray) measures = g_ptr_array_new ();
  g_autoptr(GPtrArray) limits = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < areas->len; i++)
    {
      const char *area = g_ptr_array_index (areas, i);
      const gint64 *of_area = g_hash_table_lookup (view->deadlines->limits, area);

      for (guint measure = 0; measure < DWELL_N_MEASURES; measure++)
        if (of_area[measure] != G_MAXINT64)
          {
            g_ptr_array_add (keys, (char *) area);
            g_ptr_array_add (measures, (char *) measure_names[measure]);
            g_ptr_array_add (limits, g_strdup_printf ("%" G_GINT64_FORMAT, of_area[measure]));
          }
    }

  set_list (state, DWELL_STATE_AREAS, "WithDeadline", keys);
  set_list (state, DWELL_STATE_AREAS, "DeadlineOf", measures);
  set_list (state, DWELL_STATE_AREAS, "Deadlines", limits);
}

static void
gather_texts (DwellView *view,
              GKeyFile  *state)
{
  for (guint kind = 0; kind < DWELL_N_KEPT; kind++)
    {
      g_autoptr(GPtrArray) names = get_sorted_keys (view->kept->texts[kind]);

      for (guint i = 0; i < names->len; i++)
        g_key_file_set_string (state, kept_groups[kind], names->pdata[i],
                               dwell_view_get_kept (view, (DwellKept) kind, names->pdata[i]));
    }
}

static void
gather_kept (DwellView *view,
             GKeyFile  *state)
{
  g_autoptr(GPtrArray) favourites = get_sorted_keys (view->kept->favourites);
  g_autoptr(GPtrArray) others = g_ptr_array_new ();

  gather_texts (view, state);

  /* The user can choose that an area with a bookmark in the file is not a favourite. */
  for (guint i = favourites->len; i-- > 0;)
    if (!GPOINTER_TO_INT (g_hash_table_lookup (view->kept->favourites,
                                               g_ptr_array_index (favourites, i))))
      g_ptr_array_insert (others, 0, g_ptr_array_remove_index (favourites, i));

  set_list (state, DWELL_STATE_AREAS, "Favourites", favourites);
  set_list (state, DWELL_STATE_AREAS, "NoFavourites", others);
  gather_deadlines (view, state);
}

static gboolean
has_notes (DwellView *view)
{
  for (guint i = 0; i < view->markers->array->len; i++)
    if (g_array_index (view->markers->array, DwellMarker, i).span != DWELL_NONE)
      return TRUE;

  return FALSE;
}

/**
 * dwell_view_state_gather:
 * @view: a view
 *
 * Writes the state as text. The same state always gives the same text.
 *
 * Returns: (transfer full): the text of a key file
 */
char *
dwell_view_state_gather (DwellView *view)
{
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autoptr(GPtrArray) keys = NULL;

  g_return_val_if_fail (DWELL_IS_VIEW (view), NULL);

  g_key_file_set_integer (state, DWELL_STATE_VIEW, "Version", DWELL_STATE_VERSION);
  if (view->trace == NULL)
    return g_key_file_to_data (state, NULL, NULL);

  gather_ranges (view, state);
  gather_kept (view, state);

  /* Making a key of each track takes time. */
  if (has_own_tracks (view) || has_notes (view))
    keys = dwell_keys_of_tracks (view->trace);
  if (has_own_tracks (view))
    gather_tracks (view, keys, state);
  gather_markers (view, keys, state);

  return g_key_file_to_data (state, NULL, NULL);
}

/* --- Applying --- */

/**
 * dwell_view_state_check:
 * @state: a key file
 * @error: what is wrong with it
 *
 * Checks a state, on any thread.
 *
 * Returns: whether it is a state of a version that this program knows
 */
gboolean
dwell_view_state_check (GKeyFile  *state,
                        GError   **error)
{
  if (g_key_file_get_integer (state, DWELL_STATE_VIEW, "Version", NULL) == DWELL_STATE_VERSION)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                       _("it is not a saved view"));
  return FALSE;
}

/* Returns the tracks in a list, as far as they exist. */
static GArray *
find_tracks (GKeyFile   *state,
             const char *key,
             GHashTable *tracks)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto(GStrv) keys = dwell_option_load_list (state, TRACKS_GROUP, key, NULL);
  gpointer value;

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (g_hash_table_lookup_extended (tracks, keys[i], NULL, &value))
      {
        guint32 track = GPOINTER_TO_UINT (value);

        g_array_append_val (found, track);
      }

  return found;
}

/* Keeps @bit for the tracks in a list that do not exist yet: requirements may derive them. */
static void
remember_tracks (DwellView  *view,
                 GKeyFile   *state,
                 const char *key,
                 guint8      bit,
                 GHashTable *tracks)
{
  g_auto(GStrv) keys = dwell_option_load_list (state, TRACKS_GROUP, key, NULL);

  if (!g_key_file_has_key (state, kept_groups[DWELL_KEPT_LAYOUT], "requirements", NULL))
    return;

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (!g_hash_table_contains (tracks, keys[i]))
      {
        guint known = GPOINTER_TO_UINT (g_hash_table_lookup (view->tracks->absent, keys[i]));

        _dwell_view_remember_track (view, keys[i], (guint8) (known | bit));
      }
}

static void
apply_tracks (DwellView  *view,
              GKeyFile   *state,
              GHashTable *tracks)
{
  g_autoptr(GArray) order = find_tracks (state, "Order", tracks);
  g_auto(GStrv) groups = dwell_option_load_list (state, TRACKS_GROUP, "HiddenGroups", NULL);
  g_autofree guint8 *states = g_new0 (guint8, view->trace->n_tracks + 1);

  for (guint i = 0; i < G_N_ELEMENTS (track_lists); i++)
    {
      g_autoptr(GArray) list = find_tracks (state, track_lists[i].key, tracks);

      for (guint j = 0; j < list->len; j++)
        states[g_array_index (list, guint32, j)] |= track_lists[i].bit;
      remember_tracks (view, state, track_lists[i].key, track_lists[i].bit, tracks);
    }

  /* Older states name groups instead. */
  for (guint32 track = 0; groups != NULL && track < view->trace->n_tracks; track++)
    if (g_strv_contains ((const char * const *) groups,
                         group_names[view->trace->tracks[track].group]))
      states[track] |= DWELL_TRACK_IN_FOLDED_GROUP;

  _dwell_view_restore_tracks (view, states, order->len > 0 ? order : NULL,
                              g_key_file_get_boolean (state, TRACKS_GROUP, "ShowQuiet", NULL));
}

/* Returns the span of @row that begins at @time and whose area has the key @area. */
static guint32
find_span_in_row (const DwellTrace *trace,
                  guint32           row,
                  gint64            time,
                  const char       *area)
{
  guint32 end = trace->rows[row].first_span + trace->rows[row].n_spans;
  /* Spans without length are to be found, too. */
  guint32 i = dwell_trace_row_search (trace, row, time > G_MININT64 ? time - 1 : time);

  for (; i < end && dwell_trace_get_span_begin (trace, trace->row_spans[i]) <= time; i++)
    {
      guint32 span = trace->row_spans[i];
      g_autofree char *key = NULL;

      if (dwell_trace_get_span_begin (trace, span) != time)
        continue;

      key = dwell_key_of_area (trace, trace->span_area[span]);
      if (g_str_equal (key, area))
        return span;
    }

  return DWELL_NONE;
}

/* Returns the span of the note in @group, or DWELL_NONE. */
static guint32
find_noted_span (const DwellTrace *trace,
                 GKeyFile         *state,
                 const char       *group,
                 gint64            time,
                 GHashTable       *tracks)
{
  g_autofree char *area = dwell_option_load (state, group, "Area", NULL);
  g_autofree char *track_key = dwell_option_load (state, group, "Track", NULL);
  guint32 wanted = (guint32) g_key_file_get_integer (state, group, "Row", NULL);
  const DwellTrack *track;
  guint32 span = DWELL_NONE;
  gpointer value;

  if (area == NULL || track_key == NULL ||
      !g_hash_table_lookup_extended (tracks, track_key, NULL, &value))
    return DWELL_NONE;

  track = &trace->tracks[GPOINTER_TO_UINT (value)];
  if (wanted < track->n_rows)
    span = find_span_in_row (trace, track->first_row + wanted, time, area);
  for (guint32 i = 0; i < track->n_rows && span == DWELL_NONE; i++)
    span = find_span_in_row (trace, track->first_row + i, time, area);

  return span;
}

static void
apply_markers (DwellView  *view,
               GKeyFile   *state,
               GHashTable *tracks)
{
  g_auto(GStrv) groups = g_key_file_get_groups (state, NULL);
  g_autoptr(GArray) markers = g_array_new (FALSE, FALSE, sizeof (DwellMarker));

  for (guint i = 0; groups[i] != NULL && markers->len < DWELL_STATE_MAX_MARKERS; i++)
    {
      g_autoptr(GError) error = NULL;
      DwellMarker marker = { 0 };

      if (!g_str_has_prefix (groups[i], DWELL_STATE_MARKER))
        continue;

      marker.time = g_key_file_get_int64 (state, groups[i], "Time", &error);
      if (error != NULL)
        continue;

      marker.text = dwell_option_load (state, groups[i], "Text", NULL);
      if (marker.text == NULL)
        marker.text = g_strdup ("");
      marker.span = find_noted_span (view->trace, state, groups[i], marker.time, tracks);
      g_array_append_val (markers, marker);
    }

  dwell_view_restore_markers (view, markers);
  for (guint i = 0; i < markers->len; i++)
    g_free (g_array_index (markers, DwellMarker, i).text);
}

static void
apply_favourites (DwellView  *view,
                  GKeyFile   *state,
                  const char *name,
                  gboolean    are_favourites)
{
  GHashTable *favourites = view->kept->favourites;
  g_auto(GStrv) keys = dwell_option_load_list (state, DWELL_STATE_AREAS, name, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL &&
                    g_hash_table_size (favourites) < DWELL_STATE_MAX_FAVOURITES; i++)
    if (!g_hash_table_contains (favourites, keys[i]))
      g_hash_table_insert (favourites, g_strdup (keys[i]), GINT_TO_POINTER (are_favourites));
}

static void
apply_deadlines (DwellView *view,
                 GKeyFile  *state)
{
  g_auto(GStrv) keys = dwell_option_load_list (state, DWELL_STATE_AREAS, "WithDeadline", NULL);
  g_auto(GStrv) measures = dwell_option_load_list (state, DWELL_STATE_AREAS, "DeadlineOf", NULL);
  g_auto(GStrv) limits = dwell_option_load_list (state, DWELL_STATE_AREAS, "Deadlines", NULL);

  if (keys == NULL || measures == NULL || limits == NULL)
    return;

  for (guint i = 0; keys[i] != NULL && measures[i] != NULL && limits[i] != NULL; i++)
    for (guint measure = 0; measure < DWELL_N_MEASURES; measure++)
      {
        gint64 limit;

        if (g_str_equal (measures[i], measure_names[measure]) &&
            g_ascii_string_to_signed (limits[i], 10, 0, G_MAXINT64, &limit, NULL))
          _dwell_view_keep_deadline (view, keys[i], (DwellMeasure) measure, limit);
      }

  _dwell_view_update_overruns (view);
}

/* Values with the names of files are never drawn in a line, and must be complete even for a
 * thousand files. So their length is not limited. */
static gboolean
names_files (DwellKept   kind,
             const char *name)
{
  static const char * const names[] = { "base", "series-0", NULL };

  return kind == DWELL_KEPT_LAYOUT && g_strv_contains (names, name);
}

static void
apply_texts (DwellView *view,
             GKeyFile  *state,
             DwellKept  kind)
{
  g_auto(GStrv) names = g_key_file_get_keys (state, kept_groups[kind], NULL, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL && i < MAX_KEPT; i++)
    {
      g_autofree char *text = dwell_option_load (state, kept_groups[kind], names[i], NULL);

      /* Drawing a line of a thousand words would take minutes. GLib checks values, but not names;
       * an invalid name would make the whole state invalid when it is saved. */
      if (text != NULL && *text != '\0' &&
          (strlen (text) <= MAX_KEPT_BYTES || names_files (kind, names[i])) &&
          g_utf8_validate (names[i], -1, NULL) &&
          !g_hash_table_contains (view->kept->texts[kind], names[i]))
        g_hash_table_replace (view->kept->texts[kind], g_strdup (names[i]),
                              g_steal_pointer (&text));
    }
}

static void
apply_kept (DwellView *view,
            GKeyFile  *state)
{
  for (guint kind = 0; kind < DWELL_N_KEPT; kind++)
    apply_texts (view, state, (DwellKept) kind);

  apply_favourites (view, state, "Favourites", TRUE);
  apply_favourites (view, state, "NoFavourites", FALSE);
  view->kept->favourites_serial++;

  apply_deadlines (view, state);
  _dwell_view_emit (view, DWELL_VIEW_KEPT_CHANGED);
}

static void
apply_ranges (DwellView *view,
              GKeyFile  *state)
{
  g_autofree char *scope = dwell_option_load (state, DWELL_STATE_VIEW, "Scope", NULL);
  g_autoptr(GError) error = NULL;
  gint64 cursor = g_key_file_get_int64 (state, DWELL_STATE_VIEW, "Cursor", &error);
  gint64 begin;
  gint64 end;

  if (!view->has_selection && get_range (state, "Selection", &begin, &end))
    dwell_view_set_selection (view, begin, end);

  /* A new selection becomes the scope and moves the cursor, so scope and cursor come after it. */
  for (guint i = 0; i < G_N_ELEMENTS (scope_names); i++)
    if (g_strcmp0 (scope != NULL ? scope : scope_names[DWELL_SCOPE_WHOLE], scope_names[i]) == 0)
      dwell_view_set_scope (view, (DwellScope) i);

  if (error == NULL && cursor >= view->axis.begin && cursor <= view->axis.end)
    dwell_view_set_cursor (view, cursor);

  if (_dwell_view_is_at_home (view) && get_range (state, "Range", &begin, &end) &&
      begin <= view->axis.end && end >= view->axis.begin)
    dwell_view_set_range (view, begin, end);
}

/**
 * dwell_view_state_apply:
 * @view: a view with a trace
 * @state: a state of a view of this trace or another
 *
 * Applies @state as far as the trace has what it names. What the user did meanwhile stays: markers,
 * texts, a selection, and a range that differs from the one shown at first.
 */
void
dwell_view_state_apply (DwellView *view,
                        GKeyFile  *state)
{
  g_autoptr(GPtrArray) keys = NULL;
  g_autoptr(GHashTable) tracks = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_if_fail (DWELL_IS_VIEW (view));
  g_return_if_fail (view->trace != NULL);

  keys = dwell_keys_of_tracks (view->trace);
  for (guint i = 0; i < keys->len; i++)
    g_hash_table_insert (tracks, g_ptr_array_index (keys, i), GUINT_TO_POINTER (i));

  if (g_key_file_has_group (state, TRACKS_GROUP))
    apply_tracks (view, state, tracks);
  apply_markers (view, state, tracks);
  apply_kept (view, state);
  apply_ranges (view, state);
}
