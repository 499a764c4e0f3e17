/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps events and names, and puts them in order of time. */
#include "config.h"

#include "formats/btf/dwell-btf-log.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/**
 * dwell_btf_log_init:
 * @self: (out caller-allocates): an empty log
 * @builder: the builder of the trace; must outlive @self
 */
void
dwell_btf_log_init (DwellBtfLog  *self,
                    DwellBuilder *builder)
{
  static const DwellScan nothing = { "", "" };

  *self = (DwellBtfLog) {
    .builder = builder,
    .records = dwell_column_new (sizeof (DwellBtfRecord)),
    .names = dwell_strings_new (),
    .entities = dwell_column_new (sizeof (DwellBtfEntity)),
    .words = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .others = g_string_new (NULL),
    .table = -1,
  };
  for (guint i = 0; i < G_N_ELEMENTS (self->tables); i++)
    self->tables[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  dwell_btf_log_add_entity (self, nothing);
}

/**
 * dwell_btf_log_clear:
 * @self: a log
 *
 * Frees what @self owns.
 */
void
dwell_btf_log_clear (DwellBtfLog *self)
{
  dwell_column_free (self->records);
  dwell_strings_unref (self->names);
  dwell_column_free (self->entities);
  g_array_unref (self->words);
  g_string_free (self->others, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (self->tables); i++)
    g_hash_table_unref (self->tables[i]);
}

/**
 * dwell_btf_log_add_entity:
 * @self: a log
 * @name: the name of an entity, or the number that stands for it
 *
 * Returns: its id; without memory 0, and dwell_builder_check() fails
 */
guint32
dwell_btf_log_add_entity (DwellBtfLog *self,
                          DwellScan    name)
{
  guint32 id;

  dwell_btf_log_translate (self, DWELL_BTF_ENTITIES, &name);
  id = dwell_strings_intern_bytes (self->names, name.p, (gsize) (name.end - name.p),
                                   DWELL_CHARSET_WINDOWS_1252);
  if (id >= self->entities->n)
    {
      const char *text = dwell_strings_get (self->names, id);
      DwellBtfEntity entity = { .name = dwell_strings_intern (self->builder->strings, text, -1) };

      if (!dwell_builder_reserve (self->builder, self->entities, 1))
        return 0;
      dwell_column_append (self->entities, &entity, 1);
    }

  return id;
}

/**
 * dwell_btf_log_add_word:
 * @self: a log
 * @word: what happened, as the file calls it
 *
 * Returns: its number
 */
guint8
dwell_btf_log_add_word (DwellBtfLog *self,
                        DwellScan    word)
{
  guint32 name = dwell_strings_intern_bytes (self->builder->strings, word.p,
                                             (gsize) (word.end - word.p),
                                             DWELL_CHARSET_WINDOWS_1252);

  for (guint i = 0; i < self->words->len; i++)
    if (g_array_index (self->words, guint32, i) == name)
      return (guint8) i;

  if (self->words->len == DWELL_BTF_MAX_WORDS)
    return DWELL_BTF_MAX_WORDS - 1;

  g_array_append_val (self->words, name);
  return (guint8) (self->words->len - 1);
}

static int
compare_times (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  gint64 left = ((const DwellBtfRecord *) a)->time;
  gint64 right = ((const DwellBtfRecord *) b)->time;

  return left < right ? -1 : left > right;
}

/* Makes ns of times; rounds picoseconds half up. */
static void
scale_times (DwellBtfLog *self)
{
  DwellBtfRecord *records = self->records->data;
  gint64 factor = (gint64) (self->scale / 1000);

  for (gsize i = 0; i < self->records->n; i++)
    records[i].time = factor > 0 ? records[i].time * factor
                                 : records[i].time / 1000 + (records[i].time % 1000 >= 500);
}

/* Leaves out times that do not fit once they are scaled. Returns whether time goes back. */
static gboolean
review_times (DwellBtfLog *self)
{
  DwellBtfRecord *records = self->records->data;
  gint64 max = self->scale >= 1000 ? DWELL_TIME_MAX / (gint64) (self->scale / 1000) : G_MAXINT64;
  guint64 n_backwards = 0;
  guint32 first = 0;
  gint64 last = 0;
  gsize n = 0;

  for (gsize i = 0; i < self->records->n; i++)
    {
      if (G_UNLIKELY (records[i].time < 0 || records[i].time > max))
        {
          dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "time-range",
                              records[i].line, -1,
                              _("A time is further than 146 years from 0: the event was left out"));
          continue;
        }

      if (G_UNLIKELY (records[i].time < last) && n_backwards++ == 0)
        first = records[i].line;
      last = MAX (last, records[i].time);
      records[n++] = records[i];
    }

  self->records->n = n;
  if (n_backwards > 0)
    dwell_problems_add_n (self->builder->problems, n_backwards, DWELL_SEVERITY_INFO, "unordered",
                          first, -1, _("Events are not in order of time: they were put in order"));
  return n_backwards > 0;
}

/**
 * dwell_btf_log_finish:
 * @self: a log that has all events
 * @error: %DWELL_ERROR_LIMIT
 *
 * Puts the events in order of time, in ns.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_btf_log_finish (DwellBtfLog  *self,
                      GError      **error)
{
  gboolean is_ordered = !review_times (self);

  scale_times (self);
  if (is_ordered)
    return TRUE;

  /* The sort takes as much memory again; it cannot count further than an int. */
  if (self->records->n > G_MAXINT)
    {
      dwell_memory_set_error (error);
      return FALSE;
    }
  if (!dwell_memory_check (self->records->n * sizeof (DwellBtfRecord), error))
    return FALSE;

  g_qsort_with_data (self->records->data, (gint) self->records->n, sizeof (DwellBtfRecord),
                     compare_times, NULL);
  return TRUE;
}
