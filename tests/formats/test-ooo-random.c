/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random RTL_LOGFILE logs, read a second time by a naive reader that follows the rules word by word
 * on lists of strings: whatever it makes of a log must be, to the letter, what the real one makes.
 * The logs hold all that means something in a whole line; torn lines, NULs and headers have their
 * own cases in test-ooo.c. */
#include "config.h"

#include <string.h>

#include "ooo-dump.h"

#define N_LOGS 4000

typedef struct Span Span;

struct Span
{
  guint    thread;
  gint64   begin;
  gint64   end;
  char    *name;         /* or the whole label */
  gboolean is_logical;
  Span    *owner;        /* of a logical scope */
  char    *owner_name;   /* the function that owns it, open or not */
  Span    *parent;       /* the innermost scope when it was opened */
  gboolean straddles;
  gboolean is_missing;
  gboolean is_clamped;
  gboolean is_undefined;
  guint    row;
  guint    n_set_backs;
  guint    number;
};

typedef struct {
  guint       thread;
  gint64      time;
  const char *kind;
  GString    *text;
  char       *area;
  Span       *span;
} Mark;

typedef struct {
  GPtrArray *open;      /* (element-type Span) */
  GPtrArray *row_ends;  /* (element-type Span) the last of each row */
  gint64     last;
  guint      n_set_backs;
} Thread;

#define N_THREADS 3

typedef struct {
  GPtrArray *spans;
  GPtrArray *marks;
  Thread     threads[N_THREADS];
  gint64     time;
  guint32    raw;
  gboolean   has_time;

  /* The mark to which a line without a stamp is appended. */
  gboolean   has_record;
  Mark      *mark;
  Mark       record;
} Naive;

static void
span_free (gpointer data)
{
  Span *span = data;

  g_free (span->name);
  g_free (span->owner_name);
  g_free (span);
}

static void
mark_free (gpointer data)
{
  Mark *mark = data;

  g_string_free (mark->text, TRUE);
  g_free (mark->area);
  g_free (mark);
}

static char *
without_detail (const char *label)
{
  const char *bracket = strrchr (label, '[');

  if (g_str_has_suffix (label, "]") && bracket != NULL && bracket > label && bracket[-1] == ' ')
    return g_strndup (label, (gsize) (bracket - 1 - label));

  return g_strdup (label);
}

static void
add_mark (Naive      *naive,
          const char *kind,
          const char *text,
          const char *area,
          Span       *span)
{
  Mark *mark = g_new0 (Mark, 1);

  mark->thread = naive->record.thread;
  mark->time = naive->record.time;
  mark->kind = kind;
  mark->text = g_string_new (text);
  mark->area = g_strdup (area);
  mark->span = span;
  g_ptr_array_add (naive->marks, mark);
  naive->mark = mark;
}

static void
set_record (Naive      *naive,
            const char *area,
            Span       *span)
{
  g_free (naive->record.area);
  naive->record.area = g_strdup (area);
  naive->record.span = span;
  naive->has_record = TRUE;
  naive->mark = NULL;
}

static Span *
open_span (Naive      *naive,
           const char *name,
           gboolean    is_logical)
{
  Thread *thread = &naive->threads[naive->record.thread];
  Span *span = g_new0 (Span, 1);

  span->thread = naive->record.thread;
  span->begin = naive->record.time;
  span->end = G_MAXINT64;
  span->name = g_strdup (name);
  span->is_logical = is_logical;
  span->n_set_backs = thread->n_set_backs;

  for (guint i = thread->open->len; i > 0 && span->parent == NULL; i--)
    {
      Span *other = g_ptr_array_index (thread->open, i - 1);

      if (!other->straddles)
        span->parent = other;
    }

  span->row = span->parent != NULL ? span->parent->row + 1 : 0;
  while (span->row < thread->row_ends->len &&
         ((Span *) g_ptr_array_index (thread->row_ends, span->row))->end > span->begin)
    span->row++;

  if (span->row == thread->row_ends->len)
    g_ptr_array_add (thread->row_ends, span);
  else
    thread->row_ends->pdata[span->row] = span;

  g_ptr_array_add (thread->open, span);
  g_ptr_array_add (naive->spans, span);
  return span;
}

static void
close_span (Naive    *naive,
            Span     *span,
            gint64    time,
            gboolean  is_missing)
{
  Thread *thread = &naive->threads[span->thread];

  span->end = MAX (time, span->begin);
  span->is_clamped = time < span->begin;
  span->is_missing = is_missing;
  span->is_undefined = span->n_set_backs != thread->n_set_backs;
  g_ptr_array_remove (thread->open, span);
}

