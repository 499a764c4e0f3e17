/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets on a disk that fails, call by call, or under a program that is killed: what is there is
 * whole, and is what was said to be there. */
#include "config.h"

#include <string.h>

#include "formats/text1/dwell-text1.h"
#include "model-fixture.h"
#include "model/presets/dwell-presets.h"
#include "support/fault.h"
#include "support/file-fixture.h"
#include "support/folder.h"

/* Set for the programs that a test starts. */
#define FOLDER "DWELL_TEST_FOLDER"

static const char old[] = "[text1]\nTimelineEntry=%TIME%\n";
static const char new[] = "[text1]\nTimelineEntry=%TIME% %HANDLE%\n";

static const DwellPresetKind *
get_kind (void)
{
  return dwell_preset_kind_get_export (&dwell_text1_format);
}

/* Returns: (transfer full) (nullable): the text of the preset @name */
static char *
read_preset (const char *name)
{
  g_autofree char *path = dwell_presets_get_path (get_kind (), name);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static gboolean
save (const char *name,
      const char *text)
{
  g_autoptr(GKeyFile) settings = g_key_file_new ();
  DwellPresetTask task = { DWELL_PRESET_SAVE, .name = name, .settings = settings };

  g_assert_true (g_key_file_load_from_data (settings, text, (gsize) -1, G_KEY_FILE_NONE, NULL));
  return dwell_presets_run (get_kind (), &task, NULL);
}

static guint
count_files (void)
{
  g_autofree char *folder = dwell_presets_get_path (get_kind (), NULL);

  return folder_count (folder);
}

/* Nothing is there, and no folder either. */
static void
prepare_nothing (void)
{
  g_autofree char *folder = dwell_presets_get_path (get_kind (), NULL);

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    return;

  folder_empty (folder);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
prepare_old (void)
{
  prepare_nothing ();
  g_assert_true (save ("mine", old));
}

/* What was left over goes when it is saved again. */
static void
assert_nothing_left (void)
{
  g_assert_true (save ("mine", new));
  g_assert_cmpuint (count_files (), ==, 1);
}

static void
check_new (gboolean is_killed,
           gboolean is_done)
{
  g_autofree char *text = read_preset ("mine");

  if (is_killed)
    g_assert_true (text == NULL || g_str_equal (text, new));
  else
    g_assert_cmpstr (text, ==, is_done ? new : NULL);
  assert_nothing_left ();
}

static void
check_replaced (gboolean is_killed,
                gboolean is_done)
{
  g_autofree char *text = read_preset ("mine");

  if (is_killed)
    g_assert_true (g_strcmp0 (text, old) == 0 || g_strcmp0 (text, new) == 0);
  else
    g_assert_cmpstr (text, ==, is_done ? new : old);
  assert_nothing_left ();
}

static void
check_renamed (gboolean is_killed,
               gboolean is_done)
{
  g_autofree char *before = read_preset ("mine");
  g_autofree char *after = read_preset ("yours");

  g_assert_cmpuint (count_files (), ==, 1);
  g_assert_cmpstr (before != NULL ? before : after, ==, old);
  if (!is_killed)
    g_assert_true ((after != NULL) == is_done);
}

static void
check_deleted (gboolean is_killed,
               gboolean is_done)
{
  g_autofree char *text = read_preset ("mine");

  if (text != NULL)
    g_assert_cmpstr (text, ==, old);
  if (!is_killed)
    g_assert_true ((text == NULL) == is_done);
}

/* What is done, and in how many calls at least. */
typedef struct {
  const char      *test;
  DwellPresetTask  task;
  guint            n_min;
  void           (*prepare) (void);
  void           (*check)   (gboolean is_killed,
                             gboolean is_done);
} Case;

static const Case cases[] = {
  { "/preset-faults/save", { DWELL_PRESET_SAVE, .name = "mine" }, 20, prepare_nothing, check_new },
  { "/preset-faults/replace", { DWELL_PRESET_SAVE, .name = "mine" }, 20, prepare_old,
    check_replaced },
  { "/preset-faults/rename", { DWELL_PRESET_RENAME, .name = "mine", .new_name = "yours" }, 5,
    prepare_old, check_renamed },
  { "/preset-faults/delete", { DWELL_PRESET_DELETE, .name = "mine" }, 5, prepare_old,
    check_deleted },
};

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *mark = NULL;
  guint n_met;

  if (g_test_subprocess ())
    {
      DwellPresetTask task = self->task;

      exit ((task.operation == DWELL_PRESET_SAVE ? save (task.name, new)
                                                 : dwell_presets_run (get_kind (), &task, NULL))
              ? 0 : 1);
    }

  mark = file_fixture_path ("mark");
  n_met = fault_meet_each (self->test, g_get_user_config_dir (), mark, self->prepare, self->check);
  g_test_message ("%u faults", n_met);
  g_assert_cmpuint (n_met, >=, self->n_min);
  prepare_nothing ();
  file_fixture_remove_all ();
}

int
main (int   argc,
      char *argv[])
{
  const char *folder = g_getenv (FOLDER);
  int status;
  g_autofree char *own = folder == NULL ? g_dir_make_tmp ("dwell-presets-XXXXXX", NULL) : NULL;

  g_setenv (FOLDER, folder != NULL ? folder : own, TRUE);
  g_setenv ("XDG_CONFIG_HOME", folder != NULL ? folder : own, TRUE);
  fixture_init (&argc, &argv);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add_data_func (cases[i].test, &cases[i], test_case);

  status = fixture_run ();
  if (own != NULL)
    {
      g_autofree char *ours = g_build_filename (own, "dwell", NULL);

      g_rmdir (ours);
      g_rmdir (own);
    }
  return status;
}
