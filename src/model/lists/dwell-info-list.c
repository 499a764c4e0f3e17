/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the facts of a trace as a whole. These few dozen texts are made again for each trace. */
#include "config.h"

#include "model/lists/dwell-info-list.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-join.h"
#include "core/dwell-text.h"
#include "core/dwell-trace-contexts.h"

struct _DwellInfoList
{
  DwellList parent_instance;

  GPtrArray *items;      /* DwellFact */
  guint64    n_problems; /* as the facts show them */
};

G_DEFINE_FINAL_TYPE (DwellInfoList, dwell_info_list, DWELL_TYPE_LIST)

static gpointer
dwell_info_list_get_item (DwellList *list,
                          guint      position)
{
  return g_object_ref (g_ptr_array_index (DWELL_INFO_LIST (list)->items, position));
}

/* Takes over @value. If it is NULL, no fact is added. */
static void
add (GPtrArray  *items,
     const char *group,
     const char *title,
     char       *value)
{
  DwellEvent nowhere = { DWELL_NONE, DWELL_NONE };

  if (value != NULL)
    g_ptr_array_add (items, _dwell_fact_new (group, title, value, nowhere));
}

/* Adds the reading options that the user has set. */
static void
add_options (GPtrArray    *items,
             DwellSession *session)
{
  const char * const *key_values = dwell_session_get_key_values (session);
  const char *format_id = dwell_session_get_format_id (session);
  const DwellFormat *format = format_id != NULL ? dwell_formats_find (format_id) : NULL;

  if (format != NULL)
    add (items, _("File"), _("Read as"), g_strdup (_(format->title)));

  for (guint i = 0; key_values != NULL && key_values[i] != NULL; i++)
    add (items, _("File"), i == 0 ? _("Import options") : "", g_strdup (key_values[i]));
}

static void
add_files (GPtrArray    *items,
           DwellSession *session)
{
  guint n_files;
  GFile **files = dwell_session_get_files (session, &n_files);
  guint64 n_bytes = dwell_session_get_read_bytes (session);

  for (guint i = 0; i < n_files; i++)
    add (items, _("File"), i == 0 ? ngettext ("Path", "Paths", n_files) : "",
         g_file_get_parse_name (files[i]));

  if (n_bytes > 0)
    add (items, _("File"), _("Size"), dwell_text_size (n_bytes));

  add_options (items, session);
}

/* Returns: (nullable): the date of a file, which a report gives in seconds; %NULL: it is not known.
 * A text that is not a number, such as the dates of several files, is shown unchanged. */
static char *
make_date_text (const char *text)
{
  g_autoptr(GDateTime) date = NULL;
  guint64 seconds;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &seconds, NULL))
    return g_strdup (text);
  if (seconds == 0)
    return NULL;

  date = g_date_time_new_from_unix_local ((gint64) seconds);
  return date != NULL ? g_date_time_format (date, "%Y-%m-%d %H:%M:%S %Z") : g_strdup (text);
}

static char *
make_property_text (const DwellProperty *property)
{
  GVariant *value = property->value;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (g_variant_get_boolean (value) ? _("Yes") : _("No"));

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_str_equal (property->key, "executable_date")
             ? make_date_text (g_variant_get_string (value, NULL))
             : g_variant_dup_string (value, NULL);

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT64) &&
      dwell_property_is_count (property->key))
    return dwell_text_count (g_variant_get_uint64 (value));

  return g_variant_print (value, FALSE);
}

/* Adds what the header and the name of the file contain. */
static void
add_recorded (GPtrArray        *items,
              const DwellTrace *trace)
{
  add (items, _("Recording"), _("Format"), g_strdup (_(trace->format_title)));

  for (guint i = 0; i < trace->n_properties; i++)
    add (items, _("Recording"), _(trace->properties[i].title),
         make_property_text (&trace->properties[i]));
}

static char *
make_wall_clock (const DwellTrace *trace,
                 gint64            time)
{
  gint64 unix_ns;

  if (trace->wall_clock_ns == DWELL_TIME_NONE
      || __builtin_add_overflow (trace->wall_clock_ns, time, &unix_ns))
    return NULL;

  return dwell_text_wall_clock (unix_ns);
}

/* A trace of a format without times has no start, not even at zero. */
static void
add_times (GPtrArray        *items,
           const DwellTrace *trace,
           gint64            resolution)
{
  if (!dwell_trace_has_timeline (trace))
    return;

  add (items, _("Times"), _("Start"), dwell_axis_time (trace, trace->begin, resolution));
  add (items, _("Times"), _("End"), dwell_axis_time (trace, trace->end, resolution));
  add (items, _("Times"), _("Duration"), dwell_axis_duration (trace, trace->end - trace->begin));
  add (items, _("Times"), _("Start date and time"), make_wall_clock (trace, trace->begin));
  add (items, _("Times"), _("End date and time"), make_wall_clock (trace, trace->end));
}

