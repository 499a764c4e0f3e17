/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles templates (src/formats/text1/README.md, "The file"): literals and macros; "%%" is a
 * percent sign. Compiling never fails, because a file is read with whatever template it has: a
 * mistake becomes a literal, and is reported as an issue with its place. Dialogs refuse to write
 * with a template that has issues. */
#include "config.h"

#include "formats/template/dwell-template-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

static void
issue_clear (gpointer data)
{
  DwellTemplateIssue *issue = data;

  g_free (issue->message);
}

static void G_GNUC_PRINTF (4, 5)
add_issue (DwellTemplate *self,
           gsize          offset,
           gsize          length,
           const char    *format,
           ...)
{
  DwellTemplateIssue issue = { .source_offset = offset, .source_length = length };
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  /* The template can come from a file; a part of it in the message is cut, perhaps within a
   * character. */
  issue.message = g_utf8_make_valid (text, -1);
  g_array_append_val (self->issues, issue);
}

/* Joins adjacent literals, so that each match is as long as possible. */
static void
add_literal (DwellTemplate *self,
             gsize          offset,
             gsize          source_length,
             gsize          skip)
{
  DwellTemplateToken token = {
    .is_literal = TRUE,
    .macro = DWELL_MACRO_UNKNOWN,
    .text = self->text + offset + skip,
    .length = source_length - skip,
    .source_offset = offset,
    .source_length = source_length,
  };

  g_array_append_val (self->tokens, token);
}

static void
add_macro (DwellTemplate     *self,
           gsize              offset,
           gsize              name_length,
           DwellTemplateKind  kind)
{
  DwellTemplateToken token = {
    .text = self->text + offset + 1,
    .length = name_length,
    .source_offset = offset,
    .source_length = name_length + 2,
  };

  token.macro = dwell_macro_find (token.text, name_length);

  if (token.macro == DWELL_MACRO_UNKNOWN)
    add_issue (self, offset, token.source_length, _("There is no macro %%%.*s%%"),
               (int) MIN (name_length, 80), token.text);
  else if (!(dwell_macro_get_info (token.macro)->applies & 1u << kind))
    /* Translators: a macro, and in which template it stands */
    add_issue (self, offset, token.source_length, _("%%%s%% is not available in %s"),
               dwell_macro_get_info (token.macro)->name, dwell_template_get_id (kind));

  g_array_append_val (self->tokens, token);
}

/* Whether a percent sign and the next can be meant as the ends of a macro: the text between them
 * can be the name of a macro, and is not just text between two macros. So a missing percent sign
 * affects only its own macro. */
static gboolean
is_macro (const char *name,
          gsize       length)
{
  static const char delimiters[] = ",;:|=\t\"'()<>[]{}/\\";

  if (dwell_macro_find (name, length) != DWELL_MACRO_UNKNOWN)
    return TRUE;

  for (gsize i = 0; i < length; i++)
    if (memchr (delimiters, name[i], sizeof delimiters - 1) != NULL)
      return FALSE;

  return name[0] != ' ' && name[length - 1] != ' ';
}

/* Compiles the token at @offset. Returns the offset of the next. */
static gsize
compile_token (DwellTemplate     *self,
               gsize              offset,
               gsize              length,
               DwellTemplateKind  kind)
{
  const char *text = self->text + offset;
  const char *end = self->text + length;
  const char *percent = memchr (text, '%', (gsize) (end - text));
  const char *close;

  if (percent == NULL || self->tokens->len >= DWELL_TEMPLATE_MAX_TOKENS)
    {
      if (percent != NULL)
        add_issue (self, offset, length - offset,
                   _("More than %d parts: the rest is treated as text"), DWELL_TEMPLATE_MAX_TOKENS);
      add_literal (self, offset, length - offset, 0);
      return length;
    }

  if (percent > text)
    {
      add_literal (self, offset, (gsize) (percent - text), 0);
      return offset + (gsize) (percent - text);
    }

  if (text + 1 < end && text[1] == '%')
    {
      add_literal (self, offset, 2, 1);
      return offset + 2;
    }

  close = memchr (text + 1, '%', (gsize) (end - text - 1));
  if (close == NULL || !is_macro (text + 1, (gsize) (close - text - 1)))
    {
      gsize n = (gsize) ((close != NULL ? close : end) - text);

      add_issue (self, offset, n, _("Unclosed %%"));
      add_literal (self, offset, n, 0);
      return offset + n;
    }

  add_macro (self, offset, (gsize) (close - text - 1), kind);
  return offset + (gsize) (close - text + 1);
}

/**
 * dwell_template_new:
 * @text: the template
 * @length: bytes of the text, or -1
 * @kind: kind of the template
 *
 * Compiles a template. Macros that are unknown or not applicable, and a "%" without an end, are
 * issues.
 *
 * Returns: (transfer full): the template
 */
DwellTemplate *
dwell_template_new (const char        *text,
                    gssize             length,
                    DwellTemplateKind  kind)
{
  DwellTemplate *self = g_new0 (DwellTemplate, 1);
  gsize n = length < 0 ? strlen (text) : (gsize) length;

  g_atomic_ref_count_init (&self->ref_count);
  self->text = g_strndup (text, n);
  n = strlen (self->text);
  self->tokens = g_array_new (FALSE, FALSE, sizeof (DwellTemplateToken));
  self->issues = g_array_new (FALSE, FALSE, sizeof (DwellTemplateIssue));
  g_array_set_clear_func (self->issues, issue_clear);

  for (gsize offset = 0; offset < n;)
    offset = compile_token (self, offset, n, kind);

  return self;
}

/**
 * dwell_template_ref:
 * @self: a template
 *
 * Returns: (transfer full): @self
 */
DwellTemplate *
dwell_template_ref (DwellTemplate *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_template_unref:
 * @self: (transfer full): a template
 */
void
dwell_template_unref (DwellTemplate *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->tokens);
  g_array_unref (self->issues);
  g_free (self->text);
  g_free (self);
}

/**
 * dwell_template_get_text:
 * @self: a template
 *
 * Returns: (transfer none): the text that it was compiled from
 */
const char *
dwell_template_get_text (const DwellTemplate *self)
{
  return self->text;
}

/**
 * dwell_template_get_tokens:
 * @self: a template
 * @n_tokens: (out): how many
 *
 * Returns: (array length=n_tokens) (transfer none): literals and macros in order
 */
const DwellTemplateToken *
dwell_template_get_tokens (const DwellTemplate *self,
                           guint               *n_tokens)
{
  *n_tokens = self->tokens->len;
  return (const DwellTemplateToken *) (gpointer) self->tokens->data;
}

/**
 * dwell_template_get_issues:
 * @self: a template
 * @n_issues: (out): how many
 *
 * Returns: (array length=n_issues) (transfer none): its mistakes
 */
const DwellTemplateIssue *
dwell_template_get_issues (const DwellTemplate *self,
                           guint               *n_issues)
{
  *n_issues = self->issues->len;
  return (const DwellTemplateIssue *) (gpointer) self->issues->data;
}

/**
 * dwell_template_has_macro:
 * @self: a template
 * @macro: a known macro
 *
 * Returns: whether the template contains @macro
 */
gboolean
dwell_template_has_macro (const DwellTemplate *self,
                          DwellMacro           macro)
{
  for (guint i = 0; i < self->tokens->len; i++)
    {
      const DwellTemplateToken *token = &g_array_index (self->tokens, DwellTemplateToken, i);

      if (!token->is_literal && token->macro == macro)
        return TRUE;
    }

  return FALSE;
}
