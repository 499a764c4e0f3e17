/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview of Text1. It parses the first lines with the functions of the reader, so that it
 * shows what will be read. For each section it shows the first rows, then some that do not
 * match. */
#include "config.h"

#include "formats/text1/dwell-text1-preview.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "formats/text1/dwell-text1-options.h"
#include "formats/text1/read/dwell-text1-contexts.h"
#include "formats/text1/read/dwell-text1-recognise.h"
#include "formats/text1/read/dwell-text1-timeline.h"

#define SHOWN_ROWS      12  /* of each section */
#define SHOWN_UNMATCHED 4   /* of each section, after these */
#define SHOWN_LINES     600 /* of the file */
#define SHOWN_RECORDS   24
#define SHOWN_BYTES     1000 /* of a line */

/* The findings in the sections of one kind. */
typedef struct {
  char    *own;      /* (nullable): the first template in a header */
  guint    n_bare;   /* sections without a template in the header */
  guint64  n_rows;
  guint64  n_unmatched;
} Entries;

typedef struct {
  DwellPreview       *preview;
  DwellText1Options   options;
  DwellText1Encoding  encoding;
  GHashTable         *names;    /* of areas and contexts, as in the file */
  Entries             entries[DWELL_TEXT1_SECTION_TIMELINE + 1];
  DwellText1Block    *block;    /* to parse rows of timelines */

  DwellText1Section  *section;  /* (nullable): the present section */
  guint64             n_rows;   /* of the present section */
  guint64             n_unmatched;
  guint               n_shown;
  guint               n_shown_unmatched;
} Look;

/* A line that is being built. */
typedef struct {
  GString    *text;
  GArray     *fields; /* DwellPreviewField */
  gboolean    is_full;
} Draft;

static void
draft_init (Draft *draft)
{
  draft->text = g_string_new (NULL);
  draft->is_full = FALSE;
  draft->fields = g_array_new (FALSE, FALSE, sizeof (DwellPreviewField));
}

/* Adds the line, and ends the draft. */
static DwellPreviewLine *
draft_end (Draft                *draft,
           Look                 *look,
           DwellPreviewLineKind  kind,
           guint64               number)
{
  DwellPreviewLine *line = dwell_preview_add_line (look->preview, kind, number, draft->text->str);

  g_array_append_vals (line->fields, draft->fields->data, draft->fields->len);
  g_string_free (draft->text, TRUE);
  g_array_unref (draft->fields);
  return line;
}

static void
draft_add (Draft      *draft,
           Look       *look,
           const char *bytes,
           gsize       length)
{
  g_autofree char *text = NULL;
  gsize room = draft->text->len < SHOWN_BYTES ? SHOWN_BYTES - draft->text->len : 0;
  gsize n = dwell_preview_cut (bytes, length, room);

  if (draft->is_full)
    return;

  text = dwell_text1_decode (look->encoding, bytes, n);
  g_string_append (draft->text, text);
  draft->is_full = n < length;
  if (draft->is_full)
    g_string_append (draft->text, "…");
}

static void
draft_add_field (Draft      *draft,
                 Look       *look,
                 DwellMacro  macro,
                 const char *bytes,
                 gsize       length,
                 gboolean    is_bad)
{
  const DwellMacroInfo *info = dwell_macro_get_info (macro);
  DwellPreviewField field = {
    .meaning = dwell_preview_add_meaning (look->preview, info->name, NULL, info->summary),
    .begin = (guint) draft->text->len,
    .is_bad = is_bad,
  };

  draft_add (draft, look, bytes, length);
  field.end = (guint) draft->text->len;
  g_array_append_val (draft->fields, field);
}

/* Appends a template with its macros as fields. */
static void
draft_add_template (Draft               *draft,
                    Look                *look,
                    const DwellTemplate *template)
{
  const char *text = dwell_template_get_text (template);
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (template, &n);

  for (guint i = 0; i < n; i++)
    {
      const char *source = text + tokens[i].source_offset;

      if (tokens[i].is_literal || tokens[i].macro == DWELL_MACRO_UNKNOWN)
        draft_add (draft, look, source, tokens[i].source_length);
      else
        draft_add_field (draft, look, tokens[i].macro, source, tokens[i].source_length, FALSE);
    }
}

