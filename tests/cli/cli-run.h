/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs dwell-cli as a script would and looks at what it says. */
#pragma once

#include <string.h>

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* The result of a run. */
typedef struct {
  int   status;
  char *out;
  char *err;
} CliRun;

static inline void
cli_run_clear (CliRun *self)
{
  g_clear_pointer (&self->out, g_free);
  g_clear_pointer (&self->err, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliRun, cli_run_clear)

static inline char *
cli_to_text (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return length > 0 ? g_strndup (data, length) : g_strdup ("");
}

static inline GSubprocessLauncher *
cli_make_launcher (void)
{
  return g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                    G_SUBPROCESS_FLAGS_STDERR_PIPE);
}

/* Runs dwell-cli in tests/data with the words of @line; in each word "~" represents a space.
 * @limit: the limit of its address space, KiB; 0: none */
static inline void
cli_run_launched (CliRun              *self,
                  GSubprocessLauncher *launcher,
                  guint                limit,
                  const char          *line)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autofree char *script =
    g_strdup_printf ("ulimit~-c~0&&ulimit~-v~%u&&exec~\"$0\"~\"$@\"", limit);
  g_autofree char *all = g_strdup_printf ("%s%s%s%s %s", limit > 0 ? "/bin/sh -c " : "",
                                          limit > 0 ? script : "", limit > 0 ? " " : "",
                                          g_getenv ("DWELL_CLI"), line);
  g_auto(GStrv) words = g_strsplit (g_strchomp (all), " ", -1);
  g_autoptr(GSubprocess) process = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) out = NULL;
  g_autoptr(GBytes) err = NULL;

  cli_run_clear (self);
  g_test_message ("dwell-cli %s", line);

  for (guint i = 1; words[i] != NULL; i++)
    g_strdelimit (words[i], "~", ' ');

  g_subprocess_launcher_set_cwd (launcher, data);
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) words, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate (process, NULL, NULL, &out, &err, &error));
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));

  self->status = g_subprocess_get_exit_status (process);
  self->out = cli_to_text (out);
  self->err = cli_to_text (err);
}

static inline void
cli_run_limited (CliRun     *self,
                 guint       limit,
                 const char *line)
{
  g_autoptr(GSubprocessLauncher) launcher = cli_make_launcher ();

  cli_run_launched (self, launcher, limit, line);
}

static inline void
cli_run (CliRun     *self,
         const char *line)
{
  cli_run_limited (self, 0, line);
}

/* Runs it, and it must succeed. */
static inline void
cli_run_well (CliRun     *self,
              const char *line)
{
  cli_run (self, line);

  if (self->status != 0)
    g_test_message ("%s", self->err);

  g_assert_cmpint (self->status, ==, 0);
}

/* The output as JSON; it must be valid, and UTF-8. */
static inline JsonNode *
cli_run_json (const char *line)
{
  g_auto(CliRun) run = { 0 };
  g_autoptr(JsonParser) parser = json_parser_new_immutable ();
  g_autoptr(GError) error = NULL;

  cli_run_well (&run, line);
  g_assert_true (g_utf8_validate (run.out, -1, NULL));
  json_parser_load_from_data (parser, run.out, -1, &error);
  g_assert_no_error (error);
  return json_node_copy (json_parser_get_root (parser));
}

/* The member at a path as "call.min"; it must exist, though it may be null. */
static inline JsonNode *
cli_get (JsonNode   *node,
         const char *path)
{
  g_auto(GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
      node = json_object_get_member (json_node_get_object (node), names[i]);

      if (node == NULL)
        g_test_message ("no %s in %s", names[i], path);

      g_assert_nonnull (node);
    }

  return node;
}

/* An integer and nothing else: no string, no real, no null. */
static inline gint64
cli_get_int (JsonNode   *node,
             const char *path)
{
  JsonNode *value = cli_get (node, path);

  if (!JSON_NODE_HOLDS_VALUE (value) || json_node_get_value_type (value) != G_TYPE_INT64)
    g_test_message ("%s is no integer", path);

  g_assert_true (JSON_NODE_HOLDS_VALUE (value));
  g_assert_cmpuint (json_node_get_value_type (value), ==, G_TYPE_INT64);
  return json_node_get_int (value);
}

static inline const char *
cli_get_text (JsonNode   *node,
              const char *path)
{
  JsonNode *value = cli_get (node, path);

  return JSON_NODE_HOLDS_NULL (value) ? NULL : json_node_get_string (value);
}

static inline gboolean
cli_is_null (JsonNode   *node,
             const char *path)
{
  return JSON_NODE_HOLDS_NULL (cli_get (node, path));
}

/* The names of an object's members, in order: "a b c". */
static inline char *
cli_get_keys (JsonNode *node)
{
  g_autoptr(GList) names = json_object_get_members (json_node_get_object (node));
  GString *text = g_string_new (NULL);

  for (GList *l = names; l != NULL; l = l->next)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", (const char *) l->data);

  return g_string_free (text, FALSE);
}
