/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of Text1. The draft holds them; every widget here shows one of its settings, by a
 * table, and sets it. The setters of a draft do nothing for a value that it has, so that showing
 * never becomes setting. */
#include "config.h"

#include "ui/dialogs/dwell-export-text1-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "ui/dwell-names.h"
#include "ui/dialogs/dwell-export-reason.h"
#include "ui/dialogs/dwell-export-template-row.h"
#include "ui/dialogs/dwell-export-text.h"
#include "ui/dialogs/dwell-preset-row.h"

#define N_SECTIONS (DWELL_N_TEMPLATES / 2)
#define N_CLASSES  4
#define N_COMBOS   4

/* Of the combo for areas. */
enum {
  AREAS_ALL,
  AREAS_ACTIVE,
  AREAS_PATTERN,
};

struct _DwellExportText1Page
{
  AdwBin parent_instance;

  DwellPresetRow      *preset_row;
  GtkWidget           *groups[3]; /* all that the preset `source` leaves no choice of */
  AdwExpanderRow      *sections[N_SECTIONS];
  AdwExpanderRow      *classes;
  GtkSwitch           *class_switches[N_CLASSES];
  GtkSwitch           *binary;
  AdwComboRow         *combos[N_COMBOS];
  AdwComboRow         *range;
  AdwComboRow         *from_marker;
  AdwComboRow         *to_marker;
  AdwComboRow         *areas;
  AdwEntryRow         *area_pattern;
  AdwEntryRow         *contexts;
  GtkWidget           *area_reason;
  GtkWidget           *context_reason;
  GtkWidget           *templates[DWELL_N_TEMPLATES];

  DwellView        *view;
  DwellExportDraft *draft;
  DwellExportRange  ranges[4]; /* by row of the combo */
  guint             n_ranges;
  gboolean          is_showing;
};

G_DEFINE_FINAL_TYPE (DwellExportText1Page, dwell_export_text1_page, ADW_TYPE_BIN)

static const char * const section_words[N_SECTIONS] = {
  "info", "contexts", "mapping", "statistics", "timeline",
};
static const char * const class_words[N_CLASSES] = { "functions", "lines", "data", "aux" };

static const struct {
  const char *name;
  const char *values[4]; /* in the order of the rows */
} combos[N_COMBOS] = {
  { "BinaryVersion", { "1.1", "1.0", NULL } },
  { "LineEnds", { "crlf", "lf", NULL } },
  { "ContextValue", { "auto", "name", "handle", NULL } },
  { "TimelineStates", { "auto", "false", "true", NULL } },
};

/* What the settings take for what is typed: some words have a meaning of their own there. */
static char *
make_area_pattern (const char *text)
{
  if (*text == '\0')
    return g_strdup ("*");
  if (g_str_equal (text, "all") || g_str_equal (text, "active"))
    return g_strdup_printf ("/%s/i", text);

  return g_strdup (text);
}

static void
show_pattern_fault (GtkWidget  *row,
                    GtkWidget  *reason,
                    const char *pattern)
{
  g_autoptr(GError) error = NULL;

  dwell_text1_check_pattern (pattern, &error);
  dwell_export_reason_set (reason, row, error != NULL ? error->message : NULL);
}

static void
show_areas (DwellExportText1Page *self)
{
  const char *areas = dwell_export_draft_get_settings (self->draft)->areas;
  gboolean is_all = *areas == '\0' || g_str_equal (areas, "all");
  gboolean is_active = g_str_equal (areas, "active");
  gboolean is_pattern = !is_all && !is_active;
  g_autofree char *typed = NULL;

  adw_combo_row_set_selected (self->areas, is_all ? AREAS_ALL : is_active ? AREAS_ACTIVE
                                                                           : AREAS_PATTERN);
  gtk_widget_set_visible (GTK_WIDGET (self->area_pattern), is_pattern);

  typed = make_area_pattern (gtk_editable_get_text (GTK_EDITABLE (self->area_pattern)));
  if (is_pattern && !g_str_equal (typed, areas))
    dwell_export_text_take (GTK_EDITABLE (self->area_pattern), areas);
  show_pattern_fault (GTK_WIDGET (self->area_pattern), self->area_reason,
                      is_pattern ? areas : "");
}

