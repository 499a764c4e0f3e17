/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of the help: a short topic for each view and each format. */
#include "config.h"

#include "ui/commands/dwell-help-topics.h"

#include <glib/gi18n-lib.h>

#include "formats/dwell-formats.h"
#include "model/lists/statistics/dwell-statistics-list.h"

#define KEYS(group) (1u << DWELL_ACTIONS_##group)

static const DwellHelpPart start_parts[] = {
  { NULL, N_("Dwell opens what profilers have recorded: which part of a program ran when, for "
             "how long, how often, and what called it.") },
  { N_("Open"), N_("Drop files on the window, or use Open. The format is recognised by the "
                   "content, never from the name; compressed files (.gz, .zst) open, too.") },
  { N_("Several files"), N_("Each becomes a tab, or all become one session on a common time: Dwell "
                            "asks. Those of one run of a program belong together.") },
  { N_("Import options"), N_("Where a format leaves something open, how times are counted, say, "
                             "Open with Options shows the first rows as they would be read. What "
                             "is chosen is remembered for files like it.") },
  { N_("Whole, Visible, Selection"), N_("Each page says what it speaks of: the whole session, what "
                                        "the timeline shows, or the range that you selected "
                                        "there.") },
  { N_("Damaged files"), N_("A file that is cut or damaged opens with what it holds. The Problems "
                            "page says what was wrong, and where.") },
  { N_("What is remembered"), N_("How you looked at a recording comes back with it, wherever the "
                                 "file is then: range, tracks, filters, markers and notes, "
                                 "deadlines and favourites. Nothing is written beside your files. "
                                 "The preferences can forget it.") },
  { NULL, NULL },
};

static const DwellHelpPart timeline_parts[] = {
  { NULL, N_("The timeline shows every span as a bar: from when to when an area ran, below what it "
             "was called from. A track is a thread, a task, a process or a variable.") },
  { N_("Select"), N_("Drag to select a range of time. Its edges snap to spans; hold Alt to place "
                     "them freely. The pages then speak of the selection. Esc drops it.") },
  { N_("Move and zoom"), N_("Ctrl with the wheel, or a pinch, zooms at the pointer; Shift with the "
                            "wheel moves in time; the wheel alone scrolls the tracks. Drag with "
                            "the middle button, or with Space held, to move freely.") },
  { N_("Zoom to a span"), N_("Double click it, or press F. Back returns to where you were.") },
  { N_("The focus"), N_("One span has the focus: click it, or go there with the arrow keys. The "
                        "details beside the page tell all about it, and screen readers hear it.") },
  { N_("Tracks"), N_("Fold, hide, pin, reorder and find tracks in the column on the left. What "
                     "never ran is folded away under “quiet tracks”.") },
  { N_("Hatched"), N_("The context did not run: it was suspended while the span was open.") },
  { N_("Torn edge"), N_("The begin or the end was not recorded.") },
  { N_("Corner at the end"), N_("The span exceeds its deadline, which the Distribution page "
                                "sets.") },
  { N_("Turned corner"), N_("The lines of source that the function ran were recorded, but are "
                            "folded away. The button beside the track’s name, or L, shows them: "
                            "rows of lines, each below the functions that ran them.") },
  { N_("Striped"), N_("More spans than there are pixels; the tooltip says how many. Zoom in to see "
                      "each. None is ever left out.") },
  { N_("Colour"), N_("An area has the same colour everywhere, made of its name. Colour alone never "
                     "means anything.") },
  { N_("As a table"), N_("Ctrl+T lists the visible spans as a table, for those who read rather "
                         "than see them.") },
  { NULL, NULL },
};

