/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets: the form of files never changes, operations run one after the other and never on the
 * main thread, names, broken files, and undoing a deletion. */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "formats/lms/dwell-lms.h"
#include "formats/text1/dwell-text1.h"
#include "formats/text1/write/dwell-text1-export.h"
#include "model-fixture.h"
#include "model/import/dwell-import-memory.h"
#include "model/presets/dwell-preset-store.h"
#include "support/disk-watch.h"

static const char entry[] = "[text1]\nTimelineEntry=%TIME%\n";

static const DwellPresetKind *
get_exports (void)
{
  return dwell_preset_kind_get_export (&dwell_text1_format);
}

static const DwellPresetKind *
get_imports (void)
{
  return dwell_preset_kind_get_import (&dwell_text1_format);
}

/* Writes the file of a preset, as another program would. */
static void
write_preset (const DwellPresetKind *kind,
              const char            *name,
              const char            *text)
{
  g_autofree char *path = dwell_presets_get_path (kind, name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
read_preset (const DwellPresetKind *kind,
             const char            *name)
{
  g_autofree char *path = dwell_presets_get_path (kind, name);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
forget_presets (const DwellPresetKind *kind)
{
  g_auto(GStrv) names = dwell_presets_list (kind);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = dwell_presets_get_path (kind, names[i]);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

static GKeyFile *
make_settings (const char *text)
{
  GKeyFile *settings = g_key_file_new ();

  g_assert_true (g_key_file_load_from_data (settings, text, (gsize) -1, G_KEY_FILE_NONE, NULL));
  return settings;
}

/* The result of an operation. */
typedef struct {
  gboolean  is_ended;
  GError   *error;
  char     *name;
  GKeyFile *settings;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_clear_error (&self->error);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->settings, g_key_file_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static void
on_ended (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Outcome *outcome = user_data;
  const DwellPresetTask *task = dwell_preset_store_get_task (result);

  dwell_preset_store_run_finish (result, &outcome->error);
  outcome->name = g_strdup (task->name);
  outcome->settings = task->settings != NULL ? g_key_file_ref (task->settings) : NULL;
  outcome->is_ended = TRUE;
}

static DwellPresetStore *
get_store (const DwellPresetKind *kind)
{
  DwellPresetStore *store = dwell_preset_store_get (kind);
  Outcome listed = { 0 };

  dwell_preset_store_run_async (store, &(DwellPresetTask) { DWELL_PRESET_LIST }, on_ended, &listed);
  WAIT_UNTIL (listed.is_ended);
  return store;
}

/* Nothing of it touches the disk on this thread. */
static Outcome
run (const DwellPresetKind *kind,
     const DwellPresetTask *task)
{
  Outcome outcome = { 0 };
  DwellPresetStore *store;
  DiskTouches touches;

  disk_watch_begin ("dwell-presets-");
  store = dwell_preset_store_get (kind);
  dwell_preset_store_run_async (store, task, on_ended, &outcome);
  WAIT_UNTIL (outcome.is_ended);
  touches = disk_watch_end ();
  g_assert_cmpuint (touches.n_main, ==, 0);
  g_assert_cmpuint (touches.n_others, >, 0);
  return outcome;
}

static void
run_well (const DwellPresetKind *kind,
          const DwellPresetTask *task)
{
  g_auto(Outcome) outcome = run (kind, task);

  g_assert_no_error (outcome.error);
}

static void
run_in_vain (const DwellPresetKind *kind,
             const DwellPresetTask *task,
             int                    code)
{
  g_auto(Outcome) outcome = run (kind, task);

  g_assert_error (outcome.error, G_IO_ERROR, code);
}

static void
assert_names (const DwellPresetKind *kind,
              const char            *names)
{
  DwellPresetStore *store = get_store (kind);
  g_autofree char *joined = g_strjoinv ("|", (char **) dwell_preset_store_get_names (store));

  g_assert_cmpstr (joined, ==, names);
}

/* Checks that the disk watch sees accesses. */
static void
test_watch (void)
{
  g_autofree char *path = dwell_presets_get_path (get_exports (), "watched");
  DiskTouches touches;

  write_preset (get_exports (), "watched", entry);
  disk_watch_begin ("dwell-presets-");
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  touches = disk_watch_end ();
  g_assert_cmpuint (touches.n_main, ==, 1);

  disk_watch_begin ("dwell-presets-");
  forget_presets (get_exports ());
  touches = disk_watch_end ();
  g_assert_cmpuint (touches.n_main, >=, 2);
  g_assert_cmpuint (touches.n_others, ==, 0);
}

/* Written by the versions before: by the same names, in the same folders. */
static void
test_old_files (void)
{
  static const char all[] =
    "[text1]\nInfoHeader=* INFO %FORMAT%\nInfoEntry=%TOTAL_TIME%\n"
    "ContextHeader=* CONTEXTS %FORMAT%\nContextEntry=%NAME%,%HANDLE%\n"
    "MappingHeader=* HANDLE(%CLASS%) %FORMAT%\nMappingEntry=%HANDLE%,%NAME%,%VALUE%\n"
    "StatisticsHeader=* STATISTICS(%CLASS%) %CONTEXT%%FORMAT%\n"
    "StatisticsEntry=%HANDLE%,%VALUE%,%COUNT%,%T.NET%\nTimelineHeader=* TIMELINE %FORMAT%\n"
    "TimelineEntry=%TIME%\t“ü”;\\\\n\nTimelineBinary=false\nBinaryVersion=1.1\n"
    "TimelineStates=false\nLineEnds=lf\nSections=info,contexts,mapping,statistics,timeline\n"
    "Classes=functions,lines,data,aux\nContexts=\nAreas=all\nContextValue=auto\n";
  g_autofree char *config = g_build_filename (g_get_user_config_dir (), "dwell", NULL);
  g_autofree char *exports = dwell_presets_get_path (get_exports (), "für mich");
  g_autofree char *imports = dwell_presets_get_path (get_imports (), "Old tool");
  g_autofree char *as_before = g_build_filename (config, "text1", "für mich.conf", NULL);
  g_autofree char *import_as_before = g_build_filename (config, "text1-import", "Old tool.conf",
                                                        NULL);
  g_autofree char *long_name = g_strnfill (240, 'n');
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_new (&dwell_text1_format, "full",
                                                                       NULL);
  const DwellText1Settings *text1 = (const DwellText1Settings *) settings;
  g_auto(Outcome) loaded = { 0 };
  g_auto(Outcome) options = { 0 };
  g_auto(GStrv) key_values = NULL;
  g_autofree char *again = NULL;

  g_assert_cmpstr (exports, ==, as_before);
  g_assert_cmpstr (imports, ==, import_as_before);
  write_preset (get_exports (), "für mich", all);
  write_preset (get_exports (), "Default", entry);
  write_preset (get_exports (), long_name, entry);
  write_preset (get_exports (), "None", "[text1]\nPreset=source\n");
  write_preset (get_imports (), "Old tool", "[text1]\nTimelineEntry=\\s%TIME%\\t; %HANDLE% \n");
  write_preset (get_imports (), "default", "");
  g_assert_cmpuint (g_strv_length ((char **) dwell_preset_store_get_names (
                                               get_store (get_exports ()))), ==, 4);
  assert_names (get_imports (), "default|Old tool");

  loaded = run (get_exports (), &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = "für mich" });
  g_assert_no_error (loaded.error);
  g_assert_true (dwell_export_settings_load (settings, loaded.settings, NULL));
  g_assert_cmpstr (text1->templates[DWELL_TEMPLATE_TIMELINE_ENTRY], ==, "%TIME%\t“ü”;\\n");
  run_well (get_exports (), &(DwellPresetTask) { DWELL_PRESET_SAVE, .name = "für mich",
                                                 .settings = loaded.settings });
  again = read_preset (get_exports (), "für mich");
  g_assert_cmpstr (again, ==, all);
  g_assert_true (text1->line_ends_are_lf);

  options = run (get_imports (), &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = "Old tool" });
  g_assert_no_error (options.error);
  key_values = dwell_import_options_load (&dwell_text1_format, options.settings, NULL);
  g_assert_cmpstr (key_values[0], ==, "TimelineEntry= %TIME%\t; %HANDLE% ");
  g_assert_null (key_values[1]);

  /* Called as nothing new may be, they can still be used, and called otherwise. */
  run_well (get_exports (), &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = long_name });
  run_well (get_imports (), &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = "default" });
  run_well (get_exports (), &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = "Default",
                                                 .new_name = "mine" });
  run_well (get_exports (), &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = long_name,
                                                 .new_name = "short" });
  assert_names (get_exports (), "für mich|mine|None|short");
  forget_presets (get_exports ());
  forget_presets (get_imports ());
}

