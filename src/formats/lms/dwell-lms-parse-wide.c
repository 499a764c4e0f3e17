/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses common lines with wide registers (AVX2, if the processor has it). Each line is read as 16
 * bytes; a bit mask shows which bytes are not digits, and both numbers are converted at once. The
 * records are the same as those of the portable parser, which gets all other lines. */
#include "config.h"

#include <string.h>

#include "core/dwell-load.h"
#include "formats/lms/dwell-lms-parse.h"

#ifdef __x86_64__

#include <immintrin.h>

/* Returns the values of the @n digits at @p as eight bytes, the last digit as the highest byte. */
static inline guint64
load_number (const char *p,
             guint       n)
{
  return (dwell_load_u64 (p) ^ DWELL_EACH_BYTE ('0')) << (64 - 8 * n);
}

/* Converts two numbers of eight digits at once: pairs, then fours, then eight. The first number is
 * the lower half of the result. */
__attribute__ ((target ("avx2"))) static inline guint64
combine_both (guint64 first,
              guint64 second)
{
  __m128i digits = _mm_set_epi64x ((long long) second, (long long) first);
  __m128i pairs = _mm_maddubs_epi16 (digits, _mm_set1_epi16 (0x010a));
  __m128i fours = _mm_madd_epi16 (pairs, _mm_set1_epi32 (0x00010064));

  fours = _mm_packus_epi32 (fours, fours);
  return (guint64) _mm_cvtsi128_si64 (_mm_madd_epi16 (fours, _mm_set1_epi32 (0x00012710)));
}

__attribute__ ((target ("avx2,bmi"))) static const char *
parse_lines (DwellLmsBlock *self,
             const char    *p,
             const char    *end)
{
  DwellLmsRecord *record = self->records + self->n_records;

  while (p < end)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) p);
      __m128i values = _mm_sub_epi8 (bytes, _mm_set1_epi8 ('0'));
      __m128i is_digit = _mm_cmpeq_epi8 (_mm_min_epu8 (values, _mm_set1_epi8 (9)), values);
      guint others = ~(guint) _mm_movemask_epi8 (is_digit);
      guint behind_type = others & (others - 1);
      guint32 type = (guint32) (*p - '0');
      guint comma = (guint) __builtin_ctz (behind_type);
      guint line_end = (guint) __builtin_ctz (behind_type & (behind_type - 1));
      guint64 numbers;

      /* The mask has ones from bit 16 on, so line_end is 16 for a longer line. */
      if (type > 1 || (others & 3) != 2 || p[1] != ',' || p[comma] != ',' ||
          comma - 3 > 7 || line_end - comma - 2 > 7 || line_end > 15)
        break;

      numbers = combine_both (load_number (p + 2, comma - 2),
                              load_number (p + comma + 1, line_end - comma - 1));

      if (p[line_end] == '\r')
        line_end++;
      if (p[line_end] != '\n')
        break;

      *record++ = (DwellLmsRecord) { (guint32) numbers << 2 | type, (gint32) (numbers >> 32) };
      p += line_end + 1;
    }

  self->n_records = (gsize) (record - self->records);
  return p;
}

#endif

/**
 * dwell_lms_get_wide_parser:
 *
 * Returns: (nullable): the parser of common lines for this processor; %NULL if it has no AVX2
 */
DwellLmsLineParser
dwell_lms_get_wide_parser (void)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi"))
    return parse_lines;
#endif

  return NULL;
}