static const DwellHelpPart statistics_parts[] = {
  { NULL, N_("The Statistics page has a row for each area: how often and how long it ran in the "
             "range that the page speaks of. Click a title to sort; choose columns above it.") },
  { N_("Self, total, duration"), N_("Self is the area alone: net time. Total goes from begin to "
                                    "end, what it called included, less the time in which its "
                                    "context was suspended: gross time. Duration goes from begin "
                                    "to end. Self ≤ total ≤ duration.") },
  { N_("Which calls count"), N_("Totals hold every call that reaches into the range, cut at its "
                                "edges. Count holds the calls that begin in it. Min, max, mean, "
                                "deviation and percentiles are of the durations of calls that "
                                "lie in it whole.") },
  { N_("Recursion"), N_("Self sums every call. Total and duration count the outermost of nested "
                        "calls of the same area once; Sum counts them all.") },
  { N_("Several contexts"), N_("Totals and counts add up. Min and max are the extremes. The period "
                               "is from one begin to the next, in whichever context.") },
  { N_("Period and gap"), N_("The period is from begin to begin: with n calls, last begin less "
                             "first begin, through n − 1. A gap is from an end to the next begin "
                             "of outermost calls.") },
  { N_("Percentiles"), N_("Nearest rank: a value that really occurred, of the durations of the "
                          "complete calls.") },
  { N_("Share"), N_("Self time as a part of all self time in the range and the same contexts; "
                    "lines of source have a whole of their own. Of a state: its time as a part of "
                    "the range, as far as that lies in the session.") },
  { N_("Other rows"), N_("Areas can be added up by module or by author, whose lines and states do "
                         "not count then; each context can have rows of its own.") },
  { N_("Empty cells"), N_("What does not exist is empty, never 0.") },
  { N_("Recorded"), N_("Where the file brings statistics of its own, they stand beside those that "
                       "Dwell makes of its events, and Difference tells where the two part. "
                       "Such files take means as total time through count, and 0 for what does "
                       "not exist.") },
  { NULL, NULL },
};

static const DwellHelpPart events_parts[] = {
  { NULL, N_("The Events page lists spans and messages in the order of their time. Enter goes to "
             "one in the timeline.") },
  { N_("Filter"), N_("Type part of a name or message, or a regular expression between slashes: "
                     "/init|exit/.") },
  { N_("What was found"), N_("What the find bar or a brushed chart has found has a sign before "
                             "its time. Arrows above the table step through it, and Only These "
                             "shows nothing else.") },
  { N_("A twin of the timeline"), N_("With Visible, the table is what the timeline shows, for "
                                     "screen readers and for copying. Ctrl+T goes there.") },
  { NULL, NULL },
};

static const DwellHelpPart lines_parts[] = {
  { NULL, N_("The Lines page tells what each line of a program cost, by routine, by file, or in "
             "one list, with who called a routine and whom it called.") },
  { N_("Source"), N_("Choose the program as text, and each line is shown with its cost. Dwell "
                     "reads the file only; it is never changed.") },
  { N_("Records"), N_("The raw records of the file, one after another, for who wants to check what "
                      "was read.") },
  { N_("In the timeline"), N_("Lines that have times are rows of their function’s track, folded at "
                              "first: press L there.") },
  { N_("Sampled or timed"), N_("A sampled profile counts how often a line was met, which is a "
                               "share of time but no time. Then times are empty.") },
  { NULL, NULL },
};

static const DwellHelpPart tree_parts[] = {
  { NULL, N_("The call tree adds up all calls with the same path. Self is the time of its last "
             "function alone, Total that with all below it, as on the Statistics page. Time in "
             "which a context was suspended is nobody’s.") },
  { N_("Percent"), N_("Of all self time of what is shown: a function’s own percentages add up to "
                      "its share on the Statistics page.") },
  { N_("Top-down, bottom-up"), N_("From what was called first to what it called, or from each "
                                  "function back to its callers.") },
  { N_("Callers and callees"), N_("One function, who called it, and what it called.") },
  { N_("Hottest path"), N_("Unfolds the heaviest child of each, down to where the time is "
                           "spent.") },
  { N_("Deep calls"), N_("Where the rows in view are deep, each tells the number of its level, "
                         "and is indented from the outermost of them on.") },
  { N_("Show only what is below"), N_("One function becomes the root; the path above the tree "
                                      "leads back.") },
  { N_("More"), N_("Each thread or process can have a tree of its own, and lines of source can be "
                   "shown where the file tells them.") },
  { NULL, NULL },
};

static const DwellHelpPart flame_parts[] = {
  { NULL, N_("The flame graph is the call tree as a picture: the width of a frame is its total "
             "time. What stands on it is what it called.") },
  { N_("Zoom"), N_("Click a frame to give it the whole width; Esc shows all again. Ctrl with the "
                   "wheel zooms at the pointer. Striped frames stand for calls too narrow to "
                   "be shown.") },
  { N_("Order"), N_("By weight puts the heaviest first; by time keeps the order of first calls; by "
                    "name makes two graphs easy to compare.") },
  { N_("Search"), N_("What does not match is dimmed; the share of what matches is told.") },
  { NULL, NULL },
};

