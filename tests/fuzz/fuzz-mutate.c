/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes that know what the bytes are: records of a .BIN, blocks of a Business Rules! profile, the
 * inside of a compressed file. Linked with libFuzzer alone. */
#include "config.h"

#include <string.h>

#include "formats/br/dwell-br-record.h"
#include "fuzz.h"
#include "support/file-fixture.h"

#define RECORD_BYTES 24

gsize LLVMFuzzerMutate (guint8 *data,
                        gsize   size,
                        gsize   max_size);

static guint32
draw (GRand   *rand,
      guint32  n)
{
  return n > 0 ? g_rand_int (rand) % n : 0;
}

/* --- Compressed --- */

static GBytes *
unpack (const guint8 *data,
        gsize         size)
{
  g_autofree char *path = fuzz_path (FUZZ_FILE, data, size);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, NULL);
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  char *bytes = g_malloc (64 << 10);
  gssize n = source != NULL ? dwell_source_read (source, bytes, 64 << 10, problems, NULL, NULL)
                            : -1;

  return g_bytes_new_take (bytes, n > 0 ? (gsize) n : 0);
}

/* What is packed is changed and packed again; what is not is packed now and then. */
gsize
fuzz_mutate_packed (guint8 *data,
                    gsize   size,
                    gsize   max_size,
                    GRand  *rand)
{
  gboolean is_gzip = size > 2 && data[0] == 0x1f && data[1] == 0x8b;
  gboolean is_zstd = size > 4 && memcmp (data, "\x28\xb5\x2f\xfd", 4) == 0;
  g_autoptr(GBytes) inside = NULL;
  g_autoptr(GBytes) packed = NULL;
  g_autofree guint8 *changed = NULL;
  gsize capacity;
  gsize n;

  if ((!is_gzip && !is_zstd && draw (rand, 8) > 0) || ((is_gzip || is_zstd) && draw (rand, 4) == 0))
    return LLVMFuzzerMutate (data, size, max_size);

  inside = is_gzip || is_zstd ? unpack (data, size) : g_bytes_new (data, size);
  capacity = g_bytes_get_size (inside) + 256;
  changed = g_malloc0 (capacity);
  memcpy (changed, g_bytes_get_data (inside, NULL), g_bytes_get_size (inside));
  n = LLVMFuzzerMutate (changed, g_bytes_get_size (inside), capacity);
  packed = (is_gzip || is_zstd ? is_gzip : draw (rand, 2) == 0) ? file_fixture_gzip (changed, n)
                                                                : file_fixture_zstd (changed, n);
  if (g_bytes_get_size (packed) > max_size)
    return LLVMFuzzerMutate (data, size, max_size);

  memcpy (data, g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
  return g_bytes_get_size (packed);
}

/* --- Records of one size --- */

/* Copies, moves or removes some of @n records; returns how many there are then. */
static gsize
shuffle_records (guint8 *data,
                 gsize   n,
                 gsize   max,
                 gsize   bytes,
                 GRand  *rand)
{
  gsize from = draw (rand, (guint32) n);
  gsize to = draw (rand, (guint32) n + 1);
  gsize count = 1 + draw (rand, (guint32) MIN (n - from, 8));

  if (draw (rand, 3) == 0) /* remove */
    {
      memmove (data + from * bytes, data + (from + count) * bytes, (n - from - count) * bytes);
      return n - count;
    }

  if (n + count <= max) /* copy */
    {
      g_autofree guint8 *copy = g_memdup2 (data + from * bytes, count * bytes);

      memmove (data + (to + count) * bytes, data + to * bytes, (n - to) * bytes);
      memcpy (data + to * bytes, copy, count * bytes);
      return n + count;
    }

  return n;
}

static void
put_u32 (guint8  *data,
         guint32  value)
{
  value = GUINT32_TO_LE (value);
  memcpy (data, &value, 4);
}

/* One field of a record of a .BIN gets a value that means something. */
static void
change_record (guint8       *record,
               const guint8 *other,
               GRand        *rand)
{
  static const guint32 handles[] = { 1, 2, 3, 0x10000001, 0x10000002, 0x20000001, 0x20000002,
                                     0x40000001, 0 };
  guint32 version = draw (rand, 2);
  gint64 time;

  switch (draw (rand, 5))
    {
    case 0:
      put_u32 (record, handles[draw (rand, G_N_ELEMENTS (handles))]);
      break;

    case 1:
      put_u32 (record + 4, version == 0 ? draw (rand, 6) << 24 : draw (rand, 6) | 0xff0);
      break;

    case 2:
      put_u32 (record + 8, draw (rand, 4) == 0 ? g_rand_int (rand) : draw (rand, 8));
      break;

    case 3: /* the time of another, or next to it */
      memcpy (&time, other + 16, 8);
      time = GINT64_FROM_LE (time);
      time = GINT64_TO_LE ((gint64) ((guint64) time + draw (rand, 3)));
      memcpy (record + 16, &time, 8);
      break;

    default:
      LLVMFuzzerMutate (record, RECORD_BYTES, RECORD_BYTES);
    }
}

gsize
fuzz_mutate_pair (guint8 *data,
                  gsize   size,
                  gsize   max_size,
                  GRand  *rand)
{
  FuzzInput input = { data, size, rand };
  gsize n_main = 0;
  gsize n_binary = size;
  const guint8 *behind = fuzz_split (&input, FUZZ_SEPARATOR, &n_main, &n_binary);
  gsize begin = behind != NULL ? (gsize) (behind - data) : 0;
  guint8 *records = data + begin;
  gsize n = n_binary / RECORD_BYTES;

  if (n == 0 || draw (rand, 3) == 0)
    return LLVMFuzzerMutate (data, size, max_size);

  if (draw (rand, 2) == 0)
    {
      n = shuffle_records (records, n, (max_size - begin) / RECORD_BYTES, RECORD_BYTES, rand);
      return begin + n * RECORD_BYTES;
    }

  change_record (records + draw (rand, (guint32) n) * RECORD_BYTES,
                 records + draw (rand, (guint32) n) * RECORD_BYTES, rand);
  return size;
}

/* --- Records of Business Rules! --- */

/* A record that is good in itself, at any place. */
static gsize
make_br_record (guint8 *record,
                GRand  *rand)
{
  guint8 type = (guint8) (1 + draw (rand, 9));

  memset (record, 0, 16);
  record[0] = type;
  switch (type)
    {
    case DWELL_BR_MAPPING:
      record[2] = (guint8) draw (rand, 3);
      record[4] = 2;
      record[5] = (guint8) ('A' + draw (rand, 3));
      record[6] = 'x';
      return 7;

    case DWELL_BR_LINE:
    case DWELL_BR_BACKTRACE:
      record[2] = (guint8) draw (rand, 3);
      record[6] = (guint8) draw (rand, 20);
      record[7] = (guint8) draw (rand, 3);
      return DWELL_BR_FRAME_BYTES;

    case DWELL_BR_TIME:
      record[1 + draw (rand, 8)] = (guint8) draw (rand, 256);
      return DWELL_BR_TIME_BYTES;

    case DWELL_BR_FUNCTION:
      record[1] = 3;
      memcpy (record + 2, "FNA", 3);
      return 5;

    case DWELL_BR_UNDEFINED:
      return 3;

    default:
      return 1;
    }
}

/* Where the @wanted-th record begins, or the last before it. */
static gsize
find_br_record (const guint8 *data,
                gsize         size,
                guint32       wanted)
{
  gsize place = 0;

  for (guint32 i = 0; i < wanted && place < size; i++)
    {
      gsize n = dwell_br_record_measure (data + place, data + size);

      if (n == 0 || n > size - place)
        break;
      place += n;
    }

  return place;
}

gsize
fuzz_mutate_br (guint8 *data,
                gsize   size,
                gsize   max_size,
                GRand  *rand)
{
  gsize place = find_br_record (data, size, draw (rand, 64));
  gsize next = place + find_br_record (data + place, size - place, 1 + draw (rand, 4));
  guint8 record[32];
  gsize n;

  switch (draw (rand, 4))
    {
    case 0: /* remove */
      memmove (data + place, data + next, size - next);
      return size - (next - place);

    case 1: /* insert */
      n = make_br_record (record, rand);
      if (size + n > max_size)
        break;
      memmove (data + place + n, data + place, size - place);
      memcpy (data + place, record, n);
      return size + n;

    case 2: /* repeat */
      n = next - place;
      if (n == 0 || size + n > max_size)
        break;
      memmove (data + place + n, data + place, size - place);
      return size + n;

    default:
      break;
    }

  return LLVMFuzzerMutate (data, size, max_size);
}

gsize
LLVMFuzzerCustomMutator (guint8       *data,
                         gsize         size,
                         gsize         max_size,
                         unsigned int  seed)
{
  const FuzzTarget *target = fuzz_get_target ();
  GRand *rand;

  if (target->mutate == NULL)
    return LLVMFuzzerMutate (data, size, max_size);

  rand = g_rand_new_with_seed (seed);
  size = target->mutate (data, size, max_size, rand);
  g_rand_free (rand);
  return size;
}
