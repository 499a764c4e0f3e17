/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of a format: "KEY=VALUE" texts, checked against the format's table, so that dialogs and
 * the command line report the same mistakes in the same words. */
#include "config.h"

#include "formats/common/dwell-format.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/tree/dwell-tree.h"
#include "core/dwell-args.h"
#include "core/dwell-error.h"
#include "formats/common/dwell-export-areas.h"
#include "formats/common/dwell-export-select.h"
#include "formats/common/dwell-export-warnings.h"

struct _DwellOptions
{
  const char        *format_id;
  const DwellOption *table;
  guint              n;
  char             **values; /* by index into the table; NULL = default */
};

static char *
list_names (const DwellOptions *self)
{
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", self->table[i].name);

  return g_string_free (g_steal_pointer (&names), FALSE);
}

static gboolean
find_option (const DwellOptions  *self,
             const char          *name,
             guint               *index,
             GError             **error)
{
  g_autofree char *names = NULL;

  for (*index = 0; *index < self->n; (*index)++)
    if (g_str_equal (self->table[*index].name, name))
      return TRUE;

  if (self->n == 0)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                   /* Translators: an option's name, a format's id */
                   _("“%s”: the format %s has no options"), name, self->format_id);
      return FALSE;
    }

  names = list_names (self);
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               /* Translators: an option's name, a format's id, the names of all its options */
               _("“%s” is not an option of the format %s; there are: %s"), name, self->format_id,
               names);
  return FALSE;
}

void
_dwell_option_refuse (const char          *name,
                      const char          *value,
                      const char * const  *choices,
                      GError             **error)
{
  g_autofree char *all = g_strjoinv (", ", (char **) choices);

  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               /* Translators: an option's name, what was given for it, all that it takes */
               _("%s does not take “%s”; it takes: %s"), name, value, all);
}

static gboolean
check_value (const DwellOption  *option,
             const char         *value,
             GError            **error)
{
  static const char * const booleans[] = { "true", "false", NULL };
  const char * const *choices = option->type == DWELL_OPTION_BOOLEAN ? booleans : option->choices;

  if (choices == NULL || g_strv_contains (choices, value))
    return TRUE;

  _dwell_option_refuse (option->name, value, choices, error);
  return FALSE;
}

static gboolean
set_option (DwellOptions  *self,
            const char    *key_value,
            GError       **error)
{
  const char *equals = strchr (key_value, '=');
  g_autofree char *name = NULL;
  guint index;

  if (equals == NULL)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                   _("“%s” is not an option: expected NAME=VALUE"), key_value);
      return FALSE;
    }

  name = g_strndup (key_value, (gsize) (equals - key_value));
  if (!find_option (self, name, &index, error) ||
      !check_value (&self->table[index], equals + 1, error))
    return FALSE;

  g_free (self->values[index]);
  self->values[index] = g_strdup (equals + 1);
  return TRUE;
}

/**
 * dwell_options_new:
 * @format: the format whose reading options they are
 * @key_values: (nullable) (array zero-terminated=1): "NAME=VALUE" each; if a name is repeated, the
 *   last value counts
 * @error: %DWELL_ERROR_OPTION for an unknown name or an invalid value; the message lists the valid
 *   ones
 *
 * Returns: (transfer full): the options
 */
DwellOptions *
dwell_options_new (const DwellFormat   *format,
                   const char * const  *key_values,
                   GError             **error)
{
  g_autoptr(DwellOptions) self = g_new0 (DwellOptions, 1);

  self->format_id = format->id;
  self->table = format->read_options;
  self->n = format->n_read_options;
  self->values = g_new0 (char *, self->n + 1);

  for (; key_values != NULL && *key_values != NULL; key_values++)
    if (!set_option (self, *key_values, error))
      return NULL;

  return g_steal_pointer (&self);
}

/**
 * dwell_options_free:
 * @self: (transfer full): options
 */
void
dwell_options_free (DwellOptions *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->values[i]);

  g_free (self->values);
  g_free (self);
}

/**
 * dwell_options_get:
 * @self: options
 * @name: one of the format's options of reading
 *
 * Returns: (transfer none): its value, or its default
 */
