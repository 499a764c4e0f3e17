/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of tracks and rows where there is little room. Names near one another often start alike
 * ("TASK_1MS", "TASK_10MS"): what they share is left out first, so that what distinguishes them
 * stays. */
#include "config.h"

#include "ui/timeline/dwell-gutter-name.h"

#define ELLIPSIS "…"

/* What Pango shows for a line break in a label of one line, which GtkInscription cannot be. */
#define LINE_BREAK "↵"

/* A shorter start takes no more room than the ellipsis that would replace it. */
#define MIN_SHARED 3 /* bytes */

/* Returns whether a word or a number starts at @at, which is not the start of @name. */
static gboolean
is_word_start (const char *name,
               gsize       at)
{
  guchar before = (guchar) name[at - 1];
  guchar after = (guchar) name[at];

  if (after == '\0' || (after & 0xc0) == 0x80)
    return FALSE;

  return (before < 0x80 && !g_ascii_isalnum (before)) ||
         (g_ascii_isdigit (after) && !g_ascii_isdigit (before)) ||
         (g_ascii_isupper (after) && g_ascii_islower (before));
}

/**
 * dwell_gutter_name_get_shared:
 * @name: a name
 * @other: another name
 *
 * Returns: the length in bytes of the whole words that @name and @other both start with; never all
 *   of @name
 */
gsize
dwell_gutter_name_get_shared (const char *name,
                              const char *other)
{
  gsize n = 0;

  while (name[n] != '\0' && name[n] == other[n])
    n++;
  while (n > 0 && !is_word_start (name, n))
    n--;

  return n >= MIN_SHARED ? n : 0;
}

static gboolean
is_line_break (gunichar c)
{
  return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029;
}

/* Returns @name in one line: otherwise only its first would be shown. */
static char *
make_line (const char *name)
{
  GString *line = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    if (!is_line_break (g_utf8_get_char (at)))
      g_string_append_len (line, at, g_utf8_next_char (at) - at);
    else if (at[0] != '\r' || at[1] != '\n')
      g_string_append (line, LINE_BREAK);

  return g_string_free (line, FALSE);
}

static gboolean
fits (PangoLayout *layout,
      const char  *text,
      int          width_px)
{
  int needed_px;

  pango_layout_set_text (layout, text, -1);
  pango_layout_get_pixel_size (layout, &needed_px, NULL);
  return needed_px <= width_px;
}

/**
 * dwell_gutter_name_fit:
 * @widget: the widget that shows the name
 * @name: the name
 * @n_shared: how many bytes at its start it shares with names near it
 * @width_px: the room for it
 *
 * Leaves out as few of the first words of @name as possible. Where even the rest does not fit, the
 * widget has to cut it. Line breaks are replaced by a sign.
 *
 * Returns: (transfer full): the text to show
 */
char *
dwell_gutter_name_fit (GtkWidget  *widget,
                       const char *name,
                       gsize       n_shared,
                       int         width_px)
{
  PangoContext *context;
  g_autoptr(PangoLayout) layout = NULL;
  g_autofree char *rest = NULL;

  if (n_shared == 0)
    return make_line (name);

  /* A new widget's own context has another font until the next frame. */
  context = gtk_widget_create_pango_context (widget);
  layout = pango_layout_new (context);
  g_object_unref (context);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (fits (layout, name, width_px))
    return make_line (name);

  for (gsize i = MIN_SHARED; i < n_shared; i++)
    if (is_word_start (name, i))
      {
        g_autofree char *text = g_strconcat (ELLIPSIS, name + i, NULL);

        if (fits (layout, text, width_px))
          return make_line (text);
      }

  rest = g_strconcat (ELLIPSIS, name + n_shared, NULL);
  return make_line (rest);
}
