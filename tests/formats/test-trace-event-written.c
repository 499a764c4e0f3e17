/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What trace events keep of other formats once they are written and read again: how long the
 * session lasts. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "support/file-fixture.h"

/* Writes a range of a trace, or all of it if that is none. */
static char *
write_text (DwellTrace *trace,
            gint64      begin,
            gint64      end)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find ("trace-event"), "default", &error);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 20);
  g_autoptr(GBytes) bytes = NULL;

  g_assert_no_error (error);
  settings->begin = begin;
  settings->end = end;
  g_assert_true (settings->format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* A range in which nothing happens at its begin and its end, and a session that its events do not
 * fill; as often as they are written. Foreign keys that are no times are shown as others are. */
static void
test_session (void)
{
  static const char * const log =
    "begin_ns,end_ns,name,thread\n0,1,boot,A\n10,20,work,B\n30,40,work,B\n50,51,end,A\n";
  static const struct {
    const char *other;
    gint64      begin;
    gint64      end;
  } cases[] = {
    { "\"session_begin\":-1,\"session_end\":\"7.5\"", -1000, 7500 },
    { "\"session_begin\":3,\"session_end\":1", 1000, 3000 },
    { "\"session_begin\":\"dawn\",\"session_end\":1e99", 1000, 3000 },
  };
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", log, NULL);
  g_autofree char *text = write_text (trace, 5, 45);
  g_autoptr(DwellTrace) part = file_fixture_open_text ("trace-event", text, NULL);
  g_autofree char *text_again = write_text (part, 1, 0);
  g_autoptr(DwellTrace) again = file_fixture_open_text ("trace-event", text_again, NULL);

  g_assert_cmpint (part->begin, ==, 5);
  g_assert_cmpint (part->end, ==, 45);
  g_assert_cmpint (again->begin, ==, 5);
  g_assert_cmpint (again->end, ==, 45);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = g_strdup_printf ("{\"otherData\":{%s},\"traceEvents\":[{\"ph\":\"X\","
                                               "\"ts\":1,\"dur\":2,\"name\":\"a\"}]}",
                                               cases[i].other);
      g_autoptr(DwellTrace) other = file_fixture_open_text ("trace-event", file, NULL);
      const DwellProperty *property = dwell_trace_get_property (other, "other_data");

      g_assert_cmpint (other->begin, ==, cases[i].begin);
      g_assert_cmpint (other->end, ==, cases[i].end);
      g_assert_true ((property != NULL) == (strstr (file, "dawn") != NULL));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-event/written/session", test_session);

  return g_test_run ();
}
