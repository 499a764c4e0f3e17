/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text1-maker.h"

#include "core/dwell-trace.h"

#define MAX_CONTEXTS 3
#define N_FUNCTIONS  6 /* the last one never runs */
#define N_LINES      2 /* of a function */
#define MAX_DEPTH    5

#define NUMBER       0x20000000u
#define MODE         0x20000001u
#define MODE_STATES  0x30000001u
#define TASK         0x20000002u
#define TASK_STATES  0x30000002u
#define SIGNAL       0x40000000u
#define LEVEL        0x40000001u
#define LEVEL_STATES 0x50000001u

/* The ways in which a file can say in which context functions run. */
typedef enum {
  BY_HANDLE,     /* in rows */
  BY_NAME,
  BY_STATISTICS, /* mostly each function runs in one context alone */
  BY_TASK,       /* a variable says which task runs */
  BY_NOTHING,    /* there is but one */
  N_WAYS,
} Way;

typedef struct {
  guint function;
  guint line;      /* handle; 0: none is active */
} Frame;

typedef struct {
  gint64  time;
  guint64 value;
  guint32 handle;
  guint   context;
  char    kind;
  gboolean has_value;
} Event;

typedef struct {
  Way      way;
  gboolean is_odd;            /* includes what no recorder should write */
  gboolean shares_functions;  /* though only statistics say which context calls them */
  gboolean states_are_events; /* else writes of their variable */
  guint    n_contexts;
  guint    running;
  gint64   time;
  GArray  *stacks[MAX_CONTEXTS]; /* Frame */
  GArray  *events;
  guint    mode;
  guint    level;
} Maker;

static guint
roll (guint n)
{
  return (guint) g_test_rand_int_range (0, (int) n);
}

static void
emit (Maker   *self,
      guint32  handle,
      char     kind)
{
  Event event = { .time = self->time, .handle = handle, .kind = kind, .context = self->running };

  g_array_append_val (self->events, event);
}

static void
emit_value (Maker   *self,
            guint32  handle,
            char     kind,
            guint64  value)
{
  Event event = { .time = self->time, .value = value, .handle = handle, .kind = kind,
                  .has_value = TRUE, .context = MAX_CONTEXTS };

  g_array_append_val (self->events, event);
}

static Frame *
get_top (Maker *self)
{
  GArray *stack = self->stacks[self->running];

  return stack->len > 0 ? &g_array_index (stack, Frame, stack->len - 1) : NULL;
}

/* The innermost activation stops; its line, if one is active, before it. */
static void
suspend (Maker *self)
{
  Frame *top = get_top (self);

  if (top == NULL)
    return;

  if (top->line != 0)
    emit (self, top->line, 'S');
  emit (self, top->function, 'S');
}

static void
resume (Maker *self)
{
  Frame *top = get_top (self);

  if (top == NULL)
    return;

  emit (self, top->function, 'R');
  if (top->line != 0)
    emit (self, top->line, 'R');
}

static void
call (Maker *self)
{
  guint n = N_FUNCTIONS - 1;
  Frame frame = { .function = roll (n) };

  if (self->stacks[self->running]->len >= MAX_DEPTH)
    return;
  if (self->way == BY_STATISTICS && !self->shares_functions)
    frame.function = self->running + (self->running + 3 < n && roll (2) == 0 ? 3 : 0);
  if (self->is_odd && roll (8) == 0)
    frame.function = 0x77;

  if (!self->is_odd || roll (4) != 0)
    suspend (self);
  emit (self, frame.function, 'E');
  g_array_append_val (self->stacks[self->running], frame);
}

static void
leave (Maker *self)
{
  GArray *stack = self->stacks[self->running];
  Frame *top = get_top (self);

  if (top == NULL)
    return;

  if (top->line != 0)
    emit (self, top->line, 'X');
  if (!self->is_odd || roll (8) != 0)
    emit (self, top->function, 'X');
  g_array_set_size (stack, stack->len - 1);
  if (!self->is_odd || roll (4) != 0)
    resume (self);
}

static void
change_line (Maker *self)
{
  Frame *top = get_top (self);

  if (top == NULL || top->function >= N_FUNCTIONS)
    return;

  if (top->line != 0)
    emit (self, top->line, 'X');
  top->line = top->line != 0 && roll (2) == 0 ? 0 : 0x10000000u + top->function * N_LINES +
                                                    roll (N_LINES);
  if (top->line != 0)
    emit (self, top->line, 'E');
}

