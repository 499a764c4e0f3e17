/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events are drawn one by one: which thread, then whether it begins, ends or says something; near
 * the end only ends are left. Depths stay below 24, times are mostly short and sometimes long,
 * names at the begin of the list are more frequent than those at its end. */
#include "config.h"

#include <string.h>

#include "generator.h"

#define N_THREADS  4
#define MAX_DEPTH  24
#define N_MODULES  12
#define N_PARTS    4
#define N_PLAIN    56
#define N_SCOPES   500
#define BUFFER_BYTES ((gsize) 1 << 20)

typedef struct {
  guint32  name;
  gboolean is_logical;
} Frame;

typedef struct {
  FILE    *out;
  char    *buffer;
  gsize    length;
  guint64  random;
  guint64  time;
  guint    n_threads;
  Frame  (*stacks)[MAX_DEPTH];
  guint   *depths;
  guint    n_open;
  guint    thread;
  guint64  written_time;             /* LMS: of the event before */
  guint8  *is_mapped;                /* LMS: by label */
  gboolean is_begun;                 /* trace events: there is one before */
} Generator;

static const char * const words[] = {
  "read", "decode", "resize", "camera", "lane", "detect", "plan", "control",
  "write", "merge", "filter", "sobel", "kalman", "publish", "idle", "sync",
};

static const char * const runtimes[N_THREADS] = { "default", "vision", "control", "logging" };

static const char * const projects[] = {
  "desktop", "sfx2", "sw", "sc", "vcl", "configmgr", "svtools", "toolkit", "dbaccess", "chart2",
};

static const char * const classes[] = {
  "Desktop", "SfxApplication", "SwDocShell", "ScDocument", "VclWindow",
  "ConfigManager", "SvtMenuOptions", "UnoControl", "DbAccess", "ChartModel",
};

/**
 * generate_draw:
 * @random: what was drawn before
 *
 * Returns: the next number of SplitMix64
 */