/* Like the function in the reader: helps to separate two free-text fields. */
static gboolean
is_known_text (DwellMacro  macro,
               const char *text,
               gsize       length,
               gpointer    user_data)
{
  Look *look = user_data;

  if (macro == DWELL_MACRO_FILE || macro == DWELL_MACRO_PATH)
    return length > 0 && text[0] != ' ' &&
           (memchr (text, '/', length) != NULL || memchr (text, '\\', length) != NULL);

  if (macro == DWELL_MACRO_NAME || macro == DWELL_MACRO_NAME_PARENT || macro == DWELL_MACRO_CONTEXT)
    {
      g_autoptr(GBytes) name = g_bytes_new_static (text, length);

      return length > 0 && g_hash_table_contains (look->names, name);
    }

  return FALSE;
}

static void
remember_name (Look             *look,
               const DwellField *name)
{
  if (name->length > 0 && (look->section->kind == DWELL_TEXT1_SECTION_HANDLE ||
                           look->section->kind == DWELL_TEXT1_SECTION_CONTEXTS))
    g_hash_table_add (look->names, g_bytes_new (name->text, name->length));
}

/* Parses a value in the base of its section. */
static gboolean
read_value (Look             *look,
            const DwellField *field,
            guint64          *value,
            gboolean         *is_double)
{
  DwellText1Base base = look->options.given.base;

  if (look->section->kind == DWELL_TEXT1_SECTION_TIMELINE && base == DWELL_TEXT1_BASE_AUTO)
    base = DWELL_TEXT1_BASE_HEXADECIMAL;

  return dwell_text1_parse_value (field->text, field->length, base, value, is_double);
}

/* Returns (nullable) the value, if its digits do not show it. */
static char *
make_reading (Look             *look,
              const DwellField *field)
{
  g_autofree char *number = NULL;
  guint64 value;
  gboolean is_double = FALSE;

  if (field->length == 0 || !read_value (look, field, &value, &is_double) || is_double)
    return NULL;

  number = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
  if (strlen (number) == field->length && memcmp (number, field->text, field->length) == 0)
    return NULL;

  return g_strdup_printf ("%s = %s", dwell_macro_get_info (DWELL_MACRO_VALUE)->name, number);
}

/* Returns TRUE if a field of a row that matches is not valid nevertheless. */
static gboolean
is_bad_field (Look             *look,
              DwellMacro        macro,
              const DwellField *field)
{
  gboolean is_timeline = look->section->kind == DWELL_TEXT1_SECTION_TIMELINE;
  guint32 handle;
  guint64 value;
  gint64 number;
  gboolean is_double;

  /* In a mapping any field may be empty; in a timeline only the value. */
  if (field->length == 0)
    return is_timeline && (macro == DWELL_MACRO_HANDLE || macro == DWELL_MACRO_TIME ||
                           macro == DWELL_MACRO_EVENT);

  if (macro == DWELL_MACRO_EVENT)
    return field->length != 1 || strchr ("ESRXW", g_ascii_toupper (*field->text)) == NULL;

  switch (dwell_macro_get_info (macro)->form)
    {
    case DWELL_FIELD_HEX:
      return !dwell_text1_parse_handle (field->text, field->length, &handle);
    case DWELL_FIELD_DECIMAL:
      return !dwell_text1_parse_number (field->text, field->length, &number);
    case DWELL_FIELD_VALUE:
      return !read_value (look, field, &value, &is_double);
    case DWELL_FIELD_WORD:
    case DWELL_FIELD_FREE_TEXT:
    default:
      return FALSE;
    }
}

