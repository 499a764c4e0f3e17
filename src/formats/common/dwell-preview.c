/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds previews, reads the first bytes of a file, and makes a preview of plain lines for formats
 * that have no preview of their own. */
#include "config.h"

#include "formats/common/dwell-preview.h"

#include <string.h>

#include "core/dwell-strings.h"
#include "formats/common/dwell-lines.h"

#define PLAIN_LINES      200
#define PLAIN_LINE_BYTES 400

static void
line_free (gpointer data)
{
  DwellPreviewLine *line = data;

  g_array_unref (line->fields);
  g_free (line->reading);
  g_free (line->text);
  g_free (line);
}

static void
finding_clear (gpointer data)
{
  DwellPreviewFinding *finding = data;

  g_free (finding->own);
  g_free (finding->note);
}

/**
 * dwell_preview_new:
 * Returns: (transfer full): an empty preview
 */
DwellPreview *
dwell_preview_new (void)
{
  DwellPreview *self = g_new0 (DwellPreview, 1);

  self->lines = g_ptr_array_new_with_free_func (line_free);
  self->meanings = g_array_new (FALSE, FALSE, sizeof (DwellPreviewMeaning));
  self->findings = g_array_new (FALSE, FALSE, sizeof (DwellPreviewFinding));
  g_array_set_clear_func (self->findings, finding_clear);
  self->columns = g_ptr_array_new_with_free_func (g_free);

  return self;
}

/**
 * dwell_preview_free:
 * @self: (transfer full): a preview
 */
void
dwell_preview_free (DwellPreview *self)
{
  g_ptr_array_unref (self->lines);
  g_array_unref (self->meanings);
  g_array_unref (self->findings);
  g_ptr_array_unref (self->columns);
  g_free (self);
}

/**
 * dwell_preview_add_line:
 * @self: a preview
 * @kind: kind of the line
 * @number: number of the line in the file, from 1; 0 if it is not in the file
 * @text: UTF-8
 *
 * Returns: (transfer none): the line, whose fields can be set
 */
DwellPreviewLine *
dwell_preview_add_line (DwellPreview         *self,
                        DwellPreviewLineKind  kind,
                        guint64               number,
                        const char           *text)
{
  DwellPreviewLine *line = g_new0 (DwellPreviewLine, 1);

  line->kind = kind;
  line->number = number;
  line->text = g_strdup (text);
  line->fields = g_array_new (FALSE, FALSE, sizeof (DwellPreviewField));
  g_ptr_array_add (self->lines, line);

  return line;
}

/**
 * dwell_preview_add_meaning:
 * @self: a preview
 * @name: what a field can mean; static
 * @title: (nullable): how it is shown, untranslated; static
 * @summary: (nullable): a description of it, untranslated; static
 *
 * Returns: index of the meaning; one for each name
 */
guint
dwell_preview_add_meaning (DwellPreview *self,
                           const char   *name,
                           const char   *title,
                           const char   *summary)
{
  DwellPreviewMeaning meaning = { name, title, summary };
  guint i = 0;

  while (i < self->meanings->len &&
         !g_str_equal (g_array_index (self->meanings, DwellPreviewMeaning, i).name, name))
    i++;

  if (i == self->meanings->len)
    g_array_append_val (self->meanings, meaning);
  return i;
}

/**
 * dwell_preview_add_finding:
 * @self: a preview
 * @option: name of an option; static
 *
 * Returns: (transfer none): a new finding, valid until the next is added
 */
DwellPreviewFinding *
dwell_preview_add_finding (DwellPreview *self,
                           const char   *option)
{
  DwellPreviewFinding finding = { .option = option };

  g_array_append_val (self->findings, finding);
  return &g_array_index (self->findings, DwellPreviewFinding, self->findings->len - 1);
}

/**
 * dwell_preview_find:
 * @self: a preview
 * @option: name of an option
 *
 * Returns: (transfer none) (nullable): what the file says about the option
 */
const DwellPreviewFinding *
dwell_preview_find (const DwellPreview *self,
                    const char         *option)
{
  for (guint i = 0; i < self->findings->len; i++)
    {
      const DwellPreviewFinding *finding = &g_array_index (self->findings, DwellPreviewFinding, i);

      if (g_str_equal (finding->option, option))
        return finding;
    }

  return NULL;
}

/**
 * dwell_preview_read_head:
 * @source: a source that was not read yet
 * @length: (out): number of bytes
 * @is_whole: (out): whether these are all bytes of the file
 * @cancellable: (nullable): a cancellable
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Reads at most %DWELL_PREVIEW_BYTES. Ends early, without an error, where the file is damaged.
 *
 * Returns: (transfer full): the bytes, followed by %DWELL_BLOCK_PADDING zeros
 */
char *
dwell_preview_read_head (DwellSource   *source,
                         gsize         *length,
                         gboolean      *is_whole,
                         GCancellable  *cancellable,
                         GError       **error)
{
  DwellProblems *problems = dwell_problems_new ();
  g_autofree char *head = g_malloc0 (DWELL_PREVIEW_BYTES + DWELL_BLOCK_PADDING);
  gssize n = 1;

  *length = 0;
  while (*length < DWELL_PREVIEW_BYTES && n > 0)
    {
      n = dwell_source_read (source, head + *length, DWELL_PREVIEW_BYTES - *length, problems,
                             cancellable, error);
      if (n > 0)
        *length += (gsize) n;
    }

  *is_whole = n == 0;
  dwell_problems_unref (problems);
  return n >= 0 ? g_steal_pointer (&head) : NULL;
}

/**
 * dwell_preview_cut:
 * @text: bytes
 * @length: how many
 * @max: how many may be kept
 *
 * Returns: how many to keep, so that no UTF-8 character is cut
 */
gsize
dwell_preview_cut (const char *text,
                   gsize       length,
                   gsize       max)
{
  gsize n = MIN (length, max);

  if (n < length)
    for (guint i = 0; i < 3 && n > 0 && ((guchar) text[n] & 0xc0) == 0x80; i++)
      n--;

  return n;
}

/* Returns the end of the line at @text: at LF, CR LF or a lone CR. */
static const char *
find_line_end (const char *text,
               const char *end)
{
  while (text < end && *text != '\n' && *text != '\r')
    text++;

  return text;
}

/**
 * dwell_preview_new_plain:
 * @source: a source that was not read yet
 * @cancellable: (nullable): a cancellable
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a preview of the first lines without fields
 */
DwellPreview *
dwell_preview_new_plain (DwellSource   *source,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr(DwellPreview) self = dwell_preview_new ();
  g_autofree char *head = dwell_preview_read_head (source, &self->n_bytes, &self->is_whole,
                                                   cancellable, error);
  const char *text = head;
  const char *end;

  if (head == NULL)
    return NULL;

  end = head + self->n_bytes;
  for (guint i = 1; i <= PLAIN_LINES && text < end; i++)
    {
      const char *line_end = find_line_end (text, end);
      gsize length = dwell_preview_cut (text, (gsize) (line_end - text), PLAIN_LINE_BYTES);
      g_autofree char *line = dwell_text_to_utf8 (text, length, DWELL_CHARSET_WINDOWS_1252);

      dwell_preview_add_line (self, DWELL_PREVIEW_TEXT, i, line);
      text = line_end + (end - line_end >= 2 && line_end[0] == '\r' && line_end[1] == '\n' ? 2 : 1);
    }

  return g_steal_pointer (&self);
}