static void
close_scope (Naive *naive,
             Span  *scope)
{
  Thread *thread = &naive->threads[naive->record.thread];
  gint64 time = naive->record.time;
  g_autoptr(GPtrArray) above = g_ptr_array_new ();
  guint index;

  g_ptr_array_find (thread->open, scope, &index);
  for (guint i = index + 1; i < thread->open->len; i++)
    g_ptr_array_add (above, g_ptr_array_index (thread->open, i));

  for (guint i = 0; i < above->len; i++)
    {
      Span *other = g_ptr_array_index (above, i);
      gboolean is_owner_ending = other->owner == scope ||
                                 g_ptr_array_find (above, other->owner, NULL);

      if (!other->is_logical || is_owner_ending)
        close_span (naive, other, time, TRUE);
      else if (other->begin < time)
        other->straddles = TRUE;
    }

  close_span (naive, scope, time, FALSE);
}

static gsize
word_length (const char *text)
{
  return strcspn (text, " ");
}

/* The levels of rule 8, from the best. */
static gboolean
agrees (const char *end,
        const char *begin,
        guint       level)
{
  g_autofree char *bare_end = without_detail (end);
  g_autofree char *bare_begin = without_detail (begin);

  switch (level)
    {
    case 0:
      return g_str_equal (end, begin);

    case 1:
      return g_str_has_prefix (bare_end, bare_begin) || g_str_has_prefix (bare_begin, bare_end);

    default:
      return word_length (bare_end) == word_length (bare_begin) &&
             strncmp (bare_end, bare_begin, word_length (bare_end)) == 0;
    }
}

static gboolean
has_owner (Span       *scope,
           Span       *owner,
           const char *owner_name)
{
  return scope->owner == owner && (owner != NULL || g_strcmp0 (scope->owner_name, owner_name) == 0);
}

static Span *
find_logical (Naive      *naive,
              const char *label,
              Span       *owner,
              const char *owner_name,
              gboolean   *is_guess)
{
  Thread *thread = &naive->threads[naive->record.thread];
  Span *only = NULL;
  guint n = 0;

  *is_guess = FALSE;
  for (guint level = 0; level < 3; level++)
    for (guint of_owner = 1; of_owner < 2; of_owner--)
      for (guint i = thread->open->len; i > 0; i--)
        {
          Span *scope = g_ptr_array_index (thread->open, i - 1);

          if (scope->is_logical && has_owner (scope, owner, owner_name) == (of_owner == 1) &&
              agrees (label, scope->name, level))
            return scope;
        }

  for (guint i = 0; i < thread->open->len; i++)
    {
      Span *scope = g_ptr_array_index (thread->open, i);

      if (scope->is_logical && has_owner (scope, owner, owner_name))
        {
          only = scope;
          n++;
        }
    }

  *is_guess = n == 1 && owner_name != NULL;
  return *is_guess ? only : NULL;
}

static void
take_brace (Naive      *naive,
            const char *message,
            Span       *owner,
            const char *owner_name)
{
  Thread *thread = &naive->threads[naive->record.thread];
  g_autofree char *label = g_strstrip (g_strdup (message + 1));
  g_autofree char *bare = without_detail (label);
  gboolean is_guess;
  Span *scope;

  if (*message == '{')
    {
      scope = open_span (naive, label, TRUE);
      scope->owner = owner;
      scope->owner_name = g_strdup (owner_name);
      set_record (naive, bare, scope);
      return;
    }

  scope = find_logical (naive, label, owner, owner_name, &is_guess);
  if (scope == NULL)
    {
      set_record (naive, bare, owner);
      add_mark (naive, "orphan", "", bare, owner);
      return;
    }

  for (guint i = thread->open->len; g_ptr_array_index (thread->open, i - 1) != scope; i--)
    {
      Span *above = g_ptr_array_index (thread->open, i - 1);

      if (!above->straddles && above->begin < naive->record.time)
        scope->straddles = TRUE;
    }

  close_span (naive, scope, naive->record.time, is_guess);
  g_clear_pointer (&bare, g_free);
  bare = without_detail (scope->name);
  set_record (naive, bare, scope);
}

