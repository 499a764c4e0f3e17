/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "one-figure.h"

#include <math.h>
#include <string.h>

#include "core/dwell-text.h"

/* What was told of one figure of one thing. */
typedef struct {
  char       *plain; /* or NULL */
  char       *text;
  const char *witness;
} Entry;

/* Whether the others heard anything of a witness. */
typedef struct {
  guint n_told;
  guint n_met;
} Witnessed;

struct _Book
{
  char       *title;
  const char *witness;
  GHashTable *entries;    /* thing and figure → Entry */
  GHashTable *witnessed;  /* witness → Witnessed */
  guint       n_compared;
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->plain);
  g_free (entry->text);
  g_free (entry);
}

Book *
book_new (void)
{
  Book *self = g_new0 (Book, 1);

  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  self->witnessed = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  return self;
}

void
book_free (Book *self)
{
  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->witnessed);
  g_free (self->title);
  g_free (self);
}

void
book_turn (Book       *self,
           const char *title)
{
  g_free (self->title);
  self->title = g_strdup (title);
  g_hash_table_remove_all (self->entries);
}

void
book_begin (Book       *self,
            const char *witness)
{
  self->witness = witness;
  if (g_hash_table_lookup (self->witnessed, witness) == NULL)
    g_hash_table_insert (self->witnessed, (gpointer) witness, g_new0 (Witnessed, 1));
}

/* Sums of overlapping times need more than 64 bits. */
static DwellSignedWide
parse_time (const char *plain)
{
  gboolean is_negative = *plain == '-';
  DwellSignedWide time = 0;

  for (const char *p = plain + is_negative; g_ascii_isdigit (*p); p++)
    time = time * 10 + (*p - '0');

  return is_negative ? -time : time;
}

/* The text that the number makes. */
static char *
make_text (FigureType  type,
           const char *plain)
{
  if (*plain == '\0')
    return g_strdup ("");

  switch (type)
    {
    case FIGURE_COUNT:
      return dwell_text_count (g_ascii_strtoull (plain, NULL, 10));
    case FIGURE_TIME:
      return dwell_text_duration (parse_time (plain));
    case FIGURE_SHARE:
      return dwell_text_percent (g_ascii_strtod (plain, NULL));
    case FIGURE_VALUE:
    default:
      return g_strdup (plain);
    }
}

/* Returns whether @text is the time @plain (ns), rounded to the digits and in the unit that it is
 * written with: a column has one unit and one number of digits. */
static gboolean
is_rounded (const char *text,
            const char *plain)
{
  static const struct { const char *unit; double ns; } units[] = {
    { "ns", 1 }, { "µs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 },
  };
  g_autoptr(GString) tight = g_string_new (text);
  gboolean is_below = *text == '<';
  double time_ns = g_ascii_strtod (plain, NULL);
  const char *point;
  double shown;
  double step;
  char *end;

  if (*text == '\0' || *plain == '\0')
    return *text == *plain;

  g_string_replace (tight, "\302\240", "", 0);
  g_string_replace (tight, "\342\200\257", "", 0);
  g_string_replace (tight, " ", "", 0);
  point = strchr (tight->str, '.');
  shown = g_ascii_strtod (tight->str + is_below, &end);
  step = point != NULL ? pow (10, -(double) (end - point - 1)) : 1;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (end, units[i].unit))
      return is_below
               ? time_ns > 0 && time_ns < shown * units[i].ns
               : fabs (shown * units[i].ns - time_ns) <= step * units[i].ns / 2 * 1.0001;

  return FALSE;
}

/* Digit by digit, but that reals may be written in more digits or fewer. */
static gboolean
is_same_number (FigureType  type,
                const char *a,
                const char *b)
{
  char *a_end;
  char *b_end;
  double left = g_ascii_strtod (a, &a_end);
  double right = g_ascii_strtod (b, &b_end);

  if (type == FIGURE_COUNT || type == FIGURE_TIME || *a == '\0' || *b == '\0' ||
      *a_end != '\0' || *b_end != '\0')
    return strcmp (a, b) == 0;

  return left == right;
}

static void
complain (Book        *self,
          const Entry *entry,
          const char  *thing,
          const char  *figure,
          const char  *told,
          const char  *told_before)
{
  g_test_message ("%s: %s, %s: %s says “%s”, %s says “%s”", self->title, thing, figure,
                  self->witness, told, entry->witness, told_before);
  g_test_fail ();
}

void
book_tell (Book       *self,
           FigureType  type,
           const char *thing,
           const char *figure,
           const char *plain,
           const char *text)
{
  Witnessed *witnessed = g_hash_table_lookup (self->witnessed, self->witness);
  g_autofree char *key = g_strconcat (thing, "\n", figure, NULL);
  g_autofree char *made = text != NULL ? g_strdup (text) : make_text (type, plain);
  Entry *entry = g_hash_table_lookup (self->entries, key);

  witnessed->n_told++;
  if (text != NULL && plain != NULL && type == FIGURE_COUNT)
    {
      g_autofree char *expected = make_text (type, plain);

      g_assert_cmpstr (made, ==, expected);
    }
  else if (text != NULL && plain != NULL && type == FIGURE_TIME)
    {
      if (!is_rounded (text, plain))
        g_error ("%s, %s: “%s” is not %s ns", thing, figure, text, plain);
      g_free (made);
      made = make_text (type, plain);
    }

  if (entry == NULL)
    {
      entry = g_new0 (Entry, 1);
      entry->plain = g_strdup (plain);
      entry->text = g_steal_pointer (&made);
      entry->witness = self->witness;
      g_hash_table_insert (self->entries, g_steal_pointer (&key), entry);
      return;
    }

  if (entry->witness != self->witness)
    {
      ((Witnessed *) g_hash_table_lookup (self->witnessed, entry->witness))->n_met++;
      witnessed->n_met++;
      self->n_compared++;
    }
  if (plain != NULL && entry->plain != NULL && !is_same_number (type, plain, entry->plain))
    complain (self, entry, thing, figure, plain, entry->plain);
  else if (type != FIGURE_VALUE && strcmp (made, entry->text) != 0)
    complain (self, entry, thing, figure, made, entry->text);
  if (entry->plain == NULL)
    entry->plain = g_strdup (plain);
}

void
book_check (Book *self)
{
  GHashTableIter iter;
  gpointer witness;
  gpointer value;

  g_hash_table_iter_init (&iter, self->witnessed);
  while (g_hash_table_iter_next (&iter, &witness, &value))
    {
      const Witnessed *witnessed = value;

      g_test_message ("%s: told %u, met %u", (const char *) witness, witnessed->n_told,
                      witnessed->n_met);
      g_assert_cmpuint (witnessed->n_met, >, 0);
    }

  g_test_message ("%u figures compared", self->n_compared);
}