/* Appends a row with its fields. Returns whether one of them is not valid. */
static gboolean
draft_row (Draft            *draft,
           Look             *look,
           const char       *row,
           gsize             length,
           const DwellField *fields)
{
  const char *p = row;
  gboolean is_bad = FALSE;

  while (p < row + length)
    {
      DwellMacro next = DWELL_MACRO_UNKNOWN;
      gboolean is_bad_one;

      /* Fields do not overlap: take the first that begins at or after @p. */
      for (guint i = 0; i < DWELL_N_MACROS; i++)
        if (fields[i].length > 0 && fields[i].text >= p &&
            (next == DWELL_MACRO_UNKNOWN || fields[i].text < fields[next].text))
          next = i;

      if (next == DWELL_MACRO_UNKNOWN)
        break;

      is_bad_one = is_bad_field (look, next, &fields[next]);
      is_bad = is_bad || is_bad_one;
      draft_add (draft, look, p, (gsize) (fields[next].text - p));
      draft_add_field (draft, look, next, fields[next].text, fields[next].length, is_bad_one);
      p = fields[next].text + fields[next].length;
    }

  draft_add (draft, look, p, (gsize) (row + length - p));
  return is_bad;
}

/* Adds a line about the rows of the section that are not shown. */
static void
end_section (Look *look)
{
  guint64 n_left = look->n_rows - look->n_shown;
  guint64 n_unmatched = look->n_unmatched - look->n_shown_unmatched;

  if (look->section != NULL && n_left > 0)
    {
      g_autofree char *count = dwell_text_count (n_left);
      g_autofree char *rows = g_strdup_printf (ngettext ("%s more row", "%s more rows",
                                                         dwell_text_plural (n_left)), count);
      g_autofree char *unmatched_count = dwell_text_count (n_unmatched);
      g_autofree char *text =
        n_unmatched == 0
          ? g_strdup (rows)
          /* Translators: "12 rows more", and how many of these do not match the template */
          : g_strdup_printf (_("%s, unmatched: %s"), rows, unmatched_count);

      dwell_preview_add_line (look->preview, DWELL_PREVIEW_OMITTED, 0, text);
    }

  g_clear_pointer (&look->section, dwell_text1_section_unref);
  look->n_rows = look->n_unmatched = 0;
  look->n_shown = look->n_shown_unmatched = 0;
}

static gboolean
is_overridden (Look                   *look,
               const DwellText1Header *header)
{
  const DwellText1Given *given = &look->options.given;

  return given->overrides &&
         given->templates[dwell_text1_get_entry_kind (header->kind)] != NULL;
}

static void
add_header (Look                   *look,
            const DwellText1Header *header,
            const char             *line,
            gsize                   length,
            guint64                 number)
{
  Entries *entries = &look->entries[header->kind];
  gboolean is_own = header->entry.text != NULL && !is_overridden (look, header);
  Draft draft;

  end_section (look);
  look->section = dwell_text1_section_new (header, &look->options.given, DWELL_TEXT1_LF);

  if (header->entry.text == NULL)
    entries->n_bare++;
  else if (entries->own == NULL)
    entries->own = dwell_text1_decode (look->encoding, header->entry.text, header->entry.length);

  if (look->preview->lines->len >= SHOWN_LINES)
    return;

  draft_init (&draft);
  if (is_own)
    {
      const char *end = header->entry.text + header->entry.length;

      draft_add (&draft, look, line, (gsize) (header->entry.text - line));
      draft_add_template (&draft, look, look->section->entry);
      draft_add (&draft, look, end, (gsize) (line + length - end));
    }
  else
    {
      draft_add (&draft, look, line, length);
    }
  draft_end (&draft, look, DWELL_PREVIEW_HEADER, number);

  if (!is_own)
    {
      draft_init (&draft);
      draft_add_template (&draft, look, look->section->entry);
      draft_end (&draft, look, DWELL_PREVIEW_TEMPLATE, 0);
    }
}

/* Returns whether the reader makes an event of a row. */
static gboolean
is_event (Look       *look,
          const char *row,
          gsize       length)
{
  DwellBlock block = { row, length, 0, TRUE };

  dwell_text1_block_parse (look->block, &block, look->section, &look->options.given, TRUE);
  return look->block->n_events == 1;
}

