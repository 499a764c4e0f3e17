/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges two states of the same recording that developed from a common one, as happens when it is
 * open in two windows or two programs.
 *
 * A state is split into facts, each with a name and a value: a setting, an area in a list, a
 * deadline, a marker. For each fact, our value is taken if we changed it since the common state,
 * otherwise theirs. So a marker of theirs is not lost when we move the range, and a marker that
 * they removed does not come back. All values stay as they are written in key files. Because they
 * cannot contain line ends, a line end separates the words of a name. */
#include "config.h"

#include "model/view/dwell-view-state.h"

#include <string.h>

#include "model/view/dwell-view-state-private.h"

#define SETTING  "setting"
#define ELEMENT  "element"
#define DEADLINE "deadline"
#define MARKER   "marker"

static const char * const marker_keys[] = { "Time", "Area", "Track", "Row" };

/* --- Splitting --- */

/* Splits a list as it is written, at the semicolons that do not follow a backslash. */
static GStrv
split_list (const char *value)
{
  g_autoptr(GPtrArray) elements = g_ptr_array_new ();
  const char *begin = value;
  const char *p = value;

  /* A backslash at the end would change the meaning of what is appended. */
  for (; *p != '\0' && (*p != '\\' || p[1] != '\0'); p++)
    {
      if (*p == '\\')
        {
          p++;
        }
      else if (*p == ';')
        {
          g_ptr_array_add (elements, g_strndup (begin, (gsize) (p - begin)));
          begin = p + 1;
        }
    }

  if (p > begin)
    g_ptr_array_add (elements, g_strndup (begin, (gsize) (p - begin)));
  g_ptr_array_add (elements, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&elements), FALSE);
}

static GStrv
get_list (GKeyFile   *state,
          const char *key)
{
  g_autofree char *value = g_key_file_get_value (state, DWELL_STATE_AREAS, key, NULL);

  return split_list (value != NULL ? value : "");
}

static void
take_marker (GKeyFile   *state,
             const char *group,
             GHashTable *facts)
{
  g_autoptr(GString) name = g_string_new (MARKER);
  g_autofree char *text = g_key_file_get_value (state, group, "Text", NULL);
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (marker_keys); i++)
    {
      g_autofree char *value = g_key_file_get_value (state, group, marker_keys[i], NULL);

      g_string_append_printf (name, "\n%s", value != NULL ? value : "");
    }

  /* Several markers in one place differ in their number. */
  length = name->len;
  g_string_append (name, "\n1");
  for (guint n = 2; n <= DWELL_STATE_MAX_MARKERS && g_hash_table_contains (facts, name->str); n++)
    {
      g_string_truncate (name, length);
      g_string_append_printf (name, "\n%u", n);
    }

  g_hash_table_replace (facts, g_string_free (g_steal_pointer (&name), FALSE),
                        text != NULL ? g_steal_pointer (&text) : g_strdup (""));
}

static void
take_deadlines (GKeyFile   *state,
                GHashTable *facts)
{
  g_auto(GStrv) areas = get_list (state, "WithDeadline");
  g_auto(GStrv) measures = get_list (state, "DeadlineOf");
  g_auto(GStrv) limits = get_list (state, "Deadlines");

  for (guint i = 0; areas[i] != NULL && measures[i] != NULL && limits[i] != NULL; i++)
    g_hash_table_replace (facts, g_strconcat (DEADLINE "\n", areas[i], "\n", measures[i], NULL),
                          g_strdup (limits[i]));
}

static gboolean
is_of_deadlines (const char *key)
{
  return g_str_equal (key, "WithDeadline") || g_str_equal (key, "DeadlineOf") ||
         g_str_equal (key, "Deadlines");
}

static void
take_group (GKeyFile   *state,
            const char *group,
            GHashTable *facts)
{
  g_auto(GStrv) keys = g_key_file_get_keys (state, group, NULL, NULL);
  gboolean is_areas = g_str_equal (group, DWELL_STATE_AREAS);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_auto(GStrv) elements = is_areas ? get_list (state, keys[i]) : NULL;

      if ((is_areas && is_of_deadlines (keys[i])) || !g_utf8_validate (keys[i], -1, NULL))
        continue;

      if (!is_areas)
        g_hash_table_replace (facts, g_strconcat (SETTING "\n", group, "\n", keys[i], NULL),
                              g_key_file_get_value (state, group, keys[i], NULL));
      for (guint j = 0; is_areas && elements[j] != NULL; j++)
        g_hash_table_replace (facts, g_strconcat (ELEMENT "\n", keys[i], "\n", elements[j], NULL),
                              g_strdup (""));
    }
}

/* Returns: (transfer full) (nullable): the facts of a state; %NULL: it is not a known kind of
 *   state */
