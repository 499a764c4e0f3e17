/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes examples of the output of a template's macros. The start of a section is written with all
 * of them in one row, separated by a control character that no name contains. */
#include "config.h"

#include <string.h>

#include "formats/text1/dwell-text1.h"
#include "formats/text1/write/dwell-text1-export.h"

#define EXAMPLE_BYTES 65536
#define SEPARATOR     "\x1f"

/* Returns: (transfer full): a template with all macros that apply; @macros: these, in order */
static char *
make_template (DwellTemplateKind  kind,
               DwellMacro        *macros,
               guint             *n_macros)
{
  g_autoptr(GString) text = g_string_new (NULL);

  *n_macros = 0;

  for (guint i = 0; i < DWELL_N_MACROS; i++)
    {
      const DwellMacroInfo *info = dwell_macro_get_info ((DwellMacro) i);

      if ((info->applies & 1u << kind) == 0)
        continue;

      g_string_append_printf (text, "%%%s%%" SEPARATOR, info->name);
      macros[(*n_macros)++] = (DwellMacro) i;
    }

  return g_strdup (text->str);
}

/* Takes from a row the examples that are still missing. Other lines have another number of
 * fields. */
static void
take_row (GPtrArray        *examples,
          const char       *row,
          const DwellMacro *macros,
          guint             n_macros)
{
  g_auto(GStrv) fields = g_strsplit (row, SEPARATOR, -1);

  if (g_strv_length (fields) != n_macros + 1)
    return;

  for (guint i = 0; i < n_macros; i++)
    if (*fields[i] != '\0' && g_ptr_array_index (examples, macros[i]) == NULL)
      g_ptr_array_index (examples, macros[i]) = g_strdup (fields[i]);
}

/**
 * dwell_text1_get_examples:
 * @trace: the trace
 * @option: the template
 * @cancellable: (nullable): a cancellable
 *
 * Writes the start of a section with all macros that apply. Blocks: for a worker. Macros of
 * statistics take as long as all statistics.
 *
 * Returns: (transfer full) (element-type utf8): by macro, the first value that it would write;
 *   %NULL if there is none
 */
GPtrArray *
dwell_text1_get_examples (DwellTrace        *trace,
                          const DwellOption *option,
                          GCancellable      *cancellable)
{
  g_autoptr(DwellExportSettings) base = dwell_export_settings_new (&dwell_text1_format, "default",
                                                                   NULL);
  DwellText1Settings *settings = (DwellText1Settings *) base;
  DwellTemplateKind kind = dwell_template_find (option->name);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (EXAMPLE_BYTES);
  g_autoptr(GPtrArray) examples = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_auto(GStrv) rows = NULL;
  DwellMacro macros[DWELL_N_MACROS];
  guint n_macros;
  gsize length;
  gconstpointer data;

  g_ptr_array_set_size (examples, DWELL_N_MACROS);
  settings->sections = 1u << kind / 2;
  settings->line_ends_are_lf = TRUE;

  /* If the header contained the template, it would look like a row. */
  g_free (settings->templates[kind & ~1u]);
  settings->templates[kind & ~1u] = g_strdup ("*");
  g_free (settings->templates[kind]);
  settings->templates[kind] = make_template (kind, macros, &n_macros);

  if (!dwell_text1_export (trace, base, sink, NULL, cancellable, NULL))
    return g_steal_pointer (&examples);

  bytes = dwell_sink_get_part (sink, "");
  data = g_bytes_get_data (bytes, &length);
  text = g_utf8_make_valid (data != NULL ? data : "", (gssize) length);
  rows = g_strsplit (text, "\n", -1);

  for (guint i = 0; rows[i] != NULL; i++)
    take_row (examples, rows[i], macros, n_macros);

  return g_steal_pointer (&examples);
}
