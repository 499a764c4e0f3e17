/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=timeline: where the new recording falls behind, from anchor to anchor.
 * For people, the stretches where most time was lost come first. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-anchors.h"
#include "analysis/compare/dwell-occurrence.h"
#include "cli/cli-compare-figures.h"
#include "cli/cli-output.h"
#include "cli/cli-render.h"
#include "core/dwell-text.h"

/* How many stretches are described in sentences. */
#define N_TOLD 3

static const DwellCliColumn columns[] = {
  { "kind", FALSE }, { "area", FALSE }, { "base_area", FALSE }, { "matched_by", FALSE },
  { "base", TRUE }, { "new", TRUE }, { "drift", TRUE }, { "lost", TRUE }, { "stretch", TRUE },
};

static const DwellCliColumn brief_columns[] = {
  { "kind", FALSE }, { "area", FALSE }, { "base", TRUE }, { "new", TRUE }, { "drift", TRUE },
  { "lost", TRUE }, { "stretch", TRUE },
};

/* From an anchor, or the start, to the next one, or the end, whose number is n_anchors. */
typedef struct {
  guint  to;
  gint64 lost;
  double ratio; /* its length in the new recording divided by that in the base; NAN if that is 0 */
} Stretch;

typedef struct {
  const DwellCliPair *pair;
  const DwellAnchors *anchors;
  DwellAlignedTimes   times;
  DwellSignedWide     offset; /* what is added to drift that is counted from the starts */
  DwellCliRows       *rows;
  gboolean            is_brief;
} Telling;

static Stretch
get_stretch (const DwellAnchors *anchors,
             guint               to)
{
  gint64 base_from = to > 0 ? anchors->anchors[to - 1].base_time : anchors->base.begin;
  gint64 new_from = to > 0 ? anchors->anchors[to - 1].new_time : anchors->new.begin;
  gboolean is_last = to == anchors->n_anchors;
  gint64 base_to = is_last ? anchors->base.end : anchors->anchors[to].base_time;
  gint64 new_to = is_last ? anchors->new.end : anchors->anchors[to].new_time;
  double length = (double) dwell_time_between (base_from, base_to);

  return (Stretch) {
    to, is_last ? anchors->lost : anchors->anchors[to].lost,
    length > 0 ? (double) dwell_time_between (new_from, new_to) / length : NAN,
  };
}

static const char *
get_name (const Telling *self,
          guint32        new_area)
{
  return dwell_trace_get_area_title (self->pair->new.trace, new_area);
}

static void
add_time (const Telling *self,
          gint64         time,
          gboolean       has_sign)
{
  g_autofree char *text = NULL;
  g_autofree char *signed_text = NULL;

  if (self->pair->arguments->form != DWELL_CLI_MARKDOWN)
    {
      dwell_cli_rows_add_int (self->rows, time);
      return;
    }

  text = dwell_text_duration (time);
  signed_text = g_strconcat (has_sign && time > 0 ? "+" : "", text, NULL);
  dwell_cli_rows_add_text (self->rows, signed_text);
}

static gint64
get_drift (const Telling *self,
           gint64         drift)
{
  return (gint64) CLAMP (drift + self->offset, G_MININT64, G_MAXINT64);
}

static void
add_area (const Telling     *self,
          const DwellAnchor *anchor)
{
  const DwellMatch *match = self->pair->match;
  const char *name = anchor != NULL ? get_name (self, anchor->new_area) : NULL;
  const char *base_name = anchor != NULL ? dwell_trace_get_area_title (self->pair->base.trace,
                                                                       anchor->base_area) : NULL;

  dwell_cli_rows_add_text (self->rows, name);
  if (self->is_brief)
    return;

  dwell_cli_rows_add_text (self->rows, g_strcmp0 (base_name, name) != 0 ? base_name : NULL);
  dwell_cli_rows_add_text (self->rows, anchor != NULL
                                         ? dwell_matched_by_get_id (
                                             match->base_matched_by[anchor->base_area]) : NULL);
}

/* @anchor: (nullable): NULL: the end. @stretch: (nullable): NULL: the anchor has moved. */
static void
add_row (const Telling     *self,
         const DwellAnchor *anchor,
         const Stretch     *stretch)
{
  const DwellAnchors *anchors = self->anchors;
  double ratio = stretch != NULL ? stretch->ratio : NAN;

  dwell_cli_rows_add_text (self->rows, anchor == NULL ? "end" : stretch != NULL ? "anchor"
                                                                                : "moved");
  add_area (self, anchor);
  add_time (self, anchor != NULL ? anchor->base_time : anchors->base.end, FALSE);
  add_time (self, anchor != NULL ? anchor->new_time : anchors->new.end, FALSE);
  add_time (self, get_drift (self, anchor != NULL ? anchor->drift : anchors->drift), TRUE);
  if (stretch != NULL)
    add_time (self, stretch->lost, TRUE);
  else
    dwell_cli_rows_add_null (self->rows);
  if (self->is_brief)
    _dwell_cli_rows_add_brief_real (self->rows, ratio);
  else
    dwell_cli_rows_add_real (self->rows, ratio);
}

