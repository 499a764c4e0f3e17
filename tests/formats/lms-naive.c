/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The naive reader: lists of objects, every rule by brute force over all of them, no thought of
 * speed. It follows the description of the format, not the code under test. */
#include "config.h"

#include <string.h>

#include "core/dwell-strings.h"
#include "lms-fixture.h"

#define NEVER G_MAXUINT

/* µs whose nanoseconds fit half of 64 bits. */
#define MAX_TIME_US (G_MAXINT64 / 2 / 1000)

typedef struct {
  const char *label;    /* borrowed from strings */
  gint64      begin;
  gint64      end;
  guint       opened;   /* which event */
  guint       closed;   /* which event, or NEVER */
  guint       row;
  guint       number;   /* in order of begin */
  gboolean    is_clamped;
  gboolean    is_doubtful;
} Span;

typedef struct {
  const char *label;
  gint64      time;
} Orphan;

typedef struct {
  GStringChunk *strings;
  GHashTable   *first_labels; /* id as text → label, from any place in the file */
  GHashTable   *labels;       /* id as text → label now */
  GPtrArray    *spans;        /* Span, owned */
  GPtrArray    *open;         /* Span, and beside it its id */
  GPtrArray    *open_ids;
  GArray       *orphans;
  gint64        time;
  gint64        latest;
  gboolean      went_back;    /* a time is before an earlier one */
  guint         n_events;
} Naive;

typedef struct {
  char     type;         /* '0', '1', '2', or 0 */
  gboolean has_id;
  guint64  id;
  gint64   diff;
  char    *label;        /* UTF-8, owned */
  gboolean is_cut;
} Line;

/* Fields 0 and 1 are numbers; the rest of the line is field 2. */
static void
parse_fields (Line        *line,
              char       **fields)
{
  guint n = g_strv_length (fields);

  g_strstrip (fields[0]);
  if (strlen (fields[0]) == 1 && strchr ("012", fields[0][0]) != NULL)
    line->type = fields[0][0];

  if (n > 1 && !(line->is_cut && n < 3))
    line->has_id = g_ascii_string_to_unsigned (g_strstrip (fields[1]), 10, 0, G_MAXUINT64,
                                               &line->id, NULL);

  if (n > 2 && line->type == '2' && *fields[2] != '\0')
    line->label = dwell_text_to_utf8 (fields[2], strlen (fields[2]), DWELL_CHARSET_WINDOWS_1252);
  else if (n > 2 && line->type != '2')
    g_ascii_string_to_signed (g_strstrip (fields[2]), 10, G_MININT64, G_MAXINT64, &line->diff,
                              NULL);
}

static char *
id_to_text (guint64 id)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, id);
}

static const char *
get_label (Naive      *self,
           const char *id)
{
  const char *label = g_hash_table_lookup (self->labels, id);

  if (label == NULL)
    label = g_hash_table_lookup (self->first_labels, id);

  if (label == NULL)
    {
      g_autofree char *unmapped = g_strconcat ("#", id, NULL);

      label = g_string_chunk_insert_const (self->strings, unmapped);
    }

  return label;
}

/* The first row of the label in which nothing is open and everything has ended. */
static guint
find_row (Naive      *self,
          const char *label,
          gint64      time)
{
  for (guint row = 0;; row++)
    {
      gboolean is_free = TRUE;

      for (guint i = 0; i < self->spans->len; i++)
        {
          const Span *span = g_ptr_array_index (self->spans, i);

          if (span->label == label && span->row == row &&
              (span->closed == NEVER || span->end > time))
            is_free = FALSE;
        }

      if (is_free)
        return row;
    }
}

static void
begin (Naive      *self,
       const char *id,
       gboolean    is_cut)
{
  const char *label = get_label (self, id);
  Span *span = g_new0 (Span, 1);

  *span = (Span) { .label = label, .begin = self->time, .opened = self->n_events, .closed = NEVER,
                   .row = find_row (self, label, self->time), .is_doubtful = is_cut };
  g_ptr_array_add (self->spans, span);
  g_ptr_array_add (self->open, span);
  g_ptr_array_add (self->open_ids, g_string_chunk_insert_const (self->strings, id));
}

static void
end (Naive      *self,
     const char *id)
{
  for (guint i = self->open->len; i > 0; i--)
    if (g_str_equal (g_ptr_array_index (self->open_ids, i - 1), id))
      {
        Span *span = g_ptr_array_index (self->open, i - 1);

        span->closed = self->n_events;
        span->is_clamped = self->time < span->begin;
        span->end = MAX (self->time, span->begin);
        g_ptr_array_remove_index (self->open, i - 1);
        g_ptr_array_remove_index (self->open_ids, i - 1);
        return;
      }

  {
    Orphan orphan = { get_label (self, id), self->time };

    g_array_append_val (self->orphans, orphan);
  }
}

static void
take_line (Naive      *self,
           const Line *line)
{
  g_autofree char *id = id_to_text (line->id);
  __int128 next;

  if (line->type == '2')
    {
      if (line->has_id && line->label != NULL)
        g_hash_table_insert (self->labels, g_strdup (id),
                             g_string_chunk_insert_const (self->strings, line->label));
      return;
    }

  if (line->type == 0)
    return;

  next = (__int128) self->time + line->diff;
  if (next >= -MAX_TIME_US && next <= MAX_TIME_US)
    self->time = (gint64) next;
  self->latest = MAX (self->latest, self->time);

  if (!line->has_id)
    return;

  self->n_events++;
  self->went_back |= self->time < self->latest;
  if (line->type == '0')
    begin (self, id, line->is_cut);
  else if (!line->is_cut)
    end (self, id);
}

