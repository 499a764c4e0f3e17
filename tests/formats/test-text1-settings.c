/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of an export: by name, by preset, and as a key file. */
#include "config.h"

#include <glib/gstdio.h>

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
    { "TimelineStates", "false", "true", "" },
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

/* What the user saved is a preset like the others. */
static void
test_saved (void)
{
  g_autofree char *folder = dwell_text1_get_saved_preset_path (NULL);
  g_autofree char *path = dwell_text1_get_saved_preset_path ("my own, übers.");
  g_autofree char *parent = NULL;
  g_autoptr(DwellText1Settings) settings = make_settings ("csv");
  g_autoptr(DwellText1Settings) again = NULL;
  g_autoptr(GKeyFile) file = g_key_file_new ();
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_text1_settings_new ("my own, übers.", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_assert_null (dwell_text1_get_saved_preset_path ("full"));
  g_assert_null (dwell_text1_get_saved_preset_path ("../x"));
  g_assert_null (dwell_text1_get_saved_preset_path (""));

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  dwell_text1_settings_save (settings, file);
  g_assert_true (g_key_file_save_to_file (file, path, NULL));
  again = make_settings ("my own, übers.");
  g_assert_true (dwell_text1_settings_equal (settings, again));

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  parent = g_path_get_dirname (folder);
  g_assert_cmpint (g_rmdir (parent), ==, 0);
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
  g_autofree char *folder = g_dir_make_tmp ("dwell-settings-XXXXXX", NULL);
  int status;

  /* Where presets are saved. */
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text1-settings/names", test_names);
  g_test_add_func ("/text1-settings/key-file", test_key_file);
  g_test_add_func ("/text1-settings/bad-key-file", test_bad_key_file);
  g_test_add_func ("/text1-settings/saved", test_saved);
  g_test_add_func ("/text1-settings/presets", test_presets);

  status = g_test_run ();
  g_rmdir (folder);
  return status;
}
