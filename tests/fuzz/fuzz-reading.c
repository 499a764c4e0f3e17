/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a file of each format, as both files of Text1, with any options, as two files that
 * are joined. */
#include "config.h"

#include <string.h>

#include "formats/aprof/dwell-aprof.h"
#include "formats/br/dwell-br.h"
#include "formats/btf/dwell-btf.h"
#include "formats/callgrind/dwell-callgrind.h"
#include "formats/csv/dwell-csv.h"
#include "formats/folded/dwell-folded.h"
#include "formats/lms/dwell-lms.h"
#include "formats/ooo/dwell-ooo.h"
#include "formats/perf-script/dwell-perf-script.h"
#include "formats/text1/dwell-text1.h"
#include "formats/trace-event/dwell-trace-event.h"
#include "formats/vcd/dwell-vcd.h"
#include "fuzz.h"

static void
read_as (const FuzzInput   *input,
         const DwellFormat *format)
{
  g_autoptr(DwellTrace) trace = fuzz_open (input, format);
}

void
fuzz_run_aprof (const FuzzInput *input)
{
  read_as (input, &dwell_aprof_format);
}

void
fuzz_run_br (const FuzzInput *input)
{
  read_as (input, &dwell_br_format);
}

void
fuzz_run_callgrind (const FuzzInput *input)
{
  read_as (input, &dwell_callgrind_format);
}

void
fuzz_run_btf (const FuzzInput *input)
{
  read_as (input, &dwell_btf_format);
}

void
fuzz_run_csv (const FuzzInput *input)
{
  read_as (input, &dwell_csv_format);
}

void
fuzz_run_folded (const FuzzInput *input)
{
  read_as (input, &dwell_folded_format);
}

void
fuzz_run_lms (const FuzzInput *input)
{
  read_as (input, &dwell_lms_format);
}

void
fuzz_run_ooo (const FuzzInput *input)
{
  read_as (input, &dwell_ooo_format);
}

void
fuzz_run_perf_script (const FuzzInput *input)
{
  read_as (input, &dwell_perf_script_format);
}

void
fuzz_run_text1 (const FuzzInput *input)
{
  read_as (input, &dwell_text1_format);
}

void
fuzz_run_trace_event (const FuzzInput *input)
{
  read_as (input, &dwell_trace_event_format);
}

void
fuzz_run_vcd (const FuzzInput *input)
{
  read_as (input, &dwell_vcd_format);
}

/* As any file is: decompressed, recognised. */
void
fuzz_run_open (const FuzzInput *input)
{
  read_as (input, NULL);
}

/* A main file for a .BIN that comes alone: handles of each class. */
static const char main_file[] =
  "* CONTEXTS %NAME%,%HANDLE%\nmain,10000001\nidle,10000002\n"
  "* HANDLE(Functions) %HANDLE%,%NAME%\n00000001,f\n00000002,g\n00000003,h\n"
  "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE.TYPE%\n20000001,v,int\n20000002,w,float\n"
  "* HANDLE(AUX) %HANDLE%,%NAME%\n40000001,a\n";

/* The main file, FUZZ_SEPARATOR, the .BIN; or the .BIN alone. */
void
fuzz_run_pair (const FuzzInput *input)
{
  gsize n_main = sizeof main_file - 1;
  gsize n_binary = input->size;
  const guint8 *binary = fuzz_split (input, FUZZ_SEPARATOR, &n_main, &n_binary);
  g_autofree char *path = fuzz_path (FUZZ_FILE, binary != NULL ? (gconstpointer) input->data
                                                               : main_file, n_main);
  g_autofree char *binary_path = fuzz_path (FUZZ_SECOND_FILE,
                                            binary != NULL ? binary : input->data, n_binary);
  g_autofree char *option = g_strconcat ("BinaryFile=", binary_path, NULL);
  const char * const key_values[] = { option, NULL };
  g_autoptr(DwellTrace) trace = fuzz_open_slot (input, path, &dwell_text1_format, key_values);

  if (trace != NULL && fuzz_chance (input, 8))
    fuzz_analyse (input, trace);
}

