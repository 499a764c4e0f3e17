/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events: parses their definitions, and computes from a line of costs the cost of the event that is
 * read. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-events.h"

#include "core/dwell-strings.h"
#include "core/dwell-wide.h"

/* Events that are times or bytes, by the names that writers give them. */
static const struct {
  const char *name;
  const char *creator; /* (nullable): only in files of this creator */
  const char *unit;
  guint64     scale;
  gboolean    is_time;
} units[] = {
  { "ns", NULL, "ns", 1, TRUE },
  { "Nanoseconds", NULL, "ns", 1, TRUE },
  { "us", NULL, "ns", 1000, TRUE },
  { "\xc2\xb5s", NULL, "ns", 1000, TRUE },
  { "ms", NULL, "ns", 1000000, TRUE },
  { "Time_(10ns)", NULL, "ns", 10, TRUE },
  { "Time_(\xc2\xb5s)", NULL, "ns", 1000, TRUE },
  { "Time", "xdebug", "ns", 1000, TRUE },
  { "Memory_(bytes)", NULL, "bytes", 1, FALSE },
  { "bytes", NULL, "bytes", 1, FALSE },
};

static char *
dup_text (DwellScan text)
{
  return dwell_text_to_utf8 (text.p, (gsize) (text.end - text.p), DWELL_CHARSET_WINDOWS_1252);
}

/**
 * dwell_callgrind_events_init:
 * @self: (out): uninitialised events
 * @wanted: the name of the event to read; "" for the first of the file
 */
void
dwell_callgrind_events_init (DwellCallgrindEvents *self,
                             const char           *wanted)
{
  *self = (DwellCallgrindEvents) { .scale = 1, .only = G_MAXUINT32 };
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->formulas = g_ptr_array_new_with_free_func (g_free);
  self->wanted = *wanted != '\0' ? g_strdup (wanted) : NULL;
}

/**
 * dwell_callgrind_events_clear:
 * @self: events
 *
 * Frees the memory of @self.
 */
void
dwell_callgrind_events_clear (DwellCallgrindEvents *self)
{
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->formulas);
  g_free (self->wanted);
  g_free (self->unit);
}

/**
 * dwell_callgrind_events_add_formula:
 * @self: events
 * @text: “NAME : TITLE”, “NAME = FORMULA” or both
 *
 * Takes a line “event:”.
 *
 * Returns: %FALSE if there are too many
 */
gboolean
dwell_callgrind_events_add_formula (DwellCallgrindEvents *self,
                                    DwellScan             text)
{
  if (memchr (text.p, '=', (gsize) (text.end - text.p)) == NULL)
    return TRUE;
  if (self->formulas->len >= DWELL_CALLGRIND_MAX_FORMULAS)
    return FALSE;

  g_ptr_array_add (self->formulas, dup_text (text));
  return TRUE;
}

static gboolean
find_name (const GPtrArray *names,
           const char      *name,
           guint           *place)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) names, name, g_str_equal, place);
}

/* [ FACTOR [ “*” ] ] NAME, where names are columns or events of @known. */
static gboolean
add_term (const DwellCallgrindEvents *self,
          const GArray               *known,
          DwellScan                   term,
          DwellCallgrindEvent        *event)
{
  g_autofree char *name = NULL;
  guint64 factor = 1;
  guint place;

  dwell_callgrind_trim (&term);
  if (dwell_scan_u64 (&term, &factor))
    {
      dwell_scan_blanks (&term);
      dwell_scan_char (&term, '*');
      dwell_callgrind_trim (&term);
    }

  name = dup_text (term);
  if (find_name (self->columns, name, &place))
    return !__builtin_add_overflow (event->factors[place], factor, &event->factors[place]);

  for (guint i = 0; i < known->len; i++)
    {
      const DwellCallgrindEvent *other = &g_array_index (known, DwellCallgrindEvent, i);

      if (!g_str_equal (other->name, name))
        continue;

      for (guint column = 0; column < DWELL_CALLGRIND_MAX_EVENTS; column++)
        event->factors[column] =
          dwell_wide_narrow ((DwellWide) event->factors[column] +
                             dwell_wide_narrow ((DwellWide) other->factors[column] * factor));
      return TRUE;
    }

  return FALSE;
}

/* NAME = TERM + TERM … [ : TITLE ] */
static gboolean
parse_formula (const DwellCallgrindEvents *self,
               const GArray               *known,
               const char                 *text,
               DwellCallgrindEvent        *event)
{
  const char *equals = strchr (text, '=');
  const char *colon = strchr (equals, ':');
  DwellScan name = { text, equals };
  DwellScan rest = { equals + 1, colon != NULL ? colon : equals + strlen (equals) };

  memset (event, 0, sizeof *event);
  while (rest.p < rest.end)
    {
      const char *plus = memchr (rest.p, '+', (gsize) (rest.end - rest.p));
      DwellScan term = { rest.p, plus != NULL ? plus : rest.end };

      if (!add_term (self, known, term, event))
        return FALSE;
      rest.p = plus != NULL ? plus + 1 : rest.end;
    }

  dwell_callgrind_trim (&name);
  event->name = dup_text (name);
  return TRUE;
}

