/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tracks of a view: order, folded, hidden, pinned, and the lanes that follow from them, made
 * when somebody asks. In another trace a track is known by its key; as long as the user has not
 * moved any track, they stand in their default order. */
#include "config.h"

#include <string.h>

#include "model/dwell-keys.h"
#include "model/view/dwell-view-private.h"

/* Lanes are another now. */
static void
lanes_changed (DwellView *self)
{
  g_clear_pointer (&self->lanes, g_array_unref);
  _dwell_view_emit (self, DWELL_VIEW_LANES_CHANGED);
}

/* For each track of @old the same of @new, or DWELL_NONE. */
static GArray *
map_tracks (const DwellTrace *old,
            const DwellTrace *new)
{
  GArray *map = g_array_sized_new (FALSE, FALSE, sizeof (guint32), old->n_tracks);
  g_autoptr(GPtrArray) old_keys = dwell_keys_of_tracks (old);
  g_autoptr(GPtrArray) new_keys = dwell_keys_of_tracks (new);
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

void
_dwell_view_adapt_tracks (DwellView        *self,
                          const DwellTrace *old)
{
  g_autoptr(GArray) old_order = self->track_order;
  g_autoptr(GArray) old_states = self->track_states;
  g_autofree guint8 *placed = g_new0 (guint8, self->trace->n_tracks);

  g_clear_pointer (&self->lanes, g_array_unref);
  self->track_order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->track_states = g_array_new (FALSE, TRUE, sizeof (guint8));
  g_array_set_size (self->track_states, self->trace->n_tracks);

  if (old != NULL)
    {
      g_autoptr(GArray) map = map_tracks (old, self->trace);
      const guint8 *states = (const guint8 *) old_states->data;

      for (guint i = 0; i < old->n_tracks; i++)
        {
          guint32 track = g_array_index (map, guint32, i);

          if (track != DWELL_NONE)
            g_array_index (self->track_states, guint8, track) = states[i];

          /* From here on the old order, in numbers of the new trace. */
          g_array_index (old_order, guint32, i) =
            g_array_index (map, guint32, g_array_index (old_order, guint32, i));
        }
    }

  if (self->order_is_own)
    place_tracks (self->track_order, placed, (const guint32 *) old_order->data, old_order->len);

  place_tracks (self->track_order, placed, _dwell_session_get_track_order (self->session),
                self->trace->n_tracks);
}

/* All at once: @states one a track; @order (nullable): tracks that come first, in this order. */
void
_dwell_view_restore_tracks (DwellView    *self,
                            const guint8 *states,
                            const GArray *order,
                            guint         hidden_groups,
                            gboolean      show_quiet)
{
  memcpy (self->track_states->data, states, self->track_states->len);
  self->hidden_groups = hidden_groups;
  self->show_quiet = show_quiet;

  if (order != NULL)
    {
      g_autofree guint8 *placed = g_new0 (guint8, self->trace->n_tracks);

      g_array_set_size (self->track_order, 0);
      place_tracks (self->track_order, placed, (const guint32 *) order->data, order->len);
      place_tracks (self->track_order, placed, _dwell_session_get_track_order (self->session),
                    self->trace->n_tracks);
      self->order_is_own = TRUE;
    }

  lanes_changed (self);
}

/* By itself or with its group. */
static gboolean
is_hidden (DwellView *self,
           guint32    track)
{
  return (g_array_index (self->track_states, guint8, track) & DWELL_TRACK_HIDDEN) != 0 ||
         (self->hidden_groups & 1u << self->trace->tracks[track].group) != 0;
}

void
_dwell_view_show_track (DwellView *self,
                        guint32    track,
                        guint32    span)
{
  guint8 state = dwell_view_get_track_state (self, track);

  if (span != DWELL_NONE && self->trace->rows[self->trace->span_row[span]].is_lines)
    state |= DWELL_TRACK_LINES;

  dwell_view_set_group_shown (self, self->trace->tracks[track].group, TRUE);

  if (dwell_lanes_is_quiet (self->trace, track))
    dwell_view_set_show_quiet (self, TRUE);

  dwell_view_set_track_state (self, track, state & ~(DWELL_TRACK_FOLDED | DWELL_TRACK_HIDDEN));
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

  if (self->lanes == NULL && self->trace == NULL)
    {
      self->lanes = g_array_new (FALSE, FALSE, sizeof (DwellLane));
    }
  else if (self->lanes == NULL)
    {
      g_autofree guint8 *states = g_memdup2 (self->track_states->data, self->track_states->len);

      for (guint32 track = 0; track < self->track_states->len; track++)
        if (is_hidden (self, track))
          states[track] |= DWELL_TRACK_HIDDEN;

      self->lanes = dwell_lanes_new (self->trace, (const guint32 *) self->track_order->data,
                                     states, self->show_quiet);
    }

  return self->lanes;
}

/**
 * dwell_view_get_track_state:
 * @self: a view
 * @track: a track
 *
 * Returns: its #DwellTrackState bits
 */
guint8
dwell_view_get_track_state (DwellView *self,
                            guint32    track)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), 0);
  g_return_val_if_fail (track < self->track_states->len, 0);

  return g_array_index (self->track_states, guint8, track);
}

/* A focused line that is folded away, be it alone or with all others, hands the focus to its
 * function. */
