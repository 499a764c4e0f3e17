/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of one large program: as folded stacks, merged and in order, so that each is another one;
 * or as the samples of `perf script`, which come back to the same stacks. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "generator.h"

#define N_FUNCTIONS 4000
#define N_CALLEES   3
#define MIN_DEPTH   4
#define MAX_DEPTH   30
#define N_THREADS   4

typedef struct {
  guint32 function;
  guint32 n_called; /* how many it has called in folded stacks */
  guint32 offset;   /* of the call in it */
} Frame;

typedef struct {
  Frame frames[MAX_DEPTH];
  guint depth;
} Stack;

typedef struct {
  FILE    *out;
  guint64  random;
  char    *names[N_FUNCTIONS];
} Generator;

static const char * const classes[] = {
  "Desktop", "sfx2::SfxApplication", "SwDocShell", "ScDocument", "vcl::Window",
  "configmgr::ConfigManager", "SvtMenuOptions", "UnoControl", "dbaccess::DbAccess", "ChartModel",
};

static const char * const verbs[] = {
  "read", "decode", "resize", "lookup", "paint", "detect", "plan", "control",
  "write", "merge", "filter", "layout", "update", "publish", "idle", "sync",
};

static const char * const libraries[] = {
  "/usr/lib/libreoffice/program/libswlo.so", "/usr/lib/libreoffice/program/libvcllo.so",
  "/usr/lib/x86_64-linux-gnu/libc.so.6", "[kernel.kallsyms]",
};

static void
make_names (Generator *self)
{
  for (guint i = 0; i < N_FUNCTIONS; i++)
    self->names[i] = g_strdup_printf ("%s::%s%u(%s)", classes[i % G_N_ELEMENTS (classes)],
                                      verbs[i % G_N_ELEMENTS (verbs)], i,
                                      i % 3 == 0 ? "" : i % 3 == 1 ? "int, char const*" : "bool");
}

/* The function that @caller calls as its @n-th. */
static guint32
get_callee (guint32 caller,
            guint32 n)
{
  guint64 random = (guint64) caller << 32 | n;

  return (guint32) (generate_draw (&random) % N_FUNCTIONS);
}

/* 1 with a probability of a half, 2 of a quarter, and so on. */
static guint
draw_few (Generator *self)
{
  return 1 + (guint) __builtin_ctzll (generate_draw (&self->random) | 1ull << 20);
}

/* Leaves some frames and enters others, in folded stacks such as were not there before. */
static void
step (Generator *self,
      Stack     *stack,
      gboolean   is_new)
{
  guint n_left = draw_few (self);
  guint n_entered = draw_few (self);

  if (generate_draw (&self->random) % 64 == 0)
    n_left = stack->depth / 2;
  if (stack->depth < MIN_DEPTH + n_left)
    n_entered = MAX (n_entered, MIN_DEPTH);
  stack->depth -= MIN (n_left, stack->depth - 1);

  for (; n_entered > 0 && stack->depth < MAX_DEPTH; n_entered--)
    {
      Frame *caller = &stack->frames[stack->depth - 1];
      guint32 n = is_new ? caller->n_called++
                         : generate_draw_below (&self->random, N_CALLEES);

      caller->offset = 16 + 11 * n;
      stack->frames[stack->depth++] = (Frame) { .function = get_callee (caller->function, n) };
    }
}

static void
put_folded (Generator   *self,
            const Stack *stack)
{
  for (guint i = 0; i < stack->depth; i++)
    {
      if (i > 0)
        fputc (';', self->out);
      fputs (self->names[stack->frames[i].function], self->out);
    }

  fprintf (self->out, " %" PRIu64 "\n", 1 + generate_draw (&self->random) % 400);
}

static void
put_sample (Generator *self,
            Stack     *stack,
            guint      thread,
            guint64    time_us)
{
  stack->frames[stack->depth - 1].offset =
    generate_draw_below (&self->random, 64) * 5;
  fprintf (self->out, "soffice.bin  4711/%u [%03u] %5" PRIu64 ".%06" PRIu64
           ":    1003009 cpu-clock:uhH: \n", 4711 + thread, thread % 2, time_us / 1000000,
           time_us % 1000000);

  for (guint i = stack->depth; i-- > 0;)
    {
      guint32 function = stack->frames[i].function;

      fprintf (self->out, "\t    %12" PRIx64 " %s+0x%x (%s)\n",
               (guint64) 0x7f5c31000000 + function * 1024u + stack->frames[i].offset,
               self->names[function], stack->frames[i].offset,
               libraries[function / 7 % G_N_ELEMENTS (libraries)]);
    }

  fputc ('\n', self->out);
}

/**
 * generate_stacks:
 * @n_stacks: how many stacks
 * @seed: the same ones for the same seed
 * @is_folded: whether they are folded, else the text of `perf script`
 * @out: where to
 */
void
generate_stacks (guint64   n_stacks,
                 guint64   seed,
                 gboolean  is_folded,
                 FILE     *out)
{
  g_autofree Generator *self = g_new0 (Generator, 1);
  Stack stacks[N_THREADS] = { 0 };
  guint thread = 0;

  self->out = out;
  self->random = seed + 1;
  make_names (self);
  for (guint i = 0; i < N_THREADS; i++)
    stacks[i].depth = 1;

  for (guint64 i = 0; i < n_stacks; i++)
    {
      if (!is_folded && generate_draw (&self->random) % 8 == 0)
        thread = (guint) (generate_draw (&self->random) % N_THREADS);

      step (self, &stacks[thread], is_folded);
      if (is_folded)
        put_folded (self, &stacks[thread]);
      else
        put_sample (self, &stacks[thread], thread, 9962000000 + i * 251);
    }

  for (guint i = 0; i < N_FUNCTIONS; i++)
    g_free (self->names[i]);
}
