/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dialogs to choose files: recordings to open, one file of any kind, and a file to save to. They
 * are the desktop's own dialogs, if it has them. */
#include "config.h"

#include "ui/widgets/dwell-file-dialogs.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements.h"
#include "formats/dwell-comparison-file.h"
#include "formats/dwell-formats.h"

#define CHOICE_JOINED "joined"

/* The suffixes of compressed files, which DwellSource decompresses; they follow that of the
 * format. */
static const char * const compressions[] = { ".gz", ".zst" };

static void
add_suffixes (GtkFileFilter     *filter,
              const DwellFormat *format)
{
  for (guint i = 0; format->suffixes[i] != NULL; i++)
    {
      /* GTK's suffixes have no dot. */
      const char *suffix = format->suffixes[i] + (format->suffixes[i][0] == '.' ? 1 : 0);

      gtk_file_filter_add_suffix (filter, suffix);
      for (guint j = 0; j < G_N_ELEMENTS (compressions); j++)
        {
          g_autofree char *compressed = g_strconcat (suffix, compressions[j], NULL);

          gtk_file_filter_add_suffix (filter, compressed);
        }
    }
}

static void
add_filters (GtkFileChooser *chooser)
{
  const DwellFormat * const *formats = dwell_formats_get_readers ();
  g_autoptr(GtkFileFilter) any_trace = gtk_file_filter_new ();
  g_autoptr(GtkFileFilter) comparison = gtk_file_filter_new ();
  g_autoptr(GtkFileFilter) requirements = gtk_file_filter_new ();
  g_autoptr(GtkFileFilter) any_file = gtk_file_filter_new ();

  gtk_file_filter_set_name (any_trace, _("All Recordings"));
  for (guint i = 0; formats[i] != NULL; i++)
    add_suffixes (any_trace, formats[i]);
  gtk_file_filter_add_suffix (any_trace, DWELL_COMPARISON_SUFFIX + 1);
  gtk_file_filter_add_suffix (any_trace, DWELL_REQUIREMENTS_SUFFIX + 1);
  gtk_file_chooser_add_filter (chooser, any_trace);

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autoptr(GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _(formats[i]->title));
      add_suffixes (filter, formats[i]);
      gtk_file_chooser_add_filter (chooser, filter);
    }

  gtk_file_filter_set_name (comparison, _("Comparisons"));
  gtk_file_filter_add_suffix (comparison, DWELL_COMPARISON_SUFFIX + 1);
  gtk_file_chooser_add_filter (chooser, comparison);

  gtk_file_filter_set_name (requirements, _("Timing Requirements"));
  gtk_file_filter_add_suffix (requirements, DWELL_REQUIREMENTS_SUFFIX + 1);
  gtk_file_chooser_add_filter (chooser, requirements);

  gtk_file_filter_set_name (any_file, _("All Files"));
  gtk_file_filter_add_pattern (any_file, "*");
  gtk_file_chooser_add_filter (chooser, any_file);
}

/* The task owns the dialog, as its data. */
static void
on_response (GtkNativeDialog *dialog,
             int              response,
             gpointer         user_data)
{
  g_autoptr(GTask) task = user_data;

  if (response != GTK_RESPONSE_ACCEPT)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", "");
  else
    g_task_return_boolean (task, TRUE);
}

static void
destroy_dialog (gpointer dialog)
{
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (dialog));
  g_object_unref (dialog);
}

/* The types that a file can be saved as, in the order of the dialog's filters; attached to it. */
#define TYPES "dwell-file-types"

static const DwellFileType *
find_type_of_name (const DwellFileType *types,
                   const char          *name,
                   gsize               *n_stem)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (; types->title != NULL; types++)
    for (guint i = 0; i < G_N_ELEMENTS (types->suffixes) && types->suffixes[i] != NULL; i++)
      if (g_str_has_suffix (lower, types->suffixes[i]))
        {
          *n_stem = strlen (name) - strlen (types->suffixes[i]);
          return types;
        }

  return NULL;
}