static void
show_classes (DwellExportText1Page *self)
{
  static const char * const names[N_CLASSES] = {
    N_("functions"), N_("lines"), N_("data"), N_("AUX"),
  };
  const char *shown[N_CLASSES + 1] = { NULL };
  g_autofree char *text = NULL;
  guint n = 0;

  for (guint i = 0; i < N_CLASSES; i++)
    {
      gboolean is_on = dwell_export_draft_has_word (self->draft, "Classes", class_words[i]);

      gtk_switch_set_active (self->class_switches[i], is_on);
      if (is_on)
        shown[n++] = _(names[i]);
    }

  /* Translators: between the members of a list */
  text = g_strjoinv (C_("list", ", "), (char **) shown);
  /* Translators: no classes of areas are written */
  adw_expander_row_set_subtitle (self->classes, n > 0 ? text : C_("classes", "none"));
}

static void
show_range (DwellExportText1Page *self)
{
  DwellExportRange range = dwell_export_draft_get_range (self->draft);

  for (guint i = 0; i < self->n_ranges; i++)
    if (self->ranges[i] == range)
      adw_combo_row_set_selected (self->range, i);
}

static void
show_all (DwellExportText1Page *self)
{
  const DwellText1Settings *settings = dwell_export_draft_get_settings (self->draft);

  dwell_preset_row_update (self->preset_row);
  self->is_showing = TRUE;
  for (guint i = 0; i < N_SECTIONS; i++)
    adw_expander_row_set_enable_expansion (self->sections[i],
      dwell_export_draft_has_word (self->draft, "Sections", section_words[i]));

  for (guint i = 0; i < N_COMBOS; i++)
    {
      g_autofree char *value = dwell_text1_settings_get (settings, combos[i].name);

      for (guint k = 0; combos[i].values[k] != NULL; k++)
        if (g_str_equal (combos[i].values[k], value))
          adw_combo_row_set_selected (self->combos[i], k);
    }

  gtk_switch_set_active (self->binary, settings->timeline_binary);
  gtk_widget_set_visible (GTK_WIDGET (self->combos[0]), settings->timeline_binary);
  for (guint i = DWELL_TEMPLATE_TIMELINE_HEADER; i < DWELL_N_TEMPLATES; i++)
    gtk_widget_set_sensitive (self->templates[i], !settings->timeline_binary);
  for (guint i = 0; i < G_N_ELEMENTS (self->groups); i++)
    gtk_widget_set_sensitive (self->groups[i], !settings->from_source);

  show_classes (self);
  show_areas (self);
  dwell_export_text_take (GTK_EDITABLE (self->contexts), settings->contexts);
  show_pattern_fault (GTK_WIDGET (self->contexts), self->context_reason, settings->contexts);
  show_range (self);
  self->is_showing = FALSE;
}

static void
on_section (DwellExportText1Page *self,
            GParamSpec           *pspec,
            AdwExpanderRow       *row)
{
  for (guint i = 0; i < N_SECTIONS && !self->is_showing; i++)
    if (self->sections[i] == row)
      dwell_export_draft_set_word (self->draft, "Sections", section_words[i],
                                   adw_expander_row_get_enable_expansion (row));
}

static void
on_class (DwellExportText1Page *self,
          GParamSpec           *pspec,
          GtkSwitch            *widget)
{
  for (guint i = 0; i < N_CLASSES && !self->is_showing; i++)
    if (self->class_switches[i] == widget)
      dwell_export_draft_set_word (self->draft, "Classes", class_words[i],
                                   gtk_switch_get_active (widget));
}

static void
on_binary (DwellExportText1Page *self,
           GParamSpec           *pspec,
           GtkSwitch            *widget)
{
  if (!self->is_showing)
    dwell_export_draft_set (self->draft, "TimelineBinary",
                            gtk_switch_get_active (widget) ? "true" : "false", NULL);
}

