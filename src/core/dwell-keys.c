/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes keys. Tabs separate their parts, so tabs, line ends and backslashes in names are escaped as
 * in C. */
#include "config.h"

#include "core/dwell-keys.h"

/* Areas are nested only in routines and variables. Keys of deeper areas are cut. */
#define MAX_DEPTH 16

static void
append_part (GString    *key,
             const char *text)
{
  if (key->len > 0)
    g_string_append_c (key, '\t');

  for (; *text != '\0'; text++)
    switch (*text)
      {
      case '\t':
        g_string_append (key, "\\t");
        break;
      case '\n':
        g_string_append (key, "\\n");
        break;
      case '\r':
        g_string_append (key, "\\r");
        break;
      case '\\':
        g_string_append (key, "\\\\");
        break;
      default:
        g_string_append_c (key, *text);
      }
}

/**
 * dwell_key_of_module:
 * @trace: a trace
 * @name: string id of the name of a module or file, or 0
 *
 * Returns: (transfer full): a text that is the same for all spellings of that name
 */
char *
dwell_key_of_module (const DwellTrace *trace,
                     guint32           name)
{
  const char *text = dwell_trace_get_string (trace, name);

  return trace->modules_ignore_case ? g_utf8_casefold (text, -1) : g_strdup (text);
}

/**
 * dwell_key_of_area:
 * @trace: a trace
 * @area: one of its areas
 *
 * Returns: (transfer full): its key
 */
char *
dwell_key_of_area (const DwellTrace *trace,
                   guint32           area)
{
  GString *key;

  g_return_val_if_fail (area < trace->n_areas, NULL);

  key = g_string_new (NULL);
  for (guint depth = 0; area != DWELL_NONE && area < trace->n_areas && depth < MAX_DEPTH; depth++)
    {
      const DwellArea *info = &trace->areas[area];
      g_autofree char *file = dwell_key_of_module (trace, info->file);
      g_autofree char *module = dwell_key_of_module (trace, info->module);
      g_autofree char *value = NULL;

      if (info->has_value)
        value = g_strdup_printf ("%" G_GINT64_FORMAT, info->value);

      append_part (key, dwell_area_kind_get_id (info->kind));
      append_part (key, dwell_trace_get_string (trace, info->name));
      append_part (key, value != NULL ? value : "");
      append_part (key, file);
      append_part (key, module);
      area = info->parent;
    }

  return g_string_free (key, FALSE);
}

static void
append_contexts (GString          *key,
                 const DwellTrace *trace,
                 guint32           context)
{
  guint32 path[MAX_DEPTH];
  guint depth = 0;

  for (; context != DWELL_NONE && depth < MAX_DEPTH; context = trace->contexts[context].parent)
    path[depth++] = context;

  while (depth > 0)
    append_part (key, dwell_trace_get_context_name (trace, path[--depth]));
}

/* Adds @key, which it takes over, with a number that counts equal keys from 1. */
static void
add_numbered (GPtrArray  *keys,
              GHashTable *counts,
              GString    *key)
{
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key->str)) + 1;

  g_hash_table_replace (counts, g_strdup (key->str), GUINT_TO_POINTER (count));
  g_string_append_printf (key, "\t%u", count);
  g_ptr_array_add (keys, g_string_free (key, FALSE));
}

/**
 * dwell_keys_of_tracks:
 * @trace: a trace
 *
 * Returns: (transfer full) (element-type utf8): a key for each track
 */
GPtrArray *
dwell_keys_of_tracks (const DwellTrace *trace)
{
  GPtrArray *keys = g_ptr_array_new_full (trace->n_tracks, g_free);
  g_autoptr(GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      GString *key = g_string_new (NULL);

      append_contexts (key, trace, trace->tracks[i].context);
      append_part (key, dwell_trace_get_string (trace, trace->tracks[i].name));
      add_numbered (keys, counts, key);
    }

  return keys;
}

/**
 * dwell_keys_of_contexts:
 * @trace: a trace
 *
 * Returns: (transfer full) (element-type utf8): a key for each context
 */
GPtrArray *
dwell_keys_of_contexts (const DwellTrace *trace)
{
  GPtrArray *keys = g_ptr_array_new_full (trace->n_contexts, g_free);
  g_autoptr(GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      GString *key = g_string_new ("context");

      g_string_append_printf (key, "\t%u", trace->contexts[i].kind);
      append_contexts (key, trace, i);
      add_numbered (keys, counts, key);
    }

  return keys;
}
