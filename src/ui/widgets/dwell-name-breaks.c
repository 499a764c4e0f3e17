/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a name are marked as words by attributes: the text stays as it is, so that text
 * copied from the label contains no invisible spaces. */
#include "config.h"

#include "ui/widgets/dwell-name-breaks.h"

#include "core/dwell-name.h"

/* Shorter words fit into any line. */
#define MIN_CHARS 10

/* A word of this length without any of the marks that separate names may be broken at its humps. */
#define MIN_HUMPED_CHARS 20

/* Returns whether a mark that separates names ends between @before and @at. */
static gboolean
ends_mark (gunichar before,
           gunichar at)
{
  switch (before)
    {
    case ':':
      return at != ':' && !g_unichar_isdigit (at);
    case '.':
      return !g_unichar_isdigit (at);
    case '_':
      return at != '_';
    case '-':
      return g_unichar_isalpha (at);
    case '/':
    case '<':
    case '(':
    case ',':
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns whether a hump begins at @at: the C of readContent, the I of XMLImport. */
static gboolean
begins_hump (gunichar before,
             gunichar at,
             gunichar after)
{
  return g_unichar_isupper (at) &&
         (g_unichar_islower (before) || (g_unichar_isupper (before) && g_unichar_islower (after)));
}

static void
add_word (PangoAttrList *attributes,
          const char    *text,
          const char    *begin,
          const char    *end)
{
  PangoAttribute *word = pango_attr_word_new ();

  word->start_index = (guint) (begin - text);
  word->end_index = (guint) (end - text);
  pango_attr_list_insert (attributes, word);
}

static gboolean
may_break (const char *at,
           gboolean    is_at_hump)
{
  gunichar before = g_utf8_get_char (g_utf8_prev_char (at));

  return is_at_hump ? begins_hump (before, g_utf8_get_char (at),
                                   g_utf8_get_char (g_utf8_next_char (at)))
                    : ends_mark (before, g_utf8_get_char (at));
}

/* Marks the parts of a word; long parts are divided at their humps. */
static void
add_parts (PangoAttrList *attributes,
           const char    *text,
           const char    *begin,
           const char    *end,
           gboolean       is_at_hump)
{
  const char *part = begin;

  for (const char *at = g_utf8_next_char (begin); part < end; at = g_utf8_next_char (at))
    if (at == end || may_break (at, is_at_hump))
      {
        if (!is_at_hump && g_utf8_strlen (part, at - part) >= MIN_HUMPED_CHARS)
          add_parts (attributes, text, part, at, TRUE);
        else if (part > begin || at < end)
          add_word (attributes, text, part, at);
        part = at;
      }
}

/*< private >
 * _dwell_name_breaks_find: marks, in the order of the text, the parts of long names: lines may end
 * between them */
PangoAttrList *
_dwell_name_breaks_find (const char *text)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  for (const char *begin = text; *begin != '\0'; )
    {
      const char *end = begin;

      while (*end != '\0' && !g_unichar_isspace (g_utf8_get_char (end)))
        end = g_utf8_next_char (end);
      if (end > begin && g_utf8_strlen (begin, end - begin) >= MIN_CHARS)
        add_parts (attributes, text, begin, end, FALSE);
      begin = *end != '\0' ? g_utf8_next_char (end) : end;
    }

  return attributes;
}

/**
 * dwell_name_breaks_show:
 * @label: a label that wraps
 * @text: a name or another text
 * @max_chars: how many of its characters are shown
 *
 * Shows the text, or its first characters and “…”. Lets lines end between the parts of long names
 * in it, without a hyphen, which would be read as part of the name. Replaces the attributes of
 * @label.
 */
void
dwell_name_breaks_show (GtkLabel   *label,
                        const char *text,
                        glong       max_chars)
{
  g_autofree char *shown = dwell_name_cut (text, max_chars);
  g_autoptr(PangoAttrList) attributes = _dwell_name_breaks_find (shown);

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_text (label, shown);
  gtk_label_set_attributes (label, attributes);
}
