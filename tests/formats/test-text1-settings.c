/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of an export: by name, by preset, and as a key file. */
#include "config.h"

#include "core/dwell-error.h"
#include "formats/text1/dwell-text1-export.h"

static DwellText1Settings *
make_settings (const char *preset)
{
  g_autoptr(GError) error = NULL;
  DwellText1Settings *settings = dwell_text1_settings_new (preset, &error);

  g_assert_no_error (error);
  return settings;
}

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
  g_autoptr(DwellText1Settings) settings = make_settings ("default");
  g_autoptr(DwellText1Settings) untouched = make_settings ("default");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *standard = dwell_text1_settings_get (settings, cases[i].name);
      g_autofree char *value = NULL;
      g_autoptr(DwellText1Settings) copy = NULL;
      g_autoptr(GError) error = NULL;

      g_assert_cmpstr (standard, ==, cases[i].standard);
      copy = dwell_text1_settings_copy (settings);
      g_assert_true (dwell_text1_settings_equal (copy, settings));
      g_assert_true (dwell_text1_settings_set (settings, cases[i].name, cases[i].value, NULL));
      g_assert_false (dwell_text1_settings_equal (copy, settings));

      if (cases[i].wrong != NULL)
        {
          g_assert_false (dwell_text1_settings_set (settings, cases[i].name, cases[i].wrong,
                                                    &error));
          g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
        }

      value = dwell_text1_settings_get (settings, cases[i].name);
      g_assert_cmpstr (value, ==, cases[i].value);
    }

  g_assert_null (dwell_text1_settings_get (settings, "Sound"));
  g_assert_false (dwell_text1_settings_set (settings, "Sound", "loud", NULL));
  g_assert_true (dwell_text1_settings_set (settings, "Preset", "default", NULL));
  g_assert_true (dwell_text1_settings_equal (settings, untouched));
}

static void
test_key_file (void)
{
  static const char * const presets[] = { "default", "full", "csv", "source" };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autoptr(DwellText1Settings) settings = make_settings (presets[i]);
      g_autoptr(DwellText1Settings) again = make_settings (presets[(i + 1) % 3]);
      g_autoptr(GKeyFile) file = g_key_file_new ();
      g_autoptr(GKeyFile) read = g_key_file_new ();
      g_autofree char *text = NULL;
      g_autoptr(GError) error = NULL;

      if (!settings->from_source)
        g_assert_true (dwell_text1_settings_set (settings, "MappingEntry", "\t%NAME% \\ “x” ",
                                                 NULL));
      dwell_text1_settings_save (settings, file);
      text = g_key_file_to_data (file, NULL, NULL);
      g_assert_true (g_key_file_load_from_data (read, text, (gsize) -1, G_KEY_FILE_NONE, NULL));
      g_assert_true (dwell_text1_settings_load (again, read, &error));
      g_assert_no_error (error);
      g_assert_true (dwell_text1_settings_equal (settings, again));
    }
}

static void
test_bad_key_file (void)
{
  static const char * const texts[] = {
    "[other]\nLineEnds=lf\n", "[text1]\nLineEnd=lf\n", "[text1]\nLineEnds=cr\n",
    "[text1]\nPreset=source\nLineEnds=lf\n", "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(DwellText1Settings) settings = make_settings ("default");
      g_autoptr(GKeyFile) file = g_key_file_new ();
      g_autoptr(GError) error = NULL;

      g_key_file_load_from_data (file, texts[i], (gsize) -1, G_KEY_FILE_NONE, NULL);
      g_assert_false (dwell_text1_settings_load (settings, file, &error));
      g_assert_nonnull (error);
    }
}

/* Formats do not know presets that users saved. */
static void
test_no_preset (void)
{
  g_autoptr(DwellText1Settings) settings = make_settings ("csv");
  g_autoptr(DwellText1Settings) same = make_settings ("csv");
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_text1_settings_new ("mine", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_clear_error (&error);
  g_assert_false (dwell_text1_settings_set (settings, "Preset", "mine", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_assert_true (dwell_text1_settings_equal (settings, same));
}

static void
test_presets (void)
{
  const char * const *presets = dwell_text1_get_presets (NULL);

  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autoptr(DwellText1Settings) settings = make_settings (presets[i]);

      g_assert_cmpstr (presets[i], !=, "source");
      g_assert_false (settings->from_source);
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
