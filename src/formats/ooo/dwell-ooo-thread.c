/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scopes of one thread, in the order in which they were opened: physical ones (functions),
 * which nest, and between them logical ones, which usually nest, but need not.
 *
 * A physical end ends the nearest scope of that name, the physical scopes above it and the logical
 * scopes that these own. Logical scopes of other owners stay open: they straddle.
 *
 * Rows: a scope gets the first free row below that of the innermost scope around it. Only after
 * a straddler, or after the clock was set back, is this not the next row. */
#include "config.h"

#include "formats/ooo/dwell-ooo-thread.h"

#include "formats/ooo/dwell-ooo-line.h"

/* Deeper recursion overflows the stack of the program that wrote the log. */
#define MAX_SCOPES 4096
/* Only a clock that was set back can need more rows than there are open scopes. */
#define MAX_ROWS (2 * MAX_SCOPES)

/**
 * dwell_ooo_thread_new:
 * @log: the log; must outlive the thread
 * @id: id of the thread in the log
 * @context: context of the builder
 * @track: track of the builder
 *
 * Returns: (transfer full): a thread without open scopes
 */
DwellOooThread *
dwell_ooo_thread_new (DwellOooLog *log,
                      guint32      id,
                      guint32      context,
                      guint32      track)
{
  DwellOooThread *self = g_new0 (DwellOooThread, 1);

  self->log = log;
  self->id = id;
  self->context = context;
  self->track = track;
  self->last = DWELL_TIME_NONE;

  return self;
}

/**
 * dwell_ooo_thread_free:
 * @self: (transfer full): a thread
 */
void
dwell_ooo_thread_free (DwellOooThread *self)
{
  if (self->interrupted != NULL)
    g_string_free (self->interrupted, TRUE);

  g_free (self->scopes);
  g_free (self->rows);
  g_free (self);
}

static gpointer
grow (gpointer  elements,
      guint32  *n_allocated,
      gsize     element_size)
{
  *n_allocated = *n_allocated == 0 ? 16 : *n_allocated * 2;
  return g_realloc_n (elements, *n_allocated, element_size);
}

/* Returns the first row from @first on that is free at @time. If there are too many rows, returns
 * the first one without an open span, and sets @time to its end. */
static guint32
take_row (DwellOooThread *self,
          guint32         first,
          gint64         *time)
{
  guint32 row = first;

  while (row < self->n_rows && self->rows[row].end > *time)
    row++;

  if (row < self->n_rows)
    return row;

  if (row >= MAX_ROWS)
    {
      for (row = 0; self->rows[row].end == G_MAXINT64; row++);

      *time = MAX (*time, self->rows[row].end);
      dwell_ooo_log_complain (self->log, DWELL_OOO_TOO_MANY_ROWS);
      return row;
    }

  if (self->n_rows == self->n_rows_allocated)
    self->rows = grow (self->rows, &self->n_rows_allocated, sizeof *self->rows);

  self->rows[row].id = dwell_builder_add_row (self->log->builder, self->track, 0);
  self->n_rows++;
  return row;
}

/* Room for the span must have been reserved. Returns NULL if too many scopes are open. */
static DwellOooScope *
open_scope (DwellOooThread *self,
            guint32         name,
            guint32         area,
            gint64          time)
{
  const DwellOooScope *parent;
  DwellOooScope *scope;
  guint32 n = self->n_scopes;

  if (n == MAX_SCOPES)
    {
      dwell_ooo_log_complain (self->log, DWELL_OOO_TOO_DEEP);
      return NULL;
    }

  if (n == self->n_scopes_allocated)
    self->scopes = grow (self->scopes, &self->n_scopes_allocated, sizeof *self->scopes);

  while (n > 0 && self->scopes[n - 1].straddles)
    n--;

  parent = n > 0 ? &self->scopes[n - 1] : NULL;
  scope = &self->scopes[self->n_scopes++];
  *scope = (DwellOooScope) { .name = name, .area = area, .n_set_backs = self->n_set_backs };
  scope->begin = time;
  scope->row = take_row (self, parent != NULL ? parent->row + 1 : 0, &scope->begin);
  scope->span = dwell_builder_open_span (self->log->builder, area, self->rows[scope->row].id,
                                         parent != NULL ? parent->span : DWELL_NONE, scope->begin);
  if (scope->begin != time)
    dwell_ooo_log_recheck_children (self->log, scope->span);

  self->rows[scope->row].end = G_MAXINT64;
  return scope;
}

