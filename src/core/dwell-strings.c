/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned strings. Texts are in stretches of memory, and pointers to them, by id, in others; each
 * stretch is twice as large as the one before. Nothing ever moves, so threads that read known ids
 * need no lock while more are added. A table of ids by hash is for the thread that interns. Looking
 * up a text that is there already is by far the most common case: names repeat millions of
 * times. */
#include "config.h"

#include "core/dwell-strings.h"

#include <string.h>

#include "core/dwell-ids.h"
#include "core/dwell-load.h"
#include "core/dwell-memory.h"

/* The number of pointers in the first stretch, and the number of stretches that can hold all
 * ids. */
#define FIRST_IDS   ((guint64) 64)
#define N_STRETCHES 27

/* Bytes of the first stretch of text, and of the largest, except for texts that are longer. */
#define FIRST_TEXT ((gsize) 1 << 10)
#define MOST_TEXT  (((gsize) 8 << 20) - 64)

struct _DwellStrings
{
  const char    **texts[N_STRETCHES]; /* by id */
  guint32         n;                  /* atomic */
  GPtrArray      *stretches;          /* of text */
  char           *free;               /* in the last of them */
  gsize           n_free;
  gsize           n_next;             /* bytes of the next */
  DwellIds        ids;
  GBytes         *bytes; /* (nullable): the texts of a table that is only read */
  DwellStrings   *base;      /* (nullable): the table whose texts come first */
  guint           n_of_base; /* stretches of pointers that belong to @base */
  gboolean        is_full;
  gatomicrefcount ref_count;
};

/* The bytes 0x80 to 0x9F of Windows-1252 in Unicode; 0 = as in Latin-1. The rest is Latin-1. */
static const guint16 windows_1252[32] = {
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
  0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
  0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
};

/* Mixes the whole text, eight bytes at a time. */
static guint32
hash_text (const char *text,
           gsize       length)
{
  guint64 h = length * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 tail = 0;

  for (; length >= 8; text += 8, length -= 8)
    {
      h = (h ^ dwell_load_u64 (text)) * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f);
      h ^= h >> 29;
    }

  for (gsize i = 0; i < length; i++)
    tail |= (guint64) (guchar) text[i] << (8 * i);

  h = (h ^ tail) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint32) (h >> 32);
}

/* Returns which stretch has the pointer to a text. */
static inline guint
find_stretch (guint32  id,
              gsize   *place)
{
  guint64 n = (guint64) id + FIRST_IDS;
  guint stretch = 63 - (guint) __builtin_clzll (n) - (guint) __builtin_ctzll (FIRST_IDS);

  *place = (gsize) (n - (FIRST_IDS << stretch));
  return stretch;
}

/* Returns room, which never moves, for @length bytes and a NUL. */
static char *
get_room (DwellStrings *self,
          gsize         length)
{
  if (length >= self->n_free)
    {
      gsize n_bytes = MAX (self->n_next, length + 1);
      char *stretch = dwell_big_try_alloc (n_bytes, NULL);

      if (stretch == NULL)
        return NULL;

      g_ptr_array_add (self->stretches, stretch);
      self->free = stretch;
      self->n_free = n_bytes;
      self->n_next = MIN (2 * self->n_next, MOST_TEXT);
    }

  return self->free;
}

/* The place of the pointer to the next text, or NULL where there is no memory for it. */
static const char **
get_next_place (DwellStrings *self)
{
  gsize place;
  guint stretch = find_stretch (self->n, &place);

  if (self->texts[stretch] == NULL)
    self->texts[stretch] = dwell_big_try_alloc ((FIRST_IDS << stretch) * sizeof (char *), NULL);

  return self->texts[stretch] != NULL ? &self->texts[stretch][place] : NULL;
}

