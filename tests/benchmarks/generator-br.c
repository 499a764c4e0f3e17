/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Business Rules!: a program and its libraries, a thread with a stack of routines; the lines of a
 * routine run one after the other, now and then one of them calls. Timed or sampled. */
#include "config.h"

#include <string.h>

#include "generator.h"

#define N_MODULES    4
#define N_ROUTINES   64 /* of each module */
#define N_LINES      32 /* of each routine */
#define MAX_DEPTH    6
#define BUFFER_BYTES ((gsize) 1 << 20)
#define MAX_BLOCK    1024

typedef struct {
  guint module;
  guint routine;
  guint line;
} Frame;

typedef struct {
  FILE   *out;
  guint8 *buffer;
  gsize   length;
  guint64 random;
  Frame   stack[MAX_DEPTH];
  guint   depth;
} Generator;

static void
put (Generator *self,
     guint64    number,
     guint      n_bytes)
{
  while (n_bytes-- > 0)
    self->buffer[self->length++] = (guint8) (number >> 8 * n_bytes);
}

static void
put_name (Generator *self,
          char      *name,
          guint      n_length_bytes)
{
  gsize length = strlen (name);

  put (self, length, n_length_bytes);
  memcpy (self->buffer + self->length, name, length);
  self->length += length;
  g_free (name);
}

/* Routine 0 is the main one, every eighth a GOSUB, the others are functions. */
static void
put_frame (Generator   *self,
           guint        type,
           const Frame *frame)
{
  put (self, type, 1);
  put (self, frame->module + 1, 2);
  put (self, (frame->routine * N_LINES + frame->line + 1) * 10, 4);
  put (self, 1 + frame->line % 2, 1);

  if (frame->routine == 0)
    put (self, 9, 1);
  else if (frame->routine % 8 == 0)
    put (self, 8, 1);
  else
    {
      put (self, 7, 1);
      put_name (self, g_strdup_printf ("FN%u_%u", frame->module, frame->routine), 1);
    }
}

static void
put_block (Generator *self,
           gboolean   is_timed)
{
  put_frame (self, 3, &self->stack[self->depth - 1]);
  if (is_timed)
    {
      put (self, 4, 1);
      put (self, generate_draw (&self->random) % 5000, 8);
    }

  for (guint i = self->depth - 1; i > 0; i--)
    put_frame (self, 5, &self->stack[i - 1]);
  put (self, 6, 1);
}

static void
flush_buffer (Generator *self)
{
  if (fwrite (self->buffer, 1, self->length, self->out) != self->length)
    g_error ("Cannot write");

  self->length = 0;
}

/* The next line, or a call or a return. Two lines of a routine call, each always the same. */
static void
step (Generator *self)
{
  Frame *top = &self->stack[self->depth - 1];
  guint64 draw = generate_draw (&self->random) % 8;

  if (top->line % 16 == 7 && draw < 4 && self->depth < MAX_DEPTH)
    {
      guint target = top->module * 31 + top->routine * 7 + top->line;

      self->stack[self->depth++] = (Frame) { target % N_MODULES, 1 + target % (N_ROUTINES - 1), 0 };
    }
  else if (top->line == N_LINES - 1 && draw > 0 && self->depth > 1)
    self->depth--;
  else
    top->line = (top->line + 1) % N_LINES;
}

/**
 * generate_br:
 * @n_events: blocks
 * @seed: what they are drawn from
 * @is_timed: rather than sampled
 * @out: where they go
 */
void
generate_br (guint64  n_events,
             guint64  seed,
             gboolean is_timed,
             FILE    *out)
{
  Generator self = { .out = out, .random = seed, .depth = 1 };

  self.buffer = g_malloc (BUFFER_BYTES + MAX_BLOCK);
  for (guint i = 0; i < N_MODULES; i++)
    {
      put (&self, 1, 1);
      put (&self, i + 1, 2);
      put_name (&self, g_strdup_printf ("C:\\APP\\MODULE%u.BR", i), 2);
    }

  for (guint64 i = 0; i < n_events; i++)
    {
      put_block (&self, is_timed);
      step (&self);
      if (self.length >= BUFFER_BYTES)
        flush_buffer (&self);
    }

  flush_buffer (&self);
  g_free (self.buffer);
}