static void
end_scope (DwellOooThread      *self,
           const DwellOooScope *scope,
           gint64               end,
           guint                flags)
{
  if (end < scope->begin)
    {
      end = scope->begin;
      flags |= DWELL_SPAN_CLAMPED;
      dwell_ooo_log_complain (self->log, DWELL_OOO_NEGATIVE_DURATION);
    }

  if (scope->n_set_backs != self->n_set_backs)
    {
      flags |= DWELL_SPAN_OWN_UNDEFINED;
      dwell_ooo_log_recheck_children (self->log, scope->span);
    }

  dwell_builder_close_span (self->log->builder, scope->span, end, flags);
  self->rows[scope->row].end = end;
  self->n_colons -= scope->has_colon;
}

/**
 * dwell_ooo_thread_open:
 * @self: a thread
 * @name: (inout): name of the scope; its area is filled in
 * @time: ns
 *
 * Opens a physical scope. Room for its span must have been reserved.
 *
 * Returns: the owner of messages from within; its span is %DWELL_NONE if too many scopes are open
 */
DwellOooOwner
dwell_ooo_thread_open (DwellOooThread   *self,
                       DwellOooNameInfo *name,
                       gint64            time)
{
  DwellOooScope *scope;

  if (G_UNLIKELY (name->area == DWELL_NONE))
    name->area = dwell_ooo_log_get_area (self->log, name->string);

  scope = open_scope (self, name->string, name->area, time);
  if (scope == NULL)
    {
      self->n_dropped++;
      return (DwellOooOwner) { DWELL_NONE, name->area };
    }

  scope->owner = (DwellOooOwner) { DWELL_NONE, DWELL_NONE };
  scope->has_colon = name->has_colon != FALSE;
  self->n_colons += scope->has_colon;
  return (DwellOooOwner) { scope->span, name->area };
}

/**
 * dwell_ooo_thread_find:
 * @self: a thread
 * @name: string id
 *
 * Returns: index of the nearest open physical scope of exactly that name, or %DWELL_OOO_NO_SCOPE
 */
guint32
dwell_ooo_thread_find (DwellOooThread *self,
                       guint32         name)
{
  for (guint32 i = self->n_scopes; i > 0; i--)
    if (self->scopes[i - 1].name == name && !self->scopes[i - 1].is_logical)
      return i - 1;

  return DWELL_OOO_NO_SCOPE;
}

/**
 * dwell_ooo_thread_find_prefix:
 * @self: a thread
 * @text: UTF-8
 * @behind: what follows the name in @text, at least one byte
 *
 * Returns: index of the nearest open physical scope whose name, followed by @behind, is at the
 *   start of @text; else %DWELL_OOO_NO_SCOPE
 */
guint32
dwell_ooo_thread_find_prefix (DwellOooThread *self,
                              DwellScan       text,
                              const char     *behind)
{
  const DwellStrings *strings = self->log->builder->strings;
  gsize length = (gsize) (text.end - text.p);
  gsize n_behind = strlen (behind);

  for (guint32 i = self->n_scopes; i > 0; i--)
    {
      const DwellOooScope *scope = &self->scopes[i - 1];
      gsize n = dwell_strings_get_length (strings, scope->name);

      /* Comparing this byte first rejects most scopes without reading their names. */
      if (n + n_behind <= length && text.p[n] == *behind && !scope->is_logical &&
          memcmp (text.p + n, behind, n_behind) == 0 &&
          memcmp (text.p, dwell_strings_get (strings, scope->name), n) == 0)
        return i - 1;
    }

  return DWELL_OOO_NO_SCOPE;
}