static const DwellFileType *
find_type_of_filter (const DwellFileType *types,
                     GtkFileChooser      *chooser)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);

  for (; filter != NULL && types->title != NULL; types++)
    if (g_strcmp0 (_(types->title), gtk_file_filter_get_name (filter)) == 0)
      return types;

  return NULL;
}

/* A name with the suffix of another type gets the suffix of the chosen type. */
static void
on_filter (GtkFileChooser *chooser,
           GParamSpec     *pspec,
           gpointer        user_data)
{
  const DwellFileType *types = user_data;
  const DwellFileType *wanted = find_type_of_filter (types, chooser);
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  g_autofree char *stem = NULL;
  g_autofree char *renamed = NULL;
  gsize n_stem;

  if (wanted == NULL || name == NULL || *name == '\0' ||
      find_type_of_name (types, name, &n_stem) == wanted ||
      find_type_of_name (types, name, &n_stem) == NULL)
    return;

  stem = g_strndup (name, n_stem);
  renamed = g_strconcat (stem, wanted->suffixes[0], NULL);
  gtk_file_chooser_set_current_name (chooser, renamed);
}

static void
add_types (GtkFileChooser      *chooser,
           const DwellFileType *types)
{
  for (guint i = 0; types[i].title != NULL; i++)
    {
      g_autoptr(GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _(types[i].title));
      for (guint j = 0; j < G_N_ELEMENTS (types[i].suffixes) && types[i].suffixes[j] != NULL; j++)
        gtk_file_filter_add_suffix (filter, types[i].suffixes[j] + 1);
      gtk_file_chooser_add_filter (chooser, filter);
    }

  g_object_set_data (G_OBJECT (chooser), TYPES, (gpointer) types);
}

/* A dialog of the desktop does not report that another filter was chosen; GTK's own dialog, which
 * replaces it where the desktop has none, does. */
static void
follow_filter (GtkFileChooserNative *native)
{
  const DwellFileType *types = g_object_get_data (G_OBJECT (native), TYPES);
  GtkWindow *parent = gtk_native_dialog_get_transient_for (GTK_NATIVE_DIALOG (native));
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; types != NULL && i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER (window) && gtk_window_get_transient_for (window) == parent)
        g_signal_connect (window, "notify::filter", G_CALLBACK (on_filter), (gpointer) types);
    }
}

static void
run (GtkFileChooserNative *dialog,
     GFile                *folder,
     gpointer              source_tag,
     GAsyncReadyCallback   callback,
     gpointer              user_data)
{
  GTask *task = g_task_new (NULL, NULL, callback, user_data);

  /* If the folder cannot be set, the dialog shows its default folder. */
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);

  g_task_set_source_tag (task, source_tag);
  g_task_set_task_data (task, dialog, destroy_dialog);
  g_signal_connect (dialog, "response", G_CALLBACK (on_response), task);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  follow_filter (dialog);
}

/**
 * dwell_open_dialog_choose_async:
 * @parent: (nullable): the window to open it for
 * @folder: (nullable): the folder to show first
 * @callback: called when the dialog closes
 * @user_data: data for @callback
 *
 * Lets the user choose one or more recordings to open.
 */
void
dwell_open_dialog_choose_async (GtkWindow           *parent,
                                GFile               *folder,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_("Open Recordings"), parent,
                                                              GTK_FILE_CHOOSER_ACTION_OPEN,
                                                              _("_Open"), _("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);

  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  gtk_file_chooser_add_choice (chooser, CHOICE_JOINED, _("Several files as one recording"),
                               NULL, NULL);
  gtk_file_chooser_set_choice (chooser, CHOICE_JOINED, "false");
  add_filters (chooser);

  run (dialog, folder, dwell_open_dialog_choose_async, callback, user_data);
}

/**
 * dwell_open_dialog_choose_finish:
 * @result: the result that the callback got
 * @is_joined: (out): whether to open the files as one session
 * @error: set to %G_IO_ERROR_CANCELLED if the user chose nothing
 *
 * Returns: (transfer full) (element-type GFile) (nullable): the files; %NULL with @error set
 */
GPtrArray *
dwell_open_dialog_choose_finish (GAsyncResult  *result,
                                 gboolean      *is_joined,
                                 GError       **error)
{
  GtkFileChooser *chooser;
  g_autoptr(GListModel) list = NULL;
  g_autoptr(GPtrArray) files = NULL;

  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_open_dialog_choose_async), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;

  chooser = GTK_FILE_CHOOSER (g_task_get_task_data (G_TASK (result)));
  *is_joined = g_strcmp0 (gtk_file_chooser_get_choice (chooser, CHOICE_JOINED), "true") == 0;

  list = gtk_file_chooser_get_files (chooser);
  files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    g_ptr_array_add (files, g_list_model_get_item (list, i));

  return g_steal_pointer (&files);
}

