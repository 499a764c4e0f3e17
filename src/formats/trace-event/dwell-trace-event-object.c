/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the object of an event. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-object.h"

/* Returns the place in the draft for the text of a key; NULL if the key is not used. */
static DwellJsonText *
find_place (DwellTraceEventDraft *draft,
            const DwellJsonText  *key)
{
  static const struct {
    const char *key;
    gsize       offset;
  } places[] = {
#define PLACE(word, member) { word, offsetof (DwellTraceEventDraft, member) }
    PLACE ("ts", time), PLACE ("ph", phase), PLACE ("pid", thread.first),
    PLACE ("tid", thread.second), PLACE ("name", name.first), PLACE ("dur", duration),
    PLACE ("cat", name.second), PLACE ("id", extra.id), PLACE ("scope", extra.scope),
    PLACE ("tdur", thread_duration), PLACE ("bp", binding), PLACE ("bind_id", extra.bind_id),
    PLACE ("flow_in", flow_in), PLACE ("flow_out", flow_out),
#undef PLACE
  };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (dwell_json_text_is (key, places[i].key))
      return (DwellJsonText *) ((char *) draft + places[i].offset);

  return NULL;
}

/* The value of the key id2: { "local": …, "global": … } */
static DwellJsonResult
parse_second_id (DwellScan            *s,
                 DwellTraceEventDraft *draft)
{
  DwellJsonText key;
  gboolean has_key;
  DwellJsonResult result = dwell_json_enter (s, '{');

  for (gboolean is_first = TRUE; result == DWELL_JSON_GOOD; is_first = FALSE)
    {
      DwellScan value;

      result = dwell_json_next_key (s, is_first, &key, &has_key);
      if (result != DWELL_JSON_GOOD || !has_key)
        break;

      if (dwell_json_text_is (&key, "local"))
        result = dwell_json_scalar (s, &draft->extra.local_id);
      else if (dwell_json_text_is (&key, "global"))
        result = dwell_json_scalar (s, &draft->extra.global_id);
      else
        result = dwell_json_value (s, &value);
    }

  return result;
}

/* Scans a value for a place in the draft. Arrays and objects are not stored. */
static DwellJsonResult
parse_plain_value (DwellScan     *s,
                   DwellJsonText *place)
{
  DwellScan value;

  if (s->p == s->end)
    return DWELL_JSON_CUT;
  if (*s->p == '{' || *s->p == '[')
    return dwell_json_value (s, &value);

  return dwell_json_scalar (s, place);
}

/* @known: (out): the offset is set, or the length is 0 */
static DwellJsonResult
parse_value (DwellScan            *s,
             const DwellJsonText  *key,
             DwellTraceEventDraft *draft,
             DwellTraceEventKey   *known)
{
  DwellScan value;
  DwellJsonText *place;
  DwellJsonResult result;

  place = find_place (draft, key);
  if (place != NULL)
    {
      known->offset = (gsize) ((char *) place - (char *) draft);
      return parse_plain_value (s, place);
    }

  known->length = 0;
  if (s->p == s->end)
    return DWELL_JSON_CUT;
  if (dwell_json_text_is (key, "args"))
    return dwell_json_value (s, &draft->extra.args);
  if (dwell_json_text_is (key, "id2") && *s->p == '{')
    return parse_second_id (s, draft);
  if (dwell_json_text_is (key, "s"))
    {
      DwellJsonText reach;

      result = dwell_json_scalar (s, &reach);
      if (result == DWELL_JSON_GOOD && reach.length > 0)
        draft->event.reach = *reach.p;
      return result != DWELL_JSON_BAD ? result : dwell_json_value (s, &value);
    }

  return dwell_json_value (s, &value);
}

/* LibreOffice omits a quote in its instants: {"name:"TEXT","ph":"i",… Sets @has_name if this is the
 * case at @s. The text ends on the same line. */
