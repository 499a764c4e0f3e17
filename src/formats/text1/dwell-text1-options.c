/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of options (cli.md: “For reading”), and their values as the reader takes them. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/text1/dwell-text1-options.h"
#include "formats/text1/dwell-text1-recognise.h"

static const char * const base_choices[] = { "auto", "dec", "hex", NULL };
static const char * const base_titles[] =
  { N_("Hexadecimal in the timeline, else decimal"), N_("Decimal"), N_("Hexadecimal"), NULL };
static const char * const encoding_choices[] =
  { "auto", "utf-8", "windows-1252", "utf-16le", "utf-16be", NULL };
static const char * const encoding_titles[] =
  { N_("By the file"), "UTF-8", "Windows-1252", "UTF-16 LE", "UTF-16 BE", NULL };
static const char * const version_choices[] = { "auto", "1.1", "1.0", NULL };
static const char * const version_titles[] = { N_("By the file"), "1.1", "1.0", NULL };
static const char * const order_choices[] = { "auto", "page", "swapped", NULL };
static const char * const order_titles[] =
  { N_("By the events"), N_("As documented"), N_("Swapped"), NULL };

#define TEMPLATE_OPTION(name, title, summary) \
  { name, DWELL_OPTION_TEXT, NULL, "", summary, title, NULL }

const DwellOption dwell_text1_read_options[DWELL_TEXT1_N_READ_OPTIONS] = {
  TEMPLATE_OPTION ("InfoHeader", N_("Info header"),
                   N_("How headers of INFO sections are made, where not as usual.")),
  TEMPLATE_OPTION ("InfoEntry", N_("Info entry"),
                   N_("How rows of INFO are made, where the file does not say it.")),
  TEMPLATE_OPTION ("ContextHeader", N_("Contexts header"),
                   N_("How headers of CONTEXTS sections are made, where not as usual.")),
  TEMPLATE_OPTION ("ContextEntry", N_("Contexts entry"),
                   N_("How rows of CONTEXTS are made, where the file does not say it.")),
  TEMPLATE_OPTION ("MappingHeader", N_("Mapping header"),
                   N_("How headers of HANDLE sections are made, where not as usual.")),
  TEMPLATE_OPTION ("MappingEntry", N_("Mapping entry"),
                   N_("How rows of HANDLE are made, where the file does not say it.")),
  TEMPLATE_OPTION ("StatisticsHeader", N_("Statistics header"),
                   N_("How headers of STATISTICS sections are made, where not as usual.")),
  TEMPLATE_OPTION ("StatisticsEntry", N_("Statistics entry"),
                   N_("How rows of STATISTICS are made, where the file does not say it.")),
  TEMPLATE_OPTION ("TimelineHeader", N_("Timeline header"),
                   N_("How headers of TIMELINE sections are made, where not as usual.")),
  TEMPLATE_OPTION ("TimelineEntry", N_("Timeline entry"),
                   N_("How rows of TIMELINE are made, where the file does not say it.")),
  { "OverrideTemplates", DWELL_OPTION_BOOLEAN, NULL, "false",
    N_("Take the templates given even where headers carry their own."),
    N_("Override the file's templates"), NULL },
  { "ValueBase", DWELL_OPTION_CHOICE, base_choices, "auto",
    N_("Base of values: by itself they are hexadecimal in the timeline, else decimal."),
    N_("Base of values"), base_titles },
  { "Encoding", DWELL_OPTION_CHOICE, encoding_choices, "auto",
    N_("How text is encoded: by itself UTF-8 where it is that, else Windows-1252."),
    N_("Text encoding"), encoding_titles },
  { "BinaryFile", DWELL_OPTION_TEXT, NULL, "",
    N_("The file with the binary timeline, instead of the one beside the main file."),
    N_("Binary timeline"), NULL },
  { "BinaryVersion", DWELL_OPTION_CHOICE, version_choices, "auto",
    N_("Version of the binary timeline."), N_("Version of the binary timeline"), version_titles },
  { "SuspendResume", DWELL_OPTION_CHOICE, order_choices, "auto",
    N_("Whether suspend and resume are as the vendor's page says, or swapped."),
    N_("Suspend and resume"), order_titles },
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
 * Compiles templates and finds choices.
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
}

void
dwell_text1_options_clear (DwellText1Options *self)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_clear_pointer (&self->given.templates[i], dwell_template_unref);
}

/**
 * dwell_text1_choose_encoding:
 * @self: what the user said
 * @main_file: the main file
 *
 * Returns: the encoding of its text, by the user or else by its first bytes
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

const char *
dwell_text1_encoding_get_id (DwellText1Encoding encoding)
{
  return encoding_choices[encoding + 1];
}