guint64
generate_draw (guint64 *random)
{
  guint64 z = (*random += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint64
draw (Generator *self)
{
  return generate_draw (&self->random);
}

/**
 * generate_draw_below:
 * @random: what was drawn before
 * @n: more than 0
 *
 * Returns: a number below @n, low ones more often
 */
guint32
generate_draw_below (guint64 *random,
                     guint32  n)
{
  guint64 drawn = generate_draw (random);

  return MIN ((guint32) (drawn >> 32) % n, (guint32) drawn % n);
}

static guint32
draw_below (Generator *self,
            guint32    n)
{
  return generate_draw_below (&self->random, n);
}

static guint64
draw_duration (Generator *self)
{
  static const guint64 limits[] = { 8, 64, 64, 700, 700, 4000, 8, 20000 };
  guint64 random = draw (self);

  return (random >> 8) % limits[random % G_N_ELEMENTS (limits)];
}

static void
flush_buffer (Generator *self)
{
  if (fwrite (self->buffer, 1, self->length, self->out) != self->length)
    g_error ("Cannot write");

  self->length = 0;
}

static void
put_text (Generator  *self,
          const char *text)
{
  gsize length = strlen (text);

  if (self->length + length > BUFFER_BYTES)
    flush_buffer (self);

  memcpy (self->buffer + self->length, text, length);
  self->length += length;
}

/* With leading zeros up to @width digits. */
static void
put_number (Generator *self,
            guint64    number,
            guint      width)
{
  char digits[24];
  guint place = sizeof digits - 1;

  digits[place] = '\0';
  do
    {
      digits[--place] = (char) ('0' + number % 10);
      number /= 10;
    }
  while (number > 0 || sizeof digits - 1 - place < width);

  put_text (self, digits + place);
}

/* Labels: per runtime its own, its modules', their parts'; then the plain ones. */
static guint32
choose_label (Generator *self,
              guint      depth)
{
  const Frame *stack = self->stacks[self->thread];
  guint32 first = self->thread * (1 + N_MODULES + N_MODULES * N_PARTS);

  if (depth == 0)
    return first;
  if (depth == 1)
    return first + 1 + draw_below (self, N_MODULES);
  if (depth == 2)
    return first + 1 + N_MODULES + (stack[1].name - first - 1) * N_PARTS +
           draw_below (self, N_PARTS);

  return N_THREADS * (1 + N_MODULES + N_MODULES * N_PARTS) + draw_below (self, N_PLAIN);
}

static void
put_label (Generator *self,
           guint32    label)
{
  guint32 per_runtime = 1 + N_MODULES + N_MODULES * N_PARTS;
  guint32 place = label % per_runtime;
  guint32 module = place <= N_MODULES ? place - 1 : (place - 1 - N_MODULES) / N_PARTS;

  if (label >= N_THREADS * per_runtime)
    {
      label -= N_THREADS * per_runtime;
      put_text (self, words[label % G_N_ELEMENTS (words)]);
      put_text (self, "_");
      put_number (self, label, 1);
      return;
    }

  put_text (self, runtimes[label / per_runtime]);
  if (place == 0)
    return;

  put_text (self, ".");
  put_text (self, words[module]);
  if (place <= N_MODULES)
    return;

  put_text (self, ".part");
  put_number (self, (place - 1 - N_MODULES) % N_PARTS, 1);
}

static void
put_lms_event (Generator *self,
               guint32    label,
               gboolean   is_end)
{
  if (!self->is_mapped[label])
    {
      self->is_mapped[label] = TRUE;
      put_text (self, "2,");
      put_number (self, label, 1);
      put_text (self, ",");
      put_label (self, label);
      put_text (self, "\n");
    }

  put_text (self, is_end ? "1," : "0,");
  put_number (self, label, 1);
  put_text (self, ",");
  put_number (self, self->time - self->written_time, 1);
  put_text (self, "\n");
  self->written_time = self->time;
}

/* As Chrome writes them, times with thousandths of a microsecond. */
static void
put_trace_event (Generator *self,
                 guint32    label,
                 gboolean   is_end)
{
  put_text (self, self->is_begun ? ",\n{\"pid\":4711,\"tid\":" : "[\n{\"pid\":4711,\"tid\":");
  put_number (self, self->thread + 1, 1);
  put_text (self, ",\"ts\":");
  put_number (self, self->time / 1000, 1);
  put_text (self, ".");
  put_number (self, self->time % 1000, 3);
  put_text (self, is_end ? ",\"ph\":\"E\"" : ",\"ph\":\"B\",\"name\":\"");
  if (!is_end)
    {
      put_label (self, label);
      put_text (self, "\"");
    }
  put_text (self, "}");
  self->is_begun = TRUE;
}

static void
put_scope (Generator *self,
           guint32    scope)
{
  put_text (self, projects[scope % G_N_ELEMENTS (projects)]);
  put_text (self, " (cd1000");
  put_number (self, scope % 37, 2);
  put_text (self, ") ::");
  put_text (self, classes[scope % G_N_ELEMENTS (classes)]);
  put_text (self, "::");
  put_text (self, words[scope % G_N_ELEMENTS (words)]);
  put_number (self, scope, 1);
}

/* The innermost scope that is no logical one. */
static guint32
get_owner (Generator *self)
{
  guint depth = self->depths[self->thread];

  while (self->stacks[self->thread][depth - 1].is_logical)
    depth--;

  return self->stacks[self->thread][depth - 1].name;
}

static void
put_ooo_event (Generator   *self,
               char         kind,
               guint32      scope,
               const char  *message,
               guint64      number)
{
  const char kind_text[] = { ' ', kind, ' ', '\0' };

  put_number (self, self->time / 1000, 6);
  put_text (self, " ");
  put_number (self, self->thread + 11, 1);
  put_text (self, kind_text);
  put_scope (self, scope);
  if (message != NULL)
    {
      put_text (self, " : ");
      put_text (self, message);
      put_number (self, number, 1);
    }
  put_text (self, "\n");
}

static void
put_labelled (Generator    *self,
              GenerateKind  kind,
              guint32       label,
              gboolean      is_end)
{
  if (kind == GENERATE_LMS)
    put_lms_event (self, label, is_end);
  else
    put_trace_event (self, label, is_end);
}

static void
begin (Generator    *self,
       GenerateKind  kind,
       guint64       random)
{
  guint depth = self->depths[self->thread]++;
  Frame *frame = &self->stacks[self->thread][depth];

  self->n_open++;
  frame->is_logical = FALSE;

  if (kind == GENERATE_LMS || kind == GENERATE_TRACE_EVENT)
    {
      frame->name = choose_label (self, depth);
      put_labelled (self, kind, frame->name, FALSE);
    }
  else if (depth > 0 && (random >> 24) % 8 == 0)
    {
      frame->name = draw_below (self, 20);
      frame->is_logical = TRUE;
      put_ooo_event (self, '|', get_owner (self), "{ step ", frame->name);
    }
  else
    {
      frame->name = draw_below (self, N_SCOPES);
      put_ooo_event (self, '{', frame->name, NULL, 0);
    }
}

static void
end (Generator    *self,
     GenerateKind  kind)
{
  guint depth = self->depths[self->thread] - 1;
  Frame frame = self->stacks[self->thread][depth];

  if (kind == GENERATE_LMS || kind == GENERATE_TRACE_EVENT)
    put_labelled (self, kind, frame.name, TRUE);
  else if (frame.is_logical)
    put_ooo_event (self, '|', get_owner (self), "} step ", frame.name);
  else
    put_ooo_event (self, '}', frame.name, NULL, 0);

  self->depths[self->thread] = depth;
  self->n_open--;
}

static void
put_event (Generator    *self,
           GenerateKind  kind,
           guint64       n_left)
{
  guint64 random = draw (self);
  gboolean must_end = self->n_open >= n_left;
  gboolean must_talk = self->n_open + 1 == n_left && kind == GENERATE_OOO;
  guint depth;

  if (random % 8 == 0)
    self->thread = (guint) (random >> 3) % self->n_threads;
  while ((must_end || must_talk) && self->n_open > 0 && self->depths[self->thread] == 0)
    self->thread = (self->thread + 1) % self->n_threads;

  depth = self->depths[self->thread];
  self->time += draw_duration (self);

  if (depth > 0 && !must_talk &&
      (must_end || depth == MAX_DEPTH ||
       (random >> 8) % 1024 >= (depth < 4 ? 700u : depth < 10 ? 520u : 440u)))
    end (self, kind);
  else if (kind == GENERATE_OOO && depth > 0 && (must_talk || (random >> 20) % 16 == 0))
    put_ooo_event (self, '|', get_owner (self), "lengthy calculation step ", (random >> 40) % 1000);
  else
    begin (self, kind, random);
}

static guint
get_n_threads (GenerateKind kind)
{
  switch ((guint) kind)
    {
    case GENERATE_OOO_1:
      return 1;
    case GENERATE_OOO_100:
      return 100;
    case GENERATE_OOO_10000:
      return 10000;
    default:
      return N_THREADS;
    }
}

/* Formats that have generators of their own. */
static gboolean
generate_others (GenerateKind  kind,
                 guint64       n_events,
                 guint64       seed,
                 FILE         *out,
                 FILE         *binary)
{
  switch ((guint) kind)
    {
    case GENERATE_APROF:
      generate_aprof (n_events, seed, out);
      return TRUE;
    case GENERATE_TEXT1:
    case GENERATE_TEXT1_BINARY:
      generate_text1 (n_events, seed, out, binary);
      return TRUE;
    case GENERATE_BR:
    case GENERATE_BR_SAMPLED:
      generate_br (n_events, seed, kind == GENERATE_BR, out);
      return TRUE;
    case GENERATE_FOLDED:
    case GENERATE_PERF_SCRIPT:
      generate_stacks (n_events, seed, kind == GENERATE_FOLDED, out);
      return TRUE;
    case GENERATE_CALLGRIND:
      generate_callgrind (n_events, seed, out);
      return TRUE;
    case GENERATE_BTF:
      generate_btf (n_events, seed, out);
      return TRUE;
    case GENERATE_VCD:
      generate_signals (n_events, seed, out);
      return TRUE;
    case GENERATE_CSV:
    case GENERATE_CSV_BY_END:
      generate_csv (n_events, seed, kind == GENERATE_CSV_BY_END, out);
      return TRUE;
    default:
      return FALSE;
    }
}

/**
 * generate_trace:
 * @kind: the format
 * @n_events: how many begins, ends and messages
 * @seed: equal seeds make equal files
 * @out: where to
 * @binary: (nullable): the .BIN that goes with it
 */
void
generate_trace (GenerateKind  kind,
                guint64       n_events,
                guint64       seed,
                FILE         *out,
                FILE         *binary)
{
  g_autofree Generator *self = g_new0 (Generator, 1);

  if (generate_others (kind, n_events, seed, out, binary))
    return;

  self->out = out;
  self->buffer = g_malloc (BUFFER_BYTES);
  self->random = seed;
  self->is_mapped = g_malloc0 (1024);
  self->n_threads = get_n_threads (kind);
  self->stacks = g_malloc0_n (self->n_threads, sizeof *self->stacks);
  self->depths = g_new0 (guint, self->n_threads);
  if (kind >= GENERATE_OOO_1 && kind <= GENERATE_OOO_10000)
    kind = GENERATE_OOO;

  if (kind == GENERATE_OOO)
    put_text (self, "opening log file 996743774.123456 seconds past January 1st 1970\n"
                    "corresponding to 0 ms after timer start\n"
                    "Process id is 4711\n");

  for (guint64 i = 0; i < n_events; i++)
    put_event (self, kind, n_events - i);

  if (kind == GENERATE_OOO)
    {
      put_text (self, "closing log file at ");
      put_number (self, self->time / 1000, 6);
    }
  else if (kind == GENERATE_TRACE_EVENT)
    put_text (self, "\n]\n");

  flush_buffer (self);
  g_free (self->buffer);
  g_free (self->is_mapped);
  g_free (self->stacks);
  g_free (self->depths);
}

gboolean
generate_kind_parse (const char   *name,
                     GenerateKind *kind)
{
  static const char * const names[] = { "lms", "ooo", "text1", "text1-binary", "br",
                                        "br-sampled", "aprof", "ooo-1", "ooo-100", "ooo-10000",
                                        "trace-event", "folded", "callgrind", "perf-script", "btf",
                                        "vcd", "csv", "csv-by-end" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      {
        *kind = i;
        return TRUE;
      }

  return FALSE;
}