static DwellJsonResult
scan_unquoted_name (DwellScan            *s,
                    DwellTraceEventDraft *draft,
                    gboolean             *has_name)
{
  static const char sign[] = "\"name:\"";
  DwellScan t = *s;
  const char *line_end;
  const char *end;

  *has_name = FALSE;
  dwell_json_space (&t);
  if (!dwell_scan_literal (&t, sign) || t.p == t.end || *t.p == ':' || g_ascii_isspace (*t.p))
    return DWELL_JSON_GOOD;

  line_end = memchr (t.p, '\n', (gsize) (t.end - t.p));
  end = g_strstr_len (t.p, (line_end != NULL ? line_end : t.end) - t.p, "\",");
  if (end == NULL)
    return line_end != NULL ? DWELL_JSON_GOOD : DWELL_JSON_CUT;

  *has_name = TRUE;
  draft->name.first = (DwellJsonText) { t.p, (guint32) (end - t.p), TRUE, FALSE };
  s->p = end + 1;
  return DWELL_JSON_GOOD;
}

static void
remember_key (DwellTraceEventKey *known,
              const char         *text,
              gsize               length)
{
  *known = (DwellTraceEventKey) { .text = text, .length = length };
  memcpy (&known->word, text, MIN (length, sizeof known->word));
  memset (&known->mask, 0xff, MIN (length, sizeof known->mask));
}

/* Whether the known key is at @s, followed by a value. */
static inline gboolean
is_at_key (const DwellScan          *s,
           const DwellTraceEventKey *known)
{
  gsize n_left = (gsize) (s->end - s->p);
  guint64 word;

  if (known->length == 0 || n_left <= known->length || n_left < sizeof word)
    return FALSE;

  memcpy (&word, s->p, sizeof word);
  return ((word ^ known->word) & known->mask) == 0 &&
         (known->length <= sizeof word ||
          memcmp (s->p + sizeof word, known->text + sizeof word,
                  known->length - sizeof word) == 0);
}

/* Scans a key and its value, unless the object ends. @known: (inout): the key at this place of the
 * previous event */
static DwellJsonResult
parse_member (DwellScan            *s,
              gboolean              is_first,
              DwellTraceEventDraft *draft,
              DwellTraceEventKey   *known,
              gboolean             *has_key)
{
  const char *begin = s->p;
  DwellJsonText key;
  DwellJsonResult result;

  if (is_at_key (s, known))
    {
      s->p += known->length;
      *has_key = TRUE;
      return parse_plain_value (s, (DwellJsonText *) ((char *) draft + known->offset));
    }

  result = dwell_json_next_key (s, is_first, &key, has_key);
  if (result != DWELL_JSON_GOOD || !*has_key)
    return result;

  remember_key (known, begin, (gsize) (s->p - begin));
  return parse_value (s, &key, draft, known);
}

/*< private >
 * _dwell_trace_event_parse_object:
 * @s: (inout): a cursor at the start of the object
 * @draft: (inout): gets the texts of its members
 * @known: (inout): the keys of the previous event in the same text; 0 at first
 *
 * Splits an object into its members, whose texts are not interpreted.
 *
 * Returns: whether it is a valid object */
DwellJsonResult
_dwell_trace_event_parse_object (DwellScan            *s,
                                 DwellTraceEventDraft *draft,
                                 DwellTraceEventKeys  *known)
{
  DwellJsonResult result = dwell_json_enter (s, '{');
  gboolean has_name = FALSE;
  gboolean has_key = TRUE;

  if (result == DWELL_JSON_GOOD)
    result = scan_unquoted_name (s, draft, &has_name);

  for (guint i = has_name; result == DWELL_JSON_GOOD && has_key; i++)
    {
      DwellTraceEventKey unknown = { 0 };

      result = parse_member (s, i == 0, draft,
                             i < G_N_ELEMENTS (known->keys) ? &known->keys[i] : &unknown,
                             &has_key);
    }

  return result;
}
