/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small trace whose tracks stand in groups, for the tests of lanes in views and in the window. */
#pragma once

#include "core/dwell-builder.h"

/* A trace with groups: of each of two processes a thread that runs, track 0 and 2, the first
 * longer, and a variable, track 1 and 3. Each has a span of its own number. */
static inline DwellTrace *
grouped_trace (void)
{
  static const char * const names[] = { "editor", "helper" };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, 4, NULL));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint32 process = dwell_builder_add_context (builder, names[i], DWELL_CONTEXT_PROCESS, i,
                                                   DWELL_NONE);
      guint32 thread = dwell_builder_add_context (builder, "thread", DWELL_CONTEXT_THREAD, i,
                                                  process);

      for (guint group = DWELL_TRACKS_FUNCTIONS; group <= DWELL_TRACKS_DATA; group++)
        {
          g_autofree char *name = g_strconcat (names[i], ", ", group == DWELL_TRACKS_DATA ? "speed"
                                                                                          : "main",
                                               NULL);
          guint32 track = dwell_builder_add_track (builder, name, thread, FALSE);
          guint32 row = dwell_builder_add_row (builder, track, 0);

          dwell_builder_set_track_kind (builder, track, DWELL_TRACK_SPANS, group, DWELL_NONE);
          dwell_builder_close_span (builder,
                                    dwell_builder_open_span (builder, 0, row, DWELL_NONE, 0),
                                    50 - 10 * i, 0);
        }
    }

  return dwell_builder_finish (builder);
}
