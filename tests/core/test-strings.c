/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned strings against a GHashTable; readers beside the writer; the texts of old files. */
#include "config.h"

#include <string.h>

#include "core/dwell-strings.h"

static char *
random_text (void)
{
  static const char * const letters[] = { "a", "b", "ä", "€", "::", "😀" };
  GString *text = g_string_new (NULL);

  for (int n = g_test_rand_int_range (0, 7); n > 0; n--)
    g_string_append (text, letters[g_test_rand_int_range (0, G_N_ELEMENTS (letters))]);

  return g_string_free (text, FALSE);
}

static void
test_intern (void)
{
  g_autoptr(DwellStrings) strings = dwell_strings_new ();
  g_autoptr(GHashTable) naive = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) by_id = g_ptr_array_new_with_free_func (g_free);

  g_hash_table_insert (naive, g_strdup (""), GUINT_TO_POINTER (0));
  g_ptr_array_add (by_id, g_strdup (""));

  for (guint i = 0; i < 50000; i++)
    {
      g_autofree char *text = random_text ();
      gssize length = i % 2 == 0 ? -1 : (gssize) strlen (text);
      guint32 id = dwell_strings_intern (strings, text, length);
      gpointer expected;

      if (g_hash_table_lookup_extended (naive, text, NULL, &expected))
        {
          g_assert_cmpuint (id, ==, GPOINTER_TO_UINT (expected));
        }
      else
        {
          g_assert_cmpuint (id, ==, by_id->len);
          g_hash_table_insert (naive, g_strdup (text), GUINT_TO_POINTER (id));
          g_ptr_array_add (by_id, g_strdup (text));
        }

      g_assert_cmpuint (dwell_strings_get_n (strings), ==, by_id->len);
    }

  for (guint32 id = 0; id < by_id->len; id++)
    {
      const char *text = g_ptr_array_index (by_id, id);

      g_assert_cmpstr (dwell_strings_get (strings, id), ==, text);
      g_assert_cmpuint (dwell_strings_get_length (strings, id), ==, strlen (text));
    }

  /* What is appended is another, and is not found. */
  for (guint32 id = 1; id < by_id->len; id++)
    {
      const char *text = g_ptr_array_index (by_id, id);
      guint32 appended = dwell_strings_append (strings, text, strlen (text));

      g_assert_cmpuint (appended, ==, by_id->len - 1 + id);
      g_assert_cmpstr (dwell_strings_get (strings, appended), ==, text);
      g_assert_cmpuint (dwell_strings_intern (strings, text, -1), ==, id);
    }
  g_assert_cmpuint (dwell_strings_append (strings, "", 0), ==, 0);
}

/* A text given by its length need not end with a NUL. */
static void
test_length (void)
{
  g_autoptr(DwellStrings) strings = dwell_strings_new ();
  guint32 id = dwell_strings_intern (strings, "abcdefghijk", 9);

  g_assert_cmpstr (dwell_strings_get (strings, id), ==, "abcdefghi");
  g_assert_cmpuint (dwell_strings_intern (strings, "abcdefghi", -1), ==, id);
  g_assert_cmpuint (dwell_strings_intern (strings, "abcdefgh", -1), !=, id);
}

typedef struct {
  DwellStrings *strings;
  int           n_ready; /* atomic */
} Shared;

#define N_SHARED 200000

static gpointer
read_along (gpointer data)
{
  Shared *shared = data;
  int n_ready;

  do
    {
      n_ready = g_atomic_int_get (&shared->n_ready);

      for (int i = MAX (0, n_ready - 50); i < n_ready; i++)
        {
          char expected[16];

          g_snprintf (expected, sizeof expected, "name %d", i);
          g_assert_cmpstr (dwell_strings_get (shared->strings, (guint32) i + 1), ==, expected);
        }
    }
  while (n_ready < N_SHARED);

  return NULL;
}