static void
hand_up_focus (DwellView *self,
               guint32    track)
{
  guint32 function;

  if (self->focus_span == DWELL_NONE ||
      dwell_trace_get_span_track (self->trace, self->focus_span) != track)
    return;

  function = dwell_trace_get_line_function (self->trace, self->focus_span);
  if (function != DWELL_NONE)
    dwell_view_focus_span (self, function);
}

void
dwell_view_set_track_state (DwellView *self,
                            guint32    track,
                            guint8     state)
{
  guint8 before;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (track < self->track_states->len);

  before = g_array_index (self->track_states, guint8, track);
  if (before == state)
    return;

  g_array_index (self->track_states, guint8, track) = state;
  lanes_changed (self);

  if ((before & ~state & DWELL_TRACK_LINES) != 0)
    hand_up_focus (self, track);
}

static guint
find_in_order (DwellView *self,
               guint32    track)
{
  guint i = 0;

  while (i < self->track_order->len && g_array_index (self->track_order, guint32, i) != track)
    i++;

  return i;
}

/**
 * dwell_view_move_track:
 * @self: a view
 * @track: the track to move
 * @before: the track that is to follow it; %DWELL_NONE: to the end
 */
void
dwell_view_move_track (DwellView *self,
                       guint32    track,
                       guint32    before)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (track < self->track_order->len);

  if (track == before)
    return;

  g_array_remove_index (self->track_order, find_in_order (self, track));
  g_array_insert_val (self->track_order, find_in_order (self, before), track);
  self->order_is_own = TRUE;
  lanes_changed (self);
}

/* Sets the bits @set and clears the bits @clear of all tracks. */
static void
change_states (DwellView *self,
               guint8     set,
               guint8     clear)
{
  gboolean is_different = FALSE;

  for (guint i = 0; i < self->track_states->len; i++)
    {
      guint8 *state = &g_array_index (self->track_states, guint8, i);
      guint8 changed = (guint8) ((*state | set) & ~clear);

      is_different |= changed != *state;
      *state = changed;
    }

  if (is_different)
    lanes_changed (self);
}

void
dwell_view_fold_all (DwellView *self,
                     gboolean   folded)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  change_states (self, folded ? DWELL_TRACK_FOLDED : 0, folded ? 0 : DWELL_TRACK_FOLDED);
}

/**
 * dwell_view_get_lines_shown:
 * @self: a view
 *
 * Returns: of the tracks with source lines among their functions, whether all show them
 */
DwellLinesShown
dwell_view_get_lines_shown (DwellView *self)
{
  DwellLinesShown shown = DWELL_LINES_NONE;

  g_return_val_if_fail (DWELL_IS_VIEW (self), DWELL_LINES_NONE);

  for (guint32 track = 0; track < self->track_states->len; track++)
    {
      if (!dwell_lanes_has_lines (self->trace, track))
        continue;
      if ((g_array_index (self->track_states, guint8, track) & DWELL_TRACK_LINES) == 0)
        return DWELL_LINES_SOME_FOLDED;

      shown = DWELL_LINES_ALL_SHOWN;
    }

  return shown;
}

/**
 * dwell_view_set_all_lines_shown:
 * @self: a view
 * @shown: whether the source lines of all functions are shown
 */
void
dwell_view_set_all_lines_shown (DwellView *self,
                                gboolean   shown)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  change_states (self, shown ? DWELL_TRACK_LINES : 0, shown ? 0 : DWELL_TRACK_LINES);

  if (!shown && self->focus_span != DWELL_NONE)
    hand_up_focus (self, dwell_trace_get_span_track (self->trace, self->focus_span));
}

/**
 * dwell_view_show_all_tracks:
 * @self: a view
 *
 * Nothing is hidden any more. Quiet tracks stay together: see dwell_view_set_show_quiet().
 */
void
dwell_view_show_all_tracks (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  for (guint group = 0; group < DWELL_N_TRACK_GROUPS; group++)
    dwell_view_set_group_shown (self, group, TRUE);

  change_states (self, 0, DWELL_TRACK_HIDDEN);
}

gboolean
dwell_view_get_group_shown (DwellView       *self,
                            DwellTrackGroup  group)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);
  g_return_val_if_fail (group < DWELL_N_TRACK_GROUPS, FALSE);

  return (self->hidden_groups & 1u << group) == 0;
}

void
dwell_view_set_group_shown (DwellView       *self,
                            DwellTrackGroup  group,
                            gboolean         shown)
{
  guint hidden;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (group < DWELL_N_TRACK_GROUPS);

  hidden = shown ? self->hidden_groups & ~(1u << group) : self->hidden_groups | 1u << group;
  if (hidden == self->hidden_groups)
    return;

  self->hidden_groups = hidden;
  lanes_changed (self);
}

guint
dwell_view_count_hidden (DwellView *self)
{
  guint n_hidden = 0;

  g_return_val_if_fail (DWELL_IS_VIEW (self), 0);

  for (guint32 track = 0; track < self->track_states->len; track++)
    n_hidden += is_hidden (self, track);

  return n_hidden;
}

void
dwell_view_set_show_quiet (DwellView *self,
                           gboolean   show)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  if (self->show_quiet == show)
    return;

  self->show_quiet = show;
  lanes_changed (self);
}