static void
enter_state (Maker   *self,
             guint32  variable,
             guint32  states,
             guint    old,
             guint    state)
{
  if (!self->states_are_events)
    {
      emit_value (self, variable, 'W', state);
      return;
    }

  emit_value (self, states, 'X', old);
  if (self->is_odd && roll (3) == 0)
    self->time += roll (5);
  emit_value (self, states, "ER"[self->is_odd && roll (4) == 0], state);
}

static void
preempt (Maker *self)
{
  guint other = roll (self->n_contexts);

  if (other == self->running)
    return;

  suspend (self);
  if (self->way == BY_TASK)
    enter_state (self, TASK, TASK_STATES, self->running, other);
  self->running = other;
  resume (self);
}

static void
write_number (Maker *self)
{
  static const double numbers[] = { 0, -1.5, 3.25, 1e9 };
  union { double real; guint64 bits; } number = { .real = numbers[roll (4)] };

  if (roll (2) == 0)
    emit_value (self, SIGNAL, 'W', number.bits);
  else
    emit_value (self, NUMBER, 'W', roll (2) == 0 ? roll (100) : (guint64) -(gint64) roll (100));
}

static void
change_state (Maker *self)
{
  guint state = roll (3); /* the last one has no name */

  if (roll (2) == 0)
    {
      enter_state (self, MODE, MODE_STATES, self->mode, state);
      self->mode = state;
    }
  else
    {
      enter_state (self, LEVEL, LEVEL_STATES, self->level, state);
      self->level = state;
    }
}

static void
run (Maker *self,
     guint  n_steps)
{
  for (guint i = 0; i < n_steps; i++)
    {
      self->time += roll (3) == 0 ? 0 : roll (9);
      if (self->is_odd && roll (20) == 0)
        self->time -= roll (9);

      switch (roll (10))
        {
        case 0: case 1: case 2:
          call (self);
          break;
        case 3: case 4:
          leave (self);
          break;
        case 5: case 6:
          change_line (self);
          break;
        case 7:
          preempt (self);
          break;
        case 8:
          write_number (self);
          break;
        default:
          change_state (self);
          break;
        }
    }
}

static char *
make_mapping (void)
{
  gboolean has_parents = roll (2) == 0;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "* HANDLE(Functions) %%HANDLE%%,%s%%NAME%%,%%VALUE%%\n",
                          has_parents ? "%HANDLE.PARENT%," : "");
  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      g_string_append_printf (text, "%08X,%sf%u(a, b),\n", i, has_parents ? "," : "", i);
      for (guint k = 0; k < N_LINES; k++)
        {
          g_string_append_printf (text, "%08X,", 0x10000000u + i * N_LINES + k);
          if (has_parents)
            g_string_append_printf (text, "%08X,", i);
          g_string_append_printf (text, "line %u;,%u\n", k, 10 * i + k + 1);
        }
    }

  g_string_append (text, "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n"
                         "20000000,number,\n20000003,never,\n"
                         "20000001,mode,\n30000001,OFF,0\n30000001,ON,1\n"
                         "20000002,task,\n30000002,A,0\n30000002,B: b,1\n30000002,5% (c),2\n"
                         "* HANDLE(AUX) %HANDLE%,%VALUE.TYPE%,%NAME%,%VALUE%\n"
                         "40000000,F64,signal,\n"
                         "40000001,I64,level,\n50000001,I64,LOW,0\n50000001,I64,HIGH,1\n");
  return g_string_free (text, FALSE);
}

static const char * const names[MAX_CONTEXTS] = { "A", "B: b", "5% (c)" };

static char *
make_contexts (const Maker *self)
{
  GString *text = g_string_new ("* CONTEXTS %NAME%,%HANDLE%\n");

  for (guint i = 0; i < self->n_contexts; i++)
    g_string_append_printf (text, "%s,0x%x\n", names[i], 3 * i);
  return g_string_free (text, FALSE);
}

static gboolean
runs_in (const Maker *self,
         guint        function,
         guint        context)
{
  for (guint i = 0; i < self->events->len; i++)
    {
      const Event *event = &g_array_index (self->events, Event, i);

      if (event->context == context && event->handle == function)
        return TRUE;
    }

  return FALSE;
}

static char *
make_statistics (const Maker *self)
{
  GString *text = g_string_new (NULL);

  for (guint c = 0; c < self->n_contexts; c++)
    {
      g_string_append_printf (text, "* STATISTICS(Functions) CONTEXT(TSK: %s) "
                              "%%HANDLE%%,%%COUNT%%\n", names[c]);
      for (guint f = 0; f < N_FUNCTIONS; f++)
        if (runs_in (self, f, c))
          g_string_append_printf (text, "%08X,1\n", f);
    }

  return g_string_free (text, FALSE);
}

