/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The About window. Its release notes come from the metainfo, which app stores show, too. */
#include "config.h"

#include "ui/dialogs/dwell-about.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define METAINFO "/io/github/dwell_profiler/Dwell/metainfo.xml"

/* The state of a parser that reads the first release, which is the newest. */
typedef struct {
  GString *notes;   /* its description: <p>, <ul>, <ol> and <li>, which libadwaita accepts */
  GString *text;    /* the text of the present element */
  char    *version; /* NULL: the first release was not reached yet */
  gboolean is_in_description;
  gboolean is_done;
} Metainfo;

static gboolean
is_text_element (const char *name)
{
  return g_str_equal (name, "p") || g_str_equal (name, "li");
}

static gboolean
is_list_element (const char *name)
{
  return g_str_equal (name, "ul") || g_str_equal (name, "ol");
}

static void
start_element (GMarkupParseContext  *context,
               const char           *name,
               const char          **keys,
               const char          **values,
               gpointer              user_data,
               GError              **error)
{
  Metainfo *self = user_data;

  if (self->is_done)
    return;

  if (g_str_equal (name, "release") && self->version == NULL)
    {
      for (guint i = 0; keys[i] != NULL; i++)
        if (g_str_equal (keys[i], "version"))
          self->version = g_strdup (values[i]);
    }
  else if (g_str_equal (name, "description") && self->version != NULL)
    self->is_in_description = TRUE;
  else if (self->is_in_description && is_list_element (name))
    g_string_append_printf (self->notes, "<%s>", name);

  g_string_truncate (self->text, 0);
}

/* The messages to translate are the paragraphs of the metainfo, each without line breaks. */
static void
end_element (GMarkupParseContext  *context,
             const char           *name,
             gpointer              user_data,
             GError              **error)
{
  Metainfo *self = user_data;

  if (self->is_in_description && is_text_element (name))
    {
      g_autoptr(GRegex) blanks = g_regex_new ("\\s+", 0, 0, NULL);
      g_autofree char *line = g_regex_replace_literal (blanks, self->text->str, -1, 0, " ", 0,
                                                       NULL);
      g_autofree char *escaped = g_markup_escape_text (_(g_strstrip (line)), -1);

      g_string_append_printf (self->notes, "<%s>%s</%s>", name, escaped, name);
    }
  else if (self->is_in_description && is_list_element (name))
    g_string_append_printf (self->notes, "</%s>", name);
  else if (self->is_in_description && g_str_equal (name, "description"))
    {
      self->is_in_description = FALSE;
      self->is_done = TRUE;
    }
}

static void
add_text (GMarkupParseContext  *context,
          const char           *text,
          gsize                 length,
          gpointer              user_data,
          GError              **error)
{
  Metainfo *self = user_data;

  g_string_append_len (self->text, text, (gssize) length);
}

/* Sets the release notes of the window, if the metainfo contains a release. */
static void
add_release_notes (AdwAboutWindow *window)
{
  static const GMarkupParser parser = {
    .start_element = start_element,
    .end_element = end_element,
    .text = add_text,
  };
  Metainfo self = { .notes = g_string_new (NULL), .text = g_string_new (NULL) };
  g_autoptr(GMarkupParseContext) context = NULL;
  g_autoptr(GBytes) bytes = g_resources_lookup_data (METAINFO, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  context = g_markup_parse_context_new (&parser, 0, &self, NULL);
  if (bytes != NULL &&
      g_markup_parse_context_parse (context, g_bytes_get_data (bytes, NULL),
                                    (gssize) g_bytes_get_size (bytes), NULL) &&
      self.notes->len > 0)
    {
      adw_about_window_set_release_notes (window, self.notes->str);
      adw_about_window_set_release_notes_version (window, self.version);
    }

  g_string_free (self.notes, TRUE);
  g_string_free (self.text, TRUE);
  g_free (self.version);
}

/* Returns: (transfer full): the versions to add to a bug report. */
static char *
make_debug_info (GtkWindow *parent)
{
  GskRenderer *renderer = parent != NULL ? gtk_native_get_renderer (GTK_NATIVE (parent)) : NULL;

  return g_strdup_printf ("Dwell %s\nGTK %u.%u.%u\nlibadwaita %u.%u.%u\nGLib %u.%u.%u\n%s\n%s",
                          DWELL_VERSION,
                          gtk_get_major_version (), gtk_get_minor_version (),
                          gtk_get_micro_version (),
                          adw_get_major_version (), adw_get_minor_version (),
                          adw_get_micro_version (),
                          glib_major_version, glib_minor_version, glib_micro_version,
                          G_OBJECT_TYPE_NAME (gdk_display_get_default ()),
                          renderer != NULL ? G_OBJECT_TYPE_NAME (renderer) : "");
}

/**
 * dwell_about_present:
 * @parent: (nullable): the window to open it for
 *
 * Opens the About window.
 *
 * Returns: (transfer none): the window
 */
GtkWidget *
dwell_about_present (GtkWindow *parent)
{
  static const char *formats[] = {
    "aprof", "Business Rules!", "LMS", "OpenOffice.org", "winIDEA", NULL
  };
  g_autofree char *debug_info = make_debug_info (parent);
  GtkWidget *window =
    g_object_new (ADW_TYPE_ABOUT_WINDOW,
                  "transient-for", parent,
                  "modal", parent != NULL,
                  "application-icon", DWELL_APPLICATION_ID,
                  "application-name", "Dwell",
                  "version", DWELL_VERSION,
                  "developer-name", _("The Dwell project"),
                  "copyright", _("© 2026 The Dwell project"),
                  "comments", _("A workbench for what profilers record: it opens the files of "
                                "different profilers and shows them in one set of views."),
                  "website", "https://github.com/dwell-profiler/dwell",
                  "issue-url", "https://github.com/dwell-profiler/dwell/issues",
                  "license-type", GTK_LICENSE_GPL_3_0,
                  /* Translators: your name and those of earlier translators, one on each line */
                  "translator-credits", _("translator-credits"),
                  "debug-info", debug_info,
                  "debug-info-filename", "dwell.txt",
                  NULL);

  adw_about_window_add_credit_section (ADW_ABOUT_WINDOW (window), _("Formats Described By"),
                                       formats);
  add_release_notes (ADW_ABOUT_WINDOW (window));
  gtk_window_present (GTK_WINDOW (window));

  return window;
}