/* Returns whether there was memory. */
static gboolean
append_text (DwellStrings *self,
             const char   *text,
             gsize         length)
{
  const char **place = get_next_place (self);
  char *room = get_room (self, length);

  if (room == NULL || place == NULL)
    return FALSE;

  memcpy (room, text, length);
  room[length] = '\0';
  self->free += length + 1;
  self->n_free -= length + 1;
  *place = room;
  g_atomic_int_inc (&self->n);
  return TRUE;
}

/**
 * dwell_strings_new:
 *
 * Returns: (transfer full): a table that holds only the empty string, as id 0
 */
DwellStrings *
dwell_strings_new (void)
{
  DwellStrings *self = g_new0 (DwellStrings, 1);

  self->stretches = g_ptr_array_new_with_free_func (dwell_big_free);
  self->n_next = FIRST_TEXT;
  dwell_ids_init (&self->ids);
  g_atomic_ref_count_init (&self->ref_count);
  append_text (self, "", 0);

  return self;
}

/**
 * dwell_strings_new_for_bytes:
 * @bytes: all texts in the order of their ids, each followed by a NUL; the first is empty
 *
 * Makes a table that is only read: nothing can be interned in it. The texts stay where they are.
 *
 * Returns: (transfer full) (nullable): the table; %NULL if @bytes are not such texts, or there is
 *   too little memory
 */
DwellStrings *
dwell_strings_new_for_bytes (GBytes *bytes)
{
  gsize n_bytes;
  const char *text = g_bytes_get_data (bytes, &n_bytes);
  const char *end = text + n_bytes;
  g_autoptr(DwellStrings) self = NULL;

  if (n_bytes == 0 || text[0] != '\0' || end[-1] != '\0')
    return NULL;

  self = dwell_strings_new ();
  self->bytes = g_bytes_ref (bytes);

  for (text++; text < end; text += strlen (text) + 1)
    {
      const char **place = self->n < G_MAXUINT32 - 1 ? get_next_place (self) : NULL;

      if (place == NULL)
        return NULL;

      *place = text;
      self->n++;
    }

  return g_steal_pointer (&self);
}

/**
 * dwell_strings_new_beyond:
 * @base: a table in which nothing is interned any more
 *
 * Makes a table with all texts of @base and their ids, in which more can be interned. A text that
 * @base has may then get a second id. The texts are shared.
 *
 * Returns: (transfer full) (nullable): the table; %NULL where there is too little memory
 */
DwellStrings *
dwell_strings_new_beyond (DwellStrings *base)
{
  DwellStrings *self = g_new0 (DwellStrings, 1);
  guint32 n = dwell_strings_get_n (base);
  gsize place;
  guint last = find_stretch (n - 1, &place);
  const char **pointers = dwell_big_try_alloc ((FIRST_IDS << last) * sizeof (char *), NULL);

  self->stretches = g_ptr_array_new_with_free_func (dwell_big_free);
  self->n_next = FIRST_TEXT;
  dwell_ids_init (&self->ids);
  g_atomic_ref_count_init (&self->ref_count);
  self->base = dwell_strings_ref (base);
  self->n_of_base = last;
  self->n = n;
  self->texts[last] = pointers;
  if (pointers == NULL)
    {
      dwell_strings_unref (self);
      return NULL;
    }

  memcpy (self->texts, base->texts, last * sizeof self->texts[0]);
  memcpy (pointers, base->texts[last], (place + 1) * sizeof (char *));
  return self;
}

/**
 * dwell_strings_ref:
 * @self: a table
 *
 * Returns: (transfer full): @self, which has one reference more
 */
DwellStrings *
dwell_strings_ref (DwellStrings *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_strings_unref:
 * @self: (transfer full): a table
 *
 * Drops a reference; with the last one the memory is freed.
 */
void
dwell_strings_unref (DwellStrings *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = self->n_of_base; i < N_STRETCHES; i++)
    dwell_big_free (self->texts[i]);
  g_clear_pointer (&self->base, dwell_strings_unref);
  g_ptr_array_unref (self->stretches);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  dwell_ids_clear (&self->ids);
  g_free (self);
}