static void
on_combo (DwellExportText1Page *self,
          GParamSpec           *pspec,
          AdwComboRow          *row)
{
  guint selected = adw_combo_row_get_selected (row);

  for (guint i = 0; i < N_COMBOS && !self->is_showing; i++)
    if (self->combos[i] == row && selected != GTK_INVALID_LIST_POSITION)
      dwell_export_draft_set (self->draft, combos[i].name, combos[i].values[selected], NULL);
}

/* Chosen by name begins with all names. */
static void
on_areas (DwellExportText1Page *self)
{
  static const char * const values[] = { "all", "active", "*" };
  guint selected = adw_combo_row_get_selected (self->areas);

  if (self->is_showing || selected == GTK_INVALID_LIST_POSITION)
    return;

  dwell_export_draft_set (self->draft, "Areas", values[selected], NULL);
  if (selected == AREAS_PATTERN)
    gtk_widget_grab_focus (GTK_WIDGET (self->area_pattern));
}

static void
on_area_pattern (DwellExportText1Page *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->area_pattern));

  g_autofree char *pattern = make_area_pattern (text);

  if (!self->is_showing && self->draft != NULL)
    dwell_export_draft_set (self->draft, "Areas", pattern, NULL);
}

static void
on_contexts (DwellExportText1Page *self)
{
  if (!self->is_showing && self->draft != NULL)
    dwell_export_draft_set (self->draft, "Contexts",
                            gtk_editable_get_text (GTK_EDITABLE (self->contexts)), NULL);
}

/* From one marker to the other, whichever is chosen first; at least two there must be. */
static gboolean
get_marked_range (DwellExportText1Page *self,
                  gint64               *begin,
                  gint64               *end)
{
  guint n = dwell_view_get_n_markers (self->view);
  guint from = adw_combo_row_get_selected (self->from_marker);
  guint to = adw_combo_row_get_selected (self->to_marker);
  gint64 first;
  gint64 last;

  if (n < 2)
    return FALSE;

  first = dwell_view_get_marker (self->view, from < n ? from : 0)->time;
  last = dwell_view_get_marker (self->view, to < n ? to : n - 1)->time;
  *begin = MIN (first, last);
  *end = MAX (first, last);
  return TRUE;
}

static gboolean
get_range (DwellExportText1Page *self,
           DwellExportRange      range,
           gint64               *begin,
           gint64               *end)
{
  *begin = G_MAXINT64;
  *end = G_MININT64;

  if (range == DWELL_EXPORT_SELECTION)
    return dwell_view_get_selection (self->view, begin, end);
  if (range == DWELL_EXPORT_VISIBLE)
    dwell_view_get_range (self->view, begin, end);
  if (range == DWELL_EXPORT_MARKERS)
    return get_marked_range (self, begin, end);

  return TRUE;
}

static void
show_marker_rows (DwellExportText1Page *self)
{
  guint selected = adw_combo_row_get_selected (self->range);
  gboolean has_markers = selected < self->n_ranges &&
                         self->ranges[selected] == DWELL_EXPORT_MARKERS;

  gtk_widget_set_visible (GTK_WIDGET (self->from_marker), has_markers);
  gtk_widget_set_visible (GTK_WIDGET (self->to_marker), has_markers);
}

static void
on_range (DwellExportText1Page *self)
{
  guint selected = adw_combo_row_get_selected (self->range);
  gint64 begin;
  gint64 end;

  if (self->is_showing || selected >= self->n_ranges)
    return;

  show_marker_rows (self);
  get_range (self, self->ranges[selected], &begin, &end);
  dwell_export_draft_set_range (self->draft, self->ranges[selected], begin, end);
}

