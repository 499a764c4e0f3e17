/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits names of functions as demanglers, compilers and log files write them: C++, Rust, Java,
 * "file.c"#function of Text1, “module (author) ::function” of OpenOffice.
 *
 * One pass from left to right. It gathers the parts of a qualified name, without arguments and
 * template arguments. A space outside brackets ends a return type, so gathering starts over; that
 * is right only if arguments of a call follow, which demanglers write after each name that has a
 * return type. A text that does not fit this is not the name of a function, perhaps a sentence, and
 * is left as it is. */
#include "config.h"

#include "core/dwell-name.h"

#include <string.h>

/* How many of the last parts can matter: class, function, and after them the operator () of a
 * lambda or the hash that Rust appends. */
#define N_STARTS 4

#define ANONYMOUS "(anonymous namespace)"

typedef struct {
  const char *at;
  const char *end;
  GString    *text;            /* the qualified name so far */
  gsize       starts[N_STARTS]; /* where its last parts begin, newest first */
  guint       n_parts;
  guint       n_selves;        /* brackets of Rust's <T as Trait>:: around @at */
  gboolean    has_arguments;   /* of a call, after the last part */
  gboolean    has_stars;       /* a type, so far: “char*” */
  gboolean    had_words;       /* before the name */
  gboolean    is_inside;       /* in a function that returns one: void (*name(int))(char) */
} Scan;

static int full_names;

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || c == '~' || c == '\'' || c == '@' ||
         (guchar) c >= 0x80;
}

static gboolean
is_at (const Scan *scan,
       const char *text)
{
  gsize length = strlen (text);

  return (gsize) (scan->end - scan->at) >= length && memcmp (scan->at, text, length) == 0;
}

static gboolean
is_at_part_start (const Scan *scan)
{
  return scan->text->len == scan->starts[0];
}

static void
append (Scan *scan,
        gsize length)
{
  g_string_append_len (scan->text, scan->at, (gssize) length);
  scan->at += length;
}

static void
begin_part (Scan *scan)
{
  memmove (scan->starts + 1, scan->starts, (N_STARTS - 1) * sizeof scan->starts[0]);
  scan->starts[0] = scan->text->len;
  scan->n_parts++;
  scan->has_arguments = FALSE;
}

/* What was gathered is a type, a qualifier or a word. */
static void
start_over (Scan *scan)
{
  g_string_truncate (scan->text, 0);
  scan->starts[0] = 0;
  scan->n_parts = 1;
  scan->has_arguments = FALSE;
  scan->has_stars = FALSE;
  scan->had_words = scan->had_words || scan->n_selves == 0;
}

/* Skips (…), […] or {…}; appends it without (…) in it if @is_kept. */
static gboolean
take_group (Scan     *scan,
            char      opening,
            char      closing,
            gboolean  is_kept)
{
  guint depth = 0;
  guint arguments = 0;

  for (; scan->at < scan->end; scan->at++)
    {
      char c = *scan->at;

      arguments += c == '(' ? 1 : 0;
      if (is_kept && arguments == 0)
        g_string_append_c (scan->text, c);
      arguments -= c == ')' && arguments > 0 ? 1 : 0;

      if (c == opening)
        depth++;
      else if (c == closing && --depth == 0)
        {
          scan->at++;
          return TRUE;
        }
    }

  return FALSE;
}

/* Skips to the end of @depth brackets <…>; > in (a > b) and -> does not count as a bracket. */
static gboolean
skip_angles (Scan *scan,
             guint depth)
{
  while (scan->at < scan->end)
    {
      char c = *scan->at;

      if (c == '(')
        {
          if (!take_group (scan, '(', ')', FALSE))
            return FALSE;
          continue;
        }

      scan->at++;
      if (c == '<')
        depth++;
      else if (c == '>' && scan->at[-2] != '-' && --depth == 0)
        return TRUE;
    }

  return FALSE;
}

/* Takes the name of an operator with what belongs to it: “operator<<”, “operator()”,
 * “operator bool”, “operator new[]”. What follows are arguments. */
static gboolean
take_operator (Scan *scan)
{
  static const char * const symbols[] = {
    "()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++",
    "--", "->", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<", ">", "+", "-", "*", "/", "%",
    "^", "&", "|", "~", "!", "=", ",",
  };

  append (scan, strlen ("operator"));

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    if (is_at (scan, symbols[i]))
      {
        append (scan, strlen (symbols[i]));
        return TRUE;
      }

  while (scan->at < scan->end && *scan->at != '(')
    if (*scan->at != '<')
      append (scan, 1);
    else if (!skip_angles (scan, 0))
      return FALSE;

  return TRUE;
}

static gboolean
is_at_operator (const Scan *scan)
{
  return is_at_part_start (scan) && is_at (scan, "operator") &&
         (scan->at + strlen ("operator") == scan->end || !is_word (scan->at[strlen ("operator")]));
}

