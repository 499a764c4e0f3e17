/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of protocol buffers that is needed for writing: a message is a sequence of fields, each
 * with a number, a coding and a value. A message within another is preceded by its length.
 *
 *     begin = dwell_protobuf_begin (text, 11);
 *     dwell_protobuf_add_varint (text, 9, 1);
 *     dwell_protobuf_end (text, begin);
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The coding of a value: the three lowest bits of the tag before it. */
typedef enum {
  DWELL_PROTOBUF_VARINT = 0, /* 7 bits per byte, the lowest first; the eighth bit: more follow */
  DWELL_PROTOBUF_FIXED  = 1, /* 8 bytes, the lowest first */
  DWELL_PROTOBUF_BYTES  = 2, /* a length as a varint, then the bytes: a text or a message */
} DwellProtobufCoding;

void  dwell_protobuf_add_varint (GString    *text,
                                 guint       field,
                                 guint64     value);
void  dwell_protobuf_add_fixed  (GString    *text,
                                 guint       field,
                                 guint64     value);
void  dwell_protobuf_add_double (GString    *text,
                                 guint       field,
                                 double      value);
void  dwell_protobuf_add_bytes  (GString    *text,
                                 guint       field,
                                 const char *bytes,
                                 gsize       length);
void  dwell_protobuf_add_text   (GString    *text,
                                 guint       field,
                                 const char *value);
gsize dwell_protobuf_begin      (GString    *text,
                                 guint       field);
void  dwell_protobuf_end        (GString    *text,
                                 gsize       begin);

gboolean dwell_protobuf_take_varint (const guchar **p,
                                     const guchar  *end,
                                     guint64       *value);
gboolean dwell_protobuf_take_field  (const guchar **p,
                                     const guchar  *end,
                                     guint         *field,
                                     guint         *coding,
                                     guint64       *value);

G_END_DECLS
