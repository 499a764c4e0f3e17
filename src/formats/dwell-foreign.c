/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/dwell-foreign.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/perfetto/dwell-perfetto-fields.h"
#include "formats/perfetto/dwell-protobuf.h"

/* The most messages at the start of a protocol buffer that are looked at. */
#define MAX_MESSAGES 16

/* Files that are opened by mistake, with the bytes that they begin with (without NUL), or with a
 * text in their first lines. */
static const struct {
  const char *magic;
  const char *what;
  gboolean    is_inside;
} foreign_files[] = {
  { "\x89PNG", N_("a PNG picture") },
  { "\xff\xd8\xff", N_("a JPEG picture") },
  { "%PDF-", N_("a PDF document") },
  { "PK\x03\x04", N_("a ZIP archive") },
  { "\xfd" "7zXZ", N_("compressed with xz: unpack it first") },
  { "BZh", N_("compressed with bzip2: unpack it first") },
  { "\x7f" "ELF", N_("a program") },
  { "PERFILE2", N_("a recording of perf: convert it to text with “perf script -i FILE”") },
  { "\n#-----------\nsnapshot=", N_("a heap profile of massif: ms_print shows it"), TRUE },
  { "--------------------------------------------------------------------------------\nCommand:",
    N_("text from ms_print") },
  { "\"dhatFileVersion\"", N_("a heap profile of DHAT: dh_view.html shows it"), TRUE },
  { "== Copyright (C) ", N_("a log of Valgrind"), TRUE },
  { "\"callFrame\"", N_("a CPU profile of V8: speedscope.app shows it"), TRUE },
  { "speedscope.app/file-format-schema", N_("a profile of speedscope"), TRUE },
  { "\"preprocessedProfileVersion\"",
    N_("a profile of Firefox: profiler.firefox.com shows it"), TRUE },
  { "# tracer: ", N_("text from ftrace: convert it to trace events with “traceconv json FILE”") },
  { "Flat profile:\n", N_("a report of gprof") },
};

/* How far texts inside a file are searched for. */
#define INSIDE_BYTES 4096

static gboolean
is_it (const char *head,
            gsize       length,
            gsize       i)
{
  const char *magic = foreign_files[i].magic;
  gsize n = strlen (magic);

  if (foreign_files[i].is_inside)
    return g_strstr_len (head, (gssize) MIN (length, INSIDE_BYTES), magic) != NULL;

  return length >= n && memcmp (head, magic, n) == 0;
}

/* The fields of a message, as bits; those from 63 on share one. Returns 0 if it is not a
 * message. */
static guint64
get_fields (const guchar *p,
            const guchar *end,
            guint64      *numbers)
{
  guint64 fields = 0;
  guint field;
  guint coding;
  guint64 value;

  *numbers = 0;
  while (p < end)
    {
      if (!dwell_protobuf_take_field (&p, end, &field, &coding, &value) ||
          (coding == DWELL_PROTOBUF_BYTES && value > (gsize) (end - p)))
        return 0;

      fields |= G_GUINT64_CONSTANT (1) << MIN (field, 63);
      if (coding == DWELL_PROTOBUF_VARINT)
        *numbers |= G_GUINT64_CONSTANT (1) << MIN (field, 63);
      p += coding == DWELL_PROTOBUF_BYTES ? value : 0;
    }

  return fields;
}

/* Perfetto and pprof files are both protocol buffers that begin with messages of field 1. In
 * Perfetto these are packets, which have a time or a sequence; in pprof they name a type and a unit
 * by numbers, and samples follow. */
static const char *
describe_protobuf (const char *head,
                   gsize       length)
{
  const guint64 times = G_GUINT64_CONSTANT (1) << DWELL_PERFETTO_PACKET_TIME |
                        G_GUINT64_CONSTANT (1) << DWELL_PERFETTO_PACKET_SEQUENCE;
  const guint64 type_and_unit = 1 << 1 | 1 << 2;
  const guchar *p = (const guchar *) head;
  const guchar *end = p + length;
  gboolean has_time = FALSE;
  gboolean has_type = FALSE;
  guint field;
  guint coding;
  guint64 value;

  for (guint i = 0; i < MAX_MESSAGES && p < end; i++)
    {
      guint64 fields;
      guint64 numbers;

      if (!dwell_protobuf_take_field (&p, end, &field, &coding, &value) ||
          coding != DWELL_PROTOBUF_BYTES)
        break;
      if (field == 2 && has_type && !has_time)
        return N_("a profile of pprof: convert it to a callgrind profile with “pprof -callgrind "
                  "FILE”");
      /* The last message may be cut. */
      if (field != DWELL_PERFETTO_PACKET || value > (gsize) (end - p))
        break;

      fields = get_fields (p, p + value, &numbers);
      if (fields == 0 && value > 0)
        break;

      has_time |= (numbers & times) != 0;
      has_type |= fields != 0 && fields == numbers && (fields & ~type_and_unit) == 0;
      p += value;
    }

  return has_time ? N_("a trace of Perfetto: convert it to trace events with “traceconv json "
                       "FILE”, or open it at ui.perfetto.dev") : NULL;
}

/**
 * dwell_foreign_describe:
 * @head: the first bytes of a file in no format that Dwell reads
 * @length: how many there are
 *
 * Returns: (transfer none) (nullable): what it is instead, and what can be done about it; not
 *   translated
 */
const char *
dwell_foreign_describe (const char *head,
                        gsize       length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (foreign_files); i++)
    if (is_it (head, length, i))
      return foreign_files[i].what;

  return describe_protobuf (head, length);
}
