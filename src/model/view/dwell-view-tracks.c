/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tracks of a view: their order, which are folded, hidden and pinned, and the lanes that follow
 * from that. A folded group of tracks is stored as a state of all its tracks; a track that is new
 * to the group takes it over. In another trace a track is found again by its key. Until the user
 * has moved a track, tracks are in their default order. */
#include "config.h"

#include <string.h>

#include "core/dwell-keys.h"
#include "model/view/dwell-view-private.h"

static void
announce (gpointer data)
{
  DwellTracks *self = data;

  _dwell_view_emit (self->view, DWELL_VIEW_LANES_CHANGED);
}

/* Lanes are made again when they are asked for. */
static void
lanes_changed (DwellTracks *self)
{
  g_clear_pointer (&self->lanes, g_array_unref);
  announce (self);
}

/* The greatest number of states that are kept for tracks that do not exist now. */
#define MAX_ABSENT 1000

/* Returns, for each track with one of @old_keys, the track with the same key in @new_keys, or
 * DWELL_NONE. */
static GArray *
map_tracks (const GPtrArray *old_keys,
            const GPtrArray *new_keys)
{
  GArray *map = g_array_sized_new (FALSE, FALSE, sizeof (guint32), old_keys->len);
  g_autoptr(GHashTable) tracks = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 0; i < new_keys->len; i++)
    g_hash_table_insert (tracks, g_ptr_array_index (new_keys, i), GUINT_TO_POINTER (i));

  for (guint32 i = 0; i < old_keys->len; i++)
    {
      gpointer value;
      guint32 track = DWELL_NONE;

      if (g_hash_table_lookup_extended (tracks, g_ptr_array_index (old_keys, i), NULL, &value))
        track = GPOINTER_TO_UINT (value);

      g_array_append_val (map, track);
    }

  return map;
}

/* Appends those of @tracks that are not @placed yet. */
static void
place_tracks (GArray        *order,
              guint8        *placed,
              const guint32 *tracks,
              guint          n_tracks)
{
  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i] != DWELL_NONE && !placed[tracks[i]])
      {
        placed[tracks[i]] = TRUE;
        g_array_append_val (order, tracks[i]);
      }
}

/* Appends the tracks that are not @placed yet in their default order. */
static void
place_others (DwellTracks *self,
              guint8      *placed)
{
  const GArray *order = self->view->reading->track_order;

  place_tracks (self->order, placed, (const guint32 *) (gpointer) order->data, order->len);
}

/* Keeps @state for a track with @key, which does not exist now. */
void
_dwell_view_remember_track (DwellView  *self,
                            const char *key,
                            guint8      state)
{
  if (state != 0 && g_hash_table_size (self->tracks->absent) < MAX_ABSENT)
    g_hash_table_replace (self->tracks->absent, g_strdup (key), GUINT_TO_POINTER (state));
}

static void
take_states (DwellTracks      *self,
             const DwellTrace *old,
             GArray           *old_states,
             GArray           *old_order)
{
  g_autoptr(GPtrArray) old_keys = dwell_keys_of_tracks (old);
  g_autoptr(GPtrArray) new_keys = dwell_keys_of_tracks (self->trace);
  g_autoptr(GArray) map = map_tracks (old_keys, new_keys);

  for (guint i = 0; i < self->trace->n_tracks; i++)
    {
      gpointer state;

      if (g_hash_table_lookup_extended (self->absent, new_keys->pdata[i], NULL, &state))
        g_array_index (self->states, guint8, i) = (guint8) GPOINTER_TO_UINT (state);
      g_hash_table_remove (self->absent, new_keys->pdata[i]);
    }

  for (guint i = 0; i < old->n_tracks; i++)
    {
      guint32 track = g_array_index (map, guint32, i);
      guint8 state = g_array_index (old_states, guint8, i);

      if (track != DWELL_NONE)
        g_array_index (self->states, guint8, track) = state;
      else
        _dwell_view_remember_track (self->view, old_keys->pdata[i], state);

      /* From here on, old_order has the numbers of the new trace. */
      g_array_index (old_order, guint32, i) =
        g_array_index (map, guint32, g_array_index (old_order, guint32, i));
    }
}

/* Returns the bits of groups that tracks can be folded in. */
static guint8
get_fold_bits (guint grouping)
{
  return (grouping & DWELL_GROUPED_BY_GROUP ? DWELL_TRACK_IN_FOLDED_GROUP : 0) |
         (grouping & DWELL_GROUPED_BY_PROCESS ? DWELL_TRACK_IN_FOLDED_PROCESS : 0);
}

