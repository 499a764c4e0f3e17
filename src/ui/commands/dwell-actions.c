/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of all actions and keys, with their titles. */
#include "config.h"

#include "ui/commands/dwell-actions.h"

#include <glib/gi18n-lib.h>

#include "ui/commands/dwell-pages.h"

/* Ctrl+1 to Ctrl+9. */
#define N_PAGE_KEYS 9

static const char * const group_titles[DWELL_ACTIONS_N_GROUPS] = {
  [DWELL_ACTIONS_GENERAL] = N_("General"),
  [DWELL_ACTIONS_WINDOW] = N_("Window"),
  [DWELL_ACTIONS_FIND] = N_("Find"),
  [DWELL_ACTIONS_PAGES] = N_("Pages"),
  [DWELL_ACTIONS_TABLES] = N_("Tables"),
  [DWELL_ACTIONS_TREE] = N_("Call Tree"),
  [DWELL_ACTIONS_CHARTS] = N_("Charts and Flame Graph"),
  [DWELL_ACTIONS_TIME] = N_("Timeline: Time"),
  [DWELL_ACTIONS_SPANS] = N_("Timeline: Spans"),
};

/* Translators: the line of words after an action's keys has other words for the action, by which a
 * search finds it: any number of them, separated by spaces. */
static const DwellActionInfo actions[] = {
  { DWELL_ACTIONS_GENERAL, "win.open", N_("Open recordings"), { "<Primary>o" },
    N_("load import file") },
  { DWELL_ACTIONS_GENERAL, "win.open-with-options", N_("Open recordings with options"),
    { "<Primary><Shift>o" } },
  { DWELL_ACTIONS_GENERAL, "tab.reload", N_("Reload"), { "<Primary>r", "F5" },
    N_("refresh again") },
  { DWELL_ACTIONS_GENERAL, "tab.import-options", N_("Reload with other options"),
    { "<Primary><Shift>r" },
    N_("import format encoding") },
  { DWELL_ACTIONS_GENERAL, "tab.cancel", N_("Stop loading"), { NULL } },
  { DWELL_ACTIONS_GENERAL, "tab.undo", N_("Undo"), { NULL } },
  { DWELL_ACTIONS_GENERAL, NULL, N_("Undo"), { "<Primary>z" } },
  { DWELL_ACTIONS_GENERAL, "win.export", N_("Export"), { "<Primary><Shift>s" },
    N_("save convert Text1 write") },
  { DWELL_ACTIONS_GENERAL, "win.compare", N_("Compare with another recording"),
    { "<Primary><Shift>d" }, N_("difference regression before after") },
  { DWELL_ACTIONS_GENERAL, "tab.suggest-requirements",
    N_("Suggest requirements from the recording"), { NULL }, N_("baseline limits deadlines") },
  { DWELL_ACTIONS_GENERAL, "win.requirements", N_("Check timing requirements"), { NULL },
    N_("deadlines limits violations budget") },
  { DWELL_ACTIONS_GENERAL, "tab.print", N_("Print the timeline"), { "<Primary>p" } },
  { DWELL_ACTIONS_GENERAL, "tab.save-report", N_("Save a report"), { NULL },
    N_("HTML summary share") },
  { DWELL_ACTIONS_GENERAL, "win.close", N_("Close the tab"), { "<Primary>w" } },
  { DWELL_ACTIONS_GENERAL, "app.new-window", N_("New window"), { "<Primary>n" } },
  { DWELL_ACTIONS_GENERAL, "win.palette", N_("Find an action by name"), { "<Primary><Shift>p" } },
  { DWELL_ACTIONS_GENERAL, "app.preferences", N_("Preferences"), { "<Primary>comma" },
    N_("settings options configure") },
  { DWELL_ACTIONS_GENERAL, "win.menu", N_("Menu"), { "F10" } },
  { DWELL_ACTIONS_GENERAL, "win.help", N_("Help on this page"), { "F1" },
    N_("manual documentation") },
  { DWELL_ACTIONS_GENERAL, "win.show-help-overlay", N_("Keyboard shortcuts"),
    { "<Primary>question", "<Primary>F1" } },
  { DWELL_ACTIONS_GENERAL, "app.about", N_("About Dwell"), { NULL } },
  { DWELL_ACTIONS_GENERAL, "app.quit", N_("Quit"), { "<Primary>q" } },

  { DWELL_ACTIONS_WINDOW, "tab.maximise-timeline", N_("Maximise timeline"), { "<Primary>Up" },
    N_("full hide page") },
  { DWELL_ACTIONS_WINDOW, "tab.maximise-pages", N_("Maximise page"), { "<Primary>Down" } },
  { DWELL_ACTIONS_WINDOW, "tab.other-half", N_("Switch between timeline and page"),
    { "F6", "<Shift>F6" } },
  { DWELL_ACTIONS_WINDOW, NULL, N_("Go to a divider, to move it with the arrow keys"), { "F8" } },
  { DWELL_ACTIONS_WINDOW, "tab.details", N_("Show or hide details"), { "F9" },
    N_("sidebar inspector") },
  { DWELL_ACTIONS_WINDOW, "win.fullscreen", N_("Fullscreen"), { "F11" } },
  { DWELL_ACTIONS_WINDOW, NULL, N_("Next and previous tab"),
    { "<Primary>Page_Down", "<Primary>Page_Up" } },
  { DWELL_ACTIONS_WINDOW, "app.style('system')", N_("Follow system style"), { NULL } },
  { DWELL_ACTIONS_WINDOW, "app.style('light')", N_("Light style"), { NULL } },
  { DWELL_ACTIONS_WINDOW, "app.style('dark')", N_("Dark style"), { NULL } },

  { DWELL_ACTIONS_FIND, "tab.find", N_("Find"), { "<Primary>f" },
    N_("search look for") },
  { DWELL_ACTIONS_FIND, "tab.find-next", N_("Next match"), { "<Primary>g", "F3" } },
  { DWELL_ACTIONS_FIND, "tab.find-previous", N_("Previous match"),
    { "<Primary><Shift>g", "<Shift>F3" } },

  { DWELL_ACTIONS_PAGES, NULL, N_("First to ninth page, in the order of the tabs"),
    { "<Primary>1", "<Primary>9" } },

  { DWELL_ACTIONS_TABLES, NULL, N_("Zoom to the row’s span, or to its longest span"),
    { "Return" } },
  { DWELL_ACTIONS_TABLES, NULL, N_("Open the menu of the row"), { "Menu", "<Shift>F10" } },
  { DWELL_ACTIONS_TABLES, "page.longest", N_("Go to the longest span of the row"), { NULL },
    N_("slowest worst maximum") },
  { DWELL_ACTIONS_TABLES, "page.shortest", N_("Go to the shortest span of the row"),
    { "<Shift>Return" },
    N_("fastest least minimum") },
  { DWELL_ACTIONS_TABLES, "page.next", N_("Go to the next span or change"), { "period" } },
  { DWELL_ACTIONS_TABLES, "page.previous", N_("Go to the previous span or change"), { "comma" } },
  { DWELL_ACTIONS_TABLES, NULL, N_("Go from the first row to the headings"), { "Up" } },
  { DWELL_ACTIONS_TABLES, NULL, N_("Sort by the heading’s column"), { "Return" } },
  { DWELL_ACTIONS_TABLES, NULL, N_("Change the width of the heading’s column"),
    { "<Primary>Left", "<Primary>Right" } },
  { DWELL_ACTIONS_TABLES, NULL, N_("Move the heading’s column"),
    { "<Primary><Shift>Left", "<Primary><Shift>Right" } },
  { DWELL_ACTIONS_TABLES, "page.unfold", N_("Unfold"), { "plus" } },
  { DWELL_ACTIONS_TABLES, "page.fold", N_("Fold"), { "minus" } },
  { DWELL_ACTIONS_TABLES, "page.unfold-all", N_("Unfold all"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.fold-all", N_("Fold all"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.copy", N_("Copy the page’s content"), { "<Primary>c" } },
  { DWELL_ACTIONS_TABLES, "page.copy-all", N_("Copy the whole table"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.print", N_("Print the table"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.copy-name", N_("Copy the name"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.save", N_("Save the page’s content"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.save('csv')", N_("Save the table as CSV"), { NULL },
    N_("export spreadsheet") },
  { DWELL_ACTIONS_TABLES, "page.save('listing')", N_("Save a listing of the lines"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.save('br')", N_("Save as a Business Rules! profile"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.save-histogram", N_("Save the histogram"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.save-times", N_("Save the chart over time"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.choose-source", N_("Choose the source file"), { NULL } },
  { DWELL_ACTIONS_TABLES, "tab.filter", N_("Filter or search the page"), { "<Primary>l" } },
  { DWELL_ACTIONS_TABLES, "page.clear-filter", N_("Clear the filter"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.next-match", N_("Next match on the page"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.previous-match", N_("Previous match on the page"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.next-found", N_("Next row that was found"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.previous-found", N_("Previous row that was found"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.swap", N_("Swap base and new recording"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.stop", N_("Stop comparing"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.common-part", N_("Compare the part that both recordings "
                                                 "have"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.per-second", N_("Compare per second"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.next-change", N_("Next change of a comparison"), { "F7" } },
  { DWELL_ACTIONS_TABLES, "page.previous-change", N_("Previous change of a comparison"),
    { "<Shift>F7" } },
  { DWELL_ACTIONS_TABLES, "page.copy-summary", N_("Copy the summary of a comparison as Markdown"),
    { NULL }, N_("pull request report share") },
  { DWELL_ACTIONS_TABLES, "page.save-steps", N_("Save a picture of the summary of a comparison"),
    { NULL } },
  { DWELL_ACTIONS_TABLES, "page.save-comparison", N_("Save a file that opens the comparison"),
    { NULL }, N_("keep share") },
  { DWELL_ACTIONS_TABLES, "page.match", N_("Match with a function of the other recording"),
    { NULL }, N_("rename pair") },
  { DWELL_ACTIONS_TABLES, "page.part", N_("Undo the match"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.reset-columns", N_("Reset columns"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.select-over", N_("Select the spans that exceed the "
                                                 "deadline"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.rename", N_("Rename the marker"), { "F2" } },
  { DWELL_ACTIONS_TABLES, "page.delete", N_("Delete the markers"), { "Delete" } },
  { DWELL_ACTIONS_TABLES, "page.select-between", N_("Select the time between markers"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.unselect", N_("Clear the selected durations"), { NULL } },
  { DWELL_ACTIONS_TABLES, "page.favourite", N_("Add to or remove from favourites"), { "b" } },
  { DWELL_ACTIONS_TABLES, "page.show-all", N_("Show all rows"), { NULL },
    N_("reset filter") },

  { DWELL_ACTIONS_TREE, "page.hottest", N_("Follow the hottest path"), { "h" },
    N_("slowest heaviest") },
  { DWELL_ACTIONS_TREE, "page.focus", N_("Show only what is below the row"), { "<Shift>Return" } },
  { DWELL_ACTIONS_TREE, "page.around", N_("Show callers and callees"), { NULL } },
  { DWELL_ACTIONS_TREE, "page.unfold-below", N_("Unfold all below"), { "asterisk" } },
  { DWELL_ACTIONS_TREE, "page.back", N_("Back to the tree shown before"), { "BackSpace" } },

  { DWELL_ACTIONS_CHARTS, NULL, N_("Move the focus"), { "Left", "Right", "Up", "Down" } },
  { DWELL_ACTIONS_CHARTS, "page.zoom", N_("Zoom to the focused frame"), { "Return" } },
  { DWELL_ACTIONS_CHARTS, "page.whole", N_("Show the whole flame graph"), { "Escape" } },
  { DWELL_ACTIONS_CHARTS, NULL, N_("Show the base as long as the key is held, in a comparison"),
    { "b" } },
  { DWELL_ACTIONS_CHARTS, "page.log-values", N_("Logarithmic values"), { NULL } },
  { DWELL_ACTIONS_CHARTS, "page.log-counts", N_("Logarithmic counts"), { NULL } },
  { DWELL_ACTIONS_CHARTS, NULL, N_("Choose durations in a distribution"),
    { "<Shift>Left", "<Shift>Right" } },
  { DWELL_ACTIONS_CHARTS, NULL, N_("Zoom in and out"), { "plus", "minus" } },
  { DWELL_ACTIONS_CHARTS, NULL, N_("Show all of a chart"), { "0", "Home" } },

  { DWELL_ACTIONS_TIME, "timeline.zoom-in", N_("Zoom in"), { "plus", "w" } },
  { DWELL_ACTIONS_TIME, "timeline.zoom-out", N_("Zoom out"), { "minus", "s" } },
  { DWELL_ACTIONS_TIME, "timeline.zoom", N_("Zoom to selection or focus"),
    { "f", "Return" },
    N_("fit magnify") },
  { DWELL_ACTIONS_TIME, "timeline.zoom-selection", N_("Zoom to the selection"), { NULL } },
  { DWELL_ACTIONS_TIME, "timeline.whole", N_("Show the whole recording"), { "0" },
    N_("fit all reset") },
  { DWELL_ACTIONS_TIME, "timeline.pan-left", N_("Move left"), { "a" } },
  { DWELL_ACTIONS_TIME, "timeline.pan-right", N_("Move right"), { "d" } },
  { DWELL_ACTIONS_TIME, "timeline.begin", N_("Go to the start"), { "Home" } },
  { DWELL_ACTIONS_TIME, "timeline.end", N_("Go to the end"), { "End" } },
  { DWELL_ACTIONS_TIME, "timeline.page-up", N_("Scroll the tracks up"), { "Page_Up" } },
  { DWELL_ACTIONS_TIME, "timeline.page-down", N_("Scroll the tracks down"), { "Page_Down" } },
  { DWELL_ACTIONS_TIME, "tab.back", N_("Back"), { "<Alt>Left", "Back" } },
  { DWELL_ACTIONS_TIME, "tab.forward", N_("Forward"), { "<Alt>Right", "Forward" } },
  { DWELL_ACTIONS_TIME, NULL, N_("Shift the other recording of a comparison"),
    { "<Alt><Shift>Left", "<Alt><Shift>Right" } },
  { DWELL_ACTIONS_TIME, NULL, N_("Find spans that differ between the timelines of a comparison"),
    { "<Alt><Shift>f" } },
  { DWELL_ACTIONS_TIME, "tab.visible-table", N_("Show the visible range as a table"),
    { "<Primary>t" } },
  { DWELL_ACTIONS_TIME, "timeline.extend-left", N_("Extend the selection to the left"),
    { "<Shift>Left" } },
  { DWELL_ACTIONS_TIME, "timeline.extend-right", N_("Extend the selection to the right"),
    { "<Shift>Right" } },
  { DWELL_ACTIONS_TIME, "timeline.drop-selection", N_("Clear the selection"), { "Escape" } },
  { DWELL_ACTIONS_TIME, "tab.keep-base", N_("Keep the selection as a base to compare with"),
    { NULL }, N_("remember stretch before") },
  { DWELL_ACTIONS_TIME, "tab.compare-kept", N_("Compare the selection with the kept base"),
    { NULL }, N_("difference stretch after") },
  { DWELL_ACTIONS_TIME, "timeline.copy-selection", N_("Copy the selection as picture and text"),
    { "<Primary>c" } },
  { DWELL_ACTIONS_TIME, "timeline.cursor-left", N_("Move the cursor left"), { "<Primary>Left" } },
  { DWELL_ACTIONS_TIME, "timeline.cursor-right", N_("Move the cursor right"),
    { "<Primary>Right" } },
  { DWELL_ACTIONS_TIME, "tab.marker-set", N_("Set a marker at the cursor"), { "<Primary>m" },
    N_("bookmark flag") },
  { DWELL_ACTIONS_TIME, NULL, N_("Set a marker at the cursor, in the timeline"), { "m" } },
  { DWELL_ACTIONS_TIME, "tab.marker-note", N_("Write a note on the focused span"), { NULL },
    N_("comment annotate") },
  { DWELL_ACTIONS_TIME, NULL, N_("Write a note on the focused span, in the timeline and in tables"),
    { "n" } },
  { DWELL_ACTIONS_TIME, "tab.marker-next", N_("Next marker"), { NULL } },
  { DWELL_ACTIONS_TIME, "tab.marker-previous", N_("Previous marker"), { NULL } },
  { DWELL_ACTIONS_TIME, NULL, N_("Next and previous marker, in the timeline"),
    { "<Shift>m", "<Primary><Shift>m" } },

  { DWELL_ACTIONS_SPANS, "timeline.left", N_("Go to the previous span in the row"), { "Left" } },
  { DWELL_ACTIONS_SPANS, "timeline.right", N_("Go to the next span in the row"), { "Right" } },
  { DWELL_ACTIONS_SPANS, "timeline.up", N_("Go to the row above"), { "Up" } },
  { DWELL_ACTIONS_SPANS, "timeline.down", N_("Go to the row below"), { "Down" } },
  { DWELL_ACTIONS_SPANS, "timeline.parent", N_("Go to the caller"), { "bracketleft" } },
  { DWELL_ACTIONS_SPANS, "timeline.child", N_("Go to the first call"), { "bracketright" } },
  { DWELL_ACTIONS_SPANS, "timeline.flow-next", N_("Follow the flow to the next span"), { "g" },
    N_("arrow effect") },
  { DWELL_ACTIONS_SPANS, "timeline.flow-previous",
    N_("Follow the flow back to the previous span"), { "<Shift>g" }, N_("arrow cause") },
  { DWELL_ACTIONS_SPANS, "timeline.next", N_("Go to the next span of the same function"),
    { "period" } },
  { DWELL_ACTIONS_SPANS, "timeline.previous", N_("Go to the previous span of the same function"),
    { "comma" } },
  { DWELL_ACTIONS_SPANS, "timeline.next-violation",
    N_("Go to the next violation of a deadline or requirement"), { "v" },
    N_("overrun limit late") },
  { DWELL_ACTIONS_SPANS, "timeline.previous-violation",
    N_("Go to the previous violation of a deadline or requirement"), { "<Shift>v" } },
  { DWELL_ACTIONS_SPANS, "timeline.worst-violation",
    N_("Go to the worst violation of the chosen requirement; again, to the next worst"), { "x" },
    N_("overrun limit margin") },
  { DWELL_ACTIONS_SPANS, "tab.focus-longest", N_("Go to the longest span of the same function"),
    { NULL },
    N_("slowest worst maximum") },
  { DWELL_ACTIONS_SPANS, "tab.focus-shortest", N_("Go to the shortest span of the same function"),
    { NULL },
    N_("fastest least minimum") },
  { DWELL_ACTIONS_SPANS, "timeline.select", N_("Select the time of the focused span"), { "r" } },
  { DWELL_ACTIONS_SPANS, "tab.focus-filter", N_("Filter the table by the focused name"), { NULL } },
  { DWELL_ACTIONS_SPANS, "tab.focus-find", N_("Find all spans of the focused name"), { NULL } },
  { DWELL_ACTIONS_SPANS, "tab.focus-copy-name", N_("Copy the focused name"), { NULL },
    N_("clipboard symbol") },
  { DWELL_ACTIONS_SPANS, "tab.focus-require", N_("Add a requirement for the focused "
                                                 "name"), { NULL },
    N_("requirement limit deadline budget") },
  { DWELL_ACTIONS_SPANS, "timeline.choose",
    N_("Choose the focused span, to add a requirement for several"), { "c" },
    N_("mark pick multiple delay chain") },
  { DWELL_ACTIONS_SPANS, "tab.require-chosen", N_("Add a requirement for the chosen spans"),
    { NULL }, N_("delay chain reaction end to end latency") },
  { DWELL_ACTIONS_SPANS, "tab.focus-show('statistics')", N_("Show it in Statistics"),
    { NULL } },
  { DWELL_ACTIONS_SPANS, "tab.focus-show('tree')", N_("Show it in the Call Tree"),
    { NULL } },
  { DWELL_ACTIONS_SPANS, "tab.focus-show('flame')", N_("Show it in the Flame Graph"),
    { NULL } },
  { DWELL_ACTIONS_SPANS, "tab.focus-show('distribution')", N_("Show it in Distribution"),
    { NULL } },
  { DWELL_ACTIONS_SPANS, "timeline.lines", N_("Show or hide source lines"),
    { "l" } },
  { DWELL_ACTIONS_SPANS, "timeline.menu", N_("Open the menu of the span or track"),
    { "Menu", "<Shift>F10" } },
};

/**
 * dwell_actions_get_all:
 * @n_actions: (out): the number of entries
 *
 * The entries of a group are adjacent. They do not include the pages, which dwell_pages_get_all()
 * lists.
 *
 * Returns: (transfer none) (array length=n_actions): all actions and keys
 */
const DwellActionInfo *
dwell_actions_get_all (guint *n_actions)
{
  *n_actions = G_N_ELEMENTS (actions);

  return actions;
}

/**
 * dwell_actions_get_group_title:
 * @group: a group
 *
 * Returns: (transfer none): its title, untranslated
 */
const char *
dwell_actions_get_group_title (DwellActionGroup group)
{
  g_return_val_if_fail (group < DWELL_ACTIONS_N_GROUPS, NULL);

  return group_titles[group];
}

/**
 * dwell_actions_get_key_text:
 * @accels: (array zero-terminated=1): accelerators in GTK's syntax
 *
 * Returns: (transfer full) (nullable): the first accelerator as it is shown to users, such as
 *   "Ctrl+O"; %NULL if there is none
 */
char *
dwell_actions_get_key_text (const char * const *accels)
{
  GdkModifierType modifiers;
  guint key;

  if (accels[0] == NULL || !gtk_accelerator_parse (accels[0], &key, &modifiers))
    return NULL;

  return gtk_accelerator_get_label (key, modifiers);
}

/* GTK's own names of some keys have an underscore: “Page_Down”. */
static void
remove_underscores (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && g_utf8_strlen (gtk_label_get_text (GTK_LABEL (widget)), -1) > 1)
    {
      g_autofree char *text = g_strdup (gtk_label_get_text (GTK_LABEL (widget)));

      gtk_label_set_text (GTK_LABEL (widget), g_strdelimit (text, "_", ' '));
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    remove_underscores (child);
}

/**
 * dwell_actions_make_key_label:
 * @accel: an accelerator in GTK's syntax
 *
 * Returns: (transfer floating): a label that shows its keys
 */
GtkWidget *
dwell_actions_make_key_label (const char *accel)
{
  GtkWidget *label = gtk_shortcut_label_new (accel);

  remove_underscores (label);
  return label;
}

/**
 * dwell_actions_find_in_page:
 * @page: a page of a tab
 * @name: the name of an action without the prefix, which differs from page to page
 * @type: (nullable): the type of its target; %NULL: it has none
 *
 * Looks up an action that several pages have under their own prefix.
 *
 * Returns: (transfer full) (nullable): the full name of the action in @page; %NULL if @page does
 *   not have it
 */
char *
dwell_actions_find_in_page (GtkWidget          *page,
                            const char         *name,
                            const GVariantType *type)
{
  GtkWidgetClass *klass = GTK_WIDGET_GET_CLASS (page);
  const GVariantType *action_type;
  const char *action_name;
  const char *property;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (klass, i, &owner, &action_name, &action_type,
                                                   &property); i++)
    {
      const char *suffix = strchr (action_name, '.');
      gboolean has_type = action_type == NULL || type == NULL
                          ? action_type == type : g_variant_type_equal (action_type, type);

      if (owner == G_OBJECT_TYPE (page) && suffix != NULL && g_str_equal (suffix + 1, name) &&
          has_type)
        return g_strdup (action_name);
    }

  return NULL;
}

/**
 * dwell_actions_get_page_accel:
 * @place: the place of a page among those that have tabs, from 0
 *
 * Returns: (transfer full) (nullable): the accelerator of the page: Ctrl+1 for the first, Ctrl+9
 *   for the ninth; %NULL for the others
 */
char *
dwell_actions_get_page_accel (guint place)
{
  return place < N_PAGE_KEYS ? g_strdup_printf ("<Primary>%u", place + 1) : NULL;
}

static void
set_page_keys (GtkApplication *application)
{
  for (guint i = 0; i < N_PAGE_KEYS; i++)
    {
      g_autofree char *action = g_strdup_printf ("tab.page-at(uint32 %u)", i);
      g_autofree char *accel = dwell_actions_get_page_accel (i);
      const char *accels[] = { accel, NULL };

      gtk_application_set_accels_for_action (application, action, accels);
    }
}

/**
 * dwell_actions_set_keys:
 * @application: the application
 *
 * Binds the keys of the actions of the application, the windows and the tabs, and those that show
 * the pages.
 */
void
dwell_actions_set_keys (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (actions[i].action != NULL && actions[i].accels[0] != NULL &&
        !g_str_has_prefix (actions[i].action, "page.") &&
        !g_str_has_prefix (actions[i].action, "timeline."))
      gtk_application_set_accels_for_action (application, actions[i].action, actions[i].accels);

  set_page_keys (application);
}