/* Whether what follows the arguments of a call belongs to them: “const”, “&”, “[clone .cold]”. */
static gboolean
skip_qualifier (Scan *scan)
{
  static const char * const qualifiers[] = { "const", "volatile", "noexcept", "&&", "&" };

  for (guint i = 0; i < G_N_ELEMENTS (qualifiers); i++)
    {
      const char *after = scan->at + strlen (qualifiers[i]);

      if (is_at (scan, qualifiers[i]) && (after == scan->end || !is_word (*after)))
        {
          scan->at = after;
          return TRUE;
        }
    }

  return *scan->at == '[' && take_group (scan, '[', ']', FALSE);
}

/* Takes what follows spaces: a qualifier, arguments of an operator's template, a trait, or else the
 * next word, in which case what was gathered is not the name. */
static gboolean
take_blank (Scan *scan)
{
  while (scan->at < scan->end && *scan->at == ' ')
    scan->at++;

  if (scan->at == scan->end || *scan->at == '<' ||
      (scan->has_arguments && skip_qualifier (scan)))
    return TRUE;

  if (scan->n_selves > 0 && is_at (scan, "as "))
    {
      scan->n_selves--;
      return skip_angles (scan, 1) && is_at (scan, "::");
    }

  if (is_at (scan, ANONYMOUS) || *scan->at != '(')
    {
      start_over (scan);
      return TRUE;
    }

  if (!is_at (scan, "(*") && !is_at (scan, "(&"))
    return take_group (scan, '(', ')', FALSE);

  start_over (scan);
  scan->is_inside = TRUE;
  scan->at += 2;
  return TRUE;
}

/* A dot separates packages and classes, except the dot of a suffix that compilers append to a clone
 * of a function. */
static gboolean
is_at_dot (const Scan *scan)
{
  static const char * const clones[] = {
    "cold", "part.", "constprop.", "isra.", "lto_priv.", "llvm.", "clone.",
  };
  Scan after = *scan;

  if (*scan->at != '.' || is_at_part_start (scan) || ++after.at == after.end ||
      g_ascii_isdigit (*after.at) || !(is_word (*after.at) || *after.at == '<'))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (clones); i++)
    if (is_at (&after, clones[i]))
      return FALSE;

  return TRUE;
}

static gboolean
take_separator (Scan *scan,
                gsize length)
{
  if (scan->has_stars)
    return FALSE;

  if (is_at_part_start (scan))
    {
      scan->at += length;
      return TRUE;
    }

  append (scan, length);
  begin_part (scan);

  /* Java's constructors: “C.<init>”. */
  while (length == 1 && scan->at < scan->end && *scan->at == '<')
    {
      const char *close = memchr (scan->at, '>', (gsize) (scan->end - scan->at));

      if (close == NULL)
        return FALSE;

      append (scan, (gsize) (close + 1 - scan->at));
    }

  return TRUE;
}

static gboolean
take_angle (Scan *scan)
{
  if (scan->text->len > 0 || scan->n_parts > 1)
    return skip_angles (scan, 0);

  scan->n_selves++;
  scan->at++;
  return TRUE;
}

static gboolean
take_parenthesis (Scan *scan)
{
  gboolean has_name = !is_at_part_start (scan);

  if (!has_name && is_at (scan, ANONYMOUS))
    {
      append (scan, strlen (ANONYMOUS));
      return TRUE;
    }

  scan->has_arguments = has_name;
  return take_group (scan, '(', ')', FALSE);
}

/* Takes what is at the place. Returns FALSE if it is not part of a name. */
static gboolean
take (Scan *scan)
{
  char c = *scan->at;

  if (is_at (scan, "::"))
    return take_separator (scan, 2);

  if (is_at_dot (scan))
    return take_separator (scan, 1);

  if (c == '(')
    return take_parenthesis (scan);

  if (c == '<')
    return take_angle (scan);

  if (c == '[')
    return take_group (scan, '[', ']', FALSE);

  if (c == ' ')
    return take_blank (scan);

  if (c == '>' && scan->n_selves > 0)
    {
      scan->n_selves--;
      scan->at++;
      return is_at (scan, "::");
    }

  if (scan->has_arguments)
    return FALSE;

  if (is_at_operator (scan))
    return take_operator (scan);

  if (c == '{' && is_at_part_start (scan))
    return take_group (scan, '{', '}', TRUE);

  scan->has_stars = scan->has_stars || c == '*' || c == '&';
  append (scan, 1);
  return is_word (c) || c == '*' || c == '&' || c == '.';
}

/* Returns whether the whole text is the name of a function. */
static gboolean
scan_name (Scan *scan)
{
  scan->n_parts = 1;

  while (scan->at < scan->end && !(scan->is_inside && *scan->at == ')'))
    if (!take (scan))
      return FALSE;

  return !is_at_part_start (scan) && !scan->has_stars && scan->n_selves == 0 &&
         (scan->has_arguments || !scan->had_words);
}