static void
each_line (Naive       *self,
           const char  *bytes,
           gsize        length,
           void       (*func) (Naive      *self,
                               const Line *line))
{
  const char *p = bytes;
  const char *stop = bytes + length;

  if (g_str_has_prefix (bytes, "\xef\xbb\xbf"))
    p += 3;

  while (p < stop)
    {
      const char *newline = memchr (p, '\n', (gsize) (stop - p));
      g_autofree char *text = g_strndup (p, (gsize) ((newline != NULL ? newline : stop) - p));
      g_auto(GStrv) fields = NULL;
      Line line = { .is_cut = newline == NULL };

      if (g_str_has_suffix (text, "\r"))
        text[strlen (text) - 1] = '\0';
      fields = g_strsplit (text, ",", 3);
      if (fields[0] != NULL)
        parse_fields (&line, fields);
      func (self, &line);
      g_free (line.label);
      p = newline != NULL ? newline + 1 : stop;
    }
}

static void
take_first_label (Naive      *self,
                  const Line *line)
{
  g_autofree char *id = id_to_text (line->id);

  if (line->type == '2' && line->has_id && line->label != NULL &&
      !g_hash_table_contains (self->first_labels, id))
    g_hash_table_insert (self->first_labels, g_strdup (id),
                         g_string_chunk_insert_const (self->strings, line->label));
}

static int
compare_begin (gconstpointer a,
               gconstpointer b)
{
  const Span *left = *(Span * const *) a;
  const Span *right = *(Span * const *) b;

  if (left->begin != right->begin)
    return left->begin < right->begin ? -1 : 1;

  return left->opened < right->opened ? -1 : 1;
}

static int
compare_time (gconstpointer a,
              gconstpointer b)
{
  const Orphan *left = a;
  const Orphan *right = b;

  return (left->time > right->time) - (left->time < right->time);
}

static gboolean
is_dotted_prefix (const char *prefix,
                  const char *label)
{
  return g_str_has_prefix (label, prefix) && label[strlen (prefix)] == '.';
}

/* By the order of the lines, or by times where these go back. */
static gboolean
encloses (const Naive *self,
          const Span  *outer,
          const Span  *inner)
{
  if (!self->went_back || inner->closed == NEVER || outer->closed == NEVER)
    return outer->number < inner->number && outer->closed >= inner->closed;

  return outer->number < inner->number && outer->end >= inner->end;
}

static const Span *
find_parent (Naive      *self,
             const Span *child)
{
  const Span *best = NULL;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const Span *span = g_ptr_array_index (self->spans, i);

      if (is_dotted_prefix (span->label, child->label) && encloses (self, span, child) &&
          (best == NULL || strlen (span->label) > strlen (best->label) ||
           (strlen (span->label) == strlen (best->label) && span->number > best->number)))
        best = span;
    }

  return best;
}

static void
dump_spans (Naive   *self,
            GString *out)
{
  g_autofree const Span **parents = g_new0 (const Span *, self->spans->len + 1);

  for (guint i = 0; i < self->spans->len; i++)
    {
      const Span *span = g_ptr_array_index (self->spans, i);

      parents[i] = find_parent (self, span);
      g_string_append_printf (out, "%u %s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " row %u", i,
                              span->label, span->begin, span->end, span->row);
      if (parents[i] != NULL)
        g_string_append_printf (out, " in %u", parents[i]->number);
      if (span->closed == NEVER)
        g_string_append (out, " [missing]");
      if (span->is_clamped)
        g_string_append (out, " [clamped]");
      if (span->is_doubtful)
        g_string_append (out, " [doubtful]");
      g_string_append_c (out, '\n');
    }
}

char *
lms_dump_naive (const char *bytes,
                gsize       length)
{
  GString *out = g_string_new (NULL);
  Naive self = {
    .strings = g_string_chunk_new (4096),
    .first_labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .spans = g_ptr_array_new_with_free_func (g_free),
    .open = g_ptr_array_new (),
    .open_ids = g_ptr_array_new (),
    .orphans = g_array_new (FALSE, FALSE, sizeof (Orphan)),
    .latest = G_MININT64,
  };

  each_line (&self, bytes, length, take_first_label);
  each_line (&self, bytes, length, take_line);

  for (guint i = 0; i < self.open->len; i++)
    ((Span *) g_ptr_array_index (self.open, i))->end = self.latest;

  g_ptr_array_sort (self.spans, compare_begin);
  for (guint i = 0; i < self.spans->len; i++)
    ((Span *) g_ptr_array_index (self.spans, i))->number = i;
  dump_spans (&self, out);

  g_array_sort (self.orphans, compare_time);
  for (guint i = 0; i < self.orphans->len; i++)
    g_string_append_printf (out, "orphan %s %" G_GINT64_FORMAT "\n",
                            g_array_index (self.orphans, Orphan, i).label,
                            g_array_index (self.orphans, Orphan, i).time);

  g_string_append_printf (out, "events %u, end %" G_GINT64_FORMAT "\n", self.n_events,
                          self.spans->len + self.orphans->len > 0 ? self.latest : 0);

  g_string_chunk_free (self.strings);
  g_hash_table_unref (self.first_labels);
  g_hash_table_unref (self.labels);
  g_ptr_array_unref (self.spans);
  g_ptr_array_unref (self.open);
  g_ptr_array_unref (self.open_ids);
  g_array_unref (self.orphans);
  return g_string_free (out, FALSE);
}