/* Records that @scope does not nest with another one. @overlaps: they overlap in part. */
static void
record_overlap (DwellOooThread *self,
                DwellOooScope  *scope,
                gboolean        overlaps)
{
  dwell_ooo_log_recheck_children (self->log, scope->span);

  if (overlaps && !scope->straddles)
    {
      scope->straddles = TRUE;
      dwell_ooo_log_add_straddler (self->log, scope->span);
    }
}

/**
 * dwell_ooo_thread_close:
 * @self: a thread
 * @index: index of an open physical scope
 * @time: ns
 *
 * Ends a scope, and those that have no end of their own: the physical scopes above it, and the
 * logical scopes that they or it own.
 */
void
dwell_ooo_thread_close (DwellOooThread *self,
                        guint32         index,
                        gint64          time)
{
  DwellOooScope closed;
  guint32 n_kept = 0;

  if (G_LIKELY (index + 1 == self->n_scopes))
    {
      end_scope (self, &self->scopes[index], time, 0);
      self->n_scopes--;
      return;
    }

  closed = self->scopes[index];

  for (guint32 i = self->n_scopes - 1; i > index; i--)
    {
      DwellOooScope *scope = &self->scopes[i];

      /* Ids rise with the opening, so owners with a smaller id than this scope's stay open. */
      if (scope->is_logical && (scope->owner.span == DWELL_NONE || scope->owner.span < closed.span))
        {
          record_overlap (self, scope, scope->begin < time);
          n_kept++;
          continue;
        }

      dwell_ooo_log_complain (self->log, scope->is_logical ? DWELL_OOO_EARLY_RETURN
                                                           : DWELL_OOO_UNTERMINATED_SCOPE);
      end_scope (self, scope, time, DWELL_SPAN_END_MISSING);
      scope->span = DWELL_NONE;
    }

  end_scope (self, &closed, time, 0);

  if (n_kept > 0)
    {
      guint32 n = index;

      for (guint32 i = index + 1; i < self->n_scopes; i++)
        if (self->scopes[i].span != DWELL_NONE)
          self->scopes[n++] = self->scopes[i];
    }

  self->n_scopes = index + n_kept;
}

/**
 * dwell_ooo_thread_open_label:
 * @self: a thread
 * @label: string id: label of the logical scope
 * @owner: its owner
 * @time: ns
 *
 * Opens a logical scope. Room for its span must have been reserved.
 *
 * Returns: its span; %DWELL_NONE if too many scopes are open
 */
guint32
dwell_ooo_thread_open_label (DwellOooThread *self,
                             guint32         label,
                             DwellOooOwner   owner,
                             gint64          time)
{
  guint32 area = dwell_ooo_log_get_label_area (self->log, label, owner.area);
  DwellOooScope *scope = open_scope (self, label, area, time);

  if (scope == NULL)
    return DWELL_NONE;

  scope->is_logical = TRUE;
  scope->owner = owner;
  return scope->span;
}

/* Two labels agree to one of these degrees. */
typedef enum {
  AGREE_NOT,
  AGREE_IN_FIRST_WORD,
  AGREE_IN_PREFIX, /* one begins with the other, without details */
  AGREE,
} Agreement;

static DwellScan
get_label (const DwellStrings *strings,
           guint32             label)
{
  const char *text = dwell_strings_get (strings, label);
  const char *end = text + dwell_strings_get_length (strings, label);

  return (DwellScan) { text, dwell_ooo_strip_detail (text, end) };
}

static gsize
first_word (DwellScan label)
{
  const char *blank = memchr (label.p, ' ', (gsize) (label.end - label.p));

  return (gsize) ((blank != NULL ? blank : label.end) - label.p);
}

static Agreement
compare_labels (const DwellStrings *strings,
                guint32             a,
                guint32             b)
{
  const char *first = dwell_strings_get (strings, a);
  const char *second = dwell_strings_get (strings, b);
  DwellScan left;
  DwellScan right;
  gsize word;

  if (a == b)
    return AGREE;

  /* Most labels differ in their first byte. The empty label is a prefix of all. */
  if (*first != *second && *first != '\0' && *second != '\0')
    return AGREE_NOT;

  left = get_label (strings, a);
  right = get_label (strings, b);
  if (memcmp (left.p, right.p, (gsize) MIN (left.end - left.p, right.end - right.p)) == 0)
    return AGREE_IN_PREFIX;

  word = first_word (left);
  return word == first_word (right) && memcmp (left.p, right.p, word) == 0 ? AGREE_IN_FIRST_WORD
                                                                           : AGREE_NOT;
}

