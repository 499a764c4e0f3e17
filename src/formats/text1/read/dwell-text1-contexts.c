/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts are defined by a CONTEXTS section. Statistics sections refer to them by name ("TSK:
 * name", where "TSK: " is only a label), and rows of the timeline by name, as 0xN or as N. A known
 * name takes precedence over a number, because a context may be called "0x1". */
#include "config.h"

#include "formats/text1/read/dwell-text1-contexts.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/text1/common/dwell-text1-value.h"

/* Each context has its own tracks; no user can look at more. */
#define MAX_CONTEXTS 65536

struct _DwellText1Contexts
{
  DwellBuilder       *builder;
  DwellText1Map      *map;
  DwellText1Encoding  encoding;
  GHashTable         *by_name; /* string id → context + 1 */
};

/**
 * dwell_text1_contexts_new:
 * @builder: the builder of the trace; must outlive the contexts
 * @map: gets the handles of contexts; must outlive the contexts
 * @encoding: encoding of the file
 *
 * Returns: (transfer full): no contexts yet
 */
DwellText1Contexts *
dwell_text1_contexts_new (DwellBuilder       *builder,
                          DwellText1Map      *map,
                          DwellText1Encoding  encoding)
{
  DwellText1Contexts *self = g_new0 (DwellText1Contexts, 1);

  self->builder = builder;
  self->map = map;
  self->encoding = encoding;
  self->by_name = g_hash_table_new (NULL, NULL);

  return self;
}

/**
 * dwell_text1_contexts_free:
 * @self: (transfer full): contexts
 */
void
dwell_text1_contexts_free (DwellText1Contexts *self)
{
  g_hash_table_unref (self->by_name);
  g_free (self);
}

/* Converts Windows-1252 to UTF-8, even if the bytes are valid UTF-8. */
static char *
decode_windows (const char *bytes,
                gsize       length)
{
  g_autoptr(GString) text = g_string_sized_new (length * 2);

  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *letter = dwell_text_to_utf8 (bytes + i, 1, DWELL_CHARSET_WINDOWS_1252);

      g_string_append (text, letter);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * dwell_text1_contexts_intern:
 * @self: contexts
 * @bytes: text of the file, in its encoding
 * @length: bytes of the text
 *
 * Returns: id of the string
 */
guint32
dwell_text1_contexts_intern (DwellText1Contexts *self,
                             const char         *bytes,
                             gsize               length)
{
  if (self->encoding == DWELL_TEXT1_WINDOWS_1252)
    {
      g_autofree char *text = decode_windows (bytes, length);

      return dwell_strings_intern (self->builder->strings, text, -1);
    }

  return dwell_strings_intern_bytes (self->builder->strings, bytes, length,
                                     DWELL_CHARSET_WINDOWS_1252);
}

/**
 * dwell_text1_decode:
 * @encoding: encoding of the text (UTF-16 is already converted to UTF-8)
 * @bytes: text of the file
 * @length: bytes of the text
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
dwell_text1_decode (DwellText1Encoding  encoding,
                    const char         *bytes,
                    gsize               length)
{
  return encoding == DWELL_TEXT1_WINDOWS_1252
           ? decode_windows (bytes, length)
           : dwell_text_to_utf8 (bytes, length, DWELL_CHARSET_WINDOWS_1252);
}

/**
 * dwell_text1_measure_label:
 * @name: a text that may be the name of a context
 * @length: bytes of the text
 *
 * Returns: bytes of a label at its start, such as "TSK: "; 0 if there is none
 */
gsize
dwell_text1_measure_label (const char *name,
                           gsize       length)
{
  gsize n = 0;

  while (n < length && g_ascii_isalpha (name[n]))
    n++;

  return n > 0 && n + 1 < length && name[n] == ':' && name[n + 1] == ' ' ? n + 2 : 0;
}

static guint32
lookup (DwellText1Contexts *self,
        guint32             string)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, GUINT_TO_POINTER (string))) - 1;
}

/* Returns the known context of that name, with its label or without. */
static guint32
find_known (DwellText1Contexts *self,
            const char         *name,
            gsize               length)
{
  guint32 context = lookup (self, dwell_text1_contexts_intern (self, name, length));
  gsize label = dwell_text1_measure_label (name, length);

  if (context == DWELL_NONE && label > 0)
    context = lookup (self, dwell_text1_contexts_intern (self, name + label, length - label));

  return context;
}

static guint32
add_context (DwellText1Contexts *self,
             const char         *name,
             gsize               length,
             guint64             id)
{
  guint32 string = dwell_text1_contexts_intern (self, name, length);
  guint32 context;

  if (self->builder->contexts->n >= MAX_CONTEXTS)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "too-many-contexts", 0, -1,
                          _("There are more than %d contexts"), MAX_CONTEXTS);
      return DWELL_NONE;
    }

  context = dwell_builder_add_context (self->builder,
                                       dwell_strings_get (self->builder->strings, string),
                                       DWELL_CONTEXT_TASK, id, DWELL_NONE);
  if (lookup (self, string) == DWELL_NONE)
    g_hash_table_insert (self->by_name, GUINT_TO_POINTER (string), GUINT_TO_POINTER (context + 1));
  if (id != DWELL_TEXT1_NO_CONTEXT_HANDLE)
    dwell_text1_map_add_context (self->map, (guint32) id, context);

  return context;
}

