/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/dwell-row-filter.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-text.h"

typedef enum {
  EQUAL,
  NOT_EQUAL,
  LESS,
  AT_MOST,
  MORE,
  AT_LEAST
} Relation;

typedef struct {
  guint    column;
  Relation relation;
  char    *text;   /* folded; looked for in texts */
  double   number; /* NAN: @text is not a number */
  gint64   ns;
  gboolean is_time;
} Condition;

struct _DwellRowFilter
{
  gatomicrefcount ref_count;
  DwellPattern   *pattern;    /* (nullable): any text */
  GArray         *conditions; /* Condition */
};

static void
condition_clear (gpointer data)
{
  g_free (((Condition *) data)->text);
}

/* --- Reading --- */

/* Alternative words for columns. */
static const struct {
  const char *word;
  const char *id;
} aliases[] = {
  { "status", "verdict" },
  { "delta", "cliff" },
};

/* The title of a column as one word. */
static char *
fold_title (const char *title)
{
  g_autofree char *folded = g_utf8_casefold (title, -1);
  g_auto(GStrv) words = g_strsplit (folded, " ", -1);

  return g_strjoinv ("", words);
}

/* Returns the number of the column, or @n_columns. */
static guint
find_column (const DwellColumnInfo *columns,
             guint                  n_columns,
             const char            *word)
{
  g_autofree char *folded = g_utf8_casefold (word, -1);
  const char *id = folded;

  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (g_str_equal (folded, aliases[i].word))
      id = aliases[i].id;

  for (guint i = 0; i < n_columns; i++)
    {
      g_autofree char *title = fold_title (columns[i].title);
      g_autofree char *translated = fold_title (_(columns[i].title));

      if (columns[i].kind != DWELL_CELL_NONE &&
          (g_str_equal (columns[i].id, id) || g_str_equal (title, folded) ||
           g_str_equal (translated, folded)))
        return i;
    }

  return n_columns;
}

/* Moves @text past the operator, if it starts with one. */
static Relation
take_relation (const char **text)
{
  static const struct {
    const char *sign;
    Relation    relation;
  } signs[] = {
    { "<=", AT_MOST }, { "≤", AT_MOST }, { "<", LESS }, { ">=", AT_LEAST }, { "≥", AT_LEAST },
    { ">", MORE }, { "!=", NOT_EQUAL }, { "≠", NOT_EQUAL }, { "=", EQUAL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (*text, signs[i].sign))
      {
        *text += strlen (signs[i].sign);
        return signs[i].relation;
      }

  return EQUAL;
}

/* “0.5”, “50%”; with a decimal point in every locale. */
static double
read_number (const char *text)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  if (end == text || !isfinite (number))
    return NAN;
  if (g_str_equal (end, "%"))
    return number / 100;

  return *end == '\0' ? number : NAN;
}

/* Reads a word as a condition. Sets @is_one to whether it is a condition, valid or not: “std::sort”
 * is a name, though there may be a column “std”. */
static gboolean
read_condition (DwellRowFilter         *self,
                const char             *word,
                const DwellColumnInfo  *columns,
                guint                   n_columns,
                gboolean               *is_one,
                GError                **error)
{
  const char *colon = strchr (word, ':');
  g_autofree char *name = colon != NULL ? g_strndup (word, (gsize) (colon - word)) : g_strdup ("");
  guint column = colon != NULL ? find_column (columns, n_columns, name) : n_columns;
  const char *value = colon != NULL ? colon + 1 : NULL;
  Condition condition = { .column = column };

  *is_one = column < n_columns && *value != ':';
  if (!*is_one)
    return TRUE;

  condition.relation = take_relation (&value);
  condition.number = read_number (value);
  condition.is_time = dwell_text_parse_time (value, &condition.ns);
  if (*value == '\0' || (dwell_column_is_number (&columns[column]) && isnan (condition.number) &&
                         !condition.is_time))
    {
      /* Translators: a condition of a filter, as “q:<0.01” */
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("A number is missing in “%s”"), word);
      return FALSE;
    }

  condition.text = g_utf8_casefold (value, -1);
  g_array_append_val (self->conditions, condition);
  return TRUE;
}

/* Splits @text into conditions and the rest, which is appended to @rest. */
static gboolean
read_words (DwellRowFilter         *self,
            const char             *text,
            const DwellColumnInfo  *columns,
            guint                   n_columns,
            GString                *rest,
            GError                **error)
{
  g_auto(GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gboolean is_condition;

      if (!read_condition (self, words[i], columns, n_columns, &is_condition, error))
        return FALSE;
      if (is_condition)
        continue;

      if (rest->len > 0)
        g_string_append_c (rest, ' ');
      g_string_append (rest, words[i]);
    }

  return TRUE;
}

/**
 * dwell_row_filter_new:
 * @text: what the user typed
 * @columns: the columns of the table
 * @n_columns: how many
 * @error: what is wrong with it
 *
 * Makes a filter. An empty text lets everything pass.
 *
 * Returns: (transfer full) (nullable): the filter
 */