/* A value that @option may have, or some text. */
static char *
draw_value (const FuzzInput   *input,
            const DwellOption *option)
{
  guint n_choices = option->choices != NULL ? g_strv_length ((char **) option->choices) : 0;

  if (option->type == DWELL_OPTION_BOOLEAN)
    return g_strdup (fuzz_chance (input, 2) ? "true" : "false");

  if (n_choices > 0 && !fuzz_chance (input, 16))
    return g_strdup (option->choices[g_rand_int (input->rand) % n_choices]);

  if ((option->type == DWELL_OPTION_COLUMN || option->type == DWELL_OPTION_COLUMNS) &&
      !fuzz_chance (input, 8))
    return fuzz_chance (input, 4)
             ? g_strdup (option->type == DWELL_OPTION_COLUMNS ? "*" : "-")
             : g_strdup_printf ("#%u", 1 + g_rand_int (input->rand) % 8);

  if (option->type == DWELL_OPTION_FILE)
    return fuzz_path (FUZZ_SECOND_FILE, input->data, input->size);

  return fuzz_chance (input, 2) ? g_strdup (option->default_value) : fuzz_piece (input);
}

static char **
draw_options (const FuzzInput   *input,
              const DwellFormat *format)
{
  g_autoptr(GStrvBuilder) options = g_strv_builder_new ();

  for (guint i = 0; i < format->n_read_options; i++)
    if (fuzz_chance (input, 3))
      {
        g_autofree char *value = draw_value (input, &format->read_options[i]);
        g_autofree char *option = g_strconcat (format->read_options[i].name, "=", value, NULL);

        g_strv_builder_add (options, option);
      }

  return g_strv_builder_end (options);
}

static void
check_preview (const DwellPreview *preview)
{
  for (guint i = 0; i < preview->lines->len; i++)
    {
      const DwellPreviewLine *line = g_ptr_array_index (preview->lines, i);
      guint last = 0;

      g_assert_true (g_utf8_validate (line->text, -1, NULL));
      for (guint k = 0; line->fields != NULL && k < line->fields->len; k++)
        {
          const DwellPreviewField *field = &g_array_index (line->fields, DwellPreviewField, k);

          g_assert_cmpuint (field->meaning, <, preview->meanings->len);
          g_assert_cmpuint (field->begin, >=, last);
          g_assert_cmpuint (field->begin, <=, field->end);
          g_assert_cmpuint (field->end, <=, strlen (line->text));
          last = field->end;
        }
    }
}

static void
preview (const char         *path,
         const DwellFormat  *format,
         const DwellOptions *options)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);
  g_autoptr(DwellPreview) shown = NULL;

  if (source == NULL)
    return;

  shown = format->preview != NULL ? format->preview (source, options, NULL, &error)
                                  : dwell_preview_new_plain (source, NULL, &error);
  g_assert_true ((shown == NULL) == (error != NULL));
  if (shown != NULL)
    check_preview (shown);
}

/* Read, and shown by the import dialog, with any options. */
void
fuzz_run_options (const FuzzInput *input)
{
  const DwellFormat * const *readers = dwell_formats_get_readers ();
  const DwellFormat *format = dwell_formats_recognise ((const char *) input->data, input->size);
  g_autofree char *path = fuzz_path (FUZZ_FILE, input->data, input->size);
  g_autoptr(DwellOptions) options = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_auto(GStrv) key_values = NULL;

  if (format == NULL)
    format = fuzz_chance (input, 4) ? &dwell_csv_format : readers[g_rand_int (input->rand) % 5];

  key_values = draw_options (input, format);
  options = dwell_options_new (format, (const char * const *) key_values, NULL);
  if (options == NULL)
    return;

  preview (path, format, options);
  trace = fuzz_open_slot (input, path, format, (const char * const *) key_values);
}

/* Two files, FUZZ_SEPARATOR between them; or one, whole and in part. */
void
fuzz_run_joined (const FuzzInput *input)
{
  gsize n_first = input->size;
  gsize n_second = input->size > 0 ? g_rand_int (input->rand) % input->size : 0;
  const guint8 *second = fuzz_split (input, FUZZ_SEPARATOR, &n_first, &n_second);
  g_autofree char *path = fuzz_path (FUZZ_FILE, input->data, n_first);
  g_autofree char *second_path = fuzz_path (FUZZ_SECOND_FILE,
                                            second != NULL ? second : input->data, n_second);
  g_autoptr(GFile) first_file = g_file_new_for_path (path);
  g_autoptr(GFile) second_file = g_file_new_for_path (second_path);
  GFile *files[] = { first_file, second_file, first_file };
  DwellOpenOptions options = { 0 };
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = NULL;

  fuzz_draw_limits (input, &options.limits);
  trace = fuzz_check (dwell_open_joined (files, 2 + fuzz_chance (input, 2), &options, NULL, NULL,
                                         &error), &error);
  if (trace != NULL && fuzz_chance (input, 4))
    fuzz_analyse (input, trace);
}