/* The markers by time, in both rows: from the first to the last. */
static void
fill_markers (DwellExportText1Page *self)
{
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);
  gint64 resolution = dwell_session_get_resolution (dwell_view_get_session (self->view));
  guint n = dwell_view_get_n_markers (self->view);

  for (guint i = 0; i < n; i++)
    {
      const DwellMarker *marker = dwell_view_get_marker (self->view, i);
      g_autofree char *time = dwell_axis_time (dwell_view_get_trace (self->view), marker->time,
                                               resolution);
      g_autofree char *name = g_strdup_printf ("%s  %s", time, marker->text);

      gtk_string_list_append (list, *marker->text != '\0' ? name : time);
    }

  self->is_showing = TRUE;
  adw_combo_row_set_model (self->from_marker, G_LIST_MODEL (list));
  adw_combo_row_set_model (self->to_marker, G_LIST_MODEL (list));
  if (n > 0)
    adw_combo_row_set_selected (self->to_marker, n - 1);
  self->is_showing = FALSE;
}

static void
fill_ranges (DwellExportText1Page *self)
{
  static const char * const names[] = {
    N_("Whole session"), N_("Selection"), N_("Visible range"),
    N_("Between two markers"),
  };
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);

  self->is_showing = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellExportRange range = (DwellExportRange) i;
      g_autofree char *length = NULL;
      g_autofree char *name = NULL;
      gint64 begin;
      gint64 end;

      if (!get_range (self, range, &begin, &end))
        continue;

      length = begin < end ? dwell_text_duration (end - begin) : NULL;
      /* Translators: which range, and how long it is */
      name = i == 0 || range == DWELL_EXPORT_MARKERS
               ? g_strdup (_(names[i]))
               : g_strdup_printf (_("%s, %s"), _(names[i]), length);
      gtk_string_list_append (list, name);
      self->ranges[self->n_ranges++] = range;
    }

  adw_combo_row_set_model (self->range, G_LIST_MODEL (list));
  self->is_showing = FALSE;
}

/* The selection that was chosen when the dialog was last open may be another now, or none. */
static void
adapt_range (DwellExportText1Page *self)
{
  DwellExportRange range = dwell_export_draft_get_range (self->draft);
  gint64 begin;
  gint64 end;

  if (!get_range (self, range, &begin, &end))
    range = DWELL_EXPORT_WHOLE;

  dwell_export_draft_set_range (self->draft, range, begin, end);
}

static const char *
get_preset (gpointer  owner,
            gboolean *is_changed)
{
  const char *preset = dwell_export_draft_get_preset (owner);

  *is_changed = preset == NULL || dwell_export_draft_is_modified (owner);
  return preset;
}

static GKeyFile *
get_settings (gpointer   owner,
              GError   **error)
{
  GKeyFile *file = g_key_file_new ();

  dwell_text1_settings_save (dwell_export_draft_get_settings (owner), file);
  return file;
}

static gboolean
take_preset (gpointer     owner,
             const char  *name,
             GKeyFile    *settings,
             GError     **error)
{
  return dwell_export_draft_set_preset (owner, name, settings, error);
}

static void
saved (gpointer    owner,
       const char *name,
       GKeyFile   *settings)
{
  dwell_export_draft_saved (owner, name, settings);
}

static void
renamed (gpointer    owner,
         const char *name,
         const char *new_name)
{
  dwell_export_draft_renamed (owner, name, new_name);
}

static void
add_presets (DwellExportText1Page *self)
{
  static const DwellPresetOwner functions = {
    get_preset, get_settings, take_preset, saved, renamed,
  };
  DwellTrace *trace = dwell_view_get_trace (self->view);

  dwell_preset_row_set_owner (self->preset_row, &functions, G_OBJECT (self->draft));
  dwell_preset_row_set_kind (self->preset_row, dwell_preset_kind_get_export (),
                             dwell_text1_get_presets (trace));
}

static void
add_templates (DwellExportText1Page *self,
               DwellExportPreview   *preview)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    {
      AdwExpanderRow *section = self->sections[i / 2];
      GtkWidget *row = dwell_export_template_row_new ((DwellTemplateKind) i, self->draft, preview);
      DwellExportTemplateRow *template = DWELL_EXPORT_TEMPLATE_ROW (row);

      adw_expander_row_add_row (section, row);
      adw_expander_row_add_row (section, dwell_export_template_row_get_reason (template));
      self->templates[i] = row;
    }
}