/* Each kind is counted separately: a process is not one of its threads, and the context that stands
 * for the recording itself is not counted. */
static void
add_contexts (GPtrArray        *items,
              const DwellTrace *trace)
{
  static const struct {
    DwellContextKind kind;
    const char      *title;
  } kinds[] = {
    { DWELL_CONTEXT_PROCESS, N_("Processes") },
    { DWELL_CONTEXT_THREAD, N_("Threads") },
    { DWELL_CONTEXT_TASK, N_("Tasks") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 n = dwell_trace_count_contexts (trace, kinds[i].kind);

      if (n > 0)
        add (items, _("Contents"), _(kinds[i].title), dwell_text_count (n));
    }
}

static void
add_counts (GPtrArray        *items,
            const DwellTrace *trace,
            DwellSession     *session)
{
  add (items, _("Contents"), _("Events"), dwell_text_count (trace->n_events));

  if (trace->tables & DWELL_TABLE_SPANS)
    add (items, _("Contents"), _("Spans"), dwell_text_count (trace->n_spans));

  if (trace->tables & DWELL_TABLE_MARKS)
    add (items, _("Contents"), _("Messages"), dwell_text_count (trace->n_marks));

  add (items, _("Contents"), _("Names"), dwell_text_count (trace->n_areas));
  add_contexts (items, trace);
  if (trace->n_tracks > 0)
    add (items, _("Contents"), _("Tracks"), dwell_text_count (trace->n_tracks));
  add (items, _("Contents"), _("Problems"),
       dwell_text_count (dwell_problems_get_n (dwell_session_get_problems (session))));
}

/* Makes “20 000 000 events in 410 ms, 48 800 000 a second”. The speed has three significant
 * digits. */
static char *
make_speed (const DwellTrace *trace,
            gint64            time_us)
{
  guint64 speed;
  guint64 unit = 1;
  g_autofree char *count = NULL;
  g_autofree char *time = NULL;
  g_autofree char *per_second = NULL;

  if (time_us <= 0 || trace->n_events == 0)
    return NULL;

  speed = (guint64) ((double) trace->n_events * G_USEC_PER_SEC / (double) time_us);

  while (speed / unit >= 1000)
    unit *= 10;

  count = dwell_text_count (trace->n_events);
  time = dwell_text_duration (time_us * 1000);
  per_second = dwell_text_count (speed / unit * unit);

  /* Translators: a count of events, a duration, a count of events */
  return g_strdup_printf (ngettext ("%s event in %s, %s a second", "%s events in %s, %s a second",
                                    dwell_text_plural (trace->n_events)), count, time, per_second);
}

static guint64
get_cost_bytes (const DwellTrace *trace)
{
  const DwellPacked *columns[DWELL_N_COST_COLUMNS + 3] = {
    trace->point_size, trace->point_known, trace->point_flags,
  };
  guint64 bytes = trace->n_cost_owners * (guint64) sizeof (DwellCostOwner);

  memcpy (columns + 3, trace->point_columns, sizeof trace->point_columns);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    bytes += columns[i] != NULL ? dwell_packed_get_size (columns[i]) : 0;

  return bytes;
}

/* Counts the bytes of the columns. Names and messages are left out: they share memory with the
 * reader, and cannot be counted separately. */
static guint64
get_table_bytes (const DwellTrace *trace)
{
  const struct {
    guint64 n;
    gsize   size;
  } tables[] = {
    { trace->n_spans, 2 * sizeof (gint64) + 4 * sizeof (guint32) + sizeof (guint8) },
    { trace->n_marks, sizeof (gint64) + 5 * sizeof (guint32) + sizeof (guint8) },
    { trace->n_writes, 2 * sizeof (gint64) + 2 * sizeof (guint32) },
    { trace->n_suspensions, 2 * sizeof (gint64) + 2 * sizeof (guint32) + sizeof (guint8) },
    { trace->n_file_events, sizeof (gint64) + sizeof (guint32) + sizeof (guint8) +
                            (trace->event_core != NULL ? sizeof (guint8) : 0) +
                            (trace->event_context != NULL ? sizeof (guint32) : 0) },
    { trace->n_stack_nodes, 2 * sizeof (gint64) + 4 * sizeof (guint32) +
                            (trace->node_self != NULL ? sizeof (gint64) : 0) },
    { trace->n_recorded, sizeof (DwellRecordedRow) },
    { trace->n_lines, sizeof (DwellLineWeight) },
    { trace->n_records, sizeof (DwellRecord) },
    { trace->n_areas, sizeof (DwellArea) },
    { trace->n_contexts, sizeof (DwellContext) },
    { trace->n_tracks, sizeof (DwellTrack) },
    { trace->n_rows, sizeof (DwellRow) },
  };
  guint64 bytes = get_cost_bytes (trace);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    bytes += tables[i].n * tables[i].size;

  return bytes;
}

static void
add_reading (GPtrArray        *items,
             const DwellTrace *trace,
             DwellSession     *session)
{
  g_autofree char *size = dwell_text_size (get_table_bytes (trace));

  add (items, _("Reading"), _("Speed"),
       make_speed (trace, dwell_session_get_read_time_us (session)));
  /* Translators: a size as 320 MB */
  add (items, _("Reading"), _("Memory"), g_strdup_printf (_("%s, texts not counted"), size));

  if (trace->is_partial)
    add (items, _("Reading"), _("Complete"),
         g_strdup (dwell_session_get_state (session) == DWELL_SESSION_PARTIAL
                   ? _("No: the file is still being read") : _("No: reading was stopped")));
}

static GPtrArray *
make_items (DwellView *view)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  DwellSession *session;
  const DwellTrace *trace;

  if (view == NULL)
    return items;

  session = dwell_view_get_session (view);
  trace = dwell_view_get_trace (view);
  add_files (items, session);

  if (trace == NULL)
    return items;

  add_recorded (items, trace);
  add_times (items, trace, dwell_session_get_resolution (session));
  add_counts (items, trace, session);
  add_reading (items, trace, session);

  for (guint i = 0; trace->notes != NULL && trace->notes[i] != NULL; i++)
    add (items, _("Notes"), "", g_strdup (_(trace->notes[i])));

  return items;
}

