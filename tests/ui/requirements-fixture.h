/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the tests of requirements: a recording that is held against a file of them, and the
 * dialog for one. */
#pragma once

#include "ui/requirements/dwell-requirement-dialog.h"
#include "ui/requirements/dwell-requirements-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/template/dwell-wrapped-entry.h"
#include "window-fixture.h"

#define TEXT "dwell-requirements 1\n" \
             "A: call of cycle <= 800 us\n" \
             "B: call of cycle.act <= 350 us\n"

static inline DwellSessionPage *
get_tab (Fixture *fixture)
{
  return dwell_window_get_current (fixture->window);
}

static inline DwellTablePage *
get_page (Fixture *fixture)
{
  return DWELL_TABLE_PAGE (dwell_session_pages_get (find_id (get_tab (fixture), "pages"),
                                                        "requirements"));
}

static inline guint
get_n_rows (DwellTablePage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

static inline gboolean
is_shown (Fixture *fixture)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (find_id (get_tab (fixture), "pages")),
                    "requirements") == 0;
}

/* Opens a recording and holds it against a file with @text. */
static inline GFile *
check (Fixture    *fixture,
       const char *text)
{
  GFile *file = make_file ("deadlines", text);

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  g_assert_true (dwell_session_page_has_page (get_tab (fixture), "requirements"));
  g_assert_false (is_shown (fixture));
  dwell_session_page_set_requirements (get_tab (fixture), file);
  g_assert_true (is_shown (fixture));
  return file;
}

static inline void
assert_file (GFile      *file,
             const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static inline guint32
find_area (const DwellTrace *trace,
           const char       *title)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_title (trace, i), title))
      return i;

  return DWELL_NONE;
}

static inline GtkWidget *
find_dialog (void)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (DWELL_IS_REQUIREMENT_DIALOG (l->data))
      return l->data;

  return NULL;
}

/* Waits until the dialog has read the file and says what becomes of its text. */
static inline GtkWidget *
wait_for_dialog (void)
{
  GtkWidget *dialog;

  WAIT_UNTIL (find_dialog () != NULL);
  dialog = find_dialog ();
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "content")));
  WAIT_UNTIL (*gtk_label_get_text (find_id (dialog, "outcome")) != '\0');
  return dialog;
}