static void
add_row (Look       *look,
         const char *row,
         gsize       length,
         guint64     number)
{
  Entries *entries = &look->entries[look->section->kind];
  DwellField fields[DWELL_N_MACROS];
  gboolean matches = dwell_template_match (look->section->entry, row, length, is_known_text, look,
                                           fields, NULL);
  gboolean is_good = matches && (look->section->kind != DWELL_TEXT1_SECTION_TIMELINE ||
                                 is_event (look, row, length));
  DwellPreviewLine *line;
  Draft draft;

  look->n_rows++;
  entries->n_rows++;
  look->preview->n_rows++;
  if (matches)
    remember_name (look, &fields[DWELL_MACRO_NAME]);

  draft_init (&draft);
  if (!matches)
    draft_add (&draft, look, row, length);
  else if (draft_row (&draft, look, row, length, fields))
    is_good = FALSE;

  if (!is_good)
    {
      look->n_unmatched++;
      entries->n_unmatched++;
      look->preview->n_unmatched++;
    }

  if (look->preview->lines->len < SHOWN_LINES &&
      (look->n_shown < SHOWN_ROWS ||
       (!is_good && look->n_shown < SHOWN_ROWS + SHOWN_UNMATCHED)))
    {
      look->n_shown++;
      look->n_shown_unmatched += !is_good;
      line = draft_end (&draft, look, is_good ? DWELL_PREVIEW_ROW : DWELL_PREVIEW_UNMATCHED,
                        number);
      line->reading = matches ? make_reading (look, &fields[DWELL_MACRO_VALUE]) : NULL;
      return;
    }

  g_string_free (draft.text, TRUE);
  g_array_unref (draft.fields);
}

static void
add_line (Look       *look,
          const char *line,
          gsize       length,
          guint64     number)
{
  DwellText1Header header;
  Draft draft;

  if (length == 0)
    return;

  if (dwell_text1_header_parse (line, length, &look->options.given, is_known_text, look, &header))
    {
      add_header (look, &header, line, length, number);
    }
  else if (look->section != NULL)
    {
      add_row (look, line, length, number);
    }
  else
    {
      look->preview->n_rows++;
      look->preview->n_unmatched++;
      if (look->preview->lines->len >= SHOWN_LINES)
        return;
      draft_init (&draft);
      draft_add (&draft, look, line, length);
      draft_end (&draft, look, DWELL_PREVIEW_UNMATCHED, number);
    }
}

static gboolean
look_at_main (Look          *look,
              DwellSource   *source,
              GCancellable  *cancellable,
              GError       **error)
{
  DwellPreview *preview = look->preview;
  g_autofree char *head = NULL;
  const char *end;
  const char *p;

  look->encoding = dwell_text1_choose_encoding (&look->options, source);
  if (look->encoding == DWELL_TEXT1_UTF_16_LE || look->encoding == DWELL_TEXT1_UTF_16_BE)
    dwell_source_set_charset (source, look->encoding == DWELL_TEXT1_UTF_16_LE ? "UTF-16LE"
                                                                              : "UTF-16BE");

  head = dwell_preview_read_head (source, &preview->n_bytes, &preview->is_whole, cancellable,
                                  error);
  if (head == NULL)
    return FALSE;

  p = head;
  end = head + preview->n_bytes;
  if (preview->n_bytes >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    p += 3;

  for (guint64 number = 1; p < end && !g_cancellable_is_cancelled (cancellable); number++)
    {
      gsize line_end;
      gsize length = dwell_text1_measure_line (p, end, &line_end);

      /* The last line may continue after the bytes that were read. */
      if (line_end > 0 || preview->is_whole)
        add_line (look, p, length, number);
      p += length + line_end;
    }

  end_section (look);
  return TRUE;
}

static void
add_record (Look       *look,
            const char *record,
            gboolean    is_1_0,
            gsize       offset)
{
  static const char letters[] = "XSREW";
  DwellText1Event event;
  gboolean is_good = dwell_text1_binary_decode (record, is_1_0, &event);
  g_autofree char *place = g_strdup_printf ("0x%06" G_GSIZE_MODIFIER "x", offset);
  g_autofree char *handle = g_strdup_printf ("%08X", event.handle);
  g_autofree char *value = event.has_value ? g_strdup_printf ("%08" G_GINT64_MODIFIER "X",
                                                              event.value)
                                           : g_strdup ("");
  g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT, event.time);
  char letter[2] = { is_good ? letters[event.kind] : '?', '\0' };
  Draft draft;

  if (look->options.order == DWELL_TEXT1_ORDER_SWAPPED && (*letter == 'S' || *letter == 'R'))
    *letter = *letter == 'S' ? 'R' : 'S';

  draft_init (&draft);
  draft_add (&draft, look, place, strlen (place));
  draft_add (&draft, look, "  ", 2);
  draft_add_field (&draft, look, DWELL_MACRO_HANDLE, handle, strlen (handle), FALSE);
  draft_add (&draft, look, "  ", 2);
  draft_add_field (&draft, look, DWELL_MACRO_EVENT, letter, 1, !is_good);
  draft_add (&draft, look, "  ", 2);
  draft_add_field (&draft, look, DWELL_MACRO_VALUE, value, strlen (value), FALSE);
  draft_add (&draft, look, "  ", 2);
  draft_add_field (&draft, look, DWELL_MACRO_TIME, time, strlen (time), FALSE);
  draft_end (&draft, look, is_good ? DWELL_PREVIEW_ROW : DWELL_PREVIEW_UNMATCHED, 0);
  look->preview->n_rows++;
  look->preview->n_unmatched += !is_good;
}