static const DwellHelpPart distribution_parts[] = {
  { NULL, N_("The distribution shows how the durations of one area are spread, and how they change "
             "in the course of the session.") },
  { N_("Measure"), N_("Duration; self time; period, from begin to begin; jitter, a period less the "
                      "median of those of the whole recording, whatever the page speaks of.") },
  { N_("Deadline"), N_("Type a time: what takes longer, or of jitter what comes earlier or "
                       "later by more, is counted, and marked in the timeline by a corner at its "
                       "end, also where its track is folded, and by a tooth in the overview. "
                       "Deadlines are kept with the recording.") },
  { N_("Choose durations"), N_("Drag over bars, or a box over the chart of time, to list these "
                               "spans: they are found in the timeline, too, and next and previous "
                               "go from one to the other.") },
  { N_("Scales"), N_("A logarithmic scale shows rare values beside frequent ones: choose "
                       "it in the menu at the end of the tools.") },
  { N_("Compare"), N_("Keep an area, then choose another: up to eight share the charts.") },
  { NULL, NULL },
};

static const DwellHelpPart values_parts[] = {
  { NULL, N_("The Values page follows variables, states and signals: what each held, how often it "
             "changed, how long each state lasted.") },
  { N_("The cursor"), N_("Values are told at the cursor of the timeline, which Ctrl with the arrow "
                         "keys moves.") },
  { N_("Share"), N_("The time in a state as a part of the range, as far as that lies in the "
                    "session. What no state is known for is nobody’s.") },
  { N_("Step to"), N_("Any change, a value that is reached (= 5, > 3), or the name of a state.") },
  { NULL, NULL },
};

static const DwellHelpPart costs_parts[] = {
  { NULL, N_("Costs are told by the size of the input: how a routine’s cost grows when it has more "
             "to read. The size is memory read, not the n of a textbook.") },
  { N_("Growth"), N_("The curve that fits the costs best, with how sure that is. Too few sizes, or "
                     "too close ones, give no answer rather than a wrong one. Divide by a function "
                     "of the size: what still rises grows faster than it.") },
  { N_("Foretell"), N_("Type a size to see what a call would cost there if it grows on like that, "
                       "and how far that may be off. A curve that would push the measured costs "
                       "out of sight leaves the chart at an arrow, which tells the cost.") },
  { N_("Compare"), N_("Select up to eight routines with Ctrl or Shift to draw them together.") },
  { N_("Favourites"), N_("B makes the selected routines favourites, which can be shown alone. They "
                         "are kept with the recording; bookmarks of the report are favourites at "
                         "first.") },
  { NULL, NULL },
};

static const DwellHelpPart markers_parts[] = {
  { NULL, N_("The Markers page lists the moments that you named and the notes on spans. They are "
             "kept with how you looked at the recording, and come back with it.") },
  { N_("Set one"), N_("Click into the timeline and press M, type a text, and press Enter or click "
                      "elsewhere; Escape leaves all as it was. N notes something on the focused "
                      "span.") },
  { N_("Go to one"), N_("Double click its row, or step with Shift+M in the timeline.") },
  { N_("Between two"), N_("Choose both rows and press Select Between: the pages then speak of the "
                          "time between them. An export can take that time alone, too.") },
  { N_("Notes"), N_("A note belongs to a span: the details tell it when that span has the "
                    "focus.") },
  { N_("Deleted by mistake"), N_("The message that tells of it has a button to undo it.") },
  { N_("Take them along"), N_("Save Report, in the menu, writes them as HTML or Markdown, with a "
                              "picture of the timeline.") },
  { NULL, NULL },
};

static const DwellHelpPart problems_parts[] = {
  { NULL, N_("The Problems page says what reading found wrong: what, where (line or byte), how "
             "often. Errors lost something, warnings make some figure doubtful, notes are worth "
             "knowing.") },
  { N_("What to do"), N_("Read the line in question. If the file was cut, record again; if its "
                         "format leaves something open, Import Options may read it better.") },
  { NULL, NULL },
};

static const DwellHelpPart info_parts[] = {
  { NULL, N_("The Info page holds what the file says about itself: format, producer, time, "
             "command, and how much of everything it holds. Copy All takes it along.") },
  { NULL, NULL },
};

static const DwellHelpPart find_parts[] = {
  { NULL, N_("Find looks for areas, messages and threads everywhere in the session. What does not "
             "match is dimmed in the timeline; next and previous go from hit to hit.") },
  { N_("Regular expressions"), N_("Between slashes: /^Sensor/ begins with Sensor, /read|write/ is "
                                  "either. Without slashes letters stand for themselves, and case "
                                  "does not count.") },
  { N_("Actions"), N_("Ctrl+Shift+P finds what you can do by a few letters of its name.") },
  { NULL, NULL },
};