/* Programs get all rows; people get those of requested areas where time was lost. */
static gboolean
is_told (const Telling     *self,
         const DwellAnchor *anchor,
         const Stretch     *stretch)
{
  const DwellCliCompare *options = self->pair->options;
  const DwellAnchors *anchors = self->anchors;
  double length = (double) dwell_time_between (anchors->base.begin, anchors->base.end);

  if (anchor != NULL && !self->pair->new.selection.areas[anchor->new_area] &&
      !self->pair->base.selection.areas[anchor->base_area])
    return FALSE;

  return !self->is_brief || options->tells_all || anchor == NULL || stretch == NULL ||
         (stretch->lost != 0 && fabs ((double) stretch->lost) >= options->least_share * length);
}

/* Adds anchors and areas that have moved, in order of the base's time, then the end. */
static void
add_rows (const Telling *self)
{
  const DwellAnchors *anchors = self->anchors;
  guint n_told = 0;
  guint i = 0;
  guint k = 0;

  while (i <= anchors->n_anchors && n_told < self->pair->options->top)
    {
      const DwellAnchor *anchor = i < anchors->n_anchors ? &anchors->anchors[i] : NULL;
      const DwellAnchor *moved = k < anchors->n_moved ? &anchors->moved[k] : NULL;
      gboolean is_moved = moved != NULL && (anchor == NULL || moved->base_time < anchor->base_time);
      Stretch stretch = get_stretch (anchors, i);
      const DwellAnchor *told = is_moved ? moved : anchor;
      const Stretch *since = is_moved ? NULL : &stretch;

      if (is_told (self, told, since))
        {
          add_row (self, told, since);
          n_told++;
        }
      i += !is_moved;
      k += is_moved;
    }
}

static int
compare_stretches (gconstpointer a,
                   gconstpointer b)
{
  const Stretch *left = a;
  const Stretch *right = b;
  double x = fabs ((double) left->lost);
  double y = fabs ((double) right->lost);

  if (x != y)
    return x > y ? -1 : 1;
  return (left->to > right->to) - (left->to < right->to);
}

static void
add_stretch (const Telling *self,
             const Stretch *stretch)
{
  const DwellAnchors *anchors = self->anchors;
  const char *from = stretch->to > 0 ? get_name (self, anchors->anchors[stretch->to - 1].new_area)
                                     : C_("timeline", "the start");
  const char *to = stretch->to < anchors->n_anchors
                     ? get_name (self, anchors->anchors[stretch->to].new_area)
                     : C_("timeline", "the end");
  gboolean is_less = stretch->lost < 0;
  g_autofree char *lost = dwell_text_duration (is_less ? -(DwellSignedWide) stretch->lost
                                                       : stretch->lost);
  g_autofree char *times = isnan (stretch->ratio) ? g_strdup ("")
                                                  : g_strdup_printf (" (×%.4g)", stretch->ratio);
  g_autofree char *line =
    g_strdup_printf (is_less
                       /* Translators: two functions; a time; “ (×0.8)” or nothing */
                       ? _("From %s to %s: %s less%s.")
                       /* Translators: two functions; a time; “ (×1.25)” or nothing */
                       : _("From %s to %s: %s more%s."), from, to, lost, times);

  dwell_cli_rows_add_line (self->rows, line);
}

static void
add_summary (const Telling *self,
             gboolean       takes_first)
{
  const DwellAnchors *anchors = self->anchors;
  gboolean is_less = anchors->drift < 0;
  g_autofree char *drift = dwell_text_duration (is_less ? -(DwellSignedWide) anchors->drift
                                                        : anchors->drift);
  g_autofree char *line =
    anchors->drift == 0
      ? g_strdup (_("The recordings are equally long."))
      /* Translators: a time */
      : g_strdup_printf (is_less ? _("The new recording is %s shorter.")
                                 : _("The new recording is %s longer."), drift);
  g_autoptr(GArray) stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));

  dwell_cli_rows_add_line (self->rows, line);
  if (takes_first && anchors->n_anchors + anchors->n_moved > 0)
    dwell_cli_rows_add_line (self->rows, _("No area begins exactly once in both recordings: the "
                                           "first starts are compared."));

  for (guint i = 0; i <= anchors->n_anchors; i++)
    {
      Stretch stretch = get_stretch (anchors, i);

      if (stretch.lost != 0)
        g_array_append_val (stretches, stretch);
    }

  g_array_sort (stretches, compare_stretches);
  for (guint i = 0; i < MIN (stretches->len, N_TOLD); i++)
    add_stretch (self, &g_array_index (stretches, Stretch, i));
  dwell_cli_rows_add_line (self->rows, "");
}