static void
look_at_binary (Look        *look,
                DwellSource *source)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (source), &length);
  DwellPreviewFinding *finding;
  g_autofree char *title = NULL;
  guint64 votes_1_0;
  guint64 votes_1_1;
  gboolean is_1_0;

  dwell_text1_binary_vote (head, length, &votes_1_0, &votes_1_1);
  is_1_0 = look->options.version == DWELL_TEXT1_VERSION_1_0 ||
           (look->options.version == DWELL_TEXT1_VERSION_AUTO && votes_1_0 > votes_1_1);

  finding = dwell_preview_add_finding (look->preview, "BinaryVersion");
  finding->is_doubtful = finding->is_needed = votes_1_0 > 0 && votes_1_1 > 0;
  if (finding->is_doubtful)
    /* Translators: beside the choice of a version: how many records speak for which */
    finding->note = g_strdup_printf (_("Records of 1.0: %u, of 1.1: %u"), (guint) votes_1_0,
                                     (guint) votes_1_1);
  else if (votes_1_0 + votes_1_1 > 0)
    finding->note = g_strdup_printf (_("The file looks like version %s"),
                                     votes_1_0 > 0 ? "1.0" : "1.1");

  /* Translators: a file's name, its version */
  title = g_strdup_printf (_("%s, version %s"), dwell_source_get_name (source),
                           is_1_0 ? "1.0" : "1.1");
  dwell_preview_add_line (look->preview, DWELL_PREVIEW_HEADER, 0, title);

  for (gsize i = 0; i < SHOWN_RECORDS && (i + 1) * DWELL_TEXT1_RECORD_BYTES <= length; i++)
    add_record (look, head + i * DWELL_TEXT1_RECORD_BYTES, is_1_0, i * DWELL_TEXT1_RECORD_BYTES);

  if (length > SHOWN_RECORDS * DWELL_TEXT1_RECORD_BYTES)
    dwell_preview_add_line (look->preview, DWELL_PREVIEW_OMITTED, 0, _("More records"));
}

