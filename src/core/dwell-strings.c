/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned strings: one arena of NUL-terminated texts, one column of offsets by id, and an open
 * addressing table of (hash, id) for the thread that interns. Arena and offsets are columns, which
 * never move, so readers of known ids need no lock while the table grows. Looking up what is there
 * already is the common case by far: names repeat millions of times. */
#include "config.h"

#include <string.h>

#include "core/dwell-memory.h"
#include "core/dwell-strings.h"

#define ARENA_MAX_BYTES ((gsize) 1 << 40)
#define FIRST_SLOTS     256

struct _DwellStrings
{
  DwellColumn    *text;    /* char */
  DwellColumn    *offsets; /* guint64, one more than there are strings */
  guint64        *slots;   /* hash << 32 | id; id 0 (the empty string, never looked up) = free */
  gsize           slot_mask;
  gatomicrefcount ref_count;
};

/* What the bytes 0x80 to 0x9F mean in Windows-1252; 0 = as in Latin-1. The rest is Latin-1. */
static const guint16 windows_1252[32] = {
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
  0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
  0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
};

static inline guint64
load_u64 (const char *p)
{
  guint64 v;

  memcpy (&v, p, sizeof v);
  return v;
}

/* Mixes the whole text, eight bytes at a time. */
static guint32
hash_text (const char *text,
           gsize       length)
{
  guint64 h = length * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 tail = 0;

  for (; length >= 8; text += 8, length -= 8)
    {
      h = (h ^ load_u64 (text)) * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f);
      h ^= h >> 29;
    }

  for (gsize i = 0; i < length; i++)
    tail |= (guint64) (guchar) text[i] << (8 * i);

  h = (h ^ tail) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint32) (h >> 32);
}

static void
insert_slot (DwellStrings *self,
             guint32       hash,
             guint32       id)
{
  gsize i = hash & self->slot_mask;

  while (self->slots[i] != 0)
    i = (i + 1) & self->slot_mask;

  self->slots[i] = (guint64) hash << 32 | id;
}

static void
grow_slots (DwellStrings *self)
{
  guint64 *old = self->slots;
  gsize n_old = self->slot_mask + 1;

  self->slot_mask = n_old * 2 - 1;
  self->slots = dwell_big_alloc ((self->slot_mask + 1) * sizeof *self->slots);

  for (gsize i = 0; i < n_old; i++)
    if (old[i] != 0)
      insert_slot (self, (guint32) (old[i] >> 32), (guint32) old[i]);

  dwell_big_free (old);
}

static guint32
append_text (DwellStrings *self,
             const char   *text,
             gsize         length)
{
  guint32 id = (guint32) self->offsets->n - 1;
  guint64 next;

  dwell_column_append (self->text, text, length);
  dwell_column_append (self->text, "", 1);
  next = self->text->n;
  dwell_column_append (self->offsets, &next, 1);

  return id;
}

/**
 * dwell_strings_new:
 *
 * Returns: (transfer full): a table that holds the empty string alone, as id 0
 */
DwellStrings *
dwell_strings_new (void)
{
  DwellStrings *self = g_new0 (DwellStrings, 1);
  guint64 zero = 0;

  self->text = dwell_column_new_with_max (1, ARENA_MAX_BYTES);
  self->offsets = dwell_column_new (sizeof (guint64));
  self->slot_mask = FIRST_SLOTS - 1;
  self->slots = dwell_big_alloc (FIRST_SLOTS * sizeof *self->slots);
  g_atomic_ref_count_init (&self->ref_count);

  dwell_column_append (self->offsets, &zero, 1);
  append_text (self, "", 0);

  return self;
}

DwellStrings *
dwell_strings_ref (DwellStrings *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
dwell_strings_unref (DwellStrings *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_column_unref (self->text);
  dwell_column_unref (self->offsets);
  dwell_big_free (self->slots);
  g_free (self);
}

/* The id of @text, or 0 if it is not there (the empty text is 0 as well). */
static guint32
find_text (DwellStrings *self,
           const char   *text,
           gsize         length,
           guint32       hash)
{
  for (gsize i = hash & self->slot_mask; self->slots[i] != 0; i = (i + 1) & self->slot_mask)
    {
      guint32 id = (guint32) self->slots[i];

      if ((guint32) (self->slots[i] >> 32) == hash &&
          dwell_strings_get_length (self, id) == length &&
          memcmp (dwell_strings_get (self, id), text, length) == 0)
        return id;
    }

  return 0;
}

/**
 * dwell_strings_intern:
 * @self: a table
 * @text: valid UTF-8 without NUL
 * @length: bytes, or -1 if @text ends with a NUL
 *
 * Returns: the id of @text, which is added if it is new
 */
guint32
dwell_strings_intern (DwellStrings *self,
                      const char   *text,
                      gssize        length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  guint32 hash;
  guint32 id;

  if (n == 0)
    return 0;

  hash = hash_text (text, n);
  id = find_text (self, text, n, hash);
  if (id != 0)
    return id;

  if ((self->offsets->n + 1) * 2 > self->slot_mask)
    grow_slots (self);

  id = append_text (self, text, n);
  insert_slot (self, hash, id);
  return id;
}

/**
 * dwell_strings_intern_bytes:
 * @self: a table
 * @bytes: text from a file
 * @length: bytes
 * @fallback: what the bytes are if they are not UTF-8
 *
 * Interns text as dwell_text_to_utf8() reads it.
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
  return (const char *) self->text->data + dwell_column_index (self->offsets, guint64, id);
}

gsize
dwell_strings_get_length (const DwellStrings *self,
                          guint32             id)
{
  const guint64 *offset = &dwell_column_index (self->offsets, guint64, id);

  return offset[1] - offset[0] - 1;
}

guint32
dwell_strings_get_n (const DwellStrings *self)
{
  return (guint32) self->offsets->n - 1;
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
 * Text that is valid UTF-8 stays as it is; other text is decoded byte by byte. A NUL shows as
 * U+FFFD, for nothing may be lost and no C string may hold it.
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
