/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches areas by rules: a rule gives each area a text, and two areas are matched if exactly one
 * area on each side has that text. Linear in the number of areas. */
#include "config.h"

#include "analysis/compare/dwell-match.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-keys.h"

/* Areas are nested in routines and variables, no deeper. */
#define MAX_DEPTH 16

typedef struct {
  DwellMatch              *match;
  const DwellTrace        *base;
  const DwellTrace        *new;
  const DwellMatchOptions *options;
  gboolean                 are_two_formats;
  gboolean                 compares_numbers; /* of states that have names */
} Matching;

/* The areas that have a text. */
typedef struct {
  guint32 base_area;
  guint32 new_area;
  guint   n_base;
  guint   n_new;
} Bearers;

/* Parts of names that differ from build to build: addresses; suffixes of GCC and LLVM; hashes of
 * Rust; numbers of lambdas and of unnamed types; ABI tags; runs of spaces. */
static const struct {
  const char *pattern;
  const char *replacement;
} plain[] = {
  { "0x[0-9a-fA-F]+", "0x" },
  { "\\[abi:[^\\]]*\\]$", "" },
  { "(\\.(constprop|isra|part|lto_priv|llvm)\\.[0-9]+|\\.cold(\\.[0-9]+)?)+$", "" },
  { "::h[0-9a-f]{16}$", "" },
  { "\\{((?:lambda|unnamed|closure)[^{}]*)#[0-9]+\\}", "{\\1}" },
  { "\\$_[0-9]+", "$_" },
  { "\\$\\$Lambda[$/.0-9A-Fa-fx+]*", "$$Lambda" },
  { "\\blambda_[0-9]+", "lambda_" },
  { "\\s\\s+|[\\t\\n\\r]", " " },
};

/**
 * dwell_match_make_plain:
 * @name: the name of an area
 *
 * Returns: (transfer full): @name without the parts that differ from build to build
 */
char *
dwell_match_make_plain (const char *name)
{
  static GRegex *patterns[G_N_ELEMENTS (plain)];
  static gsize are_made = 0;
  char *text = g_strdup (name);

  if (g_once_init_enter (&are_made))
    {
      for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
        patterns[i] = g_regex_new (plain[i].pattern, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
      g_once_init_leave (&are_made, 1);
    }

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      char *plainer;

      /* Most names contain none of these. */
      if (!g_regex_match (patterns[i], text, 0, NULL))
        continue;

      plainer = g_regex_replace (patterns[i], text, -1, 0, plain[i].replacement, 0, NULL);
      if (plainer != NULL)
        {
          g_free (text);
          text = plainer;
        }
    }

  return g_strstrip (text);
}

static const char *
get_kind (const Matching *self,
          DwellAreaKind   kind)
{
  if (self->are_two_formats && (kind == DWELL_AREA_FUNCTION || kind == DWELL_AREA_SCOPE ||
                                kind == DWELL_AREA_PROCESS || kind == DWELL_AREA_ROUTINE))
    kind = DWELL_AREA_FUNCTION;

  return dwell_area_kind_get_id (kind);
}

/* Handles Windows paths, too, on all systems. */
static const char *
get_last_component (const char *path)
{
  const char *last = path;

  for (; *path != '\0'; path++)
    if ((*path == '/' || *path == '\\') && path[1] != '\0')
      last = path + 1;

  return last;
}

static void
append_name (const Matching *self,
             GString        *key,
             const char     *name,
             gboolean        is_plain)
{
  g_autofree char *renamed = NULL;
  g_autofree char *plainer = NULL;
  const DwellMatchOptions *options = self->options;

  if (options->renamed != NULL)
    renamed = g_regex_replace (options->renamed, name, -1, 0, options->replacement, 0, NULL);
  if (renamed != NULL)
    name = renamed;
  else if (options->renamed != NULL && options->has_given_up != NULL)
    *options->has_given_up = TRUE;
  if (is_plain)
    name = plainer = dwell_match_make_plain (name);

  g_string_append (key, name);
}

/* The text by which @rule compares areas. Its parts end with a character that is unlikely in
 * names. */
static char *
make_key (const Matching   *self,
          const DwellTrace *trace,
          guint32           area,
          DwellMatchedBy    rule)
{
  GString *key;

  if (rule == DWELL_MATCHED_BY_KEY)
    return dwell_key_of_area (trace, area);

  key = g_string_new (NULL);
  for (guint depth = 0; area != DWELL_NONE && depth < MAX_DEPTH; depth++)
    {
      const DwellArea *info = &trace->areas[area];
      g_autofree char *file = dwell_key_of_module (trace, info->file);

      g_string_append_printf (key, "%s\001", get_kind (self, info->kind));
      append_name (self, key, dwell_trace_get_string (trace, info->name),
                   rule == DWELL_MATCHED_BY_PLAIN_NAME);
      g_string_append_c (key, '\001');
      if (info->has_value && (self->compares_numbers || info->kind != DWELL_AREA_STATE ||
                              info->name == 0))
        g_string_append_printf (key, "%" G_GINT64_FORMAT, info->value);
      g_string_append_printf (key, "\001%s\001",
                              self->are_two_formats ? "" : get_last_component (file));
      area = info->parent;
    }

  return g_string_free (key, FALSE);
}

