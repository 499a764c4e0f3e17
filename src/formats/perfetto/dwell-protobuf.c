/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/perfetto/dwell-protobuf.h"

#include <string.h>

#define MAX_VARINT_BYTES 10

/* Returns the number of bytes. */
static gsize
encode_varint (guint64  value,
               guchar  *bytes)
{
  gsize n = 0;

  for (; value >= 0x80; value >>= 7)
    bytes[n++] = (guchar) (value | 0x80);
  bytes[n++] = (guchar) value;
  return n;
}

static void
append_varint (GString *text,
               guint64  value)
{
  guchar bytes[MAX_VARINT_BYTES];
  gsize n = encode_varint (value, bytes);

  g_string_append_len (text, (const char *) bytes, (gssize) n);
}

static void
append_tag (GString             *text,
            guint                field,
            DwellProtobufCoding  coding)
{
  append_varint (text, (guint64) field << 3 | coding);
}

/**
 * dwell_protobuf_add_varint:
 * @text: a message
 * @field: the number of a field
 * @value: its value; a negative number as its 64 bits
 */
void
dwell_protobuf_add_varint (GString *text,
                           guint    field,
                           guint64  value)
{
  append_tag (text, field, DWELL_PROTOBUF_VARINT);
  append_varint (text, value);
}

/**
 * dwell_protobuf_add_fixed:
 * @text: a message
 * @field: the number of a field of 8 bytes
 * @value: its value
 */
void
dwell_protobuf_add_fixed (GString *text,
                          guint    field,
                          guint64  value)
{
  guint64 bytes = GUINT64_TO_LE (value);

  append_tag (text, field, DWELL_PROTOBUF_FIXED);
  g_string_append_len (text, (const char *) &bytes, sizeof bytes);
}

/**
 * dwell_protobuf_add_double:
 * @text: a message
 * @field: the number of a field
 * @value: its value
 */
void
dwell_protobuf_add_double (GString *text,
                           guint    field,
                           double   value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  dwell_protobuf_add_fixed (text, field, bits);
}

/**
 * dwell_protobuf_add_bytes:
 * @text: a message
 * @field: the number of a field
 * @bytes: its value: a text or a whole message
 * @length: how many there are
 */
void
dwell_protobuf_add_bytes (GString    *text,
                          guint       field,
                          const char *bytes,
                          gsize       length)
{
  append_tag (text, field, DWELL_PROTOBUF_BYTES);
  append_varint (text, length);
  g_string_append_len (text, bytes, (gssize) length);
}

/**
 * dwell_protobuf_add_text:
 * @text: a message
 * @field: the number of a field
 * @value: its value
 */
void
dwell_protobuf_add_text (GString    *text,
                         guint       field,
                         const char *value)
{
  dwell_protobuf_add_bytes (text, field, value, strlen (value));
}

/**
 * dwell_protobuf_begin:
 * @text: a message
 * @field: the number of a field that is a message, too
 *
 * Until dwell_protobuf_end(), everything that is added belongs to that message.
 *
 * Returns: where the message begins
 */
gsize
dwell_protobuf_begin (GString *text,
                      guint    field)
{
  append_tag (text, field, DWELL_PROTOBUF_BYTES);
  return text->len;
}

/**
 * dwell_protobuf_end:
 * @text: a message
 * @begin: where the innermost open message begins
 */
void
dwell_protobuf_end (GString *text,
                    gsize    begin)
{
  guchar bytes[MAX_VARINT_BYTES];
  gsize n = encode_varint (text->len - begin, bytes);

  g_string_insert_len (text, (gssize) begin, (const char *) bytes, (gssize) n);
}

/**
 * dwell_protobuf_take_varint:
 * @p: (inout): where to read; it advances only on success
 * @end: after the last byte
 * @value: (out): the value
 *
 * Returns: whether there is one
 */
gboolean
dwell_protobuf_take_varint (const guchar **p,
                            const guchar  *end,
                            guint64       *value)
{
  guint64 sum = 0;

  for (gsize i = 0; i < MAX_VARINT_BYTES && i < (gsize) (end - *p); i++)
    {
      guchar byte = (*p)[i];

      if (i == MAX_VARINT_BYTES - 1 && byte > 1)
        return FALSE;

      sum |= (guint64) (byte & 0x7f) << (7 * i);
      if (byte < 0x80)
        {
          *p += i + 1;
          *value = sum;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * dwell_protobuf_take_field:
 * @p: (inout): where to read; it advances only on success: past the number, or to the first of the
 *   bytes, which may extend past @end
 * @end: after the last byte
 * @field: (out): the number of the field
 * @coding: (out): a #DwellProtobufCoding
 * @value: (out): the value, or its number of bytes
 *
 * Returns: whether there is a field with a known coding
 */
gboolean
dwell_protobuf_take_field (const guchar **p,
                           const guchar  *end,
                           guint         *field,
                           guint         *coding,
                           guint64       *value)
{
  const guchar *q = *p;
  guint64 tag;

  if (!dwell_protobuf_take_varint (&q, end, &tag) || tag >> 3 == 0 || tag >> 32 != 0)
    return FALSE;

  *field = (guint) (tag >> 3);
  *coding = tag & 7;
  if (*coding == DWELL_PROTOBUF_FIXED && end - q >= 8)
    {
      memcpy (value, q, sizeof *value);
      *value = GUINT64_FROM_LE (*value);
      q += 8;
    }
  else if ((*coding != DWELL_PROTOBUF_VARINT && *coding != DWELL_PROTOBUF_BYTES) ||
           !dwell_protobuf_take_varint (&q, end, value))
    return FALSE;

  *p = q;
  return TRUE;
}