static char *
make_head (const Telling *self,
           gboolean       takes_first)
{
  GString *json = g_string_new ("{\"base\":");

  _dwell_cli_recording_append (json, &self->pair->base);
  g_string_append (json, ",\n\"new\":");
  _dwell_cli_recording_append (json, &self->pair->new);
  g_string_append_printf (json, ",\n\"unit\":\"ns\",\"align\":{\"by\":\"%s\",\"base\":%"
                          G_GINT64_FORMAT ",\"new\":%" G_GINT64_FORMAT "}",
                          dwell_alignment_get_id (self->times.alignment), self->times.base_time,
                          self->times.new_time);
  g_string_append_printf (json, ",\"anchors\":\"%s\",\"summary\":{\"drift\":%"
                          G_GINT64_FORMAT ",\"anchors\":%u,\"moved\":%u},\n\"rows\":",
                          takes_first ? "first" : "once", self->anchors->drift,
                          self->anchors->n_anchors, self->anchors->n_moved);
  return g_string_free (json, FALSE);
}

static gboolean
tell (Telling  *self,
      gboolean  takes_first)
{
  DwellCliForm form = self->pair->arguments->form;

  self->is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;
  self->rows = dwell_cli_rows_new (form, "rows", self->is_brief ? brief_columns : columns,
                                   self->is_brief ? G_N_ELEMENTS (brief_columns)
                                                  : G_N_ELEMENTS (columns), FALSE);
  if (form == DWELL_CLI_JSON)
    {
      g_autofree char *head = make_head (self, takes_first);

      dwell_cli_rows_set_head (self->rows, head);
    }
  else if (self->is_brief)
    {
      add_summary (self, takes_first);
    }

  dwell_cli_rows_begin (self->rows, self->pair->new.file);
  add_rows (self);
  dwell_cli_rows_end (self->rows);
  return dwell_cli_rows_finish (self->rows);
}

static DwellAnchoredSide
get_side (const DwellCliPair      *pair,
          const DwellCliRecording *recording)
{
  return (DwellAnchoredSide) {
    recording->trace, recording->selection.begin, recording->selection.end,
    pair->arguments->context != NULL ? recording->selection.contexts : NULL,
  };
}

static gboolean
is_named (const DwellCliPair *pair,
          guint32             base_area,
          const char         *name)
{
  guint32 area = pair->match->new_of_base[base_area];

  return g_str_equal (name, dwell_trace_get_area_title (pair->base.trace, base_area)) ||
         (area != DWELL_NONE &&
          g_str_equal (name, dwell_trace_get_area_title (pair->new.trace, area)));
}

/* Finds when an area of that name starts, or else when a mark has that text, for the @number-th
 * time (from 0). */
static gboolean
find_occurrence (const DwellCliPair      *pair,
                 const DwellAnchoredSide *base,
                 const DwellAnchoredSide *new,
                 const char              *name,
                 guint                    number,
                 DwellAlignedMoment      *moment)
{
  DwellOccurrence occurrence = { .area = DWELL_NONE, .text = name, .number = number };

  for (guint32 i = 0; i < pair->base.trace->n_areas; i++)
    {
      DwellOccurrence of_base = { .area = i, .number = number };
      DwellOccurrence of_new = { .area = pair->match->new_of_base[i], .number = number };

      if (of_new.area == DWELL_NONE || !is_named (pair, i, name))
        continue;

      moment->base_time = dwell_occurrence_find_time (&of_base, base, NULL);
      moment->new_time = dwell_occurrence_find_time (&of_new, new, NULL);
      if (moment->base_time != DWELL_TIME_NONE && moment->new_time != DWELL_TIME_NONE)
        return TRUE;
    }

  moment->base_time = dwell_occurrence_find_time (&occurrence, base, NULL);
  moment->new_time = dwell_occurrence_find_time (&occurrence, new, NULL);
  return moment->base_time != DWELL_TIME_NONE && moment->new_time != DWELL_TIME_NONE;
}