/* The id of @text, or 0 if it is not there (the empty text is 0 as well). */
static guint32
find_text (DwellStrings *self,
           const char   *text,
           gsize         length,
           guint32       hash)
{
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->ids, hash, &n_seen)) != DWELL_IDS_NONE)
    {
      const char *known = dwell_strings_get (self, id);

      if (strncmp (known, text, length) == 0 && known[length] == '\0')
        return id;
    }

  return 0;
}

/**
 * dwell_strings_append:
 * @self: a table
 * @text: valid UTF-8 without NUL
 * @length: bytes
 *
 * Adds a text without searching for it: for many texts that are known to be new. Interning the same
 * text gives another id.
 *
 * Returns: the id of @text; 0 where there is no memory for it, see dwell_strings_is_full()
 */
guint32
dwell_strings_append (DwellStrings *self,
                      const char   *text,
                      gsize         length)
{
  guint32 id = self->n;

  g_return_val_if_fail (self->bytes == NULL, 0);

  if (length == 0)
    return 0;

  if (id == G_MAXUINT32 - 1 || !append_text (self, text, length))
    {
      self->is_full = TRUE;
      return 0;
    }

  return id;
}

/**
 * dwell_strings_intern:
 * @self: a table
 * @text: valid UTF-8 without NUL
 * @length: bytes, or -1 if @text ends with a NUL
 *
 * Returns: the id of @text, which is added if it is new; 0 where there is no memory for it, see
 *   dwell_strings_is_full()
 */
guint32
dwell_strings_intern (DwellStrings *self,
                      const char   *text,
                      gssize        length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  guint32 hash;
  guint32 id;

  g_return_val_if_fail (self->bytes == NULL, 0);

  if (n == 0)
    return 0;

  hash = hash_text (text, n);
  id = find_text (self, text, n, hash);
  if (id != 0)
    return id;

  id = dwell_strings_append (self, text, n);
  if (id != 0 && !dwell_ids_add (&self->ids, hash, id, NULL))
    {
      self->is_full = TRUE;
      return 0;
    }

  return id;
}

/**
 * dwell_strings_is_full:
 * @self: a table
 *
 * Returns: whether memory was lacking for a text, which then became the empty text
 */
gboolean
dwell_strings_is_full (const DwellStrings *self)
{
  return self->is_full;
}

/**
 * dwell_strings_intern_bytes:
 * @self: a table
 * @bytes: text from a file
 * @length: bytes
 * @fallback: what the bytes are if they are not UTF-8 Interns text as dwell_text_to_utf8() reads
 *   it.
 *
 * Returns: its id
 */
guint32
dwell_strings_intern_bytes (DwellStrings *self,
                            const char   *bytes,
                            gsize         length,
                            DwellCharset  fallback)
{
  g_autofree char *text = NULL;

  if (length == 0)
    return 0;

  /* Also refuses a NUL inside. */
  if (g_utf8_validate_len (bytes, length, NULL))
    return dwell_strings_intern (self, bytes, (gssize) length);

  text = dwell_text_to_utf8 (bytes, length, fallback);
  return dwell_strings_intern (self, text, -1);
}

/**
 * dwell_strings_find_bytes:
 * @self: a table
 * @bytes: text from a file
 * @length: bytes
 * @fallback: what the bytes are if they are not UTF-8
 *
 * For the thread that interns.
 *
 * Returns: the id that dwell_strings_intern_bytes() gave the text, or 0
 */
guint32
dwell_strings_find_bytes (DwellStrings *self,
                          const char   *bytes,
                          gsize         length,
                          DwellCharset  fallback)
{
  g_autofree char *text = dwell_text_to_utf8 (bytes, length, fallback);
  gsize n = strlen (text);

  return n > 0 ? find_text (self, text, n, hash_text (text, n)) : 0;
}

