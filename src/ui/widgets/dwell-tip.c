/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines are wrapped here, because GTK does not wrap a text that has line breaks. */
#include "config.h"

#include "ui/widgets/dwell-tip.h"

#include "core/dwell-name.h"
#include "ui/widgets/dwell-name-breaks.h"

/* The length of a line in GTK's own tooltips. */
#define LINE_CHARS 50

#define MAX_LINES 30

/* Returns whether one of the parts begins at a place, in bytes. Forgets those before it. */
static gboolean
begins_part (GSList **parts,
             guint    place)
{
  while (*parts != NULL && ((PangoAttribute *) (*parts)->data)->start_index < place)
    *parts = (*parts)->next;

  return *parts != NULL && ((PangoAttribute *) (*parts)->data)->start_index == place;
}

/* Appends a line of the text, as several lines if it is long: they end after spaces, between the
 * parts of long names, or else where the line is full. */
static void
append_line (GString    *tip,
             const char *line)
{
  g_autofree char *shown = dwell_name_cut (line, DWELL_NAME_MAX_CHARS);
  g_autoptr(PangoAttrList) attributes = _dwell_name_breaks_find (shown);
  GSList *all = pango_attr_list_get_attributes (attributes);
  GSList *parts = all;
  const char *end;
  guint n_chars = 0;

  for (const char *at = shown; *at != '\0'; at = end)
    {
      gboolean is_space;
      guint n = 0;

      end = at;
      do
        {
          is_space = g_unichar_isspace (g_utf8_get_char (end));
          end = g_utf8_next_char (end);
          n++;
        }
      while (*end != '\0' && !is_space && n < LINE_CHARS &&
             !begins_part (&parts, (guint) (end - shown)));

      if (n_chars > 0 && n_chars + n - is_space > LINE_CHARS)
        {
          g_string_append_c (tip, '\n');
          n_chars = 0;
        }
      g_string_append_len (tip, at, end - at);
      n_chars += n;
    }

  g_slist_free_full (all, (GDestroyNotify) pango_attribute_destroy);
}

static char *
make_text (const char *text)
{
  GString *tip = g_string_new (NULL);
  g_auto(GStrv) lines = g_strsplit (text, "\n", MAX_LINES + 1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (tip, '\n');
      append_line (tip, i < MAX_LINES ? lines[i] : "…");
    }

  return g_string_free (tip, FALSE);
}

/**
 * dwell_tip_show:
 * @tooltip: a tooltip that is asked for
 * @text: (nullable): what it says, in plain text
 *
 * Shows a text in which long lines are wrapped, and cut.
 */
void
dwell_tip_show (GtkTooltip *tooltip,
                const char *text)
{
  g_autofree char *tip = text != NULL ? make_text (text) : NULL;

  gtk_tooltip_set_text (tooltip, tip);
}

/**
 * dwell_tip_set:
 * @widget: a widget
 * @text: (nullable): what its tooltip says, in plain text
 *
 * Sets a text in which long lines are wrapped, and cut. If it is the same as before, does nothing,
 * because GTK would ask the display server where the pointer is.
 *
 * Returns: whether the tooltip changed
 */
gboolean
dwell_tip_set (GtkWidget  *widget,
               const char *text)
{
  /* GTK takes an empty text for none. */
  g_autofree char *tip = text != NULL && *text != '\0' ? make_text (text) : NULL;

  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), tip) == 0)
    return FALSE;

  gtk_widget_set_tooltip_text (widget, tip);
  return TRUE;
}