static GHashTable *
split_state (const char *text)
{
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autoptr(GHashTable) facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto(GStrv) groups = NULL;
  guint n_markers = 0;

  if (!g_key_file_load_from_data (state, text, strlen (text), G_KEY_FILE_NONE, NULL) ||
      !dwell_view_state_check (state, NULL))
    return NULL;

  groups = g_key_file_get_groups (state, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    {
      if (!g_utf8_validate (groups[i], -1, NULL))
        continue;
      if (!g_str_has_prefix (groups[i], DWELL_STATE_MARKER))
        take_group (state, groups[i], facts);
      else if (++n_markers <= DWELL_STATE_MAX_MARKERS)
        take_marker (state, groups[i], facts);
    }

  take_deadlines (state, facts);
  return g_steal_pointer (&facts);
}

/* --- Joining --- */

/* Lists are made here, because a key file would copy the whole list for each element. */
static void
append_element (GHashTable *lists,
                const char *key,
                const char *element)
{
  GString *list = g_hash_table_lookup (lists, key);

  if (list == NULL)
    {
      list = g_string_new (NULL);
      g_hash_table_insert (lists, g_strdup (key), list);
    }

  g_string_append_printf (list, "%s;", element);
}

static void
put_lists (GKeyFile   *state,
           GHashTable *lists)
{
  g_autoptr(GList) keys = g_list_sort (g_hash_table_get_keys (lists), (GCompareFunc) strcmp);

  for (GList *l = keys; l != NULL; l = l->next)
    {
      GString *list = g_hash_table_lookup (lists, l->data);

      g_key_file_set_value (state, DWELL_STATE_AREAS, l->data, list->str);
    }
}

static void
free_list (gpointer data)
{
  g_string_free (data, TRUE);
}

static void
put_marker (GKeyFile           *state,
            guint               n,
            const char * const *words,
            const char         *text)
{
  g_autofree char *group = g_strdup_printf (DWELL_STATE_MARKER "%u", n);

  for (guint i = 0; i < G_N_ELEMENTS (marker_keys); i++)
    if (*words[i] != '\0')
      g_key_file_set_value (state, group, marker_keys[i], words[i]);
  g_key_file_set_value (state, group, "Text", text);
}

static char *
join_facts (GHashTable *facts)
{
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autoptr(GList) names = g_list_sort (g_hash_table_get_keys (facts), (GCompareFunc) strcmp);
  g_autoptr(GHashTable) lists = NULL;
  guint n_markers = 0;

  lists = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_list);
  for (GList *l = names; l != NULL; l = l->next)
    {
      const char *value = g_hash_table_lookup (facts, l->data);
      g_auto(GStrv) words = g_strsplit (l->data, "\n", -1);

      if (g_str_equal (words[0], SETTING))
        {
          g_key_file_set_value (state, words[1], words[2], value);
        }
      else if (g_str_equal (words[0], ELEMENT))
        {
          append_element (lists, words[1], words[2]);
        }
      else if (g_str_equal (words[0], DEADLINE))
        {
          append_element (lists, "WithDeadline", words[1]);
          append_element (lists, "DeadlineOf", words[2]);
          append_element (lists, "Deadlines", value);
        }
      else
        {
          put_marker (state, ++n_markers, (const char * const *) words + 1, value);
        }
    }

  put_lists (state, lists);
  return g_key_file_to_data (state, NULL, NULL);
}

static void
merge_facts (GHashTable *base,
             GHashTable *ours,
             GHashTable *theirs,
             GHashTable *names,
             GHashTable *merged)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const char *before = g_hash_table_lookup (base, name);
      const char *our = g_hash_table_lookup (ours, name);
      const char *their = g_hash_table_lookup (theirs, name);
      const char *value = g_strcmp0 (our, before) != 0 ? our : their;

      if (value != NULL)
        g_hash_table_replace (merged, g_strdup (name), g_strdup (value));
    }
}

/**
 * dwell_view_state_merge:
 * @base: (nullable): the state of our view when it was last saved or restored; %NULL: none
 * @ours: the state of our view
 * @theirs: a state of the same recording that another window or program has saved since
 *
 * Merges two states that developed from @base, on any thread.
 *
 * Returns: (transfer full): @theirs with our changes; @ours if @theirs is not a state
 */
char *
dwell_view_state_merge (const char *base,
                        const char *ours,
                        const char *theirs)
{
  g_autoptr(GHashTable) of_base = split_state (base != NULL ? base : "");
  g_autoptr(GHashTable) of_ours = split_state (ours);
  g_autoptr(GHashTable) of_theirs = split_state (theirs);
  g_autoptr(GHashTable) merged = NULL;

  if (of_ours == NULL || of_theirs == NULL)
    return g_strdup (ours);

  if (of_base == NULL)
    of_base = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  merged = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  merge_facts (of_base, of_ours, of_theirs, of_theirs, merged);
  merge_facts (of_base, of_ours, of_theirs, of_ours, merged);
  return join_facts (merged);
}