static void
test_keep (void)
{
  const DwellPresetKind *kind = get_imports ();
  DwellPresetTask save = { DWELL_PRESET_SAVE, .name = "Old tool" };
  g_autoptr(GKeyFile) settings = make_settings (entry);
  g_autofree char *text = NULL;
  guint n_changes = 0;

  assert_names (kind, "");
  COUNT_SIGNAL (get_store (kind), "changed", &n_changes);
  save.settings = settings;
  run_well (kind, &save);
  g_assert_cmpuint (n_changes, ==, 1);
  run_well (kind, &save);
  g_assert_cmpuint (n_changes, ==, 1);
  save.name = "Another";
  run_well (kind, &save);
  assert_names (kind, "Another|Old tool");
  text = read_preset (kind, "Old tool");
  g_assert_cmpstr (text, ==, entry);

  run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = "Old tool",
                                          .new_name = "Another" }, G_IO_ERROR_EXISTS);
  run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = "Old tool",
                                          .new_name = "aNOTHER" }, G_IO_ERROR_EXISTS);
  run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = "nobody",
                                          .new_name = "somebody" }, G_IO_ERROR_NOT_FOUND);
  run_well (kind, &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = "Old tool",
                                       .new_name = "Old tool" });
  run_well (kind, &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = "Old tool",
                                       .new_name = "Oldest" });
  run_well (kind, &(DwellPresetTask) { DWELL_PRESET_DELETE, .name = "Another" });
  assert_names (kind, "Oldest");
  run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = "Another" },
               G_IO_ERROR_NOT_FOUND);
  run_well (kind, &(DwellPresetTask) { DWELL_PRESET_DELETE, .name = "Another" });

  /* Presets of another format are separate. */
  assert_names (dwell_preset_kind_get_import (&dwell_lms_format), "");
  assert_names (get_exports (), "");
  g_signal_handlers_disconnect_by_data (get_store (kind), &n_changes);
  forget_presets (kind);
  assert_names (kind, "");
}