/**
 * dwell_text1_contexts_add:
 * @self: contexts
 * @name: the name, in the encoding of the file
 * @length: bytes of the name
 * @handle: its handle; %G_MAXUINT32 if the row has none
 * @line: number of the row's line
 *
 * Adds a context of a CONTEXTS section. If a handle, or a name without a handle, is defined twice,
 * the first definition holds.
 */
void
dwell_text1_contexts_add (DwellText1Contexts *self,
                          const char         *name,
                          gsize               length,
                          guint32             handle,
                          guint64             line)
{
  guint32 string = dwell_text1_contexts_intern (self, name, length);
  guint32 named = lookup (self, string);
  guint32 known = DWELL_NONE;
  DwellContext *context;

  if (handle == G_MAXUINT32)
    {
      if (named == DWELL_NONE)
        add_context (self, name, length, DWELL_TEXT1_NO_CONTEXT_HANDLE);
      return;
    }

  known = dwell_text1_map_find_context (self->map, handle);
  if (known != DWELL_NONE)
    {
      context = &dwell_column_index (self->builder->contexts, DwellContext, known);
      if (context->name != string)
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "context-twice", line,
                            -1, _("Context 0x%x is named a second time: the first name is kept"),
                            handle);
      return;
    }

  if (named == DWELL_NONE)
    {
      add_context (self, name, length, handle);
      return;
    }

  context = &dwell_column_index (self->builder->contexts, DwellContext, named);
  if (context->id == DWELL_TEXT1_NO_CONTEXT_HANDLE)
    {
      context->id = handle;
      dwell_text1_map_add_context (self->map, handle, named);
    }
  else
    add_context (self, name, length, handle);
}

/**
 * dwell_text1_contexts_knows:
 * @self: contexts
 * @name: a text
 * @length: bytes of the text
 *
 * Returns: %TRUE if there is a context of that name
 */
gboolean
dwell_text1_contexts_knows (DwellText1Contexts *self,
                            const char         *name,
                            gsize               length)
{
  return length > 0 && find_known (self, name, length) != DWELL_NONE;
}

/**
 * dwell_text1_contexts_find:
 * @self: contexts
 * @name: a name, with or without a label
 * @length: bytes of the name
 *
 * Finds a context; adds it, without its label, if it is new.
 *
 * Returns: the context; %DWELL_NONE if the name is empty, or if there are too many contexts
 */
guint32
dwell_text1_contexts_find (DwellText1Contexts *self,
                           const char         *name,
                           gsize               length)
{
  guint32 context = length > 0 ? find_known (self, name, length) : DWELL_NONE;
  gsize label = dwell_text1_measure_label (name, length);

  if (context != DWELL_NONE || length == 0)
    return context;

  return add_context (self, name + label, length - label, DWELL_TEXT1_NO_CONTEXT_HANDLE);
}

static gboolean
parse_context_handle (const char            *text,
                      gsize                  length,
                      guint32               *handle,
                      DwellText1ContextForm *form)
{
  gboolean is_hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  gint64 number;

  *form = is_hex ? DWELL_TEXT1_CONTEXT_AS_HEX : DWELL_TEXT1_CONTEXT_AS_DECIMAL;
  if (is_hex)
    return dwell_text1_parse_handle (text, length, handle) && *handle != G_MAXUINT32;

  if (!dwell_text1_parse_number (text, length, &number) || number < 0 || number >= G_MAXUINT32)
    return FALSE;

  *handle = (guint32) number;
  return TRUE;
}

/**
 * dwell_text1_contexts_resolve:
 * @self: contexts
 * @text: the context in a row of the timeline
 * @length: bytes of the text
 * @line: number of the row's line
 * @form: (out): whether the row has a name or a handle, and how it is written
 *
 * Returns: the context, added if it is new; %DWELL_NONE if @text is empty
 */
guint32
dwell_text1_contexts_resolve (DwellText1Contexts    *self,
                              const char            *text,
                              gsize                  length,
                              guint64                line,
                              DwellText1ContextForm *form)
{
  guint32 handle;
  guint32 context;

  *form = DWELL_TEXT1_CONTEXT_AS_NAME;
  if (length == 0)
    return DWELL_NONE;

  context = find_known (self, text, length);
  if (context != DWELL_NONE)
    return context;

  if (!parse_context_handle (text, length, &handle, form))
    {
      *form = DWELL_TEXT1_CONTEXT_AS_NAME;
      return dwell_text1_contexts_find (self, text, length);
    }

  context = dwell_text1_map_find_context (self->map, handle);
  if (context != DWELL_NONE)
    return context;

  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unknown-context", line, -1,
                      _("No CONTEXTS section names context 0x%x"), handle);
  return add_context (self, text, length, handle);
}
