/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets a text from the draft, above all after undo, and puts the cursor where the text changed. */
#include "config.h"

#include "ui/export/dwell-export-text.h"

#include <string.h>

/* Returns the offset after the last letter of @after that differs from @before, at the begin of a
 * letter. */
static gsize
find_end_of_change (const char *before,
                    const char *after)
{
  gsize n_before = strlen (before);
  gsize n_after = strlen (after);
  gsize n_min = MIN (n_before, n_after);
  gsize n_front = 0;
  gsize n_back = 0;
  gsize end;

  while (n_front < n_min && before[n_front] == after[n_front])
    n_front++;
  while (n_back < n_min && before[n_before - 1 - n_back] == after[n_after - 1 - n_back])
    n_back++;

  end = MAX (n_front, n_after - n_back);
  while (((guint8) after[end] & 0xc0) == 0x80)
    end++;
  return end;
}

/**
 * dwell_export_text_take:
 * @editable: an entry
 * @text: the new text
 *
 * Sets the text if it has changed. The cursor goes behind the change, or to the begin if the
 * entry does not have the focus, so that the begin is visible.
 */
void
dwell_export_text_take (GtkEditable *editable,
                        const char  *text)
{
  GtkWidget *entry = GTK_WIDGET (gtk_editable_get_delegate (editable));
  const char *before = gtk_editable_get_text (editable);
  gsize end = find_end_of_change (before, text);

  if (g_str_equal (before, text))
    return;

  gtk_editable_set_text (editable, text);
  gtk_editable_set_position (editable, gtk_widget_is_focus (entry)
                                         ? (int) g_utf8_strlen (text, (gssize) end) : 0);
}
