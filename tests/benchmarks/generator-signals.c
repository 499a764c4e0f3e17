/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of signals: a value change dump of bits and vectors. */
#include "config.h"

#include <inttypes.h>

#include "generator.h"

#define N_BITS    40
#define N_VECTORS 20

static void
put_vector (guint32  value,
            guint    code,
            FILE    *out)
{
  fputc ('b', out);
  for (guint bit = value > 0 ? 32 - (guint) __builtin_clz (value) : 1; bit-- > 0;)
    fputc ('0' + (value >> bit & 1), out);
  fprintf (out, " %c\n", (int) ('!' + code));
}

/**
 * generate_signals:
 * @n_changes: how many changes of signals
 * @seed: the same ones for the same seed
 * @out: where to
 */
void
generate_signals (guint64  n_changes,
                  guint64  seed,
                  FILE    *out)
{
  guint32 values[N_BITS + N_VECTORS] = { 0 };
  guint64 random = seed + 1;
  guint64 time = 0;

  fputs ("$date today $end\n$timescale 1 ns $end\n$scope module board $end\n", out);
  for (guint i = 0; i < N_BITS + N_VECTORS; i++)
    fprintf (out, "$var wire %u %c %s_%u $end\n", i < N_BITS ? 1u : 16u, (int) ('!' + i),
             i < N_BITS ? "line" : "counter", i);
  fputs ("$upscope $end\n$enddefinitions $end\n", out);

  for (guint64 i = 0; i < n_changes; i++)
    {
      guint64 drawn = generate_draw (&random);
      guint code = (guint) (drawn >> 8) % (N_BITS + N_VECTORS);

      if (i == 0 || drawn % 4 == 0)
        fprintf (out, "#%" PRIu64 "\n", time += 1 + (drawn >> 32) % 90);

      values[code] = code < N_BITS ? !values[code] : values[code] + 1 + (drawn >> 20 & 255);
      values[code] &= 0xffff;
      if (code < N_BITS)
        fprintf (out, "%u%c\n", values[code], (int) ('!' + code));
      else
        put_vector (values[code], code, out);
    }
}