/* Gives the folded state that one track of a group has to all tracks of the group. Without lanes of
 * groups, nothing is folded, because the user could not unfold it. */
static void
spread_folds (DwellTracks *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint8 *folds = g_new0 (guint8, (gsize) trace->n_contexts + 1);
  guint grouping = dwell_lanes_get_grouping (trace);
  guint8 others = (guint8) (DWELL_TRACK_IN_FOLDED & ~get_fold_bits (grouping));

  /* For each process, and before them for tracks without one: a bit per group, and one for all. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 track = 0; track < trace->n_tracks; track++)
      {
        guint8 *state = &g_array_index (self->states, guint8, track);
        guint8 *fold = &folds[dwell_lanes_get_process (trace, grouping, track) + 1];
        guint8 bit = (guint8) (1u << trace->tracks[track].group);
        guint8 process_bit = 1u << DWELL_N_TRACK_GROUPS;

        *state &= (guint8) ~others;
        if ((*state & DWELL_TRACK_IN_FOLDED_GROUP) != 0)
          *fold |= bit;
        if ((*state & DWELL_TRACK_IN_FOLDED_PROCESS) != 0)
          *fold |= process_bit;
        if ((*fold & bit) != 0)
          *state |= DWELL_TRACK_IN_FOLDED_GROUP;
        if ((*fold & process_bit) != 0)
          *state |= DWELL_TRACK_IN_FOLDED_PROCESS;
      }
}

static void
adapt (gpointer data)
{
  DwellTracks *self = data;
  g_autoptr(DwellTrace) old = g_steal_pointer (&self->trace);
  g_autoptr(GArray) old_order = self->order;
  g_autoptr(GArray) old_states = self->states;
  g_autofree guint8 *placed = NULL;

  self->trace = dwell_trace_ref (self->view->trace);
  placed = g_new0 (guint8, self->trace->n_tracks);
  g_clear_pointer (&self->lanes, g_array_unref);
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->states = g_array_new (FALSE, TRUE, sizeof (guint8));
  g_array_set_size (self->states, self->trace->n_tracks);

  if (old != NULL)
    take_states (self, old, old_states, old_order);
  spread_folds (self);

  if (self->order_is_own)
    place_tracks (self->order, placed, (const guint32 *) (gpointer) old_order->data,
                  old_order->len);

  place_others (self, placed);
}

static void
tracks_free (gpointer data)
{
  DwellTracks *self = data;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->lanes, g_array_unref);
  g_array_unref (self->order);
  g_array_unref (self->states);
  g_hash_table_unref (self->absent);
  g_clear_pointer (&self->filter, dwell_pattern_unref);
  g_free (self->filter_text);
  g_free (self);
}

void
_dwell_view_add_tracks (DwellView *self)
{
  self->tracks = g_new0 (DwellTracks, 1);
  self->tracks->view = self;
  self->tracks->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tracks->states = g_array_new (FALSE, TRUE, sizeof (guint8));
  self->tracks->absent = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  _dwell_view_add_part (self, self->tracks, tracks_free, adapt, announce);
}

/* Takes over what a state contains: @states, one per track; @order (nullable), the tracks that come
 * first. */
void
_dwell_view_restore_tracks (DwellView    *self,
                            const guint8 *states,
                            const GArray *order,
                            gboolean      show_quiet)
{
  DwellTracks *tracks = self->tracks;

  memcpy (tracks->states->data, states, tracks->states->len);
  spread_folds (tracks);
  tracks->show_quiet = show_quiet;

  if (order != NULL)
    {
      g_autofree guint8 *placed = g_new0 (guint8, tracks->trace->n_tracks);

      g_array_set_size (tracks->order, 0);
      place_tracks (tracks->order, placed, (const guint32 *) (gpointer) order->data, order->len);
      place_others (tracks, placed);
      tracks->order_is_own = TRUE;
    }

  lanes_changed (tracks);
}

/* Tracks are hidden by themselves or with their folded group, unless they are pinned above it. */
static gboolean
is_hidden (DwellTracks *self,
           guint32      track)
{
  guint8 state = g_array_index (self->states, guint8, track);

  return (state & DWELL_TRACK_HIDDEN) != 0 ||
         ((state & DWELL_TRACK_IN_FOLDED) != 0 && (state & DWELL_TRACK_PINNED) == 0);
}

/* A track also matches if the name of its group does. */
static gboolean
matches_filter (DwellTracks *self,
                guint32      track,
                guint        grouping)
{
  const DwellTrack *band = &self->trace->tracks[track];
  guint32 process = dwell_lanes_get_process (self->trace, grouping, track);
  const char *names[] = {
    dwell_trace_get_string (self->trace, band->name),
    grouping & DWELL_GROUPED_BY_GROUP
      ? dwell_lanes_get_group_name (self->trace, process, band->group) : NULL,
    grouping & DWELL_GROUPED_BY_PROCESS
      ? dwell_lanes_get_group_name (self->trace, process, DWELL_N_TRACK_GROUPS) : NULL,
  };

  for (guint i = 0; self->filter != NULL && i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL && dwell_pattern_matches (self->filter, names[i]))
      return TRUE;

  return self->filter == NULL;
}

/* Unfolds @track and shows it with its group; also shows its rows of lines if @span (or DWELL_NONE)
 * is in one of them. */
void
_dwell_view_show_track (DwellView *self,
                        guint32    track,
                        guint32    span)
{
  guint8 state = dwell_view_get_track_state (self, track);
  guint grouping = dwell_lanes_get_grouping (self->trace);

  if (span != DWELL_NONE && self->trace->rows[self->trace->span_row[span]].is_lines)
    state |= DWELL_TRACK_LINES;

  if (!matches_filter (self->tracks, track, grouping))
    dwell_view_set_track_filter (self, NULL, NULL);
  if ((g_array_index (self->tracks->states, guint8, track) & DWELL_TRACK_PINNED) == 0)
    {
      guint32 process = dwell_lanes_get_process (self->trace, grouping, track);

      dwell_view_fold_group (self, process, self->trace->tracks[track].group, FALSE);
      dwell_view_fold_group (self, process, DWELL_N_TRACK_GROUPS, FALSE);
    }

  if (dwell_lanes_is_quiet (self->trace, track))
    dwell_view_set_show_quiet (self, TRUE);

  dwell_view_set_track_state (self, track, state & ~(DWELL_TRACK_FOLDED | DWELL_TRACK_HIDDEN));
}

static GArray *
make_lanes (DwellTracks *self)
{
  g_autofree guint8 *states = NULL;
  guint grouping;

  if (self->trace == NULL)
    return g_array_new (FALSE, FALSE, sizeof (DwellLane));

  grouping = dwell_lanes_get_grouping (self->trace);
  states = g_memdup2 (self->states->data, self->states->len);
  for (guint32 track = 0; track < self->states->len; track++)
    if (!matches_filter (self, track, grouping))
      states[track] |= DWELL_TRACK_HIDDEN;

  return dwell_lanes_new (self->trace, (const guint32 *) (gpointer) self->order->data, states,
                          self->show_quiet || self->filter != NULL);
}

/**
 * dwell_view_get_lanes:
 * @self: a view
 *
 * Returns: (transfer none) (element-type DwellLane): the lanes from top to bottom, valid until
 *   lanes-changed; none without a trace
 */
const GArray *
dwell_view_get_lanes (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  if (self->tracks->lanes == NULL)
    self->tracks->lanes = make_lanes (self->tracks);

  return self->tracks->lanes;
}

/**
 * dwell_view_get_track_state:
 * @self: a view
 * @track: a track
 *
 * Returns: its #DwellTrackState bits, without those of its group
 */
guint8
dwell_view_get_track_state (DwellView *self,
                            guint32    track)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), 0);
  g_return_val_if_fail (track < self->tracks->states->len, 0);

  return g_array_index (self->tracks->states, guint8, track) & (guint8) ~DWELL_TRACK_IN_FOLDED;
}

