/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-names.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-hash.h"
#include "formats/callgrind/dwell-callgrind-line.h"

/* Places of the table: initially, and additionally for each number, so that a file cannot make the
 * table larger than itself. */
#define FIRST_SMALL       1024
#define SMALL_PER_NUMBER  4

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
    {
      self->kinds[i].n = 0;
      self->kinds[i].small = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->kinds[i].numbers = g_array_new (FALSE, FALSE, sizeof (DwellCallgrindNumber));
      dwell_ids_init (&self->kinds[i].ids);
    }
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
    {
      g_array_unref (self->kinds[i].small);
      g_array_unref (self->kinds[i].numbers);
      dwell_ids_clear (&self->kinds[i].ids);
    }
}

/**
 * dwell_callgrind_names_forget:
 * @self: names
 *
 * Forgets all names, because another part begins.
 */
void
dwell_callgrind_names_forget (DwellCallgrindNames *self)
{
  DwellBuilder *builder = self->builder;

  dwell_callgrind_names_clear (self);
  dwell_callgrind_names_init (self, builder);
}

/* Returns: (nullable): the string that the number stands for */
static guint32 *
find_number (DwellCallgrindNumbers *self,
             guint64                id)
{
  gsize n_seen = 0;
  guint32 place;

  if (id < self->small->len && g_array_index (self->small, guint32, id) != DWELL_NONE)
    return &g_array_index (self->small, guint32, id);

  while ((place = dwell_ids_next (&self->ids, dwell_hash_u64 (id), &n_seen)) != DWELL_IDS_NONE)
    if (g_array_index (self->numbers, DwellCallgrindNumber, place).id == id)
      return &g_array_index (self->numbers, DwellCallgrindNumber, place).name;

  return NULL;
}

static gboolean
add_number (DwellCallgrindNumbers *self,
            guint64                id,
            guint32                name)
{
  DwellCallgrindNumber number = { id, name };
  guint32 none = DWELL_NONE;

  self->n++;
  if (id < FIRST_SMALL + (guint64) self->n * SMALL_PER_NUMBER)
    {
      while (self->small->len <= id)
        g_array_append_val (self->small, none);
      g_array_index (self->small, guint32, id) = name;
      return TRUE;
    }

  if (!dwell_ids_add (&self->ids, dwell_hash_u64 (id), self->numbers->len, NULL))
    return FALSE;

  g_array_append_val (self->numbers, number);
  return TRUE;
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
 * @kind: the kind of name
 * @id: the number
 * @line: its line
 *
 * Returns: (string): the name with this number; the number itself if it was not defined
 */
guint32
dwell_callgrind_names_find (DwellCallgrindNames    *self,
                            DwellCallgrindNameKind  kind,
                            guint64                 id,
                            guint64                 line)
{
  const guint32 *known = find_number (&self->kinds[kind], id);
  g_autofree char *number = NULL;

  if (known != NULL)
    return *known;

  number = g_strdup_printf ("(%" G_GUINT64_FORMAT ")", id);
  report (self, "name-undefined", line,
          _("A number stands for a name that is not defined: the number is shown as the name"));
  return dwell_strings_intern (self->builder->strings, number, -1);
}

/**
 * dwell_callgrind_names_define:
 * @self: names
 * @kind: the kind of name
 * @id: (nullable): its number; %NULL if it has none
 * @name: the name, which holds for @id from here on
 * @line: its line
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
  guint32 *known;
  guint32 text;

  /* Writers use this word for unknown names. */
  text = kind != DWELL_CALLGRIND_FUNCTIONS && dwell_callgrind_is (name, "???")
         ? 0 : dwell_strings_intern_bytes (self->builder->strings, name.p,
                                           (gsize) (name.end - name.p),
                                           DWELL_CHARSET_WINDOWS_1252);
  if (id == NULL)
    return text;

  known = find_number (&self->kinds[kind], *id);
  if (known != NULL && *known != text)
    {
      *known = text;
      report (self, "name-redefined", line,
              _("A number stands for another name from here on: the new name is used"));
    }
  else if (known == NULL && !add_number (&self->kinds[kind], *id, text))
    {
      dwell_builder_fail (self->builder);
    }

  return text;
}
