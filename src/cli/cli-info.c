/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli info: prints what a file is and how much is in it. The facts of all files are collected
 * first, because the CSV needs a column for each fact that any of the files has. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-output.h"

#define PROPERTIES "properties."

/* One fact: its path, and its value as in a DwellProperty, or an array of strings, or NULL. */
typedef struct {
  char     *path;
  GVariant *value;
} Fact;

/* The facts of one file, or of several joined. */
typedef struct {
  char   *file;
  GArray *facts; /* Fact */
} Info;

static void
fact_clear (gpointer data)
{
  Fact *fact = data;

  g_free (fact->path);
  g_clear_pointer (&fact->value, g_variant_unref);
}

static void
info_free (gpointer data)
{
  Info *info = data;

  g_free (info->file);
  g_array_unref (info->facts);
  g_free (info);
}

static void
add_fact (GArray     *facts,
          const char *path,
          GVariant   *value)
{
  Fact fact = { g_strdup (path), value != NULL ? g_variant_ref_sink (value) : NULL };

  g_array_append_val (facts, fact);
}

/* Adds a count; it has no value if the format cannot have the table. */
static void
add_count (GArray           *facts,
           const DwellTrace *trace,
           const char       *path,
           DwellTables       table,
           guint64           count)
{
  add_fact (facts, path, trace->tables & table ? g_variant_new_uint64 (count) : NULL);
}

static GArray *
gather (const DwellTrace    *trace,
        const DwellProblems *problems,
        const char * const  *files)
{
  GArray *facts = g_array_new (FALSE, FALSE, sizeof (Fact));
  /* Times are in ns, and numbers of samples are not times. */
  gboolean has_axis = trace->axis != DWELL_AXIS_SAMPLES &&
                      (trace->n_spans > 0 || trace->n_marks > 0 || trace->begin != trace->end);

  g_array_set_clear_func (facts, fact_clear);
  add_fact (facts, "format", g_variant_new_string (trace->format_id));
  add_fact (facts, "title", g_variant_new_string (trace->format_title));
  add_fact (facts, "files", g_variant_new_strv (files, -1));
  add_fact (facts, "begin", has_axis ? g_variant_new_int64 (trace->begin) : NULL);
  add_fact (facts, "end", has_axis ? g_variant_new_int64 (trace->end) : NULL);
  add_fact (facts, "duration", has_axis ? g_variant_new_int64 (trace->end - trace->begin) : NULL);
  add_fact (facts, "contexts", g_variant_new_uint64 (trace->n_contexts));
  add_fact (facts, "areas", g_variant_new_uint64 (trace->n_areas));
  add_count (facts, trace, "spans", DWELL_TABLE_SPANS, trace->n_spans);
  add_count (facts, trace, "marks", DWELL_TABLE_MARKS, trace->n_marks);
  add_count (facts, trace, "writes", DWELL_TABLE_WRITES, trace->n_writes);
  add_count (facts, trace, "stack_nodes", DWELL_TABLE_STACK_NODES, trace->n_stack_nodes);
  add_count (facts, trace, "cost_points", DWELL_TABLE_COST_POINTS, trace->n_cost_points);
  add_fact (facts, "problems", g_variant_new_uint64 (dwell_problems_get_n (problems)));

  for (guint i = 0; i < trace->n_properties; i++)
    {
      g_autofree char *path = g_strconcat (PROPERTIES, trace->properties[i].key, NULL);

      add_fact (facts, path, trace->properties[i].value);
    }

  return facts;
}

static gboolean
gather_trace (DwellTrace              *trace,
              const DwellProblems     *problems,
              const DwellCliComputed  *computed,
              const char              *file,
              const DwellCliArguments *arguments,
              gpointer                 user_data)
{
  GPtrArray *all = user_data;
  Info *info = g_new0 (Info, 1);
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  if (arguments->is_joined)
    for (guint i = 0; arguments->files[i] != NULL; i++)
      g_ptr_array_add (files, g_filename_display_name (arguments->files[i]));
  else
    g_ptr_array_add (files, g_strdup (file));

  g_ptr_array_add (files, NULL);
  info->file = g_strdup (file);
  info->facts = gather (trace, problems, (const char * const *) files->pdata);
  g_ptr_array_add (all, info);
  return TRUE;
}

static JsonNode *
fact_to_json (GVariant *value)
{
  JsonNode *node = json_node_new (JSON_NODE_VALUE);

  if (value == NULL)
    {
      json_node_free (node);
      return json_node_new (JSON_NODE_NULL);
    }

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT64) &&
      g_variant_get_uint64 (value) > G_MAXINT64)
    {
      g_autofree char *digits = g_variant_print (value, FALSE);

      json_node_set_string (node, digits);
    }
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT64))
    json_node_set_int (node, (gint64) g_variant_get_uint64 (value));
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    json_node_set_int (node, g_variant_get_int64 (value));
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    json_node_set_double (node, g_variant_get_double (value));
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    json_node_set_boolean (node, g_variant_get_boolean (value));
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    json_node_set_string (node, g_variant_get_string (value, NULL));
  else
    {
      json_node_free (node);
      node = json_gvariant_serialize (value);
    }

  return node;
}

static JsonNode *
facts_to_json (const GArray *facts)
{
  JsonObject *object = json_object_new ();
  JsonObject *properties = json_object_new ();
  JsonNode *node = json_node_alloc ();

  for (guint i = 0; i < facts->len; i++)
    {
      const Fact *fact = &g_array_index (facts, Fact, i);

      if (g_str_has_prefix (fact->path, PROPERTIES))
        json_object_set_member (properties, fact->path + strlen (PROPERTIES),
                                fact_to_json (fact->value));
      else
        json_object_set_member (object, fact->path, fact_to_json (fact->value));
    }

  json_object_set_object_member (object, "properties", properties);
  json_node_init_object (node, object);
  json_object_unref (object);
  return node;
}

