/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-names.h"

#include <glib/gi18n-lib.h>

#include "formats/callgrind/dwell-callgrind-line.h"

/**
 * dwell_callgrind_names_init:
 * @self: (out): uninitialised names
 * @builder: (transfer none): gets strings and problems; it outlives @self
 */
void
dwell_callgrind_names_init (DwellCallgrindNames *self,
                            DwellBuilder        *builder)
{
  self->builder = builder;
  for (guint i = 0; i < DWELL_CALLGRIND_N_NAMES; i++)
    self->known[i] = g_hash_table_new (NULL, NULL);
}

/**
 * dwell_callgrind_names_clear:
 * @self: names
 *
 * Frees the memory of @self.
 */
void
dwell_callgrind_names_clear (DwellCallgrindNames *self)
{
  for (guint i = 0; i < DWELL_CALLGRIND_N_NAMES; i++)
    g_hash_table_unref (self->known[i]);
}

/**
 * dwell_callgrind_names_forget:
 * @self: names
 *
 * Begins another part.
 */
void
dwell_callgrind_names_forget (DwellCallgrindNames *self)
{
  for (guint i = 0; i < DWELL_CALLGRIND_N_NAMES; i++)
    g_hash_table_remove_all (self->known[i]);
}

static void
report (DwellCallgrindNames *self,
        const char          *code,
        guint64              line,
        const char          *message)
{
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, code, line, -1, "%s",
                      message);
}

/**
 * dwell_callgrind_names_find:
 * @self: names
 * @kind: of what
 * @id: the number
 * @line: where it stands
 *
 * Returns: (string): what stands for the number, or the number if nothing was told of it
 */
guint32
dwell_callgrind_names_find (DwellCallgrindNames    *self,
                            DwellCallgrindNameKind  kind,
                            guint64                 id,
                            guint64                 line)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) id);
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known[kind], key));
  g_autofree char *number = NULL;

  if (known != 0)
    return known - 1;

  number = g_strdup_printf ("(%" G_GUINT64_FORMAT ")", id);
  report (self, "name-undefined", line,
          _("A name is told by a number without a name: it is called by the number"));
  return dwell_strings_intern (self->builder->strings, number, -1);
}

/**
 * dwell_callgrind_names_define:
 * @self: names
 * @kind: of what
 * @id: (nullable): its number; %NULL if it has none
 * @name: what is called so from here on
 * @line: where it stands
 *
 * Returns: (string): the name
 */
guint32
dwell_callgrind_names_define (DwellCallgrindNames    *self,
                              DwellCallgrindNameKind  kind,
                              const guint64          *id,
                              DwellScan               name,
                              guint64                 line)
{
  guint32 known;
  guint32 text;

  /* Writers' word for what they do not know. */
  text = kind != DWELL_CALLGRIND_FUNCTIONS && dwell_callgrind_is (name, "???")
         ? 0 : dwell_strings_intern_bytes (self->builder->strings, name.p,
                                           (gsize) (name.end - name.p),
                                           DWELL_CHARSET_WINDOWS_1252);
  if (id == NULL)
    return text;

  known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known[kind],
                                                 GSIZE_TO_POINTER ((gsize) *id)));
  if (known != 0 && known - 1 != text)
    report (self, "name-redefined", line,
            _("A number stands for another name from here on: the new one holds"));
  if (known - 1 != text)
    g_hash_table_insert (self->known[kind], GSIZE_TO_POINTER ((gsize) *id),
                         GUINT_TO_POINTER (text + 1));
  return text;
}
