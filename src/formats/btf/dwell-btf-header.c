/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines that begin with "#": parameters, and tables of numbers that stand for names
 * (README.md, "The file"). */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/btf/dwell-btf-log.h"
#include "formats/common/dwell-comments.h"

/* Numbers that stand for names. */
#define MAX_MAPPED 65536

typedef enum {
  VERSION,
  CREATOR,
  DATE,
  SCALE,
  INPUT,
  N_KNOWN,
} Known;

static const char * const known[N_KNOWN] =
  { "version", "creator", "creationdate", "timescale", "inputfile" };

static const struct {
  const char *word;
  int         table;
  gboolean    is_mapping; /* the line itself has a number and a name */
} tables[] = {
  { "entitytable", DWELL_BTF_ENTITIES, FALSE },
  { "typetable", DWELL_BTF_TYPES, FALSE },
  { "entitytype", DWELL_BTF_TYPES, FALSE },
  { "entitytypetable", DWELL_BTF_ENTITY_TYPES, FALSE },
  { "entitymapping", DWELL_BTF_ENTITIES, TRUE },
  { "typemapping", DWELL_BTF_TYPES, TRUE },
  { "entitytypemapping", DWELL_BTF_ENTITY_TYPES, TRUE },
};

static char *
to_utf8 (DwellScan text)
{
  return dwell_text_to_utf8 (text.p, (gsize) (text.end - text.p), DWELL_CHARSET_WINDOWS_1252);
}

/**
 * dwell_btf_scale_find:
 * @word: the scale of times
 *
 * Returns: the unit of times in ps; 0 if it is not known
 */
guint64
dwell_btf_scale_find (DwellScan word)
{
  static const struct {
    const char *word;
    guint64     ps;
  } scales[] = {
    { "ps", 1 }, { "ns", 1000 }, { "us", 1000000 }, { "ms", 1000000000 },
    { "s", G_GUINT64_CONSTANT (1000000000000) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (scales); i++)
    if (dwell_btf_is_word (word, scales[i].word))
      return scales[i].ps;

  return 0;
}

static void
map_name (DwellBtfLog *self,
          int          table,
          DwellScan    text)
{
  DwellScan id;

  if (!dwell_btf_take_word (&text, &id) || text.p == text.end ||
      (table != DWELL_BTF_ENTITY_TYPES && g_hash_table_size (self->tables[table]) >= MAX_MAPPED))
    return;

  if (table != DWELL_BTF_ENTITY_TYPES)
    g_hash_table_replace (self->tables[table], to_utf8 (id), to_utf8 (text));
  else if (dwell_btf_type_find (id) == DWELL_BTF_CORE)
    dwell_btf_log_get_entity (self, dwell_btf_log_add_entity (self, text))->is_core = TRUE;
}

/**
 * dwell_btf_log_translate:
 * @self: a log
 * @table: %DWELL_BTF_ENTITIES or %DWELL_BTF_TYPES
 * @name: (inout): the name in an event: a number is replaced by the name that it stands for
 *
 * Returns: whether it was such a number
 */
gboolean
dwell_btf_log_translate (DwellBtfLog *self,
                         int          table,
                         DwellScan   *name)
{
  const char *found;
  g_autofree char *id = NULL;

  if (g_hash_table_size (self->tables[table]) == 0)
    return FALSE;
  for (const char *p = name->p; p < name->end; p++)
    if (!g_ascii_isdigit (*p))
      return FALSE;

  id = g_strndup (name->p, (gsize) (name->end - name->p));
  found = g_hash_table_lookup (self->tables[table], id);
  if (found != NULL)
    *name = (DwellScan) { found, found + strlen (found) };

  return found != NULL;
}

static void
set_date (DwellBtfLog *self,
          const char  *text)
{
  g_autoptr(GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr(GDateTime) date = g_date_time_new_from_iso8601 (text, utc);

  /* ns in 64 bits end in 2262. */
  if (date != NULL && g_date_time_get_year (date) > 1700 && g_date_time_get_year (date) < 2260)
    self->builder->wall_clock_ns = g_date_time_to_unix (date) * 1000000000 +
                                   g_date_time_get_microsecond (date) * G_GINT64_CONSTANT (1000);
}

static void
set_known (DwellBtfLog *self,
           Known        which,
           DwellScan    value,
           guint64      line)
{
  static const char * const titles[N_KNOWN] =
    { N_("Version"), N_("Creator"), N_("Created"), N_("Time Unit"), N_("Input File") };
  static const char * const keys[N_KNOWN] =
    { "version", "creator", "creation_date", "time_scale", "input_file" };
  g_autofree char *text = to_utf8 (value);

  if (self->headers & 1u << which)
    {
      if (which == VERSION)
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "repeated-header", line,
                            -1, _("The header is repeated: the first one counts"));
      return;
    }

  self->headers |= 1u << which;
  dwell_builder_set_property (self->builder, keys[which], titles[which],
                              g_variant_new_string (text));
  if (which == DATE)
    set_date (self, text);
  if (which != SCALE)
    return;

  self->scale = dwell_btf_scale_find (value);
  if (self->scale == 0)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "unknown-scale", line, -1,
                        _("The unit of times is not known: ns is assumed"));
}

static void
keep_other (DwellBtfLog *self,
            DwellScan    word,
            DwellScan    value)
{
  g_autofree char *key = to_utf8 (word);
  g_autofree char *text = to_utf8 (value);
  g_autofree char *parameter = g_strdup_printf ("%s %s", key, text);

  dwell_comments_add (self->others, parameter);
}

/**
 * dwell_btf_log_read_comment:
 * @self: a log
 * @text: a line that begins with "#", perhaps after blanks
 * @line: its number
 *
 * Takes a parameter or a line of a table. Any other line is a remark.
 */
void
dwell_btf_log_read_comment (DwellBtfLog *self,
                            DwellScan    text,
                            guint64      line)
{
  DwellScan word;

  dwell_btf_trim (&text);
  text.p++;
  if (text.p < text.end && *text.p == '-')
    {
      text.p++;
      if (self->table >= 0)
        map_name (self, self->table, text);
      return;
    }
  if (text.p == text.end || *text.p == ' ' || *text.p == '\t' ||
      !dwell_btf_take_word (&text, &word))
    return;

  for (int i = 0; i < N_KNOWN; i++)
    if (dwell_btf_is_word (word, known[i]))
      {
        set_known (self, i, text, line);
        return;
      }

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    if (dwell_btf_is_word (word, tables[i].word))
      {
        self->table = tables[i].table;
        if (tables[i].is_mapping)
          map_name (self, self->table, text);
        return;
      }

  if (dwell_btf_is_word (word, "ringoverflow") && dwell_btf_is_word (text, "true"))
    dwell_builder_add_note (self->builder, N_("The recorder lost events."));
  keep_other (self, word, text);
}

/**
 * dwell_btf_log_finish_header:
 * @self: a log with the whole file
 *
 * Reports what the parameters contained or lacked.
 */
void
dwell_btf_log_finish_header (DwellBtfLog *self)
{
  if ((self->headers & 1u << VERSION) == 0)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "no-version", 0, -1,
                        _("The file does not contain the version of its format"));
  if (self->scale == 0)
    self->scale = 1000;
  if (self->scale == 1)
    dwell_builder_add_note (self->builder,
                            N_("Times are in picoseconds: they are rounded to nanoseconds."));
  if (self->others->len > 0)
    dwell_builder_set_property (self->builder, "parameters", N_("Other Parameters"),
                                g_variant_new_string (self->others->str));
}