/* Looks for the wanted event among those that are sums, which may contain sums defined before. */
static gboolean
find_formula (DwellCallgrindEvents *self)
{
  g_autoptr(GArray) known = g_array_new (FALSE, FALSE, sizeof (DwellCallgrindEvent));
  gboolean is_found = FALSE;

  for (guint i = 0; i < self->formulas->len && !is_found; i++)
    {
      DwellCallgrindEvent event;

      if (!parse_formula (self, known, self->formulas->pdata[i], &event))
        continue;

      g_array_append_val (known, event);
      is_found = g_str_equal (event.name, self->wanted);
      if (is_found)
        memcpy (self->factors, event.factors, sizeof event.factors);
    }

  for (guint i = 0; i < known->len; i++)
    g_free (g_array_index (known, DwellCallgrindEvent, i).name);
  return is_found;
}

static void
set_unit (DwellCallgrindEvents *self,
          const char           *name,
          const char           *creator)
{
  g_free (self->unit);
  self->unit = g_strdup (name);
  self->scale = 1;
  self->is_time = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].name, name) &&
        (units[i].creator == NULL || g_str_has_prefix (creator, units[i].creator)))
      {
        g_free (self->unit);
        self->unit = g_strdup (units[i].unit);
        self->scale = units[i].scale;
        self->is_time = units[i].is_time;
        return;
      }
}

/**
 * dwell_callgrind_events_set:
 * @self: events
 * @text: the text after “events:”
 * @creator: the creator of the file; "" if not known
 * @differs: (out): whether an earlier part had other events
 *
 * Takes the columns of a part. The first such line of a file determines its events; in later parts
 * the columns are found by name.
 *
 * Returns: %FALSE if there is no event with the wanted name
 */
gboolean
dwell_callgrind_events_set (DwellCallgrindEvents *self,
                            DwellScan             text,
                            const char           *creator,
                            gboolean             *differs)
{
  gboolean is_first = self->names->len == 0;
  const char *wanted;
  DwellScan word;
  guint place;

  g_ptr_array_set_size (self->columns, 0);
  while (self->columns->len < DWELL_CALLGRIND_MAX_EVENTS &&
         dwell_callgrind_scan_word (&text, &word))
    g_ptr_array_add (self->columns, dup_text (word));

  *differs = !is_first && self->names->len != self->columns->len;
  for (guint i = 0; i < self->columns->len; i++)
    if (is_first)
      g_ptr_array_add (self->names, g_strdup (self->columns->pdata[i]));
    else
      *differs = *differs || !g_str_equal (self->columns->pdata[i], self->names->pdata[i]);

  memset (self->factors, 0, sizeof self->factors);
  self->only = G_MAXUINT32;
  if (self->names->len == 0)
    return TRUE;

  wanted = self->wanted != NULL ? self->wanted : self->names->pdata[0];
  if (find_name (self->columns, wanted, &place))
    self->factors[place] = 1;
  else if (self->wanted == NULL || !find_formula (self))
    return !is_first;

  set_unit (self, wanted, creator);
  if (self->scale == 1 && find_name (self->columns, wanted, &place))
    self->only = place;
  return TRUE;
}

/**
 * dwell_callgrind_events_sum:
 * @self: events
 * @values: the values of a line, by column
 * @n_values: the number of values
 * @sum: (out): the cost of the event that is read, in ns if it is a time
 *
 * Returns: %FALSE if the number is too large
 */
gboolean
dwell_callgrind_events_sum (const DwellCallgrindEvents *self,
                            const guint64              *values,
                            guint32                     n_values,
                            gint64                     *sum)
{
  DwellWide wide = 0;

  if (self->only < n_values && values[self->only] < G_MAXINT64)
    {
      *sum = (gint64) values[self->only];
      return TRUE;
    }

  for (guint32 i = 0; i < n_values; i++)
    if (self->factors[i] != 0)
      wide = dwell_wide_add (wide, (DwellWide) values[i] * self->factors[i]);

  wide = dwell_wide_multiply (wide, self->scale);
  *sum = dwell_wide_clamp (wide);
  return wide < G_MAXINT64;
}

/**
 * dwell_callgrind_events_dup_list:
 * @self: events
 *
 * Returns: the names of all events, with blanks between them
 */
char *
dwell_callgrind_events_dup_list (const DwellCallgrindEvents *self)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < self->names->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? " " : "", (const char *) self->names->pdata[i]);

  return g_string_free (list, FALSE);
}