static guint64
get_n_problems (DwellInfoList *self)
{
  DwellReading *reading = dwell_query_get_reading (DWELL_QUERY (self));

  return reading != NULL ? dwell_problems_get_n (reading->problems) : 0;
}

static void
dwell_info_list_update (DwellQuery *query)
{
  DwellInfoList *self = DWELL_INFO_LIST (query);

  g_ptr_array_unref (self->items);
  self->items = make_items (dwell_query_get_view (query));
  self->n_problems = get_n_problems (self);
  dwell_list_replace (DWELL_LIST (query), self->items->len);
}

/* Comparing statistics may have found more problems. */
static void
update_problems (DwellInfoList *self)
{
  if (get_n_problems (self) != self->n_problems)
    dwell_query_update (DWELL_QUERY (self));
}

static void
dwell_info_list_finalize (GObject *object)
{
  g_ptr_array_unref (DWELL_INFO_LIST (object)->items);

  G_OBJECT_CLASS (dwell_info_list_parent_class)->finalize (object);
}

static void
dwell_info_list_class_init (DwellInfoListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_info_list_finalize;
  list_class->item_type = DWELL_TYPE_FACT;
  list_class->get_item = dwell_info_list_get_item;
  query_class->update = dwell_info_list_update;
}

static void
dwell_info_list_init (DwellInfoList *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  dwell_query_connect_session (query, "notify::state", G_CALLBACK (dwell_query_update));
  dwell_query_connect_view (query, "units-changed", G_CALLBACK (dwell_query_update));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (update_problems));
}

/**
 * dwell_info_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellFact; a note has an empty label
 */
DwellInfoList *
dwell_info_list_new (void)
{
  return g_object_new (DWELL_TYPE_INFO_LIST, NULL);
}

/**
 * dwell_info_list_to_text:
 * @self: a list
 *
 * Writes all facts for the clipboard.
 *
 * Returns: (transfer full): lines “label: value” under the headings of their groups
 */
char *
dwell_info_list_to_text (DwellInfoList *self)
{
  GString *text = g_string_new (NULL);
  const char *group = NULL;

  g_return_val_if_fail (DWELL_IS_INFO_LIST (self), g_string_free (text, FALSE));

  for (guint i = 0; i < self->items->len; i++)
    {
      DwellFact *fact = g_ptr_array_index (self->items, i);
      const char *label = dwell_fact_get_label (fact);

      if (g_strcmp0 (dwell_fact_get_group (fact), group) != 0)
        g_string_append_printf (text, "%s%s\n", group != NULL ? "\n" : "",
                                dwell_fact_get_group (fact));

      group = dwell_fact_get_group (fact);

      if (*label != '\0')
        /* Translators: a routine or another thing, and what is said of it */
        g_string_append_printf (text, _("%s: %s"), label, dwell_fact_get_value (fact));
      else
        g_string_append (text, dwell_fact_get_value (fact));

      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}
