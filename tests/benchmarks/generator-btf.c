/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Best Trace Format: tasks of several cores, on each one activation after the other, runnables,
 * signals and interrupts. */
#include "config.h"

#include <inttypes.h>

#include "generator.h"

#define N_CORES     3
#define N_TASKS     12 /* of each core */
#define N_RUNNABLES 200
#define N_SIGNALS   30

typedef struct {
  char    task[24];
  guint32 instance;
  guint32 n_runnables; /* that it still calls */
  guint32 runnable;
  gboolean is_active;
  gboolean is_called;  /* a runnable of it */
} Core;

typedef struct {
  FILE    *out;
  guint64  random;
  guint64  n_left;
  guint64  time;
  guint32  instances[N_CORES * N_TASKS];
  guint32  n_interrupts;
  Core     cores[N_CORES];
} Generator;

G_GNUC_PRINTF (2, 3) static void
put_event (Generator  *self,
           const char *format,
           ...)
{
  va_list arguments;

  if (self->n_left == 0)
    return;

  fprintf (self->out, "%" PRIu64 ",", self->time);
  va_start (arguments, format);
  vfprintf (self->out, format, arguments);
  va_end (arguments);
  self->n_left--;
}

static void
start (Generator *self,
       guint      number)
{
  Core *core = &self->cores[number];
  guint task = number * N_TASKS + generate_draw_below (&self->random, N_TASKS);

  g_snprintf (core->task, sizeof core->task, "Task_%u", task);
  core->instance = self->instances[task]++;
  core->n_runnables = 1 + (guint32) (generate_draw (&self->random) % 6);
  core->is_active = TRUE;
  put_event (self, "Timer_%u,0,T,%s,%u,activate\n", task % 4, core->task, core->instance);
  put_event (self, "Core_%u,0,T,%s,%u,start\n", number, core->task, core->instance);
}

static void
interrupt (Generator *self,
           guint      number)
{
  Core *core = &self->cores[number];

  put_event (self, "Core_%u,0,T,%s,%u,preempt\n", number, core->task, core->instance);
  put_event (self, "Core_%u,0,I,CAN_receive,%u,start\n", number, self->n_interrupts);
  self->time += 1 + generate_draw (&self->random) % 900;
  put_event (self, "Core_%u,0,I,CAN_receive,%u,terminate\n", number, self->n_interrupts++);
  put_event (self, "Core_%u,0,T,%s,%u,resume\n", number, core->task, core->instance);
}

static void
put_step (Generator *self)
{
  guint64 random = generate_draw (&self->random);
  guint number = (guint) (random >> 32) % N_CORES;
  Core *core = &self->cores[number];

  self->time += random % 5000;
  if (!core->is_active)
    start (self, number);
  else if (core->is_called && (random >> 16) % 4 == 0)
    put_event (self, "%s,%u,SIG,signal_%u,0,write,%u\n", core->task, core->instance,
               (guint) (random >> 40) % N_SIGNALS, (guint) (random >> 20) % 1000);
  else if (core->is_called && (random >> 16) % 32 == 1)
    interrupt (self, number);
  else if (core->is_called)
    {
      put_event (self, "%s,%u,R,runnable_%u,0,terminate\n", core->task, core->instance,
                 core->runnable);
      core->is_called = FALSE;
    }
  else if (core->n_runnables-- > 0)
    {
      core->runnable = generate_draw_below (&self->random, N_RUNNABLES);
      core->is_called = TRUE;
      put_event (self, "%s,%u,R,runnable_%u,0,start\n", core->task, core->instance,
                 core->runnable);
    }
  else
    {
      put_event (self, "Core_%u,0,T,%s,%u,terminate\n", number, core->task, core->instance);
      core->is_active = FALSE;
    }
}

/**
 * generate_btf:
 * @n_events: how many events
 * @seed: the same ones for the same seed
 * @out: where to
 */
void
generate_btf (guint64  n_events,
              guint64  seed,
              FILE    *out)
{
  g_autofree Generator *self = g_new0 (Generator, 1);

  self->out = out;
  self->random = seed + 1;
  self->n_left = n_events;
  fputs ("#version 2.2.0\n#creator generate\n#timeScale ns\n", out);
  while (self->n_left > 0)
    put_step (self);
}