static Span *
find_scope (Naive      *naive,
            const char *text,
            const char *behind)
{
  Thread *thread = &naive->threads[naive->record.thread];

  for (guint i = thread->open->len; i > 0; i--)
    {
      Span *scope = g_ptr_array_index (thread->open, i - 1);
      g_autofree char *whole = g_strconcat (scope->name, behind, NULL);

      if (!scope->is_logical &&
          (*behind == '\0' ? g_str_equal (text, whole) : g_str_has_prefix (text, whole)))
        return scope;
    }

  return NULL;
}

static void
take_message (Naive      *naive,
              const char *text)
{
  static GRegex *author; /* module (author) ::function [: message] */
  g_autoptr(GMatchInfo) match = NULL;
  g_autofree char *name = NULL;
  g_autofree char *message = NULL;
  Span *owner = find_scope (naive, text, " : ");

  if (author == NULL)
    author = g_regex_new ("^(?:: )?(\\S+ \\([^()]*\\))(?: :)? (::.*?)(?: : (.*))?$",
                          G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);

  if (owner != NULL)
    {
      name = g_strdup (owner->name);
      message = g_strdup (text + strlen (name) + 3);
    }
  else if (g_regex_match (author, text, G_REGEX_MATCH_DEFAULT, &match))
    {
      g_autofree char *person = g_match_info_fetch (match, 1);
      g_autofree char *function = g_match_info_fetch (match, 2);

      name = g_strconcat (person, " ", function, NULL);
      message = g_match_info_fetch (match, 3);
      owner = find_scope (naive, name, "");
    }
  else if (g_str_has_prefix (text, ": "))
    {
      message = g_strdup (text + 2);
    }
  else if (strstr (text, " : ") != NULL)
    {
      name = g_strndup (text, (gsize) (strstr (text, " : ") - text));
      message = g_strdup (strstr (text, " : ") + 3);
    }
  else
    {
      message = g_strdup (text);
    }

  if (message != NULL && (*message == '{' || *message == '}'))
    {
      take_brace (naive, message, owner, name);
    }
  else
    {
      set_record (naive, name, owner);
      add_mark (naive, "message", message != NULL ? message : "", name, owner);
    }
}

static void
take_end (Naive      *naive,
          const char *text)
{
  Span *scope = find_scope (naive, text, "");
  gboolean is_exact = scope != NULL;

  if (!is_exact)
    scope = find_scope (naive, text, " ");

  if (scope == NULL)
    {
      set_record (naive, text, NULL);
      add_mark (naive, "orphan", "", text, NULL);
      return;
    }

  close_scope (naive, scope);
  set_record (naive, scope->name, scope);
  if (!is_exact)
    add_mark (naive, "exit", text + strlen (scope->name) + 1, scope->name, scope);
}

static void
take_line (Naive      *naive,
           const char *line)
{
  g_auto(GStrv) fields = g_strsplit (line, " ", 4);
  const char *text;
  Thread *thread;
  guint32 raw;

  if (g_strv_length (fields) < 3 || strlen (fields[0]) < 6 || !g_ascii_isdigit (fields[0][0]))
    {
      if (*line == '\0' || !naive->has_record)
        return;

      if (g_str_has_prefix (line, "| : "))
        line += 4;
      if (naive->mark == NULL)
        add_mark (naive, "message", line, naive->record.area, naive->record.span);
      else
        g_string_append_printf (naive->mark->text, "%s%s", naive->mark->text->len > 0 ? "\n" : "",
                                line);
      return;
    }

  raw = (guint32) g_ascii_strtoull (fields[0], NULL, 10);
  naive->time = naive->has_time ? naive->time + (gint32) (raw - naive->raw) : (gint64) raw;
  naive->raw = raw;
  naive->has_time = TRUE;
  naive->record.thread = (guint) g_ascii_strtoull (fields[1], NULL, 10);
  naive->record.time = naive->time;

  thread = &naive->threads[naive->record.thread];
  if (naive->time < thread->last)
    thread->n_set_backs++;
  thread->last = naive->time;

  text = fields[3] != NULL ? fields[3] : "";
  if (*fields[2] == '{')
    {
      Span *scope = open_span (naive, text, FALSE);

      set_record (naive, text, scope);
    }
  else if (*fields[2] == '}')
    {
      take_end (naive, text);
    }
  else
    {
      take_message (naive, text);
    }
}

/* In a thread whose clock was set back, things change places with one another: the earliest, and of
 * those the first, moves up place by place. */