/* Asked for at once, they come one after the other, and the list fits each. */
static void
test_order (void)
{
  const DwellPresetKind *kind = get_exports ();
  DwellPresetStore *store = get_store (kind);
  g_autoptr(GKeyFile) settings = make_settings (entry);
  const DwellPresetTask tasks[] = {
    { DWELL_PRESET_SAVE, .name = "a", .settings = settings },
    { DWELL_PRESET_LIST },
    { DWELL_PRESET_RENAME, .name = "a", .new_name = "b" },
    { DWELL_PRESET_LIST },
    { DWELL_PRESET_LOAD, .name = "b" },
    { DWELL_PRESET_DELETE, .name = "b" },
    { DWELL_PRESET_LOAD, .name = "b" },
  };
  static const char * const names[] = { "a", "a", "b", "b", "b", "", "" };
  Outcome outcomes[G_N_ELEMENTS (tasks)] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    dwell_preset_store_run_async (store, &tasks[i], on_ended, &outcomes[i]);

  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      g_autofree char *joined = NULL;

      while (!outcomes[i].is_ended)
        g_main_context_iteration (NULL, TRUE);
      joined = g_strjoinv ("|", (char **) dwell_preset_store_get_names (store));
      /* Several can end in one turn of the loop. */
      if (i + 1 == G_N_ELEMENTS (tasks) || !outcomes[i + 1].is_ended)
        g_assert_cmpstr (joined, ==, names[i]);
      g_assert_cmpint (outcomes[i].error != NULL, ==, i + 1 == G_N_ELEMENTS (tasks));
    }

  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    outcome_clear (&outcomes[i]);
}