static void
dwell_export_text1_page_dispose (GObject *object)
{
  DwellExportText1Page *self = DWELL_EXPORT_TEXT1_PAGE (object);

  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_export_text1_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  static const char * const sections[N_SECTIONS] = {
    "info", "contexts_section", "mapping", "statistics", "timeline",
  };
  static const char * const switches[N_CLASSES] = { "functions", "lines", "data", "aux" };
  static const char * const rows[N_COMBOS] = {
    "version", "line_ends", "context_value", "timeline_states",
  };
  static const char * const groups[] = { "sections_group", "choice_group", "form_group" };

#define BIND(name, member, i)                                                              \
  gtk_widget_class_bind_template_child_full (widget_class, name, FALSE,                    \
    G_STRUCT_OFFSET (DwellExportText1Page, member) + (i) * (gssize) sizeof (gpointer))
  for (guint i = 0; i < N_SECTIONS; i++)
    BIND (sections[i], sections, i);
  for (guint i = 0; i < N_CLASSES; i++)
    BIND (switches[i], class_switches, i);
  for (guint i = 0; i < N_COMBOS; i++)
    BIND (rows[i], combos, i);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    BIND (groups[i], groups, i);
#undef BIND
}

static void
dwell_export_text1_page_class_init (DwellExportText1PageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_export_text1_page_dispose;
  g_type_ensure (DWELL_TYPE_PRESET_ROW);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-text1-page.ui");
  bind_template (widget_class);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, preset_row);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, classes);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, binary);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, range);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, from_marker);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, to_marker);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, areas);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, area_pattern);
  gtk_widget_class_bind_template_child (widget_class, DwellExportText1Page, contexts);
  gtk_widget_class_bind_template_callback (widget_class, on_section);
  gtk_widget_class_bind_template_callback (widget_class, on_class);
  gtk_widget_class_bind_template_callback (widget_class, on_binary);
  gtk_widget_class_bind_template_callback (widget_class, on_combo);
  gtk_widget_class_bind_template_callback (widget_class, on_areas);
  gtk_widget_class_bind_template_callback (widget_class, on_area_pattern);
  gtk_widget_class_bind_template_callback (widget_class, on_contexts);
  gtk_widget_class_bind_template_callback (widget_class, on_range);
}

static void
dwell_export_text1_page_init (DwellExportText1Page *self)
{
  /* Nothing is to be set while the widgets come into being. */
  self->is_showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
}

/* Below the row that it speaks of. */
static GtkWidget *
add_reason (GtkWidget *row)
{
  GtkWidget *reason = dwell_export_reason_new ();
  GtkListBox *list = GTK_LIST_BOX (gtk_widget_get_parent (row));

  gtk_list_box_insert (list, reason, gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) + 1);
  return reason;
}

/**
 * dwell_export_text1_page_new:
 * @view: what can be written of it: the visible range, the selection
 * @preview: knows examples of macros
 *
 * Returns: (transfer full): the settings of Text1, for the draft of the view's session
 */
GtkWidget *
dwell_export_text1_page_new (DwellView          *view,
                             DwellExportPreview *preview)
{
  DwellExportText1Page *self = g_object_new (DWELL_TYPE_EXPORT_TEXT1_PAGE, NULL);
  DwellSession *session = dwell_view_get_session (view);

  self->view = g_object_ref (view);
  self->draft = g_object_ref (dwell_export_draft_get (session));
  add_presets (self);
  self->area_reason = add_reason (GTK_WIDGET (self->area_pattern));
  self->context_reason = add_reason (GTK_WIDGET (self->contexts));
  g_object_set (gtk_editable_get_delegate (GTK_EDITABLE (self->area_pattern)),
                "enable-undo", FALSE, NULL);
  g_object_set (gtk_editable_get_delegate (GTK_EDITABLE (self->contexts)),
                "enable-undo", FALSE, NULL);
  add_templates (self, preview);
  fill_markers (self);
  fill_ranges (self);
  adapt_range (self);
  show_marker_rows (self);

  g_signal_connect_swapped (self->draft, "changed", G_CALLBACK (show_all), self);
  show_all (self);
  return GTK_WIDGET (self);
}