static const DwellHelpPart export_parts[] = {
  { N_("Export"), N_("Writes a session in another format, above all as Text1, whose every entry is "
                     "shaped by macros. The dialog shows the first entries as they will be. Files "
                     "are replaced only when all is written.") },
  { N_("Report"), N_("Save Report, in the menu, writes what the session is, a picture of the "
                     "timeline or of the costs, markers and notes, and figures of all that there "
                     "is: costs, deadlines, statistics, lines, problems; as HTML or Markdown.") },
  { N_("Tables"), N_("Copy takes a page’s rows for a spreadsheet; rows can also be dragged out. "
                     "Save as CSV writes plain nanoseconds.") },
  { N_("Pictures"), N_("Drag the chip of a selection out of the timeline to have it as a picture. "
                       "Charts and flame graphs are saved as PNG, SVG or PDF.") },
  { N_("Print"), N_("Ctrl+P prints the timeline, the menu above a table its rows: on paper, or "
                    "into a PDF file.") },
  { NULL, NULL },
};

static const DwellHelpPart window_parts[] = {
  { NULL, N_("Above is the timeline, below a page. Drag the line between them, or give either all "
             "the room. Pages for which a trace has nothing are left out.") },
  { NULL, NULL },
};

static const DwellHelpPart text1_parts[] = {
  { NULL, N_("Text1 is what the profiler of an embedded debugger exports: contexts, functions, "
             "states, variables and signals, with a timeline as text or in a .BIN file beside "
             "it.") },
  { N_("Templates"), N_("Its entries are shaped by macros (%NAME%). The file brings its templates "
                        "along; where it does not, give them as import options.") },
  { N_("Suspended time"), N_("Contexts are suspended and resumed. That parts self time, total and "
                             "duration; hatched in the timeline.") },
  { NULL, NULL },
};

static const DwellHelpPart ooo_parts[] = {
  { NULL, N_("The time-stamp log of an office suite: each line a time, a thread and the begin or "
             "end of a scope, or a message.") },
  { N_("Times"), N_("Milliseconds since the timer started; scopes shorter than that have no "
                    "length. Several processes are placed by their wall clocks.") },
  { NULL, NULL },
};

static const DwellHelpPart lms_parts[] = {
  { NULL, N_("The profiler of a driving software writes begins and ends of processes as CSV. Rows "
             "are labels, not threads: the file does not tell threads.") },
  { N_("Times"), N_("Each line tells the time since the line before, in microseconds. A damaged "
                    "number moves all that follows, and is reported.") },
  { N_("Nesting"), N_("A label that goes on after a dot is a child: default.importer is below "
                      "default, while that is open.") },
  { NULL, NULL },
};

static const DwellHelpPart br_parts[] = {
  { NULL, N_("The profile of an interpreter: which lines of which programs ran, with their stack, "
             "either at each sample or with measured times.") },
  { N_("The sequence"), N_("The order of the records makes a sequence of stacks, whose axis is "
                           "cumulative time, or samples: not the time of day.") },
  { NULL, NULL },
};

static const DwellHelpPart aprof_parts[] = {
  { NULL, N_("A report of an input-sensitive profiler: for each routine its calls and costs by the "
             "size of its input. There is no time and no order of calls.") },
  { N_("Several reports"), N_("Those of one program’s threads, opened together, add up.") },
  { N_("Contexts"), N_("Where the report tells who called, there is a call tree, too.") },
  { NULL, NULL },
};

