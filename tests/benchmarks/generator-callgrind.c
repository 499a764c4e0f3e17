/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile of callgrind in many parts, as `--dump-every-bb` leaves them: in each all functions of
 * a large program with the same lines and calls, some forty a function, and other costs. */
#include "config.h"

#include <inttypes.h>

#include "generator.h"

#define N_FUNCTIONS 20000
#define N_FILES     300
#define N_OBJECTS   6
#define N_COSTS     40 /* of a function, on average */

typedef struct {
  FILE    *out;
  guint64  random;  /* for costs */
  guint64  place;   /* for lines and calls, the same in all parts */
  guint64  n_left;
  gint32   line;
  guint8   is_named[N_FUNCTIONS]; /* in this part */
} Generator;

static void
put_function (Generator  *self,
              const char *key,
              guint       function)
{
  if (self->is_named[function])
    fprintf (self->out, "%s=(%u)\n", key, function + 1);
  else
    fprintf (self->out, "%s=(%u) sfx2::Module%u::routine%u(int, char const*)\n", key, function + 1,
             function % 60, function);

  self->is_named[function] = TRUE;
}

/* Mostly relative to the line before. */
static void
put_cost (Generator *self)
{
  guint64 random = generate_draw (&self->place);
  gint32 step = (gint32) (random >> 8 & 15) - 5;

  if (random % 8 == 0 || self->line + step < 1)
    {
      self->line = 100 + (gint32) (random >> 16 & 2047);
      fprintf (self->out, "%d", self->line);
    }
  else
    {
      self->line += step;
      fprintf (self->out, step == 0 ? "*" : "%+d", step);
    }

  fprintf (self->out, " %u\n", 1 + generate_draw_below (&self->random, 4000));
  self->n_left--;
}

static void
put_call (Generator *self,
          guint      function)
{
  guint64 random = generate_draw (&self->place);
  guint callee = (guint) (random >> 16) % N_FUNCTIONS;

  if (callee % N_OBJECTS != function % N_OBJECTS)
    fprintf (self->out, "cob=(%u)\n", callee % N_OBJECTS + 1);
  if (callee % N_FILES != function % N_FILES)
    fprintf (self->out, "cfi=(%u)\n", callee % N_FILES + 1);
  put_function (self, "cfn", callee);
  fprintf (self->out, "calls=%u %u\n", 1 + (guint) (random >> 40) % 2000,
           (guint) (random >> 52) % 3000);
  put_cost (self);
}

static void
begin_part (Generator *self,
            guint      part)
{
  if (part == 1)
    fputs ("# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 4711\n"
           "cmd:  ./load\n", self->out);
  fprintf (self->out, "part: %u\n\npositions: line\nevents: Ir\n\n", part);

  for (guint i = 0; i < N_FUNCTIONS; i++)
    self->is_named[i] = FALSE;
  for (guint i = 0; i < N_OBJECTS; i++)
    fprintf (self->out, "ob=(%u) /usr/lib/libreoffice/program/lib%u.so\n", i + 1, i);
  for (guint i = 0; i < N_FILES; i++)
    fprintf (self->out, "fl=(%u) /build/sfx2/source/module%u.cxx\n", i + 1, i);
}

/**
 * generate_callgrind:
 * @n_costs: how many lines of costs, those of calls among them
 * @seed: the same profile for the same seed
 * @out: where to
 */
void
generate_callgrind (guint64  n_costs,
                    guint64  seed,
                    FILE    *out)
{
  g_autofree Generator *self = g_new0 (Generator, 1);

  self->out = out;
  self->random = seed + 1;
  self->n_left = n_costs;

  for (guint i = 0; self->n_left > 0; i++)
    {
      guint function = i % N_FUNCTIONS;

      if (function == 0)
        begin_part (self, i / N_FUNCTIONS + 1);
      fprintf (out, "\nob=(%u)\nfl=(%u)\n", function % N_OBJECTS + 1, function % N_FILES + 1);
      put_function (self, "fn", function);

      self->place = seed ^ function;
      for (guint n = 1 + (guint) (generate_draw (&self->place) % (2 * N_COSTS));
           n > 0 && self->n_left > 0; n--)
        if (generate_draw (&self->place) % 16 == 0)
          put_call (self, function);
        else
          put_cost (self);
    }
}