/* Moves the focus from a line of @track, whose lines are folded away, to the line's function. */
static void
focus_function (DwellView *self,
                guint32    track)
{
  guint32 span = dwell_view_get_focus_span (self);
  guint32 function;

  if (span == DWELL_NONE || dwell_trace_get_span_track (self->trace, span) != track)
    return;

  function = dwell_trace_get_line_function (self->trace, span);
  if (function != DWELL_NONE)
    dwell_view_focus_span (self, function);
}

/**
 * dwell_view_set_track_state:
 * @self: a view
 * @track: a track
 * @state: #DwellTrackState bits; those of its group stay
 *
 * Folds, hides or pins @track or shows its lines. If a focused line is folded away, its function
 * gets the focus.
 */
void
dwell_view_set_track_state (DwellView *self,
                            guint32    track,
                            guint8     state)
{
  guint8 before;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (track < self->tracks->states->len);

  before = g_array_index (self->tracks->states, guint8, track);
  state = (guint8) ((state & ~DWELL_TRACK_IN_FOLDED) | (before & DWELL_TRACK_IN_FOLDED));
  if (before == state)
    return;

  g_array_index (self->tracks->states, guint8, track) = state;
  lanes_changed (self->tracks);

  if ((before & ~state & DWELL_TRACK_LINES) != 0)
    focus_function (self, track);
}