/* The list contains whole presets only, even if it is read while they are written. */
static void
test_list_while_saving (void)
{
  enum { N = 40 };
  const DwellPresetKind *kind = get_imports ();
  DwellPresetStore *store = get_store (kind);
  g_autoptr(GKeyFile) settings = make_settings (entry);
  Outcome last = { 0 };
  guint n_before = 0;

  for (guint i = 0; i < N; i++)
    {
      g_autofree char *name = g_strdup_printf ("preset %02u", i);

      dwell_preset_store_run_async (store, &(DwellPresetTask) {
        DWELL_PRESET_SAVE, .name = name, .settings = settings }, i + 1 == N ? on_ended : NULL,
        &last);
    }

  while (!last.is_ended)
    {
      g_auto(GStrv) names = dwell_presets_list (kind);
      guint n = g_strv_length ((char **) dwell_preset_store_get_names (store));

      for (guint i = 0; names[i] != NULL; i++)
        {
          g_autofree char *text = read_preset (kind, names[i]);

          g_assert_cmpstr (text, ==, entry);
        }
      g_assert_cmpuint (n, >=, n_before);
      n_before = n;
      g_main_context_iteration (NULL, FALSE);
    }

  g_assert_cmpuint (g_strv_length ((char **) dwell_preset_store_get_names (store)), ==, N);
  outcome_clear (&last);
  forget_presets (kind);
}

/* Brought back as it was, unless another has its name by now. */
static void
test_undo_deletion (void)
{
  const DwellPresetKind *kind = get_exports ();
  static const char text[] = "# Of mine\n\n[text1]\n# No stamps\nTimelineEntry=%TIME%\n";
  g_auto(Outcome) deleted = { 0 };
  g_autofree char *again = NULL;
  DwellPresetTask restore = { DWELL_PRESET_RESTORE, .name = "mine" };

  write_preset (kind, "mine", text);
  deleted = run (kind, &(DwellPresetTask) { DWELL_PRESET_DELETE, .name = "mine" });
  g_assert_no_error (deleted.error);
  assert_names (kind, "");

  restore.settings = deleted.settings;
  run_well (kind, &restore);
  assert_names (kind, "mine");
  again = read_preset (kind, "mine");
  g_assert_cmpstr (again, ==, text);
  run_in_vain (kind, &restore, G_IO_ERROR_EXISTS);

  /* A preset that cannot be read can be deleted, but not restored. */
  write_preset (kind, "mine", "rubbish");
  outcome_clear (&deleted);
  deleted = run (kind, &(DwellPresetTask) { DWELL_PRESET_DELETE, .name = "mine" });
  g_assert_no_error (deleted.error);
  g_assert_null (deleted.settings);
  assert_names (kind, "");
}