/**
 * dwell_strings_get:
 * @self: a table
 * @id: an id from it
 *
 * Returns: (transfer none): the text, NUL-terminated; stays where it is as long as the table lives
 */
const char *
dwell_strings_get (const DwellStrings *self,
                   guint32             id)
{
  gsize place;
  guint stretch = find_stretch (id, &place);

  return self->texts[stretch][place];
}

/**
 * dwell_strings_get_length:
 * @self: a table
 * @id: the id of a text
 *
 * Returns: its length in bytes
 */
gsize
dwell_strings_get_length (const DwellStrings *self,
                          guint32             id)
{
  return strlen (dwell_strings_get (self, id));
}

/**
 * dwell_strings_get_n:
 * @self: a table
 *
 * Returns: how many texts it has, the empty one included
 */
guint32
dwell_strings_get_n (const DwellStrings *self)
{
  return (guint32) g_atomic_int_get (&self->n);
}

/* The bytes 0x80 to 0xFF of the original IBM PC. */
static const guint16 cp437[128] = {
  0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7, 0x00ea, 0x00eb, 0x00e8,
  0x00ef, 0x00ee, 0x00ec, 0x00c4, 0x00c5, 0x00c9, 0x00e6, 0x00c6, 0x00f4, 0x00f6, 0x00f2,
  0x00fb, 0x00f9, 0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3, 0x00a5, 0x20a7, 0x0192, 0x00e1,
  0x00ed, 0x00f3, 0x00fa, 0x00f1, 0x00d1, 0x00aa, 0x00ba, 0x00bf, 0x2310, 0x00ac, 0x00bd,
  0x00bc, 0x00a1, 0x00ab, 0x00bb, 0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562,
  0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255d, 0x255c, 0x255b, 0x2510, 0x2514, 0x2534,
  0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f, 0x255a, 0x2554, 0x2569, 0x2566, 0x2560,
  0x2550, 0x256c, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256b,
  0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580, 0x03b1, 0x00df, 0x0393,
  0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4, 0x03a6, 0x0398, 0x03a9, 0x03b4, 0x221e, 0x03c6,
  0x03b5, 0x2229, 0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7, 0x2248, 0x00b0,
  0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x00a0,
};

static gunichar
decode_byte (guchar       byte,
             DwellCharset charset)
{
  if (byte == 0)
    return 0xfffd;
  if (byte < 0x80)
    return byte;
  if (charset == DWELL_CHARSET_CP437)
    return cp437[byte - 0x80];
  if (byte < 0xa0 && windows_1252[byte - 0x80] != 0)
    return windows_1252[byte - 0x80];
  return byte;
}

/**
 * dwell_text_to_utf8:
 * @bytes: text from a file
 * @length: bytes
 * @fallback: what the bytes are if they are not UTF-8
 *
 * Text that is valid UTF-8 stays as it is; other text is decoded byte by byte. A NUL becomes
 * U+FFFD, because a C string cannot hold it and it must not get lost.
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
dwell_text_to_utf8 (const char   *bytes,
                    gsize         length,
                    DwellCharset  fallback)
{
  GString *text = g_string_sized_new (length + 16);
  const char *p = bytes;
  const char *end = bytes + length;

  while (p < end)
    {
      const char *nul = memchr (p, '\0', (gsize) (end - p));
      const char *stop = nul != NULL ? nul : end;

      if (!g_utf8_validate_len (p, (gsize) (stop - p), NULL))
        break;

      g_string_append_len (text, p, stop - p);
      if (nul != NULL)
        g_string_append_unichar (text, 0xfffd);
      p = nul != NULL ? nul + 1 : end;
    }

  if (p < end)
    {
      g_string_truncate (text, 0);
      for (p = bytes; p < end; p++)
        g_string_append_unichar (text, decode_byte ((guchar) *p, fallback));
    }

  return g_string_free (text, FALSE);
}
