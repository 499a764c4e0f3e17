/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Perfetto traces: their bytes, worked examples, and what a naive reader of begins and ends, which
 * knows of a stack a track, makes of files of all formats. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "formats/perfetto/dwell-protobuf.h"
#include "support/file-fixture.h"

static DwellTrace *
open_text (const char *format,
           const char *text)
{
  g_autoptr(GFile) file = file_fixture_write ("trace", text, strlen (text));
  const DwellOpenOptions options = { .format = dwell_formats_find (format) };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static DwellTrace *
open_data (const char *folder,
           const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", folder, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static DwellExportSettings *
make_settings (gint64 begin,
               gint64 end)
{
  DwellExportSettings *settings =
    dwell_export_settings_new (dwell_formats_find_writer ("perfetto"), "default", NULL);

  settings->begin = begin;
  settings->end = end;
  return settings;
}

static GBytes *
write_bytes (DwellTrace                *trace,
             const DwellExportSettings *settings)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 26);
  g_autoptr(GError) error = NULL;

  g_assert_true (settings->format->can_write (trace));
  g_assert_true (settings->format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  return dwell_sink_get_part (sink, "");
}

/* The packets in words, without what all of them say. */
static char *
write_words (DwellTrace *trace,
             gint64      begin,
             gint64      end)
{
  g_autoptr(DwellExportSettings) settings = make_settings (begin, end);
  g_autoptr(GBytes) bytes = write_bytes (trace, settings);
  g_autofree char *words = settings->format->decode (trace, settings, "", bytes);
  GString *text = g_string_new (words);

  g_string_replace (text, " child_ordering: 3", "", 0);
  g_string_replace (text, "packet { ", "", 0);
  g_string_replace (text, " }\n", "\n", 0);
  return g_string_free (text, FALSE);
}

/* Numbers as the documents of protocol buffers give them. */
static void
test_protobuf (void)
{
  static const guchar wanted[] = {
    0x08, 0x96, 0x01,                                                       /* 150 */
    0x12, 0x07, 't', 'e', 's', 't', 'i', 'n', 'g',
    0x18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,       /* −1 */
    0x21, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xf8, 0x3f,                   /* 1.5 */
    0xe2, 0x03, 0x02, 0x08, 0x00,                                           /* field 60 */
  };
  g_autoptr(GString) text = g_string_new (NULL);
  const guchar *p;
  const guchar *end;
  guint field;
  guint coding;
  guint64 value;
  gsize begin;

  dwell_protobuf_add_varint (text, 1, 150);
  dwell_protobuf_add_text (text, 2, "testing");
  dwell_protobuf_add_varint (text, 3, (guint64) -1);
  dwell_protobuf_add_double (text, 4, 1.5);
  begin = dwell_protobuf_begin (text, 60);
  dwell_protobuf_add_varint (text, 1, 0);
  dwell_protobuf_end (text, begin);
  g_assert_cmpmem (text->str, text->len, wanted, sizeof wanted);

  p = (const guchar *) text->str;
  end = p + text->len;
  for (guint i = 1; i <= 4; i++)
    {
      g_assert_true (dwell_protobuf_take_field (&p, end, &field, &coding, &value));
      g_assert_cmpuint (field, ==, i);
      p += coding == DWELL_PROTOBUF_BYTES ? value : 0;
    }

  /* What ends too early, or is too large, is none. */
  for (const guchar *cut = wanted + 1; cut < wanted + 3; cut++)
    {
      p = wanted;
      g_assert_false (dwell_protobuf_take_field (&p, cut, &field, &coding, &value));
      g_assert_true (p == wanted);
    }
  p = (const guchar *) "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02";
  g_assert_false (dwell_protobuf_take_field (&p, p + 11, &field, &coding, &value));
}

#define EVENT(type, track) "track_event { type: TYPE_" type " track_uuid: " track
#define BEGIN(track) EVENT ("SLICE_BEGIN", track)
#define END(track) EVENT ("SLICE_END", track)

/* An overlapping span gets a track of its own; arguments, arrows, instants, values; a span without
 * an end has none. */
static void
test_worked (void)
{
  g_autoptr(DwellTrace) trace = open_text ("trace-event",
    "[{\"ph\":\"M\",\"pid\":7,\"tid\":8,\"name\":\"thread_name\",\"args\":{\"name\":\"T\"}},"
    "{\"ph\":\"X\",\"pid\":7,\"tid\":8,\"ts\":0,\"dur\":10,\"name\":\"a\",\"cat\":\"m\","
    "\"args\":{\"i\":-1,\"r\":0.5,\"s\":\"\\\"\",\"t\":true,\"n\":null,\"j\":[1]}},"
    "{\"ph\":\"X\",\"pid\":7,\"tid\":8,\"ts\":2,\"dur\":3,\"name\":\"c\"},"
    "{\"ph\":\"B\",\"pid\":7,\"tid\":8,\"ts\":6,\"name\":\"b\"},"
    "{\"ph\":\"E\",\"pid\":7,\"tid\":8,\"ts\":12.5},"
    "{\"ph\":\"s\",\"pid\":7,\"tid\":8,\"ts\":3,\"id\":1,\"name\":\"f\"},"
    "{\"ph\":\"f\",\"pid\":7,\"tid\":8,\"ts\":14,\"id\":1,\"name\":\"f\"},"
    "{\"ph\":\"B\",\"pid\":7,\"tid\":8,\"ts\":14,\"name\":\"d\"},"
    "{\"ph\":\"i\",\"pid\":7,\"tid\":8,\"ts\":15,\"name\":\"now\"},"
    "{\"ph\":\"C\",\"pid\":7,\"ts\":3,\"name\":\"q\",\"args\":{\"x\":1}},"
    "{\"ph\":\"C\",\"pid\":7,\"ts\":3,\"name\":\"r\",\"args\":{\"x\":2.5}}]");
  g_autofree char *words = write_words (trace, 1, 0);
  g_autoptr(DwellExportSettings) settings = make_settings (1, 0);
  g_autoptr(GArray) warnings = settings->format->check (trace, settings, NULL);
  const char *event = strstr (words, "timestamp: 0 ");

  g_assert_nonnull (event);
  g_assert_nonnull (strstr (words, "process { pid: 7 process_name: \"Process 7\" }"));
  g_assert_nonnull (strstr (words, "uuid: 5 parent_uuid: 1 sibling_order_rank: 2 "
                                   "thread { pid: 7 tid: 8 thread_name: \"T\" }"));
  g_assert_cmpstr (event, ==,
    "timestamp: 0 interned_data { event_categories { iid: 6 name: \"m\" } "
    "event_names { iid: 7 name: \"a\" } "
    "debug_annotation_names { iid: 1 name: \"i\" } debug_annotation_names { iid: 2 name: \"r\" } "
    "debug_annotation_names { iid: 3 name: \"s\" } debug_annotation_names { iid: 4 name: \"t\" } "
    "debug_annotation_names { iid: 5 name: \"n\" } debug_annotation_names { iid: 6 name: \"j\" } } "
    BEGIN ("5") " category_iids: 6 name_iid: 7 "
    "debug_annotations { name_iid: 1 int_value: -1 } "
    "debug_annotations { name_iid: 2 double_value: 0.5 } "
    "debug_annotations { name_iid: 3 string_value: \"\\\"\" } "
    "debug_annotations { name_iid: 4 bool_value: true } "
    "debug_annotations { name_iid: 5 legacy_json_value: \"null\" } "
    "debug_annotations { name_iid: 6 legacy_json_value: \"[1]\" } }\n"
    "timestamp: 2000 interned_data { event_names { iid: 8 name: \"c\" } } " BEGIN ("5")
    " name_iid: 8 flow_ids: 1 }\n"
    "track_descriptor { uuid: 7 parent_uuid: 5 sibling_order_rank: 1 name: \"T\" }\n"
    "timestamp: 6000 interned_data { event_names { iid: 9 name: \"b\" } } " BEGIN ("7")
    " name_iid: 9 }\n"
    "timestamp: 5000 " END ("5") " }\n"
    "timestamp: 10000 " END ("5") " }\n"
    "timestamp: 14000 interned_data { event_names { iid: 11 name: \"d\" } } " BEGIN ("5")
    " name_iid: 11 terminating_flow_ids: 1 }\n"
    "timestamp: 12500 " END ("7") " }\n"
    "timestamp: 3000 " EVENT ("COUNTER", "3") " counter_value: 1 }\n"
    "timestamp: 3000 " EVENT ("COUNTER", "4") " double_counter_value: 2.5 }\n"
    "timestamp: 15000 interned_data { event_names { iid: 12 name: \"now\" } } "
    EVENT ("INSTANT", "5") " name_iid: 12 }\n");
  g_assert_cmpuint (warnings->len, ==, 1);
}

/* What a reader makes of begins and ends on tracks: "name begin end", sorted; without an end of
 * those that have none. */
typedef struct {
  guint64     track;
  guint64     type;
  guint64     name;
  guint64     time;
  const char *text;
  gsize       text_length;
} Event;

static const guchar *
take (const guchar **p,
      const guchar  *end,
      guint         *field,
      guint64       *value)
{
  guint coding;
  const guchar *bytes;

  g_assert_true (dwell_protobuf_take_field (p, end, field, &coding, value));
  bytes = *p;
  if (coding == DWELL_PROTOBUF_BYTES)
    {
      g_assert_cmpuint (*value, <=, (gsize) (end - *p));
      *p += *value;
    }
  return bytes;
}

static void
learn_names (const guchar *p,
             const guchar *end,
             GHashTable   *names)
{
  while (p < end)
    {
      guint field;
      guint64 length;
      const guchar *entry = take (&p, end, &field, &length);
      guint64 id = 0;
      g_autofree char *name = NULL;

      for (const guchar *q = entry; field == 2 && q < entry + length;)
        {
          guint part;
          guint64 value;
          const guchar *bytes = take (&q, entry + length, &part, &value);

          if (part == 1)
            id = value;
          else if (part == 2)
            name = g_strndup ((const char *) bytes, value);
        }
      if (name != NULL)
        {
          g_assert_false (g_hash_table_contains (names, GSIZE_TO_POINTER (id)));
          g_hash_table_insert (names, GSIZE_TO_POINTER (id), g_steal_pointer (&name));
        }
    }
}

static Event
parse_event (const guchar *p,
             const guchar *end)
{
  Event event = { 0 };

  while (p < end)
    {
      guint field;
      guint64 value;
      const guchar *bytes = take (&p, end, &field, &value);

      if (field == 9)
        event.type = value;
      else if (field == 10)
        event.name = value;
      else if (field == 11)
        event.track = value;
      else if (field == 23)
        {
          event.text = (const char *) bytes;
          event.text_length = value;
        }
    }

  return event;
}

static void
play_event (const Event *event,
            GHashTable  *names,
            GHashTable  *tracks,
            GPtrArray   *spans)
{
  GPtrArray *open = g_hash_table_lookup (tracks, GSIZE_TO_POINTER (event->track));
  const char *name = g_hash_table_lookup (names, GSIZE_TO_POINTER (event->name));

  if (event->type > 2)
    return;

  if (open == NULL)
    {
      open = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (tracks, GSIZE_TO_POINTER (event->track), open);
    }
  if (event->type == 1)
    {
      g_ptr_array_add (open, event->text != NULL
                             ? g_strndup (event->text, event->text_length)
                             : g_strdup_printf ("%s %" G_GUINT64_FORMAT,
                                                name != NULL ? name : "", event->time));
      return;
    }

  g_assert_cmpuint (open->len, >, 0);
  if (!g_str_equal (open->pdata[open->len - 1], "Suspended"))
    g_ptr_array_add (spans, g_strdup_printf ("%s %" G_GUINT64_FORMAT,
                                             (char *) open->pdata[open->len - 1], event->time));
  g_ptr_array_set_size (open, (int) open->len - 1);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static char *
join_sorted (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static char *
read_spans (GBytes *bytes)
{
  g_autoptr(GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr(GHashTable) tracks =
    g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr(GPtrArray) spans = g_ptr_array_new_with_free_func (g_free);
  gsize size;
  const guchar *p = g_bytes_get_data (bytes, &size);
  const guchar *end = p + size;
  GHashTableIter iter;
  gpointer open;

  while (p < end)
    {
      guint field;
      guint64 length;
      const guchar *packet = take (&p, end, &field, &length);
      Event event = { 0 };
      guint64 time = 0;

      g_assert_cmpuint (field, ==, 1);
      for (const guchar *q = packet; q < packet + length;)
        {
          guint64 value;
          const guchar *part = take (&q, packet + length, &field, &value);

          if (field == 8)
            time = value;
          else if (field == 11)
            event = parse_event (part, part + value);
          else if (field == 12)
            learn_names (part, part + value, names);
        }
      event.time = time;
      if (event.type != 0)
        play_event (&event, names, tracks, spans);
    }

  g_hash_table_iter_init (&iter, tracks);
  while (g_hash_table_iter_next (&iter, NULL, &open))
    for (guint i = 0; i < ((GPtrArray *) open)->len; i++)
      g_ptr_array_add (spans, g_strdup (((GPtrArray *) open)->pdata[i]));
  return join_sorted (spans);
}

/* The same of the trace, from @begin to @end. */
static char *
list_spans (const DwellTrace *trace,
            gint64            begin,
            gint64            end)
{
  g_autoptr(GPtrArray) spans = g_ptr_array_new_with_free_func (g_free);
  gint64 shift = trace->begin < 0 ? -trace->begin : 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gint64 first = dwell_trace_get_span_begin (trace, i);
      gint64 last = dwell_trace_get_span_end (trace, i);
      const char *name = dwell_trace_get_area_title (trace, trace->span_area[i]);
      gboolean is_open = last > end || (last == end && end == trace->end &&
                                        trace->span_flags[i] & DWELL_SPAN_END_MISSING);

      if (last < begin || first > end)
        continue;

      first = MAX (first, begin) + shift;
      g_ptr_array_add (spans, is_open ? g_strdup_printf ("%s %" G_GINT64_FORMAT, name, first)
                                      : g_strdup_printf ("%s %" G_GINT64_FORMAT
                                                         " %" G_GINT64_FORMAT, name, first,
                                                         last + shift));
    }

  return join_sorted (spans);
}

static void
check_spans (DwellTrace *trace)
{
  g_autoptr(DwellExportSettings) whole = make_settings (1, 0);
  g_autoptr(GBytes) bytes = write_bytes (trace, whole);
  g_autofree char *wanted = list_spans (trace, trace->begin, trace->end);
  g_autofree char *spans = read_spans (bytes);

  g_assert_cmpstr (spans, ==, wanted);
}

static void
test_others (void)
{
  static const struct {
    const char *folder;
    const char *name;
  } files[] = {
    { "text1", "preempt.txt" }, { "text1", "doc_examples.txt" },
    { "lms", "doc_example.csv" }, { "lms", "quirks.csv" }, { "lms", "runtime_nested.csv" },
    { "ooo", "clean_4711.log" }, { "ooo", "quirks_99.log" }, { "ooo", "clock_set_back.log" },
    { "btf", "listing.btf" }, { "vcd", "counter.vcd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_data (files[i].folder, files[i].name);

      check_spans (trace);
    }
}

/* Spans at random, which overlap in all ways. */
static void
test_random (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr(GString) text = g_string_new ("[");
      g_autoptr(DwellTrace) trace = NULL;

      for (int i = g_test_rand_int_range (1, 40); i > 0; i--)
        {
          int time = g_test_rand_int_range (-5, 20);
          char phase = "XXXXBE"[g_test_rand_int_range (0, 6)];

          g_string_append_printf (text, "{\"ph\":\"%c\",\"ts\":%d,\"dur\":%d,\"name\":\"%c\"},\n",
                                  phase, time, g_test_rand_int_range (0, 8),
                                  'a' + g_test_rand_int_range (0, 4));
        }
      g_string_append (text, "{\"ph\":\"i\",\"ts\":30}]");
      trace = open_text ("trace-event", text->str);
      check_spans (trace);
    }
}

/* What a range cuts has no begin, or no end, there. A value that holds comes along. */
static void
test_range (void)
{
  g_autoptr(DwellTrace) trace = open_text ("trace-event",
    "[{\"ph\":\"X\",\"ts\":1,\"dur\":9,\"name\":\"a\"},{\"ph\":\"X\",\"ts\":2,\"dur\":3,"
    "\"name\":\"b\"},{\"ph\":\"C\",\"ts\":0,\"name\":\"v\",\"args\":{\"x\":1}},"
    "{\"ph\":\"C\",\"ts\":2,\"name\":\"v\",\"args\":{\"x\":2}},"
    "{\"ph\":\"i\",\"ts\":8,\"name\":\"late\"}]");
  g_autofree char *words = write_words (trace, 3000, 7000);
  const char *event = strstr (words, "timestamp: ");

  g_assert_nonnull (event);
  g_assert_cmpstr (event, ==,
    "timestamp: 3000 interned_data { event_names { iid: 2 name: \"a\" } } " BEGIN ("4")
    " name_iid: 2 debug_annotations { name: \"begin\" string_value: \"unknown\" } }\n"
    "timestamp: 3000 interned_data { event_names { iid: 4 name: \"b\" } } " BEGIN ("4")
    " name_iid: 4 debug_annotations { name: \"begin\" string_value: \"unknown\" } }\n"
    "timestamp: 5000 " END ("4") " }\n"
    "timestamp: 3000 " EVENT ("COUNTER", "3") " counter_value: 2 }\n");
}

/* What begins where the range ends has no end; what is over where it begins is left out. */
static void
test_borders (void)
{
  g_autoptr(DwellTrace) trace = open_text ("trace-event",
    "[{\"ph\":\"X\",\"ts\":1,\"dur\":2,\"name\":\"a\"},{\"ph\":\"X\",\"ts\":3,\"dur\":3,"
    "\"name\":\"b\"},{\"ph\":\"X\",\"ts\":6,\"dur\":3,\"name\":\"c\"}]");
  g_autoptr(DwellExportSettings) settings = make_settings (3000, 6000);
  g_autoptr(GBytes) bytes = write_bytes (trace, settings);
  g_autofree char *spans = read_spans (bytes);

  g_assert_cmpstr (spans, ==, "b 3000 6000\nc 6000");
}

/* Pauses are spans of a track below that of the task, unless they are not wanted. */
static void
test_suspensions (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1", "preempt.txt");
  g_autofree char *words = write_words (trace, 1, 0);
  g_autoptr(DwellExportSettings) settings = make_settings (1, 0);
  g_autoptr(GArray) all = settings->format->check (trace, settings, NULL);
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *without = NULL;

  g_assert_nonnull (strstr (words, "timestamp: 250 " BEGIN ("11") " name: \"Suspended\" }\n"
                                   "timestamp: 290 " END ("11") " }\n"));
  g_assert_cmpuint (all->len, ==, 0);

  g_assert_true (dwell_export_settings_set (settings, "Suspensions", "false", NULL));
  bytes = write_bytes (trace, settings);
  without = settings->format->decode (trace, settings, "", bytes);
  g_assert_null (strstr (without, "Suspended"));
  {
    g_autoptr(GArray) warnings = settings->format->check (trace, settings, NULL);

    g_assert_cmpuint (warnings->len, ==, 1);
    g_assert_true (g_array_index (warnings, DwellExportWarning, 0).is_loss);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/perfetto/protobuf", test_protobuf);
  g_test_add_func ("/perfetto/worked", test_worked);
  g_test_add_func ("/perfetto/others", test_others);
  g_test_add_func ("/perfetto/random", test_random);
  g_test_add_func ("/perfetto/range", test_range);
  g_test_add_func ("/perfetto/borders", test_borders);
  g_test_add_func ("/perfetto/suspensions", test_suspensions);

  return g_test_run ();
}