const char *
dwell_options_get (const DwellOptions *self,
                   const char         *name)
{
  for (guint i = 0; i < self->n; i++)
    if (g_str_equal (self->table[i].name, name))
      return self->values[i] != NULL ? self->values[i] : self->table[i].default_value;

  g_return_val_if_reached (NULL);
}

static guint64
count_args (const DwellTrace *trace)
{
  guint64 n = 0;

  for (guint64 i = 0; i < (guint64) trace->n_spans + trace->n_marks; i++)
    {
      gboolean is_span = i < trace->n_spans;

      for (guint32 arg = dwell_args_first (trace, is_span ? (guint32) i : DWELL_NONE,
                                           is_span ? DWELL_NONE : (guint32) (i - trace->n_spans));
           arg != DWELL_NONE;
           arg = dwell_args_next (trace, arg))
        n++;
    }

  return n;
}

/* Warns of tables that the trace has besides spans, if the format holds only spans. */
static void
check_tables (const DwellFormat *self,
              const DwellTrace  *trace,
              GArray            *warnings)
{
  if ((self->tables & DWELL_TABLE_SPANS) == 0)
    return;

  if (trace->n_args > 0 && (self->tables & DWELL_TABLE_ARGS) == 0)
    dwell_export_warnings_add (warnings, FALSE, TRUE, count_args (trace),
                               g_strdup (_("Arguments of spans and messages: the format does not "
                                           "hold them")));
  if ((self->tables & DWELL_TABLE_FLOWS) == 0)
    dwell_export_warnings_add (warnings, FALSE, TRUE, trace->n_flows,
                               g_strdup (_("Flows, arrows between spans: the format does not "
                                           "hold them")));
}

/* Warns of what the format does not hold of areas and spans. One that selects itself does so of
 * those that it writes. */
static void
check_written (const DwellFormat         *self,
                const DwellTrace          *trace,
                const DwellExportSettings *settings,
                GArray                    *warnings)
{
  g_autofree guint8 *areas = NULL;
  gint64 begin;
  gint64 end;
  guint64 n = 0;

  if (self->selects_itself)
    return;

  dwell_export_settings_get_range (settings, trace, &begin, &end);
  for (guint32 i = 0; i < trace->n_spans; i++)
    n += dwell_export_is_doubtful (trace, i) && dwell_trace_span_takes_part (trace, i, begin, end);

  dwell_export_warnings_add_doubtful (warnings, n);
  areas = dwell_export_mark_areas (trace, begin, end);
  dwell_export_check_facts (self, trace, areas, warnings);
}

/* Whether a format holds the sums of functions and lines as they were recorded, rather than spans
 * or a tree of calls, in which a function that is left out makes its callers longer. */
static gboolean
holds_sums (const DwellFormat *self,
            const DwellTrace  *trace)
{
  return self->is_whole || ((self->tables & DWELL_TABLE_CALLS) != 0 && trace->n_functions > 0);
}

/* Warns of what a selection changes: the own time of functions that are left out, and lines and
 * functions of other contexts. */
static void
check_selection (const DwellFormat         *self,
                 const DwellTrace          *trace,
                 const DwellTrace          *part,
                 const DwellExportSettings *settings,
                 GArray                    *warnings)
{
  if (part == trace)
    return;

  if (*settings->areas != '\0')
    dwell_export_warnings_add (warnings, FALSE, TRUE,
                               dwell_export_count_functions (trace) -
                               dwell_export_count_functions (part),
                               g_strdup (holds_sums (self, trace)
                                         ? _("The costs of functions that are left out are not "
                                             "added to those of their callers")
                                         : _("The self time of functions that are left out is "
                                             "added to that of their callers")));
  if (*settings->contexts != '\0')
    dwell_export_warnings_add (warnings, FALSE, TRUE,
                               (guint64) trace->n_lines + trace->n_functions -
                               part->n_lines - part->n_functions,
                               g_strdup (_("Lines and functions are left out: it is not known "
                                           "which contexts they ran in")));
}

/**
 * dwell_format_write:
 * @self: a format that can be written
 * @trace: a trace
 * @settings: settings of the format
 * @sink: where the file goes
 * @progress: (nullable): shows how much was written
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Writes what the settings select of @trace into parts of @sink, which the caller commits. For any
 * thread.
 *
 * Returns: whether all was written
 */