static gboolean
part_begins (const Scan *scan,
             guint       part,
             const char *with)
{
  return g_str_has_prefix (scan->text->str + scan->starts[part], with);
}

static gboolean
is_rust_hash (const char *part)
{
  return *part == 'h' && strlen (part) == 17 &&
         strspn (part + 1, "0123456789abcdef") == 16;
}

/* Splits @scan's name into class and function, which it returns, and the scope. */
static char *
part_name (Scan  *scan,
           char **scope)
{
  const char *last = scan->text->str + scan->starts[0];
  gboolean is_call = strcmp (last, "operator()") == 0 &&
                     (part_begins (scan, 1, "{") || part_begins (scan, 1, "'"));
  guint part = scan->n_parts > 1 && last[-1] == ':' && (is_call || is_rust_hash (last)) ? 1 : 0;
  gsize separator;

  if (part > 0)
    g_string_truncate (scan->text, scan->starts[0] - strlen ("::"));

  if (scan->n_parts > part + 1 && !part_begins (scan, part + 1, ANONYMOUS))
    part++;

  separator = scan->starts[part];
  while (separator > 0 && strchr (".:", scan->text->str[separator - 1]) != NULL)
    separator--;

  if (scope != NULL)
    *scope = separator > 0 ? g_strndup (scan->text->str, separator) : NULL;

  return g_strdup (scan->text->str + scan->starts[part]);
}

/* Finds the prefix that formats of log files put before a name: "file.c"# or module (author) ::
 * Returns where the name begins; sets @scope and its length. */
static const char *
skip_prefix (const char  *full,
             const char **scope,
             gsize       *length)
{
  const char *end;

  *scope = full;
  *length = 0;

  if (*full == '"' && (end = strstr (full + 1, "\"#")) != NULL && end > full + 1 && end[2] != '\0')
    {
      *scope = full + 1;
      *length = (gsize) (end - full) - 1;
      return end + 2;
    }

  end = full + strcspn (full, " (<");

  if (end > full && g_str_has_prefix (end, " ("))
    {
      const char *close = end + 2 + strcspn (end + 2, "()");

      if (g_str_has_prefix (close, ") ::") && close[4] != '\0')
        {
          *length = (gsize) (end - full);
          return close + 2;
        }
    }

  return full;
}

/**
 * dwell_name_dup_module:
 * @full: the full name of a function
 *
 * Returns: (transfer full) (nullable): the file or module that formats of log files put before
 *   the name, as `main.c` in `"main.c"#loop`; %NULL if there is none
 */
char *
dwell_name_dup_module (const char *full)
{
  const char *module;
  gsize length;

  skip_prefix (full, &module, &length);
  return length > 0 ? g_strndup (module, length) : NULL;
}

/**
 * dwell_name_split:
 * @full: the full name of a function
 * @scope: (out) (optional) (nullable) (transfer full): the scope of the short name: namespaces, a
 *   file, a module; %NULL if there is none
 *
 * Finds the part of a name that people read: `Parser::ParseStatement` of
 * `v8::internal::Parser::ParseStatement(int, bool*)`. A text that is not the name of a function is
 * returned as it is. Takes time in proportion to the length.
 *
 * Returns: (transfer full): the short name
 */
char *
dwell_name_split (const char  *full,
                  char       **scope)
{
  const char *prefix;
  gsize length;
  const char *begin = skip_prefix (full, &prefix, &length);
  Scan scan = { .at = begin, .end = begin + strlen (begin), .text = g_string_sized_new (64) };
  char *name;

  if (scope != NULL)
    *scope = NULL;

  name = scan_name (&scan) ? part_name (&scan, scope) : g_strdup (begin);
  g_string_free (scan.text, TRUE);

  if (scope != NULL && length > 0)
    {
      g_free (*scope);
      *scope = g_strndup (prefix, length);
    }

  return name;
}

/**
 * dwell_name_cut:
 * @text: a name or another text, valid UTF-8
 * @max_chars: how many of its characters are shown
 *
 * Returns: (transfer full): @text; its first characters and “…” if it has more
 */
char *
dwell_name_cut (const char *text,
                glong       max_chars)
{
  g_autofree char *head = NULL;

  if (g_utf8_strlen (text, -1) <= max_chars)
    return g_strdup (text);

  head = g_utf8_substring (text, 0, max_chars);
  return g_strconcat (head, "…", NULL);
}

/**
 * dwell_name_set_full:
 * @full: whether labels are full names
 *
 * Sets how dwell_trace_dup_area_label() names areas. Views must then be drawn anew.
 */
void
dwell_name_set_full (gboolean full)
{
  g_atomic_int_set (&full_names, full);
}

/**
 * dwell_name_is_full:
 *
 * Returns: whether labels are full names
 */
gboolean
dwell_name_is_full (void)
{
  return g_atomic_int_get (&full_names);
}