static guint
find_in_order (const GArray *order,
               guint32       track)
{
  guint i = 0;

  while (i < order->len && g_array_index (order, guint32, i) != track)
    i++;

  return i;
}

/**
 * dwell_view_move_track:
 * @self: a view
 * @track: the track to move
 * @before: the track before which it is put; %DWELL_NONE: at the end
 *
 * Changes the order of tracks, which is the user's from now on.
 */
void
dwell_view_move_track (DwellView *self,
                       guint32    track,
                       guint32    before)
{
  GArray *order;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (track < self->tracks->order->len);

  if (track == before)
    return;

  order = self->tracks->order;
  g_array_remove_index (order, find_in_order (order, track));
  g_array_insert_val (order, find_in_order (order, before), track);
  self->tracks->order_is_own = TRUE;
  lanes_changed (self->tracks);
}

/* Sets the bits @set and clears the bits @clear of all tracks. */
static void
change_states (DwellTracks *self,
               guint8       set,
               guint8       clear)
{
  gboolean is_different = FALSE;

  for (guint i = 0; i < self->states->len; i++)
    {
      guint8 *state = &g_array_index (self->states, guint8, i);
      guint8 changed = (guint8) ((*state | set) & ~clear);

      is_different |= changed != *state;
      *state = changed;
    }

  if (is_different)
    lanes_changed (self);
}

/**
 * dwell_view_fold_all:
 * @self: a view
 * @folded: whether to fold or to unfold
 *
 * Folds or unfolds all tracks.
 */
void
dwell_view_fold_all (DwellView *self,
                     gboolean   folded)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  change_states (self->tracks, folded ? DWELL_TRACK_FOLDED : 0, folded ? 0 : DWELL_TRACK_FOLDED);
}

/**
 * dwell_view_get_lines_shown:
 * @self: a view
 *
 * Returns: whether all tracks that have source lines among their functions show them
 */
DwellLinesShown
dwell_view_get_lines_shown (DwellView *self)
{
  DwellLinesShown shown = DWELL_LINES_NONE;

  g_return_val_if_fail (DWELL_IS_VIEW (self), DWELL_LINES_NONE);

  for (guint32 track = 0; track < self->tracks->states->len; track++)
    {
      if (!dwell_lanes_has_lines (self->trace, track))
        continue;
      if ((g_array_index (self->tracks->states, guint8, track) & DWELL_TRACK_LINES) == 0)
        return DWELL_LINES_SOME_FOLDED;

      shown = DWELL_LINES_ALL_SHOWN;
    }

  return shown;
}

/**
 * dwell_view_set_all_lines_shown:
 * @self: a view
 * @shown: whether the source lines of all functions are shown
 *
 * Shows or folds away the source lines of all tracks. If a focused line is folded away, its
 * function gets the focus.
 */
void
dwell_view_set_all_lines_shown (DwellView *self,
                                gboolean   shown)
{
  guint32 focus;

  g_return_if_fail (DWELL_IS_VIEW (self));

  change_states (self->tracks, shown ? DWELL_TRACK_LINES : 0, shown ? 0 : DWELL_TRACK_LINES);

  focus = dwell_view_get_focus_span (self);
  if (!shown && focus != DWELL_NONE)
    focus_function (self, dwell_trace_get_span_track (self->trace, focus));
}

/**
 * dwell_view_show_all_tracks:
 * @self: a view
 *
 * Shows all tracks and all groups. Quiet tracks stay together: see dwell_view_set_show_quiet().
 */
void
dwell_view_show_all_tracks (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  change_states (self->tracks, 0, DWELL_TRACK_HIDDEN | DWELL_TRACK_IN_FOLDED);
}

/**
 * dwell_view_get_group_shown:
 * @self: a view
 * @group: a group of tracks
 *
 * Returns: whether @group is unfolded in all processes
 */
gboolean
dwell_view_get_group_shown (DwellView       *self,
                            DwellTrackGroup  group)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);
  g_return_val_if_fail (group < DWELL_N_TRACK_GROUPS, FALSE);

  for (guint32 track = 0; track < self->tracks->states->len; track++)
    if (self->trace->tracks[track].group == group &&
        (g_array_index (self->tracks->states, guint8, track) & DWELL_TRACK_IN_FOLDED_GROUP) != 0)
      return FALSE;

  return TRUE;
}