/* Ids that were handed over can be read while the table grows; nothing ever moves. */
static void
test_readers (void)
{
  g_autoptr(DwellStrings) strings = dwell_strings_new ();
  Shared shared = { strings, 0 };
  GThread *reader = g_thread_new ("reader", read_along, &shared);
  const char *first = dwell_strings_get (strings, dwell_strings_intern (strings, "name 0", -1));

  for (int i = 0; i < N_SHARED; i++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "name %d", i);
      g_assert_cmpuint (dwell_strings_intern (strings, name, -1), ==, i + 1);
      g_atomic_int_set (&shared.n_ready, i + 1);
    }

  g_thread_join (reader);
  g_assert_true (dwell_strings_get (strings, 1) == first);
}

static void
test_charsets (void)
{
  static const struct {
    const char  *bytes;
    gsize        length;
    DwellCharset charset;
    const char  *text;
  } cases[] = {
    { "plain", 5, DWELL_CHARSET_WINDOWS_1252, "plain" },
    { "", 0, DWELL_CHARSET_CP437, "" },
    { "\xc3\xa4", 2, DWELL_CHARSET_WINDOWS_1252, "ä" },
    { "\xe4", 1, DWELL_CHARSET_WINDOWS_1252, "ä" },
    { "\x84", 1, DWELL_CHARSET_CP437, "ä" },
    { "\x80 \x99", 3, DWELL_CHARSET_WINDOWS_1252, "€ ™" },
    { "\xe1", 1, DWELL_CHARSET_CP437, "ß" },
    { "\xff", 1, DWELL_CHARSET_CP437, "\xc2\xa0" },
    { "\x81", 1, DWELL_CHARSET_WINDOWS_1252, "\xc2\x81" },
    { "a\0b", 3, DWELL_CHARSET_WINDOWS_1252, "a\xef\xbf\xbd" "b" },
    { "\0", 1, DWELL_CHARSET_CP437, "\xef\xbf\xbd" },
    { "\xe4\0\xe4", 3, DWELL_CHARSET_WINDOWS_1252, "ä\xef\xbf\xbdä" },
    { "\xed\xa0\x80", 3, DWELL_CHARSET_WINDOWS_1252, "í\xc2\xa0€" }, /* a surrogate is no UTF-8 */
    { "\xc3", 1, DWELL_CHARSET_WINDOWS_1252, "Ã" },
  };
  g_autoptr(DwellStrings) strings = dwell_strings_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dwell_text_to_utf8 (cases[i].bytes, cases[i].length,
                                                  cases[i].charset);
      guint32 id = dwell_strings_intern_bytes (strings, cases[i].bytes, cases[i].length,
                                               cases[i].charset);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (dwell_strings_get (strings, id), ==, cases[i].text);
    }

  /* Every byte has a character, in both sets. */
  for (int byte = 1; byte < 256; byte++)
    for (int charset = 0; charset < 2; charset++)
      {
        char bytes[2] = { (char) byte, '\0' };
        g_autofree char *text = dwell_text_to_utf8 (bytes, 1, charset);

        g_assert_true (g_utf8_validate (text, -1, NULL));
        g_assert_cmpint (g_utf8_strlen (text, -1), ==, 1);
      }
}

/* A table beyond another has its texts, at every border of what they share. */
static void
test_beyond (void)
{
  for (guint n = 0; n < 400; n += n < 130 ? 1 : 89)
    {
      g_autoptr(DwellStrings) base = dwell_strings_new ();
      g_autoptr(DwellStrings) strings = NULL;

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *text = g_strdup_printf ("text %u", i);

          g_assert_cmpuint (dwell_strings_intern (base, text, -1), ==, i + 1);
        }
      strings = dwell_strings_new_beyond (base);
      g_clear_pointer (&base, dwell_strings_unref);
      for (guint i = 0; i < 200; i++)
        {
          g_autofree char *text = g_strdup_printf ("new %u", i);

          g_assert_cmpuint (dwell_strings_intern (strings, text, -1), ==, n + 1 + i);
        }
      for (guint i = 0; i < n + 200; i++)
        {
          g_autofree char *text = g_strdup_printf (i < n ? "text %u" : "new %u", i < n ? i : i - n);

          g_assert_cmpstr (dwell_strings_get (strings, i + 1), ==, text);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/strings/intern", test_intern);
  g_test_add_func ("/strings/length", test_length);
  g_test_add_func ("/strings/readers", test_readers);
  g_test_add_func ("/strings/charsets", test_charsets);

  g_test_add_func ("/strings/beyond", test_beyond);
  return g_test_run ();
}