/**
 * dwell_pick_dialog_choose_async:
 * @parent: (nullable): the window to open it for
 * @folder: (nullable): the folder to show first
 * @title: the title of the dialog
 * @callback: called when the dialog closes
 * @user_data: data for @callback
 *
 * Lets the user choose one file of any kind.
 */
void
dwell_pick_dialog_choose_async (GtkWindow           *parent,
                                GFile               *folder,
                                const char          *title,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (title, parent,
                                                              GTK_FILE_CHOOSER_ACTION_OPEN,
                                                              _("_Choose"), _("_Cancel"));

  run (dialog, folder, dwell_pick_dialog_choose_async, callback, user_data);
}

/**
 * dwell_pick_dialog_choose_finish:
 * @result: the result that the callback got
 * @error: set to %G_IO_ERROR_CANCELLED if the user chose nothing
 *
 * Returns: (transfer full) (nullable): the file; %NULL with @error set
 */
GFile *
dwell_pick_dialog_choose_finish (GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_pick_dialog_choose_async), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;

  return gtk_file_chooser_get_file (GTK_FILE_CHOOSER (g_task_get_task_data (G_TASK (result))));
}

/**
 * dwell_save_dialog_choose_async:
 * @parent: (nullable): the window to open it for
 * @folder: (nullable): the folder to show first
 * @name: the suggested name
 * @types: (nullable) (array zero-terminated=1): the types to choose among, the usual one first;
 *   they must be static
 * @callback: called when the dialog closes
 * @user_data: data for @callback
 *
 * Lets the user choose a file to save to, and its type.
 */
void
dwell_save_dialog_choose_async (GtkWindow           *parent,
                                GFile               *folder,
                                const char          *name,
                                const DwellFileType *types,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_("Save As"), parent,
                                                              GTK_FILE_CHOOSER_ACTION_SAVE,
                                                              _("_Save"), _("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  if (types != NULL)
    add_types (GTK_FILE_CHOOSER (dialog), types);

  run (dialog, folder, dwell_save_dialog_choose_async, callback, user_data);
}

/**
 * dwell_save_dialog_choose_finish:
 * @result: the result that the callback got
 * @error: set to %G_IO_ERROR_CANCELLED if the user chose nothing
 *
 * Returns: (transfer full) (nullable): the file; %NULL with @error set
 */
GFile *
dwell_save_dialog_choose_finish (GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_save_dialog_choose_async), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;

  return gtk_file_chooser_get_file (GTK_FILE_CHOOSER (g_task_get_task_data (G_TASK (result))));
}

/**
 * dwell_save_dialog_get_type:
 * @result: the result that the callback got
 * @file: the chosen file
 *
 * Returns: the index of its type among those that were offered: chosen by the suffix of the name,
 *   else by the filter of the dialog
 */
guint
dwell_save_dialog_get_type (GAsyncResult *result,
                            GFile        *file)
{
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (g_task_get_task_data (G_TASK (result)));
  const DwellFileType *types = g_object_get_data (G_OBJECT (chooser), TYPES);
  g_autofree char *name = g_file_get_basename (file);
  gsize n_stem;
  const DwellFileType *type = find_type_of_name (types, name, &n_stem);

  if (type == NULL)
    type = find_type_of_filter (types, chooser);

  return type != NULL ? (guint) (type - types) : 0;
}