static Bearers *
find_bearers (GHashTable *bearers,
              char       *key)
{
  Bearers *found = g_hash_table_lookup (bearers, key);

  if (found != NULL)
    {
      g_free (key);
      return found;
    }

  found = g_new0 (Bearers, 1);
  g_hash_table_insert (bearers, key, found);
  return found;
}

/* Returns whether they are partners now: an area keeps its first partner. */
static gboolean
join (DwellMatch     *match,
      guint32         base_area,
      guint32         new_area,
      DwellMatchedBy  by)
{
  if (match->new_of_base[base_area] != DWELL_NONE || match->base_of_new[new_area] != DWELL_NONE)
    return match->new_of_base[base_area] == new_area;

  match->new_of_base[base_area] = new_area;
  match->base_of_new[new_area] = base_area;
  match->base_matched_by[base_area] = match->new_matched_by[new_area] = by;
  return TRUE;
}

static void
match_by_rule (const Matching *self,
               DwellMatchedBy  rule)
{
  g_autoptr(GHashTable) bearers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  DwellMatch *match = self->match;

  for (guint32 i = 0; i < match->n_base; i++)
    if (match->new_of_base[i] == DWELL_NONE)
      {
        Bearers *found = find_bearers (bearers, make_key (self, self->base, i, rule));

        found->base_area = i;
        found->n_base++;
      }

  for (guint32 i = 0; i < match->n_new; i++)
    if (match->base_of_new[i] == DWELL_NONE)
      {
        g_autofree char *key = make_key (self, self->new, i, rule);
        Bearers *found = g_hash_table_lookup (bearers, key);

        if (found == NULL)
          continue;

        found->new_area = i;
        if (found->n_new++ > 0 || found->n_base > 1)
          match->new_matched_by[i] = DWELL_MATCHED_AMBIGUOUSLY;
      }

  for (guint32 i = 0; i < match->n_base; i++)
    if (match->new_of_base[i] == DWELL_NONE)
      {
        g_autofree char *key = make_key (self, self->base, i, rule);
        const Bearers *found = g_hash_table_lookup (bearers, key);

        if (found->n_base == 1 && found->n_new == 1)
          join (match, i, found->new_area, rule);
        else if (found->n_new > 0)
          match->base_matched_by[i] = match->new_matched_by[found->new_area] =
            DWELL_MATCHED_AMBIGUOUSLY;
      }
}

/* Finds the one with that name; DWELL_NONE with an error if there are none, or several. */
typedef guint32 (*Find) (const DwellTrace  *trace,
                         const char        *name,
                         gboolean           is_base,
                         GError           **error);

static guint32
find_context (const DwellTrace  *trace,
              const char        *name,
              gboolean           is_base,
              GError           **error)
{
  guint32 found = DWELL_NONE;
  guint n = 0;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (g_str_equal (dwell_trace_get_context_name (trace, i), name))
      {
        found = i;
        n++;
      }

  if (n == 1)
    return found;

  if (n > 1)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("“%s” is the name of several contexts"),
                 name);
  else if (is_base)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("the base has no context “%s”"), name);
  else
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                 _("the new recording has no context “%s”"), name);
  return DWELL_NONE;
}

static guint32
find_area (const DwellTrace  *trace,
           const char        *name,
           gboolean           is_base,
           GError           **error)
{
  guint32 found = DWELL_NONE;
  guint n = 0;

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_title (trace, i), name) ||
        g_str_equal (dwell_trace_get_area_name (trace, i), name))
      {
        found = i;
        n++;
      }

  if (n == 1)
    return found;

  if (n > 1)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("“%s” is the name of several areas"),
                 name);
  else if (is_base)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("the base has no area “%s”"), name);
  else
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("the new recording has no area “%s”"),
                 name);
  return DWELL_NONE;
}

/* Names may contain “=”: each one is tried as the separator. */
static gboolean
find_pair (const Matching  *self,
           const char      *pair,
           Find             find,
           guint32         *base,
           guint32         *new,
           GError         **error)
{
  g_autoptr(GError) first = NULL;

  *new = DWELL_NONE;
  for (const char *p = strchr (pair, '='); p != NULL && *new == DWELL_NONE;
       p = strchr (p + 1, '='))
    {
      g_autofree char *name = g_strndup (pair, (gsize) (p - pair));
      GError **place = first == NULL ? &first : NULL;

      *base = find (self->base, name, TRUE, place);
      if (*base != DWELL_NONE)
        *new = find (self->new, p + 1, FALSE, place);
    }

  if (*new != DWELL_NONE)
    return TRUE;

  if (first != NULL)
    g_propagate_error (error, g_steal_pointer (&first));
  else
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                 _("“%s” is not a pair of names: OLD=NEW"), pair);
  return FALSE;
}