static const DwellHelpTopic topics[] = {
  { "start", N_("Getting Started"), DWELL_HELP_TEXT, KEYS (GENERAL), start_parts },
  { "timeline", N_("Timeline"), DWELL_HELP_TEXT, KEYS (TIME) | KEYS (SPANS), timeline_parts },
  { "statistics", N_("Statistics"), DWELL_HELP_STATISTICS, KEYS (TABLES), statistics_parts },
  { "events", N_("Events"), DWELL_HELP_TEXT, KEYS (TABLES), events_parts },
  { "lines", N_("Lines"), DWELL_HELP_TEXT, KEYS (TABLES), lines_parts },
  { "tree", N_("Call Tree"), DWELL_HELP_TEXT, KEYS (TREE), tree_parts },
  { "flame", N_("Flame Graph"), DWELL_HELP_TEXT, KEYS (CHARTS), flame_parts },
  { "distribution", N_("Distribution"), DWELL_HELP_TEXT, KEYS (CHARTS), distribution_parts },
  { "values", N_("Values"), DWELL_HELP_TEXT, KEYS (TABLES), values_parts },
  { "costs", N_("Costs"), DWELL_HELP_TEXT, KEYS (CHARTS), costs_parts },
  { "markers", N_("Markers"), DWELL_HELP_TEXT, 0, markers_parts },
  { "problems", N_("Problems"), DWELL_HELP_TEXT, 0, problems_parts },
  { "info", N_("Info"), DWELL_HELP_TEXT, 0, info_parts },
  { "find", N_("Finding"), DWELL_HELP_TEXT, KEYS (FIND), find_parts },
  { "export", N_("Taking Results Along"), DWELL_HELP_TEXT, 0, export_parts },
  { "window", N_("Window and Pages"), DWELL_HELP_TEXT, KEYS (WINDOW) | KEYS (PAGES), window_parts },
  { "text1", NULL, DWELL_HELP_FORMAT, 0, text1_parts },
  { "ooo", NULL, DWELL_HELP_FORMAT, 0, ooo_parts },
  { "lms", NULL, DWELL_HELP_FORMAT, 0, lms_parts },
  { "br", NULL, DWELL_HELP_FORMAT, 0, br_parts },
  { "aprof", NULL, DWELL_HELP_FORMAT, 0, aprof_parts },
};

/**
 * dwell_help_get_topics:
 * @n_topics: (out): the number of topics
 *
 * Returns: (transfer none) (array length=n_topics): all topics, in the order in which the window
 * lists them
 */
const DwellHelpTopic *
dwell_help_get_topics (guint *n_topics)
{
  *n_topics = G_N_ELEMENTS (topics);

  return topics;
}

/**
 * dwell_help_find_topic:
 * @id: (nullable): of a topic; the topic of a page has the id of the page
 *
 * Returns: (transfer none) (nullable): the topic; %NULL if there is none with this id
 */
const DwellHelpTopic *
dwell_help_find_topic (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (topics); i++)
    if (g_strcmp0 (topics[i].id, id) == 0)
      return &topics[i];

  return NULL;
}

/**
 * dwell_help_get_title:
 * @topic: a topic
 *
 * Returns: (transfer none): the title, translated; the topic of a format has the format's title
 */
const char *
dwell_help_get_title (const DwellHelpTopic *topic)
{
  if (topic->kind == DWELL_HELP_FORMAT)
    return _(dwell_formats_find (topic->id)->title);

  return _(topic->title);
}

/**
 * dwell_help_foreach:
 * @topic: a topic
 * @function: (scope call): called with a term (nullable) and the text that explains it, both
 * translated
 * @user_data: for @function
 *
 * Calls @function for each part of a topic, except its keys: first for the text of the topic, then
 * for that from the tables of statistics or formats.
 */
void
dwell_help_foreach (const DwellHelpTopic *topic,
                    DwellHelpFunc         function,
                    gpointer              user_data)
{
  for (const DwellHelpPart *part = topic->parts; part->text != NULL; part++)
    function (part->term != NULL ? _(part->term) : NULL, _(part->text), user_data);

  if (topic->kind == DWELL_HELP_STATISTICS)
    for (guint i = 0; i < DWELL_STATISTIC_DIFFERENCE; i++)
      {
        const DwellColumnInfo *info = &dwell_statistic_columns[i];

        function (_(info->title), _(info->summary), user_data);
      }

  if (topic->kind == DWELL_HELP_FORMAT)
    {
      const DwellFormat *format = dwell_formats_find (topic->id);

      for (guint i = 0; i < format->n_read_options; i++)
        {
          const DwellOption *option = &format->read_options[i];

          function (option->title != NULL ? _(option->title) : option->name, _(option->summary),
                    user_data);
        }
    }
}

static void
append_text (const char *term,
             const char *text,
             gpointer    user_data)
{
  g_string_append_printf (user_data, "%s\n%s\n", term != NULL ? term : "", text);
}

/**
 * dwell_help_get_text:
 * @topic: a topic
 *
 * Returns: (transfer full): the whole text of the topic with the titles of its actions, for the
 * search
 */
char *
dwell_help_get_text (const DwellHelpTopic *topic)
{
  GString *text = g_string_new (dwell_help_get_title (topic));
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  g_string_append_c (text, '\n');
  dwell_help_foreach (topic, append_text, text);
  for (guint i = 0; i < n_actions; i++)
    if (topic->groups & 1u << actions[i].group && actions[i].accels[0] != NULL)
      g_string_append_printf (text, "%s\n", _(actions[i].title));

  return g_string_free (text, FALSE);
}
