/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of spans with begin, duration, function and thread: in the order of begins, or as they are
 * written while a program runs, in that of ends. */
#include "config.h"

#include <inttypes.h>

#include "generator.h"

#define N_THREADS   4
#define N_FUNCTIONS 300
#define MAX_DEPTH   12

typedef struct {
  guint64 begin;
  guint64 end;
  guint32 function;
} Span;

typedef struct {
  Span  spans[MAX_DEPTH];
  guint depth;
} Stack;

/* Microseconds with three places. */
static void
put_row (const Span *span,
         guint       thread,
         FILE       *out)
{
  guint64 duration = span->end - span->begin;

  fprintf (out, "%" PRIu64 ".%03u,%" PRIu64 ".%03u,handle_request_%u,worker %u\n",
           span->begin / 1000, (guint) (span->begin % 1000), duration / 1000,
           (guint) (duration % 1000), span->function, thread);
}

/**
 * generate_csv:
 * @n_rows: how many spans
 * @seed: the same ones for the same seed
 * @by_end: whether they are in the order of their ends
 * @out: where to
 */
void
generate_csv (guint64   n_rows,
              guint64   seed,
              gboolean  by_end,
              FILE     *out)
{
  Stack stacks[N_THREADS] = { 0 };
  guint64 random = seed + 1;
  guint64 time = 0;
  guint64 n = 0;

  fputs ("start_us,duration_us,function,thread\n", out);
  while (n < n_rows)
    {
      guint64 drawn = generate_draw (&random);
      guint thread = (guint) (drawn >> 8) % N_THREADS;
      Stack *stack = &stacks[thread];
      Span span = { .function = generate_draw_below (&random, N_FUNCTIONS) };

      span.begin = time += 1 + (drawn >> 16) % 700;
      for (; stack->depth > 0 && stack->spans[stack->depth - 1].end <= time; stack->depth--)
        if (by_end && n++ < n_rows)
          put_row (&stack->spans[stack->depth - 1], thread, out);

      span.end = time + (drawn >> 32) % (drawn % 8 == 0 ? 40000 : 6000);
      if (stack->depth > 0)
        span.end = MIN (span.end, stack->spans[stack->depth - 1].end);
      if (stack->depth == MAX_DEPTH)
        continue;

      stack->spans[stack->depth++] = span;
      if (!by_end && n++ < n_rows)
        put_row (&span, thread, out);
    }
}
