/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A language for tests: every text of Dwell's own is enclosed in ⟦ ⟧ and two fifths longer, like
 * the longest of real languages. These functions replace those of GLib, also for GtkBuilder; no
 * locale has to be installed. */
#include "config.h"

#include <string.h>

#include <glib.h>

/* GLib's are macros' targets, too. */
#undef g_dgettext
#undef g_dngettext
#undef g_dpgettext
#undef g_dpgettext2

static gboolean
is_ours (const char *domain)
{
  return domain == NULL || strcmp (domain, GETTEXT_PACKAGE) == 0;
}

/* Keeps @text for good. g_intern_string() would not free its table of strings when it makes a
 * larger one, which is a leak to a sanitizer. */
static const char *
keep (const char *text)
{
  static GMutex lock;
  static GStringChunk *texts;
  const char *kept;

  g_mutex_lock (&lock);
  if (texts == NULL)
    texts = g_string_chunk_new (4096);
  kept = g_string_chunk_insert_const (texts, text);
  g_mutex_unlock (&lock);
  return kept;
}

/* Words, so that what wraps can wrap. What separates others stays as it is. */
static const char *
translate (const char *domain,
           const char *text)
{
  static const char filler[] = "extra long words are here to fill the room ";
  g_autoptr(GString) longer = NULL;
  gboolean has_end;
  gsize n;

  if (!is_ours (domain) || strspn (text, " ,;") == strlen (text))
    return text;

  has_end = g_str_has_suffix (text, "\n");
  longer = g_string_new ("⟦");
  g_string_append_len (longer, text, (gssize) (strlen (text) - has_end));
  n = (gsize) (g_utf8_strlen (text, -1) * 2 / 5 + 1);
  if (n > strlen ("extra "))
    g_string_append_c (longer, ' ');
  for (gsize i = 0; i < n; i++)
    g_string_append_c (longer, filler[i % strlen (filler)]);
  g_string_append (longer, "⟧");
  if (has_end)
    g_string_append_c (longer, '\n');
  return keep (longer->str);
}

const char *
g_dgettext (const char *domain,
            const char *text)
{
  return translate (domain, text);
}

const char *
g_dngettext (const char *domain,
             const char *one,
             const char *many,
             unsigned long n)
{
  return translate (domain, n == 1 ? one : many);
}

const char *
g_dpgettext (const char *domain,
             const char *text,
             gsize       offset)
{
  return translate (domain, text + offset);
}

const char *
g_dpgettext2 (const char *domain,
              const char *context,
              const char *text)
{
  return translate (domain, text);
}