/* “load” is its first start, “load#3” its third, unless something has just that name. */
static gboolean
find_moment (const DwellCliPair      *pair,
             const DwellAnchoredSide *base,
             const DwellAnchoredSide *new,
             DwellAlignedMoment      *moment)
{
  const char *text = pair->options->align_text;
  const char *sign = strrchr (text, '#');
  g_autofree char *name = sign != NULL ? g_strndup (text, (gsize) (sign - text)) : NULL;
  guint64 number;

  if (find_occurrence (pair, base, new, text, 0, moment))
    return TRUE;

  return sign != NULL && g_ascii_string_to_unsigned (sign + 1, 10, 1, G_MAXUINT32, &number, NULL) &&
         find_occurrence (pair, base, new, name, (guint) number - 1, moment);
}

/* Finds the moment from which drift is counted. */
static gboolean
align (Telling                 *self,
       const DwellAnchoredSide *base,
       const DwellAnchoredSide *new)
{
  const DwellCliPair *pair = self->pair;
  DwellAlignment alignment = pair->options->alignment;
  DwellAlignedMoment moment;
  gboolean has_moment = alignment == DWELL_ALIGNED_AT_AREA &&
                        find_moment (pair, base, new, &moment);

  dwell_aligned_times_init (&self->times, alignment, base, new, self->anchors,
                            has_moment ? &moment : NULL);
  self->offset = ((DwellSignedWide) new->begin - self->times.new_time) -
                 ((DwellSignedWide) base->begin - self->times.base_time);
  if (self->times.problem == DWELL_ALIGNMENT_HAS_NO_AREA)
    {
      dwell_cli_complain (NULL, _("--align=%s: this is not start, end, wall or anchors, and "
                                  "nothing of this name begins that often in both recordings"),
                          pair->options->align_text);
      return FALSE;
    }
  if (self->times.problem != DWELL_ALIGNMENT_HOLDS)
    dwell_cli_complain (NULL, "%s", dwell_alignment_problem_get_text (self->times.problem));
  return TRUE;
}

static gboolean
draw_scenes (const Telling           *self,
             DwellTimelineTwins      *twins,
             const DwellAnchoredSide *base,
             const DwellAnchoredSide *new)
{
  const DwellCliArguments *arguments = self->pair->arguments;
  /* Translators: a headline of a picture: a file */
  g_autofree char *base_title = g_strdup_printf (_("Base %s"), self->pair->base.file);
  /* Translators: a headline of a picture: a file */
  g_autofree char *new_title = g_strdup_printf (_("New %s"), self->pair->new.file);

  twins->base_title = base_title;
  twins->new_title = new_title;
  twins->times = &self->times;
  dwell_timeline_twins_set_ranges (twins, base, new);
  return dwell_cli_write_twins (twins, arguments);
}

/* Draws both timelines into a picture. */
static gboolean
draw (const Telling           *self,
      const DwellAnchoredSide *base,
      const DwellAnchoredSide *new)
{
  const DwellCliPair *pair = self->pair;
  DwellTimelineTwins twins = { 0 };
  gboolean is_written = FALSE;

  if (!dwell_cli_scene_init (&twins.base, pair->base.trace, &pair->base.selection,
                             pair->arguments))
    {
      dwell_cli_complain_memory (pair->base.file);
      return FALSE;
    }

  if (dwell_cli_scene_init (&twins.new, pair->new.trace, &pair->new.selection, pair->arguments))
    {
      is_written = draw_scenes (self, &twins, base, new);
      dwell_cli_scene_clear (&twins.new);
    }
  else
    {
      dwell_cli_complain_memory (pair->new.file);
    }

  dwell_cli_scene_clear (&twins.base);
  return is_written;
}

/* Returns the exit status. */
int
_dwell_cli_compare_timeline (const DwellCliPair *pair)
{
  DwellAnchoredSide base = get_side (pair, &pair->base);
  DwellAnchoredSide new = get_side (pair, &pair->new);
  g_autoptr(DwellAnchors) anchors = NULL;
  Telling telling = { .pair = pair };
  gboolean takes_first;

  anchors = dwell_anchors_new (&base, &new, pair->match, FALSE, NULL);
  takes_first = anchors->n_anchors == 0;
  if (takes_first)
    {
      dwell_anchors_free (anchors);
      anchors = dwell_anchors_new (&base, &new, pair->match, TRUE, NULL);
    }

  telling.anchors = anchors;
  if (!align (&telling, &base, &new))
    return DWELL_CLI_USAGE;

  if (pair->arguments->output != NULL)
    return draw (&telling, &base, &new) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;

  return tell (&telling, takes_first) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}
