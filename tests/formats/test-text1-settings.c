/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of an export: by name, by preset, and as a key file. */
#include "config.h"

#include "core/dwell-error.h"
#include "support/text1-settings.h"

static void
test_names (void)
{
  static const struct {
    const char *name;
    const char *standard;
    const char *value;
    const char *wrong;
  } cases[] = {
    { "InfoHeader", "* INFO %FORMAT%", "* INFO", NULL },
    { "InfoEntry", "%TOTAL_TIME%", "", NULL },
    { "ContextHeader", "* CONTEXTS %FORMAT%", "x", NULL },
    { "ContextEntry", "%NAME%,%HANDLE%", "\t%NAME%", NULL },
    { "MappingHeader", "* HANDLE(%CLASS%) %FORMAT%", "x", NULL },
    { "MappingEntry", "%HANDLE%,%NAME%,%VALUE%", "%NAME% “ü”", NULL },
    { "StatisticsHeader", "* STATISTICS(%CLASS%) %CONTEXT%%FORMAT%", "x", NULL },
    { "StatisticsEntry", "%HANDLE%,%VALUE%,%COUNT%,%T.NET%", " %COUNT% ", NULL },
    { "TimelineHeader", "* TIMELINE %FORMAT%", "x", NULL },
    { "TimelineEntry", "%HANDLE%,%EVENT%,%VALUE%,%TIME%", "%TIME%", "\xff" },
    { "TimelineBinary", "false", "true", "yes" },
    { "BinaryVersion", "1.1", "1.0", "2" },
    { "TimelineStates", "auto", "false", "yes" },
    { "LineEnds", "crlf", "lf", "cr" },
    { "Sections", "info,contexts,mapping,statistics,timeline", "mapping,timeline", "mapping,x" },
    { "Classes", "functions,lines,data,aux", "lines", "function" },
    { "Contexts", "", "/^T/", NULL },
    { "Areas", "all", "active", NULL },
    { "ContextValue", "auto", "handle", "number" },
  };
  g_autoptr(DwellText1Settings) settings = text1_settings_new ("default");
  g_autoptr(DwellText1Settings) untouched = text1_settings_new ("default");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *standard = dwell_export_settings_get (&settings->base, cases[i].name);
      g_autofree char *value = NULL;
      g_autoptr(DwellText1Settings) copy = NULL;
      g_autoptr(GError) error = NULL;

      g_assert_cmpstr (standard, ==, cases[i].standard);
      copy = text1_settings_copy (settings);
      g_assert_true (dwell_export_settings_equal (&copy->base, &settings->base));
      g_assert_true (dwell_export_settings_set (&settings->base, cases[i].name, cases[i].value,
                                                NULL));
      g_assert_false (dwell_export_settings_equal (&copy->base, &settings->base));

      if (cases[i].wrong != NULL)
        {
          g_assert_false (dwell_export_settings_set (&settings->base, cases[i].name, cases[i].wrong,
                                                    &error));
          g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
        }

      value = dwell_export_settings_get (&settings->base, cases[i].name);
      g_assert_cmpstr (value, ==, cases[i].value);
    }

  g_assert_null (dwell_export_settings_get (&settings->base, "Sound"));
  g_assert_false (dwell_export_settings_set (&settings->base, "Sound", "loud", NULL));
  g_assert_true (dwell_export_settings_set (&settings->base, "Preset", "default", NULL));
  g_assert_true (dwell_export_settings_equal (&settings->base, &untouched->base));
}

static void
test_key_file (void)
{
  static const char * const presets[] = { "default", "full", "csv", "source" };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autoptr(DwellText1Settings) settings = text1_settings_new (presets[i]);
      g_autoptr(DwellText1Settings) again = text1_settings_new (presets[(i + 1) % 3]);
      g_autoptr(GKeyFile) file = g_key_file_new ();
      g_autoptr(GKeyFile) read = g_key_file_new ();
      g_autofree char *text = NULL;
      g_autoptr(GError) error = NULL;

      if (!settings->base.is_as_read)
        g_assert_true (dwell_export_settings_set (&settings->base, "MappingEntry",
                                                  "\t%NAME% \\ “x” ", NULL));
      dwell_export_settings_save (&settings->base, file);
      text = g_key_file_to_data (file, NULL, NULL);
      g_assert_true (g_key_file_load_from_data (read, text, (gsize) -1, G_KEY_FILE_NONE, NULL));
      g_assert_true (dwell_export_settings_load (&again->base, read, &error));
      g_assert_no_error (error);
      g_assert_true (dwell_export_settings_equal (&settings->base, &again->base));
    }
}

static void
test_bad_key_file (void)
{
  static const char * const texts[] = {
    "[other]\nLineEnds=lf\n", "[text1]\nLineEnd=lf\n", "[text1]\nLineEnds=cr\n",
    "[text1]\nPreset=source\nLineEnds=lf\n", "", "[text1]\nTimelineEntry=\\x\nLineEnds=lf\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(DwellText1Settings) settings = text1_settings_new ("default");
      g_autoptr(GKeyFile) file = g_key_file_new ();
      g_autoptr(GError) error = NULL;

      g_key_file_load_from_data (file, texts[i], (gsize) -1, G_KEY_FILE_NONE, NULL);
      g_assert_false (dwell_export_settings_load (&settings->base, file, &error));
      g_assert_nonnull (error);
    }
}

/* Formats do not know presets that users saved. */
static void
test_no_preset (void)
{
  g_autoptr(DwellText1Settings) settings = text1_settings_new ("csv");
  g_autoptr(DwellText1Settings) same = text1_settings_new ("csv");
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_export_settings_new (&dwell_text1_format, "mine", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_clear_error (&error);
  g_assert_false (dwell_export_settings_set (&settings->base, "Preset", "mine", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_assert_true (dwell_export_settings_equal (&settings->base, &same->base));
}

static void
test_presets (void)
{
  g_auto(GStrv) presets = dwell_format_get_presets (&dwell_text1_format, NULL);

  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autoptr(DwellText1Settings) settings = text1_settings_new (presets[i]);

      g_assert_cmpstr (presets[i], !=, "source");
      g_assert_false (settings->base.is_as_read);
      for (guint k = 0; k < DWELL_N_TEMPLATES; k++)
        {
          g_autoptr(DwellTemplate) template =
            dwell_template_new (settings->templates[k], -1, (DwellTemplateKind) k);
          guint n;

          dwell_template_get_issues (template, &n);
          g_assert_cmpuint (n, ==, 0);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text1-settings/names", test_names);
  g_test_add_func ("/text1-settings/key-file", test_key_file);
  g_test_add_func ("/text1-settings/bad-key-file", test_bad_key_file);
  g_test_add_func ("/text1-settings/no-preset", test_no_preset);
  g_test_add_func ("/text1-settings/presets", test_presets);

  return g_test_run ();
}