static JsonNode *
many_to_json (GPtrArray *all)
{
  JsonArray *array = json_array_new ();
  JsonNode *node = json_node_alloc ();

  for (guint i = 0; i < all->len; i++)
    {
      const Info *info = g_ptr_array_index (all, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "file", info->file);
      json_object_set_member (object, "info", facts_to_json (info->facts));
      json_array_add_object_element (array, object);
    }

  json_node_init_array (node, array);
  json_array_unref (array);
  return node;
}

static gboolean
print_json (GPtrArray *all,
            gboolean   is_many)
{
  const Info *first = g_ptr_array_index (all, 0);
  g_autoptr(JsonNode) node = is_many ? many_to_json (all) : facts_to_json (first->facts);
  g_autofree char *text = json_to_string (node, TRUE);
  DwellCliOutput output;

  dwell_cli_output_init (&output);
  g_string_append (output.text, text);
  g_string_append_c (output.text, '\n');
  return dwell_cli_output_finish (&output);
}

/* Returns: (nullable): the value at @path. */
static GVariant *
find_value (const GArray *facts,
            const char   *path)
{
  for (guint i = 0; i < facts->len; i++)
    if (g_str_equal (g_array_index (facts, Fact, i).path, path))
      return g_array_index (facts, Fact, i).value;

  return NULL;
}

static void
add_cell (DwellCliRows *rows,
          GVariant     *value)
{
  g_autofree char *printed = NULL;

  if (value == NULL)
    {
      dwell_cli_rows_add_null (rows);
    }
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING_ARRAY))
    {
      g_autofree const char **texts = g_variant_get_strv (value, NULL);

      dwell_cli_rows_add_list (rows, texts);
    }
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    {
      dwell_cli_rows_add_text (rows, g_variant_get_string (value, NULL));
    }
  else
    {
      printed = g_variant_print (value, FALSE);
      dwell_cli_rows_add_text (rows, printed);
    }
}

/* Prints a row for each file, with a column for each path that any of them has. */
static gboolean
print_csv (GPtrArray *all,
           gboolean   is_many)
{
  g_autoptr(GArray) columns = g_array_new (FALSE, FALSE, sizeof (DwellCliColumn));
  g_autoptr(GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  DwellCliRows *rows;

  for (guint i = 0; i < all->len; i++)
    {
      const GArray *facts = ((const Info *) g_ptr_array_index (all, i))->facts;

      for (guint k = 0; k < facts->len; k++)
        {
          DwellCliColumn column = { g_array_index (facts, Fact, k).path, FALSE };

          if (g_hash_table_add (known, (gpointer) column.path))
            g_array_append_val (columns, column);
        }
    }

  rows = dwell_cli_rows_new (DWELL_CLI_CSV, "info", (gpointer) columns->data, columns->len,
                             is_many);

  for (guint i = 0; i < all->len; i++)
    {
      const Info *info = g_ptr_array_index (all, i);

      dwell_cli_rows_begin (rows, info->file);

      for (guint k = 0; k < columns->len; k++)
        add_cell (rows, find_value (info->facts, g_array_index (columns, DwellCliColumn, k).path));

      dwell_cli_rows_end (rows);
    }

  return dwell_cli_rows_finish (rows);
}

/* Prints a line for each fact. */
static gboolean
print_table (GPtrArray *all,
             gboolean   is_many)
{
  static const DwellCliColumn columns[] = { { "field", FALSE }, { "value", FALSE } };
  DwellCliRows *rows = dwell_cli_rows_new (DWELL_CLI_TABLE, "info", columns, 2, is_many);

  for (guint i = 0; i < all->len; i++)
    {
      const Info *info = g_ptr_array_index (all, i);

      dwell_cli_rows_begin (rows, info->file);

      for (guint k = 0; k < info->facts->len; k++)
        {
          dwell_cli_rows_add_text (rows, g_array_index (info->facts, Fact, k).path);
          add_cell (rows, g_array_index (info->facts, Fact, k).value);
        }

      dwell_cli_rows_end (rows);
    }

  return dwell_cli_rows_finish (rows);
}

static int
run (const DwellCliArguments *arguments)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func (info_free);
  int status = dwell_cli_for_each_with_problems (arguments, gather_trace, all);
  gboolean is_many = dwell_cli_is_many (arguments);
  gboolean is_printed = TRUE;

  if (all->len == 0)
    return status;

  if (arguments->form == DWELL_CLI_JSON)
    is_printed = print_json (all, is_many);
  else if (arguments->form == DWELL_CLI_CSV)
    is_printed = print_csv (all, is_many);
  else
    is_printed = print_table (all, is_many);

  return is_printed ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_info = {
  "info",
  "FILE…",
  N_("Show what a file is and how much it contains"),
  N_("Format, files, first and last time (in ns since the format’s own zero), how many contexts,\n"
     "areas, spans, marks, writes, stack nodes and cost points there are, how many problems\n"
     "“dwell-cli problems” lists, and what the file’s header and name contain (“properties”). What "
     "a\n"
     "format cannot hold is null in JSON and empty elsewhere, never 0.\n"
     "\n"
     "Several files are shown one after another: JSON is then an array of {\"file\", \"info\"},\n"
     "and CSV begins with a column “file”. With --joined they are one recording.\n"
     "\n"
     "Example: the process that wrote a log\n"
     "  dwell-cli info --as=json soffice_4711.log | jq .properties.process_id"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES,
  run,
};
