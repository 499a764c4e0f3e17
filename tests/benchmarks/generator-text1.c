/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generates Text1: each thread is a context with its own functions, which statistics rows assign to
 * it; a call is S of the caller and E of the callee at the same time, a return X and R; between
 * them variables are written. The templates are those of the vendor's examples. */
#include "config.h"

#include <string.h>

#include "generator.h"

#define N_CONTEXTS   4
#define N_FUNCTIONS  64 /* of each context */
#define N_VARIABLES  8
#define MAX_DEPTH    24
#define BUFFER_BYTES ((gsize) 1 << 20)
#define MAX_ROW      64

/* Types of binary records. */
enum { EXIT, SUSPEND, RESUME, ENTRY, WRITE };

typedef struct {
  FILE    *out;     /* of events */
  gboolean is_binary;
  char    *buffer;
  gsize    length;
  guint64  random;
  guint64  time;
  guint64  n_left;
  guint64  n_closing; /* events that it takes to leave all functions */
  guint    context;
  guint32  stacks[N_CONTEXTS][MAX_DEPTH];
  guint    depths[N_CONTEXTS];
} Generator;

static void
flush_buffer (Generator *self)
{
  if (fwrite (self->buffer, 1, self->length, self->out) != self->length)
    g_error ("Cannot write");

  self->length = 0;
}

static void
put_hex (Generator *self,
         guint32    number)
{
  for (int shift = 28; shift >= 0; shift -= 4)
    self->buffer[self->length++] = "0123456789ABCDEF"[number >> shift & 0xf];
}

static void
put_decimal (Generator *self,
             guint64    number)
{
  char digits[20];
  guint n = 0;

  do
    digits[n++] = (char) ('0' + number % 10);
  while ((number /= 10) > 0);

  while (n > 0)
    self->buffer[self->length++] = digits[--n];
}

static void
put_bytes (Generator *self,
           guint64    number,
           guint      n)
{
  for (guint i = 0; i < n; i++)
    self->buffer[self->length++] = (char) (number >> 8 * i);
}

static void
put_event (Generator *self,
           guint      type,
           guint32    handle,
           guint32    value)
{
  if (self->length + MAX_ROW > BUFFER_BYTES)
    flush_buffer (self);

  self->n_left--;
  if (self->is_binary)
    {
      put_bytes (self, handle, 4);
      put_bytes (self, type | 0xff0, 4);
      put_bytes (self, type == WRITE ? (guint64) (gint32) value : 0, 8);
      put_bytes (self, self->time, 8);
      return;
    }

  put_hex (self, handle);
  self->buffer[self->length++] = ',';
  self->buffer[self->length++] = "XSREW"[type];
  self->buffer[self->length++] = ',';
  if (type == WRITE)
    put_hex (self, value);
  self->buffer[self->length++] = ',';
  put_decimal (self, self->time);
  self->buffer[self->length++] = '\n';
}

static void
call (Generator *self,
      guint64    random)
{
  guint depth = self->depths[self->context]++;
  guint32 *stack = self->stacks[self->context];

  stack[depth] = self->context * N_FUNCTIONS + (guint32) (random >> 32) % N_FUNCTIONS;
  if (depth > 0)
    put_event (self, SUSPEND, stack[depth - 1], 0);
  put_event (self, ENTRY, stack[depth], 0);
  self->n_closing += depth > 0 ? 2 : 1;
}

static void
leave (Generator *self)
{
  guint depth = --self->depths[self->context];
  const guint32 *stack = self->stacks[self->context];

  put_event (self, EXIT, stack[depth], 0);
  if (depth > 0)
    put_event (self, RESUME, stack[depth - 1], 0);
  self->n_closing -= depth > 0 ? 2 : 1;
}

static void
step (Generator *self)
{
  guint64 random = generate_draw (&self->random);
  gboolean must_leave = self->n_left <= self->n_closing;
  guint depth;

  if (random % 16 == 0)
    self->context = (guint) (random >> 4) % N_CONTEXTS;
  while (must_leave && self->depths[self->context] == 0)
    self->context = (self->context + 1) % N_CONTEXTS;

  depth = self->depths[self->context];
  self->time += 1 + (random >> 8) % (random % 8 == 0 ? 4000 : 300);

  if (must_leave)
    leave (self);
  else if (self->n_left < self->n_closing + 4 || (random >> 24) % 8 == 0)
    put_event (self, WRITE, 0x20000000 | (guint32) (random >> 40) % N_VARIABLES,
               (guint32) (random >> 16));
  else if (depth == 0 || (depth < MAX_DEPTH && (random >> 50) % 16 < (depth < 6 ? 9 : 7)))
    call (self, random);
  else
    leave (self);
}

static void
put_names (FILE *out)
{
  fputs ("* CONTEXTS %NAME%,%HANDLE%\n", out);
  for (guint i = 0; i < N_CONTEXTS; i++)
    fprintf (out, "TASK_%u,0x%x\n", i, i);

  fputs ("* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n", out);
  for (guint i = 0; i < N_CONTEXTS * N_FUNCTIONS; i++)
    fprintf (out, "%08X,\"module%u.c\"#function%u(int, char),\n", i, i % 16, i);

  fputs ("* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n", out);
  for (guint i = 0; i < N_VARIABLES; i++)
    fprintf (out, "%08X,variable%u,\n", 0x20000000 | i, i);

  for (guint i = 0; i < N_CONTEXTS; i++)
    {
      fprintf (out, "* STATISTICS(Functions) CONTEXT(TSK: TASK_%u) "
               "%%HANDLE%%,%%VALUE%%,%%COUNT%%\n", i);
      for (guint k = 0; k < N_FUNCTIONS; k++)
        fprintf (out, "%08X,,1\n", i * N_FUNCTIONS + k);
    }
}

/**
 * generate_text1:
 * @n_events: how many
 * @seed: equal seeds make equal files
 * @out: the main file
 * @binary: (nullable): the .BIN, if the timeline is to go there
 */
void
generate_text1 (guint64  n_events,
                guint64  seed,
                FILE    *out,
                FILE    *binary)
{
  g_autofree Generator *self = g_new0 (Generator, 1);

  self->out = binary != NULL ? binary : out;
  self->is_binary = binary != NULL;
  self->buffer = g_malloc (BUFFER_BYTES);
  self->random = seed;
  self->n_left = n_events;

  put_names (out);
  if (binary == NULL)
    fputs ("* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n", out);
  while (self->n_left > 0)
    step (self);

  flush_buffer (self);
  g_free (self->buffer);
}