/* Limit: model/MAX_NAME_BYTES */
static void
test_names (void)
{
  g_autofree char *long_name = g_strnfill (201, 'n');
  const char *bad[] = {
    "", ".", "..", ".hidden", "a/b", "../x", "/", "\xff", long_name, "Default", "DEFAULT",
  };
  static const char * const bad_exports[] = {
    "default", "full", "csv", "source", "Full", "CSV-like", "csv-LIKE", "As it was read", "Source",
  };
  static const char * const good[] = { "für mich", "a.b", "Default 2", "-", "*?", " " };
  g_autoptr(GKeyFile) settings = make_settings (entry);
  DwellPresetTask save = { DWELL_PRESET_SAVE, .settings = settings };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      save.name = bad[i];
      run_in_vain (get_exports (), &save, G_IO_ERROR_INVALID_FILENAME);
      run_in_vain (get_imports (), &save, G_IO_ERROR_INVALID_FILENAME);
      run_in_vain (get_imports (), &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = bad[i] },
                   G_IO_ERROR_NOT_FOUND);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad_exports); i++)
    {
      save.name = bad_exports[i];
      run_in_vain (get_exports (), &save, G_IO_ERROR_INVALID_FILENAME);
    }

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      save.name = good[i];
      run_well (get_exports (), &save);
      run_in_vain (get_exports (), &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = good[i],
                                                        .new_name = "Full" },
                   G_IO_ERROR_INVALID_FILENAME);
      run_well (get_exports (), &(DwellPresetTask) { DWELL_PRESET_DELETE, .name = good[i] });
    }

  assert_names (get_exports (), "");
  assert_names (get_imports (), "");
  g_assert_cmpstr (dwell_presets_get_title (get_exports (), "csv"), ==, "CSV-like");
  g_assert_cmpstr (dwell_presets_get_title (get_exports (), "mine"), ==, "mine");
  g_assert_cmpstr (dwell_presets_get_title (get_imports (), ""), ==, "Default");
}

static GFile *
make_file (const char *name,
           const char *text,
           gssize      length)
{
  g_autofree char *path = g_build_filename (g_get_user_config_dir (), name, NULL);

  g_assert_true (g_file_set_contents (path, text, length, NULL));
  return g_file_new_for_path (path);
}

/* Key files that users have broken never become presets.
 * Limit: model/MAX_PRESET_BYTES */
