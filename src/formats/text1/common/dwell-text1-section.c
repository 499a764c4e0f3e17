/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A section. If it is a timeline of a common form, its rows are parsed by steps: a handle, a
 * letter and a time, perhaps a value and a context, with literals between them that cannot be
 * part of these fields. A row that the steps accept matches the template with the same fields. */
#include "config.h"

#include "formats/text1/read/dwell-text1-timeline.h"

static gboolean
is_digit_like (char c)
{
  return g_ascii_isalnum (c) || c == '.' || c == '+' || c == '-';
}

static DwellText1StepKind
get_step_kind (const DwellTemplateToken *token)
{
  if (token->is_literal)
    return DWELL_TEXT1_STEP_LITERAL;

  switch ((guint) token->macro)
    {
    case DWELL_MACRO_HANDLE:
      return DWELL_TEXT1_STEP_HANDLE;
    case DWELL_MACRO_EVENT:
      return DWELL_TEXT1_STEP_EVENT;
    case DWELL_MACRO_VALUE:
      return DWELL_TEXT1_STEP_VALUE;
    case DWELL_MACRO_TIME:
      return DWELL_TEXT1_STEP_TIME;
    case DWELL_MACRO_CONTEXT:
      return DWELL_TEXT1_STEP_CONTEXT;
    default:
      return DWELL_TEXT1_STEP_END;
    }
}

/* Returns TRUE if the end of a field of @kind can be recognised by @next. */
static gboolean
can_follow (DwellText1StepKind        kind,
            const DwellTemplateToken *next)
{
  if (kind == DWELL_TEXT1_STEP_LITERAL || next == NULL)
    return TRUE;

  if (next->is_literal)
    return !is_digit_like (next->text[0]) && next->text[0] != '\r' && next->text[0] != '\n';

  /* A handle has a fixed length. */
  return (kind == DWELL_TEXT1_STEP_HANDLE && next->macro == DWELL_MACRO_EVENT);
}

static void
compile_steps (DwellText1Section *self)
{
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (self->entry, &n);
  guint seen = 0;

  if (n >= DWELL_TEXT1_MAX_STEPS)
    return;

  for (guint i = 0; i < n; i++)
    {
      const DwellTemplateToken *next = i + 1 < n ? &tokens[i + 1] : NULL;
      DwellText1StepKind kind = get_step_kind (&tokens[i]);

      if (kind == DWELL_TEXT1_STEP_END || !can_follow (kind, next) ||
          (kind != DWELL_TEXT1_STEP_LITERAL && (seen & 1u << kind) != 0))
        return;

      seen |= 1u << kind;
      self->steps[i] = (DwellText1Step) {
        .kind = kind,
        .stop = next != NULL ? next->text[0] : '\n',
        .text = tokens[i].text,
        .length = tokens[i].length,
      };
    }

  self->has_steps = (seen & 1u << DWELL_TEXT1_STEP_HANDLE) != 0 &&
                    (seen & 1u << DWELL_TEXT1_STEP_EVENT) != 0 &&
                    (seen & 1u << DWELL_TEXT1_STEP_TIME) != 0;
}

/**
 * dwell_text1_section_new:
 * @header: the header of the section
 * @given: the settings of the user
 * @line_end: the line end of the header
 *
 * Returns: (transfer full): the section, with its template compiled
 */
DwellText1Section *
dwell_text1_section_new (const DwellText1Header *header,
                         const DwellText1Given  *given,
                         DwellText1LineEnd       line_end)
{
  DwellText1Section *self = g_new0 (DwellText1Section, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = header->kind;
  self->line_end = line_end;
  self->entry = dwell_text1_header_compile (header, given);
  if (self->kind == DWELL_TEXT1_SECTION_TIMELINE && given->base == DWELL_TEXT1_BASE_AUTO)
    compile_steps (self);

  return self;
}

/**
 * dwell_text1_section_ref:
 * @self: a section
 *
 * Returns: (transfer full): @self
 */
DwellText1Section *
dwell_text1_section_ref (DwellText1Section *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_text1_section_unref:
 * @self: (transfer full): a section
 */
void
dwell_text1_section_unref (DwellText1Section *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_template_unref (self->entry);
  g_free (self);
}
