/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing Text1: the default with its statistics, the timeline alone, as records, and of a Text1
 * file as it was read: benchmark-writing [FORMAT [EVENTS]]. Nothing is synced. */
#include "config.h"

#include "../support/text1-settings.h"
#include "measure.h"

#define N_ROUNDS 3

static double
write_once (DwellTrace               *trace,
            const DwellText1Settings *settings,
            const char               *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  double begin = measure_now ();
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  g_autoptr(GError) error = NULL;

  dwell_text1_export (trace, &settings->base, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  return measure_now () - begin;
}

static void
measure (DwellTrace *trace,
         const Load *load,
         const char *preset,
         const char *sections,
         gboolean    is_binary,
         double      read)
{
  g_autoptr(GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(DwellText1Settings) settings = text1_settings_new (preset);
  g_autofree char *path = g_strconcat (load->path, ".written", NULL);
  char what[64];

  if (sections != NULL)
    g_assert_true (dwell_export_settings_set (&settings->base, "Sections", sections, NULL));
  settings->timeline_binary = is_binary;

  for (guint i = 0; i < N_ROUNDS + 1; i++)
    {
      double once = write_once (trace, settings, path);

      if (i > 0)
        g_array_append_val (seconds, once);
    }

  g_snprintf (what, sizeof what, "%s, %s, %s", preset, sections != NULL ? sections : "all",
              is_binary ? ".BIN" : "text");
  measure_print (&(MeasureRow) {
    .what = what, .values = seconds, .yardstick = read, .yardstick_name = "reading",
    .budget = measure_scale (load, is_binary ? 0.8 : 1.2, 20e6),
    .goal = measure_scale (load, is_binary ? 0.3 : 0.5, 20e6),
  });
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(DwellTrace) trace = NULL;
  double begin;
  double read;
  Load load;

  load_init (&load, argc, argv);
  dwell_trace_unref (load_open (&load));
  begin = measure_now ();
  trace = load_open (&load);
  read = measure_now () - begin;

  measure (trace, &load, "default", NULL, FALSE, read);
  measure (trace, &load, "default", "timeline", FALSE, read);
  measure (trace, &load, "full", "timeline", FALSE, read);
  measure (trace, &load, "default", "timeline", TRUE, read);
  if (trace->source != NULL)
    measure (trace, &load, "source", NULL, FALSE, read);

  load_clear (&load);
  return 0;
}