static void
test_broken (void)
{
  static const char * const broken[] = {
    "rubbish", "[text1\n", "[text1]\nNo=1\n", "[text1]\nTimelineEntry=\xff\n",
    "[text1]\nTimelineEntry\n",
  };
  static const char * const exports[] = { "", "[other]\nA=1\n", "[text1]\nLineEnds=cr\n" };
  static const char * const imports[] = { "[text1]\nValueBase=oct\n" };
  g_autofree char *folder = dwell_presets_get_path (get_exports (), "folder");
  g_autofree char *filler = g_strnfill (1 << 20, '#');
  g_autofree char *large = g_strconcat ("[text1]\n", filler, NULL);
  g_autoptr(GFile) nowhere = g_file_new_for_path ("/nowhere/x.conf");

  for (guint k = 0; k < 2; k++)
    {
      const DwellPresetKind *kind = k == 0 ? get_exports () : get_imports ();
      const char * const *own = k == 0 ? exports : imports;
      guint n_own = k == 0 ? G_N_ELEMENTS (exports) : G_N_ELEMENTS (imports);

      for (guint i = 0; i < G_N_ELEMENTS (broken) + n_own + 1; i++)
        {
          const char *text = i < G_N_ELEMENTS (broken) ? broken[i] :
                             i == G_N_ELEMENTS (broken) ? large :
                             own[i - G_N_ELEMENTS (broken) - 1];
          g_autoptr(GFile) file = make_file ("import.conf", text, -1);

          write_preset (kind, "broken", text);
          run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = "broken" },
                       G_IO_ERROR_INVALID_DATA);
          run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_IMPORT, .file = file },
                       G_IO_ERROR_INVALID_DATA);
          assert_names (kind, "broken");
        }

      run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_IMPORT, .file = nowhere },
                   G_IO_ERROR_NOT_FOUND);
      forget_presets (kind);
    }

  /* A folder that is called like one. */
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  run_in_vain (get_exports (), &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = "folder" },
               G_IO_ERROR_INVALID_DATA);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_files (void)
{
  static const struct {
    const char *file;
    const char *name; /* of the preset that is made from it */
  } files[] = {
    { "mine.conf", "mine" }, { "mine.conf", "mine 2" }, { "default.conf", "default 2" },
    { "Full", "Full 2" }, { ".conf", "Preset" }, { "..conf", "Preset 2" },
  };
  const DwellPresetKind *kind = get_exports ();
  g_autofree char *long_name = g_strnfill (240, 'x');
  g_autoptr(GFile) long_file = make_file (long_name, entry, -1);
  g_autoptr(GKeyFile) nothing = g_key_file_new ();
  g_autoptr(GFile) empty = make_file ("empty", "", -1);
  g_auto(Outcome) imported = { 0 };
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GFile) file = make_file (files[i].file, entry, -1);
      g_auto(Outcome) outcome = run (kind, &(DwellPresetTask) { DWELL_PRESET_IMPORT,
                                                                .file = file });
      g_autofree char *preset = read_preset (kind, outcome.name);

      g_assert_no_error (outcome.error);
      g_assert_cmpstr (outcome.name, ==, files[i].name);
      g_assert_cmpstr (preset, ==, entry);
      run_well (kind, &(DwellPresetTask) { DWELL_PRESET_EXPORT, .file = empty,
                                           .settings = outcome.settings });
      g_free (text);
      g_assert_true (g_file_load_contents (empty, NULL, &text, NULL, NULL, NULL));
      g_assert_cmpstr (text, ==, entry);
    }

  run_well (kind, &(DwellPresetTask) { DWELL_PRESET_IMPORT, .file = long_file });
  forget_presets (kind);

  /* Options as they are by default are a preset, too; and a file of those is one. */
  run_well (get_imports (), &(DwellPresetTask) { DWELL_PRESET_EXPORT, .file = empty,
                                                 .settings = nothing });
  imported = run (get_imports (), &(DwellPresetTask) { DWELL_PRESET_IMPORT, .file = empty });
  g_assert_no_error (imported.error);
  g_assert_cmpstr (imported.name, ==, "empty");
  forget_presets (get_imports ());
}

/* If nothing can be written, an error says so, and existing files stay. */
static void
test_no_room (void)
{
  const DwellPresetKind *kind = get_exports ();
  g_autofree char *folder = dwell_presets_get_path (kind, NULL);
  g_autoptr(GKeyFile) settings = make_settings (entry);
  g_autoptr(GFile) there = g_file_new_for_path ("/nowhere/x.conf");
  DwellPresetTask save = { DWELL_PRESET_SAVE, .name = "mine", .settings = settings };

  run_in_vain (kind, &(DwellPresetTask) { DWELL_PRESET_EXPORT, .file = there,
                                          .settings = settings }, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  run_in_vain (kind, &save, G_IO_ERROR_NOT_DIRECTORY);
  assert_names (kind, "");
  g_assert_cmpint (g_unlink (folder), ==, 0);

  /* The folder is made where it is not there. */
  run_well (kind, &save);
  assert_names (kind, "mine");
  forget_presets (kind);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-presets-XXXXXX", NULL);

  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  fixture_init (&argc, &argv);

  g_test_add_func ("/presets/watch", test_watch);
  g_test_add_func ("/presets/old-files", test_old_files);
  g_test_add_func ("/presets/keep", test_keep);
  g_test_add_func ("/presets/order", test_order);
  g_test_add_func ("/presets/list-while-saving", test_list_while_saving);
  g_test_add_func ("/presets/undo-deletion", test_undo_deletion);
  g_test_add_func ("/presets/names", test_names);
  g_test_add_func ("/presets/broken", test_broken);
  g_test_add_func ("/presets/files", test_files);
  g_test_add_func ("/presets/no-room", test_no_room);

  return fixture_run ();
}
