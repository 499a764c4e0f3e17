/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-comments.h"

#define MAX_COMMENT_BYTES 4096

/**
 * dwell_comments_add:
 * @comments: the comments of a file that were kept so far
 * @text: another comment, in UTF-8
 *
 * Appends a line. Comments are cut to 4096 bytes, after a whole character and with “…”; later ones
 * are dropped.
 */
void
dwell_comments_add (GString    *comments,
                    const char *text)
{
  const char *end;

  if (comments->len > MAX_COMMENT_BYTES)
    return;

  if (comments->len > 0)
    g_string_append_c (comments, '\n');
  g_string_append (comments, text);
  if (comments->len <= MAX_COMMENT_BYTES)
    return;

  end = comments->str + MAX_COMMENT_BYTES;
  while ((*end & 0xc0) == 0x80)
    end++;
  g_string_truncate (comments, (gsize) (end - comments->str));
  g_string_append (comments, "…");
}