static void
append_event (const Maker *self,
              const Event *event,
              gint64       base,
              GString     *text)
{
  g_string_append_printf (text, "%08X,%c,", event->handle, event->kind);
  if (event->has_value && (gint64) event->value == (gint32) event->value)
    g_string_append_printf (text, "%08X", (guint32) event->value);
  else if (event->has_value)
    g_string_append_printf (text, "%016" G_GINT64_MODIFIER "X", event->value);
  g_string_append_printf (text, ",%" G_GINT64_FORMAT, base + event->time);

  if (self->way <= BY_NAME)
    g_string_append_c (text, ',');
  if (self->way == BY_HANDLE && event->context < MAX_CONTEXTS)
    g_string_append_printf (text, "0x%x", 3 * event->context);
  else if (self->way == BY_NAME && event->context < MAX_CONTEXTS)
    g_string_append (text, names[event->context]);
  g_string_append_c (text, '\n');
}

static char *
make_timeline (const Maker *self,
               gint64       base)
{
  GString *text = g_string_new ("* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%");

  g_string_append (text, self->way <= BY_NAME ? ",%CONTEXT%\n" : "\n");
  for (guint i = 0; i < self->events->len; i++)
    append_event (self, &g_array_index (self->events, Event, i), base, text);
  return g_string_free (text, FALSE);
}

/* Sections in any order. */
static char *
write_file (const Maker *self)
{
  static const gint64 bases[] = { 0, 0, 0, 17, 5000, -40, -5000, G_GINT64_CONSTANT (1) << 55 };
  gint64 base = bases[roll (G_N_ELEMENTS (bases))];
  GString *text = g_string_new (NULL);
  char *sections[5];
  guint n = 0;

  sections[n++] = make_mapping ();
  sections[n++] = make_timeline (self, base);
  if (self->way != BY_NOTHING && (self->way == BY_HANDLE || roll (2) == 0))
    sections[n++] = make_contexts (self);
  if (self->way == BY_STATISTICS || (self->way == BY_TASK && n == 2))
    sections[n++] = make_statistics (self);
  if (roll (2) == 0)
    sections[n++] = g_strdup_printf ("* INFO %%TOTAL_TIME%%\n%" G_GINT64_FORMAT "\n",
                                     MAX (0, base + self->time + (gint64) roll (60) - 20));

  for (; n > 0; n--)
    {
      guint next = roll (n);

      g_string_append (text, sections[next]);
      g_free (sections[next]);
      sections[next] = sections[n - 1];
    }

  return g_string_free (text, FALSE);
}

static gboolean
tells_contexts (const Maker *self)
{
  switch (self->way)
    {
    case BY_STATISTICS:
      return !self->shares_functions;
    case BY_TASK:
      return self->states_are_events;
    case BY_HANDLE:
    case BY_NAME:
    case BY_NOTHING:
    case N_WAYS:
    default:
      return TRUE;
    }
}

/* @is_odd: whether the file contains what no recorder should write; @is_clear: (out): whether it
 * says for each event to which stack it belongs. Returns: (transfer full): a file. */
char *
text1_maker_make (gboolean  is_odd,
                  gboolean *is_clear)
{
  Maker self = { .way = (Way) roll (N_WAYS), .is_odd = is_odd, .n_contexts = 1 + roll (3),
                 .states_are_events = roll (2) == 0, .shares_functions = roll (4) == 0 };
  char *text;

  if (self.way == BY_NOTHING)
    self.n_contexts = 1;
  else if (self.way == BY_TASK)
    self.n_contexts = MAX_CONTEXTS;

  self.events = g_array_new (FALSE, TRUE, sizeof (Event));
  for (guint i = 0; i < MAX_CONTEXTS; i++)
    self.stacks[i] = g_array_new (FALSE, TRUE, sizeof (Frame));

  run (&self, 10 + roll (120));
  if (roll (2) == 0)
    g_array_remove_range (self.events, 0, roll (self.events->len / 2 + 1));

  text = write_file (&self);
  *is_clear = !is_odd && (self.n_contexts == 1 || tells_contexts (&self));
  for (guint i = 0; i < MAX_CONTEXTS; i++)
    g_array_unref (self.stacks[i]);
  g_array_unref (self.events);
  return text;
}