static void
put_in_order (GPtrArray *things,
              guint      thread,
              guint    (*get_thread) (gconstpointer thing),
              gint64   (*get_time) (gconstpointer thing))
{
  g_autoptr(GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < things->len; i++)
    if (get_thread (things->pdata[i]) == thread)
      g_array_append_val (places, i);

  for (guint i = 0; i < places->len; i++)
    for (guint k = places->len - 1; k > i; k--)
      {
        gpointer *later = &things->pdata[g_array_index (places, guint, k)];
        gpointer *earlier = &things->pdata[g_array_index (places, guint, k - 1)];

        if (get_time (*later) < get_time (*earlier))
          {
            gpointer moved = *later;

            *later = *earlier;
            *earlier = moved;
          }
      }
}

static guint
get_span_thread (gconstpointer thing)
{
  return ((const Span *) thing)->thread;
}

static gint64
get_span_begin (gconstpointer thing)
{
  return ((const Span *) thing)->begin;
}

static guint
get_mark_thread (gconstpointer thing)
{
  return ((const Mark *) thing)->thread;
}

static gint64
get_mark_time (gconstpointer thing)
{
  return ((const Mark *) thing)->time;
}

static void
settle (Naive *naive)
{
  for (guint t = 0; t < N_THREADS; t++)
    {
      Thread *thread = &naive->threads[t];

      while (thread->open->len > 0)
        {
          Span *span = g_ptr_array_index (thread->open, thread->open->len - 1);

          close_span (naive, span, MAX (thread->last, span->begin), TRUE);
        }
    }

  /* Parents before children, for they were opened before. */
  for (guint i = 0; i < naive->spans->len; i++)
    {
      Span *span = g_ptr_array_index (naive->spans, i);

      while (span->parent != NULL && !span->straddles &&
             (span->parent->straddles || span->parent->begin > span->begin ||
              span->parent->end < span->end))
        span->parent = span->parent->parent;
    }

  for (guint i = 0; i < naive->spans->len; i++)
    if (((Span *) g_ptr_array_index (naive->spans, i))->straddles)
      ((Span *) g_ptr_array_index (naive->spans, i))->parent = NULL;

  for (guint t = 0; t < N_THREADS; t++)
    if (naive->threads[t].n_set_backs > 0)
      {
        put_in_order (naive->spans, t, get_span_thread, get_span_begin);
        put_in_order (naive->marks, t, get_mark_thread, get_mark_time);
      }

  for (guint i = 0; i < naive->spans->len; i++)
    ((Span *) g_ptr_array_index (naive->spans, i))->number = i;
}

/* Its milliseconds that no child covers, counted one by one. */
static gint64
count_own (Naive *naive,
           Span  *span)
{
  g_autofree guint8 *covered = g_new0 (guint8, (gsize) (span->end - span->begin + 1));
  gint64 n = 0;

  for (guint i = 0; i < naive->spans->len; i++)
    {
      Span *child = g_ptr_array_index (naive->spans, i);

      for (gint64 t = child->begin; child->parent == span && t < child->end; t++)
        covered[t - span->begin] = 1;
    }

  for (gint64 t = 0; t < span->end - span->begin; t++)
    n += !covered[t];

  return n;
}

