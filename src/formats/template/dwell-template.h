/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compiled template: literals and macros, to render and to match rows.
 *
 * Matching takes time linear in the row: fixed-form fields are matched from the left up to the
 * first free-text macro, and from the right back to the last. A single free-text field gets the
 * middle verbatim; several are separated by src/formats/text1/README.md, "Rows". A row is never
 * split at its delimiter, because names contain commas. */
#pragma once

#include "formats/template/dwell-macros.h"

G_BEGIN_DECLS

#define DWELL_TEMPLATE_MAX_TOKENS 1024

typedef struct _DwellTemplate DwellTemplate;

/* A literal or a macro. An unknown macro keeps its text. */
typedef struct {
  gboolean    is_literal;
  DwellMacro  macro;         /* if it is not a literal */
  const char *text;          /* the literal ("%%" as one "%"), or the name of the macro */
  gsize       length;
  gsize       source_offset; /* in the text of the template, bytes */
  gsize       source_length;
} DwellTemplateToken;

/* A mistake in a template, with its place. */
typedef struct {
  gsize    source_offset;
  gsize    source_length;
  char    *message; /* translated */
} DwellTemplateIssue;

/* A field of a matched row: bytes of the row; text is NULL if the template lacks the macro. */
typedef struct {
  const char *text;
  gsize       length;
} DwellField;

/* Returns whether @text, a field of @macro, is a name that the file has defined, or looks like a
 * path. */
typedef gboolean (*DwellKnownTextFunc) (DwellMacro  macro,
                                        const char *text,
                                        gsize       length,
                                        gpointer    user_data);

DwellTemplate *dwell_template_new   (const char        *text,
                                     gssize             length,
                                     DwellTemplateKind  kind) G_GNUC_WARN_UNUSED_RESULT;
DwellTemplate *dwell_template_ref   (DwellTemplate     *self);
void           dwell_template_unref (DwellTemplate     *self);

const char               *dwell_template_get_text   (const DwellTemplate *self);
const DwellTemplateToken *dwell_template_get_tokens (const DwellTemplate *self,
                                                     guint               *n_tokens);
const DwellTemplateIssue *dwell_template_get_issues (const DwellTemplate *self,
                                                     guint               *n_issues);
gboolean                  dwell_template_has_macro  (const DwellTemplate *self,
                                                     DwellMacro           macro);

gboolean dwell_template_match (const DwellTemplate *self,
                               const char          *row,
                               gsize                length,
                               DwellKnownTextFunc   known,
                               gpointer             user_data,
                               DwellField          *fields,
                               gboolean            *was_guessed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTemplate, dwell_template_unref)

G_END_DECLS