DwellRowFilter *
dwell_row_filter_new (const char             *text,
                      const DwellColumnInfo  *columns,
                      guint                   n_columns,
                      GError                **error)
{
  g_autoptr(DwellRowFilter) self = g_new0 (DwellRowFilter, 1);
  g_autoptr(GString) rest = g_string_new (NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->conditions = g_array_new (FALSE, FALSE, sizeof (Condition));
  g_array_set_clear_func (self->conditions, condition_clear);

  if (*text != '/' && g_utf8_validate (text, -1, NULL) &&
      !read_words (self, text, columns, n_columns, rest, error))
    return NULL;

  /* Without conditions all spaces of the text count, otherwise only those between its words. */
  if (self->conditions->len == 0)
    g_string_assign (rest, text);
  else
    g_strstrip (rest->str);
  if (*rest->str != '\0' && !dwell_pattern_replace (&self->pattern, rest->str, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * dwell_row_filter_ref:
 * @self: a filter
 *
 * Returns: (transfer full): @self
 */
DwellRowFilter *
dwell_row_filter_ref (DwellRowFilter *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_row_filter_unref:
 * @self: (transfer full): a filter
 */
void
dwell_row_filter_unref (DwellRowFilter *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_array_unref (self->conditions);
  g_free (self);
}

/**
 * dwell_row_filter_replace:
 * @filter: (inout) (nullable): a filter; %NULL lets everything pass
 * @text: (nullable): what the user typed instead
 * @columns: the columns of the table
 * @n_columns: how many
 * @error: what is wrong with it
 *
 * Returns: false if @text is broken; the filter stays as it is
 */
gboolean
dwell_row_filter_replace (DwellRowFilter        **filter,
                          const char             *text,
                          const DwellColumnInfo  *columns,
                          guint                   n_columns,
                          GError                **error)
{
  DwellRowFilter *replacement = NULL;

  if (text != NULL && *text != '\0' &&
      (replacement = dwell_row_filter_new (text, columns, n_columns, error)) == NULL)
    return FALSE;

  g_clear_pointer (filter, dwell_row_filter_unref);
  *filter = replacement;
  return TRUE;
}

/**
 * dwell_row_filter_check:
 * @self: (nullable): a filter that rows were compared with
 * @error: set to a message for the user if its regular expression has given up
 *
 * Returns: false if rows that did not pass might match
 */
gboolean
dwell_row_filter_check (const DwellRowFilter  *self,
                        GError               **error)
{
  return self == NULL || dwell_pattern_check (self->pattern, error);
}

/**
 * dwell_row_filter_asks_for:
 * @self: (nullable): a filter
 * @column: a column
 *
 * Returns: whether it has a condition on @column
 */
gboolean
dwell_row_filter_asks_for (const DwellRowFilter *self,
                           guint                 column)
{
  for (guint i = 0; self != NULL && i < self->conditions->len; i++)
    if (g_array_index (self->conditions, Condition, i).column == column)
      return TRUE;

  return FALSE;
}

/* --- Matching --- */

static gboolean
holds (Relation relation,
       double   value,
       double   limit)
{
  switch (relation)
    {
    case NOT_EQUAL:
      return value != limit;
    case LESS:
      return value < limit;
    case AT_MOST:
      return value <= limit;
    case MORE:
      return value > limit;
    case AT_LEAST:
      return value >= limit;
    case EQUAL:
    default:
      return value == limit;
    }
}

/* Texts have no order: any operator other than equality means “differs”. */
static gboolean
holds_for_text (const Condition *condition,
                const char      *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  gboolean has = strstr (folded, condition->text) != NULL;

  return condition->relation == EQUAL ? has : !has;
}

static gboolean
holds_for_cell (const Condition      *condition,
                const DwellCellValue *cell)
{
  double value = (double) cell->whole + cell->rest;

  if (cell->kind == DWELL_CELL_NONE || (cell->kind != DWELL_CELL_TEXT && isnan (value)))
    return FALSE;
  if (cell->kind == DWELL_CELL_TEXT)
    return holds_for_text (condition, cell->text);
  if (cell->kind == DWELL_CELL_TIME && condition->is_time)
    return holds (condition->relation, value, (double) condition->ns);

  return !isnan (condition->number) && holds (condition->relation, value, condition->number);
}

/**
 * dwell_row_filter_matches:
 * @self: (nullable): a filter; %NULL lets everything pass
 * @texts: (nullable) (array length=n_texts): the columns in which texts are searched; %NULL: the
 *   first ones
 * @n_texts: how many
 * @get_cell: returns the cells of the row; texts need not be translated
 * @data: for @get_cell
 *
 * Can be called on any thread.
 *
 * Returns: whether the row passes
 */
gboolean
dwell_row_filter_matches (const DwellRowFilter *self,
                          const guint          *texts,
                          guint                 n_texts,
                          DwellRowCellFunc      get_cell,
                          gconstpointer         data)
{
  gboolean matches = self == NULL || self->pattern == NULL;

  for (guint i = 0; i < n_texts && !matches; i++)
    {
      DwellCellValue cell = get_cell (data, texts != NULL ? texts[i] : i);

      matches = cell.kind == DWELL_CELL_TEXT && dwell_pattern_matches (self->pattern, cell.text);
    }

  for (guint i = 0; self != NULL && matches && i < self->conditions->len; i++)
    {
      const Condition *condition = &g_array_index (self->conditions, Condition, i);
      DwellCellValue cell = get_cell (data, condition->column);

      matches = holds_for_cell (condition, &cell);
    }

  return matches;
}