static char *
dump (Naive *naive)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < naive->spans->len; i++)
    {
      Span *span = g_ptr_array_index (naive->spans, i);
      g_autofree char *name = span->is_logical ? without_detail (span->name)
                                               : g_strdup (span->name);

      g_string_append_printf (text, "#%u thread %u row %u: %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT
                              " self ", i, span->thread, span->row, span->begin, span->end);
      if (span->is_undefined)
        g_string_append_c (text, '?');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, count_own (naive, span));
      g_string_append_printf (text, " %s \"%s\"", span->is_logical ? "scope" : "function", name);
      if (span->parent != NULL)
        g_string_append_printf (text, " in #%u", span->parent->number);
      g_string_append_printf (text, "%s%s%s\n", span->is_missing ? " [missing]" : "",
                              span->is_clamped ? " [clamped]" : "",
                              span->is_undefined ? " [undefined]" : "");
    }

  for (guint i = 0; i < naive->marks->len; i++)
    {
      Mark *mark = g_ptr_array_index (naive->marks, i);

      g_string_append_printf (text, "thread %u: %" G_GINT64_FORMAT " %s \"%s\"", mark->thread,
                              mark->time, mark->kind, mark->text->str);
      if (mark->area != NULL)
        g_string_append_printf (text, " of \"%s\"", mark->area);
      if (mark->span != NULL)
        g_string_append_printf (text, " in #%u", mark->span->number);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static char *
read_naively (const char *log)
{
  g_auto(GStrv) lines = g_strsplit (log, "\n", -1);
  Naive naive = { 0 };
  char *text;

  naive.spans = g_ptr_array_new_with_free_func (span_free);
  naive.marks = g_ptr_array_new_with_free_func (mark_free);
  for (guint i = 0; i < N_THREADS; i++)
    {
      naive.threads[i].open = g_ptr_array_new ();
      naive.threads[i].row_ends = g_ptr_array_new ();
      naive.threads[i].last = G_MININT64;
    }

  for (guint i = 0; lines[i] != NULL; i++)
    take_line (&naive, lines[i]);

  settle (&naive);
  text = dump (&naive);

  for (guint i = 0; i < N_THREADS; i++)
    {
      g_ptr_array_unref (naive.threads[i].open);
      g_ptr_array_unref (naive.threads[i].row_ends);
    }

  g_free (naive.record.area);
  g_ptr_array_unref (naive.spans);
  g_ptr_array_unref (naive.marks);
  return text;
}

static const char *
choose (const char * const *choices)
{
  return choices[g_test_rand_int_range (0, (gint32) g_strv_length ((char **) choices))];
}

static char *
random_text (char kind)
{
  static const char * const names[] = { "f", "f", "g", "f g", "m (a) ::f", "m (a) ::g", "n : o",
                                        NULL };
  static const char * const messages[] = { "x", "x : y", "", "{ a", "} a", "{ b c", "} b d",
                                           "{ b [1]", "} b", "{ a [2]", "} z", "{", "}", NULL };
  static const char * const forms[] = { "%s : %s", "%s : %s", "%s : %s", ": %s", "m (a) : ::f : %s",
                                        ": m (a) ::g : %s", "m (a) : ::h : %s", NULL };
  const char *form = kind == '|' ? choose (forms) : NULL;
  const char *name = choose (names);
  g_autoptr(GString) text = g_string_new (form);

  if (kind == '{')
    return g_strdup (name);

  if (kind == '}')
    return g_strconcat (name, g_test_rand_int_range (0, 12) == 0 ? " return : void" : "", NULL);

  if (g_str_has_prefix (form, "%s : "))
    g_string_replace (text, "%s", name, 1);
  g_string_replace (text, "%s", choose (messages), 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
random_log (void)
{
  GString *log = g_string_new (NULL);
  /* Near the wrap of the clock, on both of its sides, or at the beginning. */
  guint32 time = (guint32) g_test_rand_int_range (-100, 100);
  gboolean is_set_back = g_test_rand_int_range (0, 3) == 0;
  int n_lines = g_test_rand_int_range (1, 80);
  int step = g_test_rand_int_range (1, 10);

  for (int i = 0; i < n_lines; i++)
    {
      static const char kinds[] = { '{', '{', '}', '|', '|' };
      char kind = kinds[g_test_rand_int_range (0, sizeof kinds)];
      g_autofree char *text = random_text (kind);

      if (g_test_rand_int_range (0, 30) == 0)
        {
          g_string_append (log, g_test_rand_bit () ? "more\n" : "| : ( LogBridge 1,void)\n");
          continue;
        }

      time += (guint32) g_test_rand_int_range (0, step);
      if (is_set_back && g_test_rand_int_range (0, 12) == 0)
        time -= (guint32) g_test_rand_int_range (0, 60);

      g_string_append_printf (log, "%06u %d %c %s\n", time, g_test_rand_int_range (0, N_THREADS),
                              kind, text);
    }

  return g_string_free (log, FALSE);
}

static void
test_random (void)
{
  for (guint i = 0; i < N_LOGS; i++)
    {
      g_autofree char *log = random_log ();
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = ooo_read (log, strlen (log), "x.log", i % 5, &error);
      g_autofree char *real = NULL;
      g_autofree char *naive = NULL;

      if (trace == NULL)
        {
          g_assert_false (g_ascii_isdigit (log[0]));
          continue;
        }

      ooo_check (trace);
      real = ooo_dump (trace);
      naive = read_naively (log);
      if (!g_str_equal (real, naive))
        g_test_message ("%s", log);
      g_assert_cmpstr (real, ==, naive);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ooo/random", test_random);
  return g_test_run ();
}
