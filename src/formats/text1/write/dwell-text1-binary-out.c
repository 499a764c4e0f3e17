/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats records of the binary timeline (README.md, "Binary timeline"): u32 handle, u32 flags or
 * event, u64 data, i64 time, little-endian. Version 1.1 has the type in bits 0-3 of the flags and
 * the core in bits 4-11, 0xFF if it is unknown; version 1.0 has the type in bits 24-27, and no
 * core. */
#include "config.h"

#include <string.h>

#include "formats/text1/write/dwell-text1-writer.h"

static guint8 *
put_u32 (guint8  *p,
         guint32  value)
{
  value = GUINT32_TO_LE (value);
  memcpy (p, &value, sizeof value);
  return p + sizeof value;
}

static guint8 *
put_u64 (guint8  *p,
         guint64  value)
{
  value = GUINT64_TO_LE (value);
  memcpy (p, &value, sizeof value);
  return p + sizeof value;
}

/**
 * dwell_text1_format_record:
 * @self: a format of binary records
 * @row: a row
 * @p: (out caller-allocates): room for 24 bytes
 *
 * Returns: the end of the record
 */
guint8 *
dwell_text1_format_record (const DwellText1RowFormat *self,
                           const DwellText1Row       *row,
                           guint8                    *p)
{
  guint32 kind = row->kind;

  if (self->is_swapped && (kind == DWELL_EVENT_SUSPEND || kind == DWELL_EVENT_RESUME))
    kind = DWELL_EVENT_SUSPEND + DWELL_EVENT_RESUME - kind;

  p = put_u32 (p, row->handle);
  p = put_u32 (p, self->is_1_0 ? kind << 24 : kind | (guint32) row->core << 4);
  p = put_u64 (p, row->has_value ? row->value : 0);
  return put_u64 (p, (guint64) row->time);
}
