/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of options (README.md, "Options for reading"), and their conversion for the reader. */
#include "config.h"

#include "formats/text1/dwell-text1-options.h"

#include <glib/gi18n-lib.h>

#include "formats/text1/read/dwell-text1-recognise.h"

static const char * const base_choices[] = { "auto", "dec", "hex", NULL };
static const char * const base_titles[] =
  { N_("Automatic"), N_("Decimal"), N_("Hexadecimal"), NULL };
static const char * const encoding_choices[] =
  { "auto", "utf-8", "windows-1252", "utf-16le", "utf-16be", NULL };
static const char * const encoding_titles[] =
  { N_("Automatic"), "UTF-8", "Windows-1252", "UTF-16 LE", "UTF-16 BE", NULL };
static const char * const version_choices[] = { "auto", "1.1", "1.0", NULL };
static const char * const version_titles[] = { N_("Automatic"), "1.1", "1.0", NULL };
static const char * const order_choices[] = { "auto", "page", "swapped", NULL };
static const char * const order_titles[] =
  { N_("Automatic"), N_("As documented"), N_("Swapped"), NULL };

#define ROWS    N_("Templates of Rows")
#define TEXT    N_("Text")
#define BINARY  N_("Binary Timeline")
#define TASKS   N_("Tasks")
#define HEADERS N_("Templates of Headers")

#define ENTRY_OPTION(name, title, summary) \
  { name, DWELL_OPTION_TEMPLATE, NULL, "", summary, title, NULL, ROWS }
#define HEADER_OPTION(name, title, summary) \
  { name, DWELL_OPTION_TEMPLATE, NULL, "", summary, title, NULL, HEADERS }

const DwellOption dwell_text1_read_options[DWELL_TEXT1_N_READ_OPTIONS] = {
  ENTRY_OPTION ("InfoEntry", N_("Info"),
                N_("The template of the rows of INFO, if the file has none.")),
  ENTRY_OPTION ("ContextEntry", N_("Contexts"),
                N_("The template of the rows of CONTEXTS, if the file has none.")),
  ENTRY_OPTION ("MappingEntry", N_("Mapping"),
                N_("The template of the rows of HANDLE, if the file has none.")),
  ENTRY_OPTION ("StatisticsEntry", N_("Statistics"),
                N_("The template of the rows of STATISTICS, if the file has none.")),
  ENTRY_OPTION ("TimelineEntry", N_("Timeline"),
                N_("The template of the rows of TIMELINE, if the file has none.")),
  { "OverrideTemplates", DWELL_OPTION_BOOLEAN, NULL, "false",
    N_("Use the given templates even if the headers have their own."),
    N_("Override the file’s own templates"), NULL, ROWS },
  { "Encoding", DWELL_OPTION_CHOICE, encoding_choices, "auto",
    N_("The encoding of the text. Automatic: UTF-8 if it is valid, else Windows-1252."),
    N_("Encoding"), encoding_titles, TEXT },
  { "ValueBase", DWELL_OPTION_CHOICE, base_choices, "auto",
    N_("The base of values. Automatic: hexadecimal in the timeline, else decimal."),
    N_("Base of values"), base_titles, TEXT },
  { "BinaryFile", DWELL_OPTION_FILE, NULL, "",
    N_("The file with the binary timeline, instead of the one beside the main file."),
    N_("Binary file"), NULL, BINARY },
  { "BinaryVersion", DWELL_OPTION_CHOICE, version_choices, "auto",
    N_("Version of the binary timeline."), N_("Version"), version_titles, BINARY },
  { "SuspendResume", DWELL_OPTION_CHOICE, order_choices, "auto",
    N_("Whether suspend and resume are as documented or swapped."),
    N_("Suspend and resume"), order_titles, BINARY },
  { "TaskObject", DWELL_OPTION_TEXT, NULL, "",
    N_("The variable whose states name the running task. Automatic: the one whose states are the "
       "contexts."), N_("Running task"), NULL, TASKS },
  HEADER_OPTION ("InfoHeader", N_("Info"),
                 N_("The template of the headers of INFO, if they are unusual.")),
  HEADER_OPTION ("ContextHeader", N_("Contexts"),
                 N_("The template of the headers of CONTEXTS, if they are unusual.")),
  HEADER_OPTION ("MappingHeader", N_("Mapping"),
                 N_("The template of the headers of HANDLE, if they are unusual.")),
  HEADER_OPTION ("StatisticsHeader", N_("Statistics"),
                 N_("The template of the headers of STATISTICS, if they are unusual.")),
  HEADER_OPTION ("TimelineHeader", N_("Timeline"),
                 N_("The template of the headers of TIMELINE, if they are unusual.")),
};

static guint
get_choice (const DwellOptions *options,
            const char         *name,
            const char * const *choices)
{
  guint i = 0;

  while (!g_str_equal (choices[i], dwell_options_get (options, name)))
    i++;

  return i;
}

/**
 * dwell_text1_options_read:
 * @self: all zeros
 * @options: checked options of the format
 *
 * Converts options, and compiles the templates among them.
 */
void
dwell_text1_options_read (DwellText1Options  *self,
                          const DwellOptions *options)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    {
      const char *text = dwell_options_get (options, dwell_template_get_id (i));

      if (*text == '\0')
        continue;

      self->given.templates[i] = dwell_template_new (text, -1, i);
      self->given.has_headers = self->given.has_headers || i % 2 == 0;
    }

  self->given.overrides = g_str_equal (dwell_options_get (options, "OverrideTemplates"), "true");
  self->given.base = get_choice (options, "ValueBase", base_choices);
  self->encoding = get_choice (options, "Encoding", encoding_choices);
  self->order = get_choice (options, "SuspendResume", order_choices);
  self->version = get_choice (options, "BinaryVersion", version_choices);
  if (*dwell_options_get (options, "TaskObject") != '\0')
    self->task_object = g_strdup (dwell_options_get (options, "TaskObject"));
}

/**
 * dwell_text1_options_clear:
 * @self: options
 *
 * Frees what @self owns.
 */
void
dwell_text1_options_clear (DwellText1Options *self)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_clear_pointer (&self->given.templates[i], dwell_template_unref);
  g_clear_pointer (&self->task_object, g_free);
}

/**
 * dwell_text1_choose_encoding:
 * @self: options
 * @main_file: the main file
 *
 * Returns: the encoding that the user chose, else that of the first bytes
 */
DwellText1Encoding
dwell_text1_choose_encoding (const DwellText1Options *self,
                             DwellSource             *main_file)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (main_file), &length);

  return self->encoding > 0 ? (DwellText1Encoding) (self->encoding - 1)
                            : dwell_text1_detect_encoding (head, length);
}