static gboolean
is_same_owner (DwellOooOwner a,
               DwellOooOwner b)
{
  return a.span == b.span && (a.span != DWELL_NONE || a.area == b.area);
}

/* Returns the logical scope that `} label` of @owner ends: the one whose label agrees best; of
 * these, one of the same owner; of these, the nearest. If no label agrees, the only scope of that
 * owner, as a guess. */
static guint32
find_label (DwellOooThread *self,
            guint32         label,
            DwellOooOwner   owner,
            gboolean       *is_guess)
{
  guint best_rank = 0;
  guint32 best = DWELL_OOO_NO_SCOPE;
  guint32 of_owner = DWELL_OOO_NO_SCOPE;
  guint n_of_owner = 0;

  for (guint32 i = self->n_scopes; i > 0 && best_rank < 2 * AGREE + 1; i--)
    {
      const DwellOooScope *scope = &self->scopes[i - 1];
      Agreement agreement;
      gboolean same;

      if (!scope->is_logical)
        continue;

      agreement = compare_labels (self->log->builder->strings, label, scope->name);
      same = is_same_owner (scope->owner, owner);

      if (same && n_of_owner++ == 0)
        of_owner = i - 1;

      if (agreement != AGREE_NOT && 2 * agreement + (guint) same > best_rank)
        {
          best_rank = 2 * agreement + (guint) same;
          best = i - 1;
        }
    }

  *is_guess = best == DWELL_OOO_NO_SCOPE && n_of_owner == 1 && owner.area != DWELL_NONE;
  return *is_guess ? of_owner : best;
}

/**
 * dwell_ooo_thread_close_label:
 * @self: a thread
 * @label: string id: label of the end, which may differ from that of the start
 * @owner: owner of the end
 * @time: ns
 * @span: (out): the logical scope that ended
 *
 * Ends one logical scope.
 *
 * Returns: %FALSE if no open scope fits
 */
gboolean
dwell_ooo_thread_close_label (DwellOooThread *self,
                              guint32         label,
                              DwellOooOwner   owner,
                              gint64          time,
                              guint32        *span)
{
  gboolean is_guess;
  guint32 index = find_label (self, label, owner, &is_guess);
  DwellOooScope *scope;

  if (index == DWELL_OOO_NO_SCOPE)
    return FALSE;

  scope = &self->scopes[index];

  /* Straddlers above need no check: they have no parent. */
  for (guint32 i = index + 1; i < self->n_scopes; i++)
    if (!self->scopes[i].straddles)
      record_overlap (self, scope, self->scopes[i].begin < time);

  if (is_guess)
    dwell_ooo_log_complain (self->log, DWELL_OOO_GUESSED_END);

  end_scope (self, scope, time, is_guess ? DWELL_SPAN_END_MISSING : 0);
  *span = scope->span;
  self->n_scopes--;
  memmove (scope, scope + 1, (self->n_scopes - index) * sizeof *scope);
  return TRUE;
}

/**
 * dwell_ooo_thread_end:
 * @self: a thread
 * @time: the end of its process, or the thread's last record, ns
 *
 * Ends all open scopes at the end of the log.
 */
void
dwell_ooo_thread_end (DwellOooThread *self,
                      gint64          time)
{
  if (time < self->last && self->n_scopes > 0)
    {
      self->n_set_backs++;
      dwell_ooo_log_complain (self->log, DWELL_OOO_CLOCK_SET_BACK);
    }

  while (self->n_scopes > 0)
    {
      const DwellOooScope *scope = &self->scopes[--self->n_scopes];

      dwell_ooo_log_complain (self->log, DWELL_OOO_OPEN_AT_END);
      end_scope (self, scope, MAX (time, scope->begin), DWELL_SPAN_END_MISSING);
    }
}