gboolean
dwell_format_write (const DwellFormat          *self,
                    DwellTrace                 *trace,
                    const DwellExportSettings  *settings,
                    DwellSink                  *sink,
                    DwellProgress              *progress,
                    GCancellable               *cancellable,
                    GError                    **error)
{
  g_autoptr(DwellTrace) part = dwell_export_select (trace, settings, cancellable, error);

  return part != NULL && self->write (part, settings, sink, progress, cancellable, error);
}

/**
 * dwell_format_takes_range:
 * @self: a format that can be written
 * @trace: a trace
 *
 * Returns: whether a range can be cut out: whether what the format would hold of @trace has times
 */
gboolean
dwell_format_takes_range (const DwellFormat *self,
                          const DwellTrace  *trace)
{
  gboolean is_of_tree = (self->tables & DWELL_TABLE_STACK_NODES) != 0;

  return !self->is_whole && dwell_trace_has_timeline (trace) &&
         (!is_of_tree || dwell_tree_has_times (trace));
}

/**
 * dwell_format_check:
 * @self: a format that can be written
 * @trace: a trace
 * @settings: settings of the format
 * @cancellable: (nullable): a cancellable
 *
 * Checks for everything that a careful user wants to know before writing: warnings of the format,
 * and tables of @trace that it does not hold.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): warnings
 */
GArray *
dwell_format_check (const DwellFormat         *self,
                    DwellTrace                *trace,
                    const DwellExportSettings *settings,
                    GCancellable              *cancellable)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) part = dwell_export_select (trace, settings, cancellable, &error);
  GArray *warnings = self->check != NULL && part != NULL
                     ? self->check (part, settings, cancellable) : dwell_export_warnings_new ();

  if (part == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        dwell_export_warnings_add (warnings, TRUE, FALSE, 1, g_strdup (error->message));
      return warnings;
    }

  check_tables (self, part, warnings);
  check_written (self, part, settings, warnings);
  check_selection (self, trace, part, settings, warnings);
  return warnings;
}

/* Whether the last backslash of a value escapes nothing: if there is another fault before it, GLib
 * only warns of this rather than fail. */
static gboolean
ends_in_escape (const char *value)
{
  gsize length = strlen (value);
  gsize n = 0;

  while (n < length && value[length - n - 1] == '\\')
    n++;

  return n % 2 == 1;
}

/* Whether GLib can read the value, or there is no value. */
static gboolean
check_escapes (GKeyFile    *file,
               const char  *group,
               const char  *name,
               GError     **error)
{
  g_autofree char *raw = g_key_file_get_value (file, group, name, NULL);

  if (raw == NULL || !ends_in_escape (raw))
    return TRUE;

  g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
               /* Translators: the name of a key in a file */
               _("%s ends with a backslash that escapes nothing"), name);
  return FALSE;
}

/**
 * dwell_option_load:
 * @file: a key file
 * @group: a group of it
 * @name: a key of the group
 * @error: why its value is invalid
 *
 * Returns either a value or an error, unlike g_key_file_get_string(), which gives both for a
 * backslash that escapes nothing.
 *
 * Returns: (transfer full) (nullable): the value
 */
char *
dwell_option_load (GKeyFile    *file,
                   const char  *group,
                   const char  *name,
                   GError     **error)
{
  GError *failure = NULL;
  g_autofree char *value = NULL;

  if (!check_escapes (file, group, name, error))
    return NULL;

  value = g_key_file_get_string (file, group, name, &failure);
  if (failure == NULL)
    return g_steal_pointer (&value);

  g_propagate_error (error, failure);
  return NULL;
}

/**
 * dwell_option_load_list:
 * @file: a key file
 * @group: a group of it
 * @name: a key of the group
 * @error: why its value is invalid
 *
 * Does what dwell_option_load() does, for a list of values.
 *
 * Returns: (transfer full) (nullable): the values
 */
GStrv
dwell_option_load_list (GKeyFile    *file,
                        const char  *group,
                        const char  *name,
                        GError     **error)
{
  GError *failure = NULL;
  g_auto(GStrv) values = NULL;

  if (!check_escapes (file, group, name, error))
    return NULL;

  values = g_key_file_get_string_list (file, group, name, NULL, &failure);
  if (failure == NULL)
    return g_steal_pointer (&values);

  g_propagate_error (error, failure);
  return NULL;
}