static gboolean
refuse_second (const char  *pair,
               GError     **error)
{
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               _("“%s”: one of the two is already matched"), pair);
  return FALSE;
}

static gboolean
match_contexts_by_user (const Matching  *self,
                        GError         **error)
{
  const DwellMatchOptions *options = self->options;
  GArray *contexts = self->match->contexts;

  for (guint i = 0; options->context_pairs != NULL && options->context_pairs[i] != NULL; i++)
    {
      DwellContextPair pair;

      if (!find_pair (self, options->context_pairs[i], find_context, &pair.base_context,
                      &pair.new_context, error))
        return FALSE;

      for (guint k = 0; k < contexts->len; k++)
        {
          const DwellContextPair *other = &g_array_index (contexts, DwellContextPair, k);

          if ((other->base_context == pair.base_context) !=
              (other->new_context == pair.new_context))
            return refuse_second (options->context_pairs[i], error);
        }
      g_array_append_val (contexts, pair);
    }
  if (options->n_contexts > 0)
    g_array_append_vals (contexts, options->contexts, options->n_contexts);

  return TRUE;
}

/* The user's pairs come first. */
static gboolean
match_by_user (const Matching  *self,
               GError         **error)
{
  const DwellMatchOptions *options = self->options;

  for (guint i = 0; options->pairs != NULL && options->pairs[i] != NULL; i++)
    {
      guint32 base;
      guint32 new;

      if (!find_pair (self, options->pairs[i], find_area, &base, &new, error))
        return FALSE;
      if (!join (self->match, base, new, DWELL_MATCHED_BY_USER))
        return refuse_second (options->pairs[i], error);
    }

  for (guint i = 0; i < options->n_areas; i++)
    join (self->match, options->areas[i].base_area, options->areas[i].new_area,
          DWELL_MATCHED_BY_USER);

  return match_contexts_by_user (self, error);
}

/**
 * dwell_match_new:
 * @base: a trace
 * @new: another, or the same
 * @options: how to match
 * @error: set if a pair of @options is impossible
 *
 * Returns: (transfer full) (nullable): which areas of the two correspond
 */
DwellMatch *
dwell_match_new (const DwellTrace         *base,
                 const DwellTrace         *new,
                 const DwellMatchOptions  *options,
                 GError                  **error)
{
  g_autoptr(DwellMatch) self = g_new0 (DwellMatch, 1);
  Matching matching = { self, base, new, options,
                        g_strcmp0 (base->format_id, new->format_id) != 0, TRUE };
  DwellMatchedBy loosest = options->loosest != DWELL_MATCHED_BY_NOTHING
                             ? options->loosest : DWELL_MATCHED_BY_PLAIN_NAME;

  self->n_base = base->n_areas;
  self->n_new = new->n_areas;
  self->new_of_base = g_new (guint32, MAX (self->n_base, 1));
  self->base_of_new = g_new (guint32, MAX (self->n_new, 1));
  self->base_matched_by = g_new0 (guint8, MAX (self->n_base, 1));
  self->new_matched_by = g_new0 (guint8, MAX (self->n_new, 1));
  memset (self->new_of_base, 0xff, self->n_base * sizeof (guint32));
  memset (self->base_of_new, 0xff, self->n_new * sizeof (guint32));

  self->contexts = g_array_new (FALSE, FALSE, sizeof (DwellContextPair));
  if (!match_by_user (&matching, error))
    return NULL;

  for (DwellMatchedBy rule = DWELL_MATCHED_BY_KEY; rule <= loosest; rule++)
    {
      matching.compares_numbers = TRUE;
      match_by_rule (&matching, rule);
      matching.compares_numbers = FALSE;
      if (rule != DWELL_MATCHED_BY_KEY)
        match_by_rule (&matching, rule);
    }

  return g_steal_pointer (&self);
}

/**
 * dwell_match_free:
 * @self: (transfer full): a match
 *
 * Frees @self.
 */
void
dwell_match_free (DwellMatch *self)
{
  g_free (self->new_of_base);
  g_free (self->base_of_new);
  g_free (self->base_matched_by);
  g_free (self->new_matched_by);
  g_array_unref (self->contexts);
  g_free (self);
}

/**
 * dwell_matched_by_get_id:
 * @self: a rule
 *
 * Returns: (nullable): what the command line calls it
 */
const char *
dwell_matched_by_get_id (DwellMatchedBy self)
{
  static const char * const ids[] = {
    [DWELL_MATCHED_BY_NOTHING] = NULL,
    [DWELL_MATCHED_BY_USER] = "user",
    [DWELL_MATCHED_BY_KEY] = "key",
    [DWELL_MATCHED_BY_NAME] = "name",
    [DWELL_MATCHED_BY_PLAIN_NAME] = "plain",
    [DWELL_MATCHED_AMBIGUOUSLY] = "ambiguous",
  };

  return ids[self];
}