/* Folds or unfolds a group, or all groups of a process together; of one process or @of_all. */
static void
fold_tracks (DwellTracks *self,
             gboolean     of_all,
             guint32      process,
             guint        group,
             gboolean     folded)
{
  guint8 bit = group < DWELL_N_TRACK_GROUPS ? DWELL_TRACK_IN_FOLDED_GROUP
                                            : DWELL_TRACK_IN_FOLDED_PROCESS;
  guint grouping = self->trace != NULL ? dwell_lanes_get_grouping (self->trace) : 0;
  gboolean can_fold = (get_fold_bits (grouping) & bit) != 0;
  gboolean is_different = FALSE;

  for (guint32 track = 0; can_fold && track < self->states->len; track++)
    {
      guint8 *state = &g_array_index (self->states, guint8, track);

      if ((group < DWELL_N_TRACK_GROUPS && self->trace->tracks[track].group != group) ||
          (!of_all && dwell_lanes_get_process (self->trace, grouping, track) != process) ||
          ((*state & bit) != 0) == !!folded)
        continue;

      *state ^= bit;
      is_different = TRUE;
    }

  if (is_different)
    lanes_changed (self);
}

/**
 * dwell_view_fold_group:
 * @self: a view
 * @process: the context of a process, or %DWELL_NONE, as dwell_lanes_get_process() returns it
 * @group: a group of its tracks; %DWELL_N_TRACK_GROUPS: all
 * @folded: whether they are folded under the lane of the group
 *
 * Folds or unfolds a group of tracks. The states of the single tracks stay. Revealing something
 * unfolds its group.
 */
void
dwell_view_fold_group (DwellView *self,
                       guint32    process,
                       guint      group,
                       gboolean   folded)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (group <= DWELL_N_TRACK_GROUPS);

  fold_tracks (self->tracks, FALSE, process, group, folded);
}

/**
 * dwell_view_set_group_shown:
 * @self: a view
 * @group: a group of tracks
 * @shown: whether its tracks are shown
 *
 * Unfolds or folds @group in all processes: see dwell_view_fold_group().
 */
void
dwell_view_set_group_shown (DwellView       *self,
                            DwellTrackGroup  group,
                            gboolean         shown)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (group < DWELL_N_TRACK_GROUPS);

  fold_tracks (self->tracks, TRUE, DWELL_NONE, group, !shown);
}

/**
 * dwell_view_set_track_filter:
 * @self: a view
 * @text: (nullable): text or /a regular expression/ that the names of tracks or of their groups
 *   must contain; %NULL or "": all
 * @error: what is wrong with it; or that it gave up on some names, whose tracks are left out
 *
 * Shows only the tracks whose names match, including quiet ones, for as long as the view exists.
 * Revealing something in another track removes the filter. All are shown if @text is not a pattern.
 *
 * Returns: false with @error set
 */
gboolean
dwell_view_set_track_filter (DwellView   *self,
                             const char  *text,
                             GError     **error)
{
  DwellTracks *tracks;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  tracks = self->tracks;
  if (text != NULL && *text == '\0')
    text = NULL;

  if (g_strcmp0 (tracks->filter_text, text) != 0 || (text != NULL && tracks->filter == NULL))
    {
      g_free (tracks->filter_text);
      tracks->filter_text = g_strdup (text);
      g_clear_pointer (&tracks->filter, dwell_pattern_unref);
      if (text != NULL)
        tracks->filter = dwell_pattern_new (text, error);
      lanes_changed (tracks);
      if (text != NULL && tracks->filter == NULL)
        return FALSE;
    }

  dwell_view_get_lanes (self);
  return dwell_pattern_check (tracks->filter, error);
}

/**
 * dwell_view_get_track_filter:
 * @self: a view
 *
 * Returns: the text of the filter; "": all tracks are shown
 */
const char *
dwell_view_get_track_filter (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), "");

  return self->tracks->filter_text != NULL ? self->tracks->filter_text : "";
}

/**
 * dwell_view_count_hidden:
 * @self: a view
 *
 * Returns: how many tracks are hidden, by themselves or with their group
 */
guint
dwell_view_count_hidden (DwellView *self)
{
  guint n_hidden = 0;

  g_return_val_if_fail (DWELL_IS_VIEW (self), 0);

  for (guint32 track = 0; track < self->tracks->states->len; track++)
    n_hidden += is_hidden (self->tracks, track);

  return n_hidden;
}

/**
 * dwell_view_set_show_quiet:
 * @self: a view
 * @show: whether tracks in which nothing ran have lanes of their own
 *
 * Shows the tracks in which nothing ran like the others, or together under one lane.
 */
void
dwell_view_set_show_quiet (DwellView *self,
                           gboolean   show)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  if (self->tracks->show_quiet == show)
    return;

  self->tracks->show_quiet = show;
  lanes_changed (self->tracks);
}