static void
report_entries (Look *look)
{
  for (guint kind = DWELL_TEXT1_SECTION_INFO; kind <= DWELL_TEXT1_SECTION_TIMELINE; kind++)
    {
      Entries *entries = &look->entries[kind];
      g_autofree char *unmatched = dwell_text_count (entries->n_unmatched);
      g_autofree char *rows = dwell_text_count (entries->n_rows);
      DwellPreviewFinding *finding;

      if (entries->own == NULL && entries->n_bare == 0)
        continue;

      finding = dwell_preview_add_finding (
        look->preview, dwell_template_get_id (dwell_text1_get_entry_kind (kind)));
      finding->is_needed = entries->n_bare > 0;
      finding->is_doubtful = entries->n_unmatched > 0;
      if (entries->n_bare == 0)
        finding->own = g_steal_pointer (&entries->own);

      if (entries->n_unmatched > 0)
        /* Translators: two numbers: of the rows that do not match their template, and of all */
        finding->note = g_strdup_printf (_("Rows that do not match: %s of %s"), unmatched, rows);
      else if (entries->n_rows > 0)
        finding->note = g_strdup_printf (ngettext ("%s row matches", "All %s rows match",
                                                   dwell_text_plural (entries->n_rows)), rows);
    }
}

static void
report_encoding (Look *look)
{
  static const char * const titles[] = { "UTF-8", "Windows-1252", "UTF-16 LE", "UTF-16 BE" };
  DwellPreviewFinding *finding = dwell_preview_add_finding (look->preview, "Encoding");

  /* Translators: an encoding as UTF-8 */
  finding->note = g_strdup_printf (_("The file looks like %s"), titles[look->encoding]);
}

/* Opens the other of the two files, if there is one, and adds the findings about the binary one. */
static DwellSource *
open_other (Look         *look,
            DwellSource  *source,
            gboolean      is_binary,
            const char   *path,
            GCancellable *cancellable)
{
  g_autoptr(GError) failure = NULL;
  DwellSource *other = is_binary
                         ? dwell_text1_open_main (source, &look->options.given, cancellable)
                         : dwell_text1_open_binary (source, path, cancellable, &failure);
  DwellSource *binary = is_binary ? source : other;
  DwellPreviewFinding *finding = dwell_preview_add_finding (look->preview, "BinaryFile");

  finding->is_doubtful = failure != NULL;
  if (failure != NULL)
    finding->note = g_strdup (failure->message);
  else if (binary != NULL)
    finding->note = g_strdup (dwell_source_get_name (binary));

  return other;
}

static void
look_clear (Look *look)
{
  for (guint i = 0; i < G_N_ELEMENTS (look->entries); i++)
    g_free (look->entries[i].own);
  g_clear_pointer (&look->section, dwell_text1_section_unref);
  dwell_text1_block_free (look->block);
  g_hash_table_unref (look->names);
  dwell_text1_options_clear (&look->options);
}

/**
 * dwell_text1_preview:
 * @source: a main file or a binary timeline
 * @options: options of reading
 * @cancellable: (nullable): a cancellable
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Implements #DwellFormat.preview.
 *
 * Returns: (transfer full) (nullable): a preview of the first rows
 */
DwellPreview *
dwell_text1_preview (DwellSource         *source,
                     const DwellOptions  *options,
                     GCancellable        *cancellable,
                     GError             **error)
{
  g_autoptr(DwellPreview) preview = dwell_preview_new ();
  g_autoptr(DwellSource) other = NULL;
  Look look = { .preview = preview, .block = dwell_text1_block_new () };
  DwellSource *main_file;
  DwellSource *binary;
  gboolean is_binary;
  gboolean is_good = TRUE;
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (source), &length);

  look.names = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                      NULL);
  dwell_text1_options_read (&look.options, options);
  is_binary = !dwell_text1_is_main (head, length, &look.options.given) &&
              dwell_text1_binary_recognise (head, length) > 0;
  other = open_other (&look, source, is_binary, dwell_options_get (options, "BinaryFile"),
                      cancellable);
  main_file = is_binary ? other : source;
  binary = is_binary ? source : other;

  if (main_file != NULL)
    {
      is_good = look_at_main (&look, main_file, cancellable, error);
      report_encoding (&look);
    }
  if (is_good && binary != NULL)
    look_at_binary (&look, binary);
  if (main_file == NULL)
    preview->n_bytes = length;

  report_entries (&look);
  look_clear (&look);
  return is_good ? g_steal_pointer (&preview) : NULL;
}
