/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of reading: reports anomalies, closes the open block, sets properties and notes. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/br/dwell-br-reader-private.h"

static void
report_anomalies (DwellBrReader *self)
{
  static const struct {
    const char *code;
    const char *message;
  } words[DWELL_BR_N_ANOMALIES] = {
    [DWELL_BR_NO_END] = { "no-end", N_("A line begins before the previous one ends") },
    [DWELL_BR_OUTSIDE_BLOCK] = { "outside-block",
                                 N_("A record that belongs to a line is outside any line: it was "
                                    "ignored") },
    [DWELL_BR_TAG_MISPLACED] = { "misplaced-routine",
                                 N_("The kind of a routine does not directly follow its line: it "
                                    "was assigned to the last line") },
    [DWELL_BR_SECOND_TAG] = { "second-routine",
                              N_("A line is in two routines: the first was kept") },
    [DWELL_BR_TIMES_ADDED] = { "several-times",
                               N_("A line has more than one time: they were added up") },
    [DWELL_BR_TIME_TOO_LARGE] = { "time-too-large",
                                  N_("A time of 2^62 ns or more was read as 0") },
    [DWELL_BR_TIME_RANGE] = { "time-range",
                              N_("The times add up to more than can be counted: the axis ends "
                                 "there") },
    [DWELL_BR_STACK_TOO_DEEP] = { "stack-too-deep",
                                  N_("The outermost frames of a stack deeper than 1,048,576 frames "
                                     "were left out") },
  };

  for (guint i = 0; i < DWELL_BR_N_ANOMALIES; i++)
    if (self->counts[i] > 0)
      dwell_problems_add_n (self->builder->problems, self->counts[i], DWELL_SEVERITY_WARNING,
                            words[i].code, 0, (gint64) self->offsets[i], "%s",
                            _(words[i].message));
}

/* Excludes a block that is cut by the end of the file from all totals, though the sequence shows
 * it. Returns its node, or DWELL_NONE. */
static guint32
exclude_open_block (DwellBrReader *self)
{
  if (!self->is_open)
    return DWELL_NONE;

  self->is_open = FALSE;
  _dwell_br_reader_exclude_block (self);
  if (!self->is_stopped)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unfinished-line", 0,
                        (gint64) self->begin,
                        _("The file ends inside the description of a line, which is left out of "
                          "all totals"));
  return self->is_dropped ? DWELL_NONE : _dwell_br_reader_find_stack (self);
}

static void
add_properties (DwellBrReader *self)
{
  DwellBuilder *builder = self->builder;
  guint n_modules = g_hash_table_size (builder->spellings);

  dwell_builder_set_property (builder, "profile", N_("Profile"),
                              g_variant_new_string (self->profile.is_timed ? "timed" : "sampled"));
  dwell_builder_set_property (builder, "blocks", N_("Lines that ran"),
                              g_variant_new_uint64 (self->profile.n_blocks));
  dwell_builder_set_property (builder, "modules", N_("Modules"),
                              g_variant_new_uint64 (n_modules));
  if (self->sequence.stride > 0)
    dwell_builder_set_property (builder, "sequence_step", N_("Step of the sequence"),
                                g_variant_new_int64 (self->sequence.stride));

  dwell_builder_add_note (builder, self->profile.is_timed
                                   ? N_("The file has no time stamps: the axis shows the times "
                                        "of all earlier lines, added up.")
                                   : N_("The file has no time stamps: the axis counts samples."));
  if (self->profile.is_timed)
    dwell_builder_add_note (builder, N_("Times of lines are self times; total times are added up "
                                        "from the stacks."));
}

/**
 * dwell_br_reader_update_builder:
 * @self: a reader, between two blocks
 *
 * Brings the builder up to date with what was read, without the sequence.
 */
void
dwell_br_reader_update_builder (DwellBrReader *self)
{
  dwell_br_profile_update_builder (&self->profile);
  self->builder->n_records_in_file = self->n_records;
  self->builder->n_events = self->profile.n_blocks;
}

static gboolean
has_failed (DwellBrReader  *self,
            GError        **error)
{
  if (self->profile.error == NULL)
    return FALSE;

  g_propagate_error (error, g_steal_pointer (&self->profile.error));
  return TRUE;
}

/**
 * dwell_br_reader_finish:
 * @self: a reader that has got all bytes
 * @error: %DWELL_ERROR_SYNTAX if there was no record, %DWELL_ERROR_LIMIT
 *
 * Completes the builder.
 *
 * Returns: %FALSE if there is nothing to show
 */
gboolean
dwell_br_reader_finish (DwellBrReader  *self,
                        GError        **error)
{
  guint32 unfinished = exclude_open_block (self);

  if (has_failed (self, error))
    return FALSE;

  if (self->n_records == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("offset 0x0: not a record of a Business Rules! profile"));
      return FALSE;
    }

  report_anomalies (self);
  dwell_br_reader_update_builder (self);
  if (has_failed (self, error) ||
      !dwell_br_sequence_add_spans (&self->sequence, &self->profile, unfinished, error))
    return FALSE;

  add_properties (self);
  return TRUE;
}
