/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of the help: a short topic for each view and each format. */
#include "config.h"

#include "ui/commands/dwell-help-topics.h"

#include <glib/gi18n-lib.h>

#include "formats/dwell-formats.h"
#include "model/lists/statistics/dwell-statistics-list.h"

#define KEYS(group) (1u << DWELL_ACTIONS_##group)

static const DwellHelpPart start_parts[] = {
  { NULL, N_("Dwell opens profiler recordings: which part of a program ran when, for how long, how "
             "often, and what called it.") },
  { N_("Open"), N_("Drop files on the window, or use Open. Dwell recognises the format by the "
                   "content of a file, never by its name. Compressed files (.gz, .zst) open, "
                   "too.") },
  { N_("Several files"), N_("Open them as tabs, or join them into one recording with a common time "
                            "axis: Dwell asks. Join only files of the same run of a program.") },
  { N_("Import options"), N_("Some formats leave things open, such as how times are counted. Open "
                             "with Options shows how the first rows would be read. Dwell remembers "
                             "your choice for similar files.") },
  { N_("The first look"), N_("Drag in the timeline to select a range: all pages follow. Click a "
                             "bar or a row, and every view shows the same thing. Double-click it "
                             "to zoom to it. Ctrl+Shift+P finds any action by its name.") },
  { N_("Whole, Visible, Selection"), N_("Each page shows its scope: the whole recording, what the "
                                        "timeline shows, or the range that you selected there.") },
  { N_("Names"), N_("Long names are shortened: Parser::Parse instead of the name with its "
                    "namespace, arguments and module. Details and tooltips show the full name. "
                    "Full Names, in the preferences, shows it everywhere.") },
  { N_("Damaged files"), N_("A file that is cut off or damaged opens with everything that can be "
                            "read. The Problems page shows what was wrong, and where.") },
  { N_("What is remembered"), N_("When you open a recording again, Dwell restores your view of it, "
                                 "even if the file has moved: page, range, scope, tracks, sorting, "
                                 "filters, markers and notes, deadlines and favourites. A new "
                                 "recording opens with the first page that has data. Dwell writes "
                                 "nothing beside your files. In the preferences, you can make it "
                                 "forget all this.") },
  { NULL, NULL },
};

static const DwellHelpPart timeline_parts[] = {
  { NULL, N_("The timeline shows every span as a bar: when a function started and ended. The bar "
             "is below that of its caller. A track is a thread, a task, a process or a "
             "variable.") },
  { N_("Solid, light, hatched, striped"),
    N_("A bar is solid where the function itself ran, and light where it waited for what it "
       "called. It is hatched where its thread or task was preempted. A striped bar stands for "
       "more spans than there are pixels: its tooltip shows how many, and zooming in shows each of "
       "them. No span is ever left out.") },
  { N_("Select"), N_("Drag to select a range of time. Its edges snap to spans; hold Alt to place "
                     "them freely. The pages then show the selection. Esc clears it.") },
  { N_("Zoom to the selection"), N_("Press F or Enter, double-click the selection, or use the "
                                    "magnifier on its label. Press 0 for the whole recording, and "
                                    "Alt+Left to return to where you were.") },
  { N_("Move and zoom"), N_("Ctrl with the wheel, or a pinch, zooms at the pointer. Shift with the "
                            "wheel moves in time; the wheel alone scrolls the tracks. Drag with "
                            "the middle button, or with Space held, to move freely. W, A, S and D "
                            "zoom and move, too.") },
  { N_("The focus"), N_("Click a span, or move there with the arrow keys, to focus it: all views "
                        "show it. The details beside the page show everything about it, and screen "
                        "readers announce it. F, Enter or a double-click zooms to it. All spans of "
                        "the same function are framed, and ticks in the overview show where they "
                        "are.") },
  { N_("The menu"), N_("Right-click a span or a row, or press Menu or Shift+F10, to see what you "
                       "can do with it: zoom to it, select its time, go to the next, the previous "
                       "or the longest one, find it on the other pages, copy its name, write a "
                       "note.") },
  { N_("Tracks"), N_("Fold, hide, pin, reorder and find tracks in the column on the left. Tracks "
                     "in which nothing ran are folded away under “quiet tracks”.") },
  { N_("Torn edge"), N_("The start or the end was not recorded.") },
  { N_("Corner at the end"), N_("The span exceeds its deadline, which you set on the Distribution "
                                "page, or violates a requirement. V goes from one to the next.") },
  { N_("Several spans"), N_("Shift with a click, or C, chooses several spans; they get numbers. "
                            "Their menu can add a requirement that one follows the other soon "
                            "enough or, for three or more, that the whole chain is fast enough. "
                            "Esc clears the choice.") },
  { N_("Turned corner"), N_("The function ran source lines that were recorded but are folded away. "
                            "The button beside the track’s name, or L, shows them as rows below "
                            "the functions that ran them.") },
  { N_("Colour"), N_("A function has the same colour everywhere, derived from its name; where its "
                     "caller has that colour, too, it gets another shade. Nothing is shown by "
                     "colour only.") },
  { N_("As a table"), N_("Ctrl+T lists the visible spans as a table, for everyone who prefers "
                         "reading.") },
  { NULL, NULL },
};

static const DwellHelpPart statistics_parts[] = {
  { NULL, N_("The Statistics page has a row for each function: how often and how long it ran in "
             "the page’s range. Click a heading to sort, click it again for the other order, and "
             "choose columns above the table.") },
  { N_("Functions, Lines, States"), N_("Functions, source lines and states each add up to a whole "
                                       "of their own. Choose above the table which of them it "
                                       "lists.") },
  { N_("Self, Total, Duration"), N_("Self (net) is the time in the function itself. Total (gross) "
                                    "is the time from start to end, including what it called, but "
                                    "not the time for which its thread or task was preempted. "
                                    "Duration is all the time from start to end. Self ≤ Total ≤ "
                                    "Duration.") },
  { N_("Which calls count"), N_("Self, Total and Duration include every call that overlaps the "
                                "range, cut at its edges. Count includes the calls that start in "
                                "the range. Min, Max, Mean, Deviation and percentiles are computed "
                                "from the durations of the calls that are completely in the "
                                "range.") },
  { N_("Recursion"), N_("Self adds up every call. Total and Duration count only the outermost of "
                        "nested calls of the same function; All Durations counts all of them.") },
  { N_("Several threads"), N_("Times and counts are added up. Min and Max are the extremes of all "
                              "threads. The period is from one start to the next, in any "
                              "thread.") },
  { N_("Period and Outside"), N_("The period is the time from start to start; its mean is the last "
                                 "start minus the first start, divided by the number of calls "
                                 "minus one. Outside is the time in which the function did not "
                                 "run; its Min, Max and Mean are those of the gaps from the end of "
                                 "one outermost call to the start of the next.") },
  { N_("p50, p90, p99"), N_("Percentiles by nearest rank: 50, 90 or 99 percent of the complete "
                            "calls took no longer. Each is the duration of a real call; p50 is the "
                            "median.") },
  { N_("Share"), N_("Self as a part of all self time in the range and the same threads. Source "
                    "lines have a whole of their own. The share of a state is its time as a part "
                    "of the range, as far as the range is within the recording.") },
  { N_("Grouping"), N_("Rows can be modules or authors instead of functions; lines and states do "
                       "not count then. Each thread can have rows of its own.") },
  { N_("The footer"), N_("Below the table are the number of rows, how many of them match a filter, "
                         "and their sum.") },
  { N_("Empty cells"), N_("A cell is empty, never 0, if its value does not exist.") },
  { N_("Recorded"), N_("If the file has statistics of its own, they are shown beside Dwell’s, and "
                       "Difference shows where the two disagree. In such files, means are total "
                       "time divided by count, and values that do not exist are 0.") },
  { N_("Filter"), N_("Type part of a name, or a regular expression between slashes: /init|exit/. "
                     "You can also type conditions on columns, by their titles without spaces: "
                     "count:>10 self:>=1ms share:>5%. The operators are <, <=, >, >=, = and !=. "
                     "All conditions must hold; a row without a value meets none. In a comparison "
                     "you can also use status:new, q:<0.01 or delta:>0.33, for example. A word "
                     "with two colons, such as std::sort, is part of a name.") },
  { NULL, NULL },
};

static const DwellHelpPart events_parts[] = {
  { NULL, N_("The Events page lists spans and messages in order of time. Enter shows one in the "
             "timeline.") },
  { N_("Filter"), N_("Type part of a name or message, or a regular expression between slashes: "
                     "/init|exit/.") },
  { N_("Arguments"), N_("Additional data of a span or a message is shown in the details. It can "
                        "also be shown in columns, by which the table can be sorted. Find and the "
                        "filter search it, too, and accept conditions: args.frame>10, "
                        "args.kind=gpu. The operators are =, !=, <, <=, > and >=; texts are "
                        "compared as a whole, and case does not matter.") },
  { N_("Found events"), N_("Events that were found by the find bar, or selected in a chart, have a "
                           "mark in front of their time. The arrows above the table step through "
                           "them, and Only These hides the rest.") },
  { N_("The timeline as a table"), N_("With Visible, the table lists what the timeline shows, for "
                                      "screen readers and for copying. Ctrl+T goes there.") },
  { NULL, NULL },
};

static const DwellHelpPart lines_parts[] = {
  { NULL, N_("The Lines page shows what each line of a program cost: by routine, by file, or in "
             "one list, with the callers and callees of a routine.") },
  { N_("Source"), N_("Choose the program as text, and each line is shown with its cost. Dwell only "
                     "reads the file and never changes it.") },
  { N_("Records"), N_("The raw records of the file, in order, to check what was read.") },
  { N_("In the timeline"), N_("Lines with times are rows in the track of their function, folded at "
                              "first: press L there.") },
  { N_("Sampled or timed"), N_("A sampled profile counts how often a line was seen, which is a "
                               "share of time but not a time. The times are then empty.") },
  { NULL, NULL },
};

static const DwellHelpPart tree_parts[] = {
  { NULL, N_("The call tree adds up all calls with the same path. Self is the time in the last "
             "function itself; Total includes everything below it, as on the Statistics page. Time "
             "for which a thread or task was preempted belongs to no function.") },
  { N_("Percent"), N_("A part of all self time that is shown: a function’s own percentages add up "
                      "to its share on the Statistics page.") },
  { N_("Top-down, bottom-up"), N_("From what was called first to what it called, or from each "
                                  "function back to its callers.") },
  { N_("Callers and callees"), N_("One function, what called it, and what it called.") },
  { N_("Hottest path"), N_("Unfolds the heaviest child at each level, down to where the time is "
                           "spent.") },
  { N_("Deep calls"), N_("Where the visible rows are deeply nested, each shows the number of its "
                         "level, and indentation starts from the outermost visible row.") },
  { N_("Show only what is below"), N_("One function becomes the root; the path above the tree "
                                      "leads back.") },
  { N_("More"), N_("Each thread or process can have a tree of its own, and source lines can be "
                   "shown if the file has them.") },
  { NULL, NULL },
};

static const DwellHelpPart flame_parts[] = {
  { NULL, N_("The flame graph is the call tree as a picture: the width of a frame is its total "
             "time, and the frames on top of it are what it called.") },
  { N_("Zoom"), N_("Click a frame to give it the whole width; Esc shows everything again. Ctrl "
                   "with the wheel zooms at the pointer. Striped frames stand for calls that are "
                   "too narrow to show.") },
  { N_("Order"), N_("By weight puts the heaviest first; by time keeps the order of first calls; by "
                    "name makes two graphs easy to compare.") },
  { N_("Search"), N_("Frames that do not match are dimmed. The share of those that match is shown "
                     "above the graph.") },
  { NULL, NULL },
};

static const DwellHelpPart comparison_parts[] = {
  { NULL, N_("Compare With, in the main menu, shows what changed between two recordings, for "
             "example of a program before and after a change. You can also drop a file on the "
             "window. Dwell remembers what a recording was compared with.") },
  { N_("Two selections"), N_("Keep as Base, in the menu of a selection in the timeline, remembers "
                            "that selection. Compare with Kept Base, in the menu of another "
                            "selection, in this or another recording, compares the two.") },
  { N_("Base and new"), N_("Change is new minus base; ratio is new divided by base. The older "
                           "recording is the base: by its own clock, or else by the date of its "
                           "file. The arrows swap the two.") },
  { N_("Summary"), N_("How the self time of the base becomes that of the new recording: a step for "
                      "each of the functions that changed most, then steps for everything else "
                      "that is new, gone or changed. Steps that take more time are solid, steps "
                      "that take less are hatched.") },
  { N_("Verdict"), N_("More or less: the function ran more or less often, or its durations differ "
                      "by more than chance. Unclear: they may differ by chance, or there are too "
                      "few of them. The same: the change is less than the noise. New and gone: "
                      "only one recording has it. Rows that hardly changed are hidden at first.") },
  { N_("What is compared"), N_("The button with the cogwheels sets the measure by which rows are "
                               "judged, whether figures are taken as they are, per second or as "
                               "parts of the whole, and how much counts as noise. Per Context "
                               "shows a row for each task or thread that a function ran in.") },
  { N_("Other names"), N_("Match With, in the menu of a row that is new or gone, matches it with a "
                          "function of the other recording. The most similar ones come first. "
                          "Renamed tasks and threads are matched in the same way or, in Timeline, "
                          "by dragging the header of one onto that of the other.") },
  { N_("Why"), N_("By count is the part of a change that comes from running more often; by time is "
                  "the rest: each run took longer. The two add up to the change, and the changes "
                  "of all rows add up to that of the whole.") },
  { N_("Call tree and flame graph"), N_("They show the calls of both recordings, by total time. "
                                        "The width of a frame is the time that both spent there "
                                        "(plain), plus the time that only the base (hatched) or "
                                        "only the new one (solid) spent there. Hold B to see "
                                        "frames as wide as in the base.") },
  { N_("Timeline"), N_("The other recording is shown below this one and moves with it. The two are "
                       "aligned at the start, at the end, by the clock (if both recorded the time "
                       "of day and ran at the same time), at the focus or at anchors. At the "
                       "focus, the third span of a function is aligned with its third span, a "
                       "message with the same text, a function with its first start. Anchors are "
                       "functions that start exactly once in both. Find marks matches in both. "
                       "Drag the other timeline with Alt held, or press Alt+Shift+Left or Right in "
                       "it, to shift it. The curve above it is the drift: where it rises, the new "
                       "recording loses time. The down arrow saves a picture of both.") },
  { N_("Spans"), N_("The third span of a function is compared with its third span in the other "
                    "recording, which gets the focus, too, and is shown in the tooltip. If one "
                    "recording has more spans than the other, the calls around them decide which "
                    "belong together. The magnifier above the other timeline, or Alt+Shift+F in "
                    "it, finds the spans of the focused function that differ by more than noise; "
                    "F3 goes to the next.") },
  { N_("Distribution"), N_("How often each duration of the focused function occurs in both, and "
                           "how much each percentile changed. Cumulative shows the share of spans "
                           "that take at most a given time. The menu beside it saves the charts as "
                           "SVG, PNG or PDF.") },
  { N_("Values"), N_("The values of variables, states and signals in both: how often each was "
                     "written, its least, greatest and mean value, weighted by time, and how long "
                     "it was in each state. Change is the change of the mean, or of the time in a "
                     "state, relative to the base.") },
  { N_("Lines"), N_("The cost of each source line in both. Lines are matched if they are equally "
                    "far below the first line of their routine. Where the lines of a routine seem "
                    "to have shifted, Apply Shift matches them accordingly, and Remove Shift "
                    "undoes that.") },
  { N_("Sources"), N_("Source, on Lines, shows the programs of both recordings side by side. Lines "
                      "are aligned by their text, so code that only moved keeps its costs.") },
  { N_("Costs"), N_("For reports of costs by size: how the cost of each routine grows in both, and "
                    "whether the growth has become steeper. Factor is how many times as much a "
                    "call costs on an input of the same size. By inputs is the part of a change "
                    "that comes from more calls, or from other sizes; by cost is the rest. The "
                    "chart shows the selected routine: the base as hollow squares, the new "
                    "recording as dots.") },
  { N_("Range"), N_("Visible and Selection compare that range with the same range of the base, "
                    "counted from the start of each recording.") },
  { N_("Share the comparison"),
    N_("The menu with the down arrow, beside the names, copies the summary as Markdown, for a pull "
       "request, saves it as a picture, or saves the comparison as a file. That file opens the "
       "comparison again, with its ranges, measure, threshold, and what you matched by hand. Keep "
       "it in the folder of the recordings, or above: Dwell asks before it opens recordings in "
       "other folders.") },
  { N_("In a build"),
    /* xgettext:no-c-format */
    N_("dwell-cli compare --fail-if='p95>+5%' fails a build if something takes longer, and shows "
       "what.") },
  { NULL, NULL },
};
static const DwellHelpPart series_parts[] = {
  { NULL, N_("Drop three or more recordings on the window, for example one of every day, and "
             "choose As a Series. Or choose several files under Compare With. Figures are then "
             "compared from one recording to the next, in the order of their clocks if all have "
             "one. Only the first has a tab.") },
  { N_("Verdict"), N_("More or less: the figure rises or falls beyond chance, or has been "
                      "different since one of the recordings. Five recordings can show that it "
                      "rises, eight can show since when. Unclear: there are too few recordings, or "
                      "the change may be chance.") },
  { N_("Curve"), N_("The figure from the first recording to the last. A figure that changes by "
                    "less than a tenth looks flat.") },
  { N_("Change"), N_("From the first recording, or from another one that you choose, to the "
                     "last.") },
  { N_("Growth"), N_("For reports of costs by size: how the cost of a routine grows with the size "
                     "of its input, in each recording. A question mark means that the growth is "
                     "uncertain.") },
  { N_("Groups"), N_("Base: the First 3 takes the first three recordings as the base and the "
                     "others as new. Each recording is one observation: this shows how much runs "
                     "of the same program differ. With four or more recordings on each side, the "
                     "difference is tested; with fewer, the two sides differ if their ranges do "
                     "not touch.") },
  { N_("Timelines"), N_("All recordings below one another, up to eight including that of the tab: "
                        "the last ones of a longer series. They show the same moments, from the "
                        "start or as you choose; Alt+drag shifts a recording. Above each, its "
                        "drift shows where it took more time. These recordings are all in "
                        "memory.") },
  { N_("In a build"), N_("dwell-cli compare --series, or --base for groups, shows the same.") },
  { NULL, NULL },
};

static const DwellHelpPart requirements_parts[] = {
  { NULL, N_("Check Requirements, in the main menu, checks the recording against a file of timing "
             "requirements, one per line, such as “D1: call of main <= 5 ms”. You can also open "
             "the file, or drop it on the window. dwell-requirements(5) describes all kinds.") },
  { N_("Deadlines"), N_("A deadline that you type on the Distribution page is marked like a "
                        "requirement, but kept with the recording. Add as Requirements writes it "
                        "into the file, where a build checks it, too.") },
  { N_("Verdict"), N_("Violated: more samples break the limit than are allowed. Inconclusive: no "
                      "sample could be decided, because the ends of the recording cut them, or "
                      "nothing has the name; the tooltip shows why. A requirement without samples "
                      "never passes.") },
  { N_("Margin"), N_("How far the worst sample is from the limit; below 0, it is beyond the limit. "
                     "The worst margin comes first.") },
  { N_("Range and Where"), N_("The bar goes from the least to the greatest value, the line is the "
                              "limit, and the part of the bar beyond the limit is higher. The "
                              "strip shows where in the recording the requirement is violated.") },
  { N_("Violations"), N_("They are listed below the table, the worst first. A click selects the "
                         "time of a violation, Enter or a double-click zooms to it. X, in the "
                         "timeline, goes to the worst violation of the chosen requirement, and "
                         "then to the next worst. The ruler and the overview have a small triangle "
                         "where limits are broken.") },
  { N_("Cut samples"), N_("After the violations come the samples that could not be decided, "
                          "because the recording starts or ends within them. The timeline draws a "
                          "bracket with a torn edge over each of them.") },
  { N_("Writing one"),
    N_("Add Requirement…, in the menu of a span or a name, starts a requirement with a limit that "
       "this recording keeps: the p99, rounded up. The menu of a track has it, too. On the "
       "Distribution page, you can add requirements for each percentile and the deadline, also in "
       "the menu of the charts. For the first requirement, Dwell asks where to save the file; keep "
       "it beside the recording.") },
  { N_("Without times"),
    N_("The time, the hits, the share, the calls, the cost and the growth of lines, routines and "
       "stacks can be limited: “D2: growth of sort <= n log n”. If the growth is uncertain, the "
       "requirement is inconclusive.") },
  { N_("Editing"),
    N_("Edit… (F2) and + open the editor: text and fields change together, and the result is shown "
       "below them. Drag the line in the chart, or move it with the arrow keys, to see at once "
       "what another limit would result in. The rest of the file stays unchanged. The pencil opens "
       "the file in another program; it is checked again as soon as it is saved.") },
  { N_("Durations"),
    N_("“R1: call of act <= 5 ms”: each call, from entry to exit. net is Self, gross is Total. "
       "“R2: p99 of call of act <= 4 ms”: one figure for all calls. “R3: call of act <= 5 ms allow "
       "1 of any 100”: now and then, a call may take longer.") },
  { N_("Rhythm"),
    N_("“R4: period of act in 9 ms .. 11 ms”, from start to start; “R5: jitter of act <= 1 ms”; "
       "“R6: count of act in any 100 ms >= 9”: it keeps running.") },
  { N_("Load"),
    /* xgettext:no-c-format */
    N_("“R7: load of act in any 10 ms <= 40 %”: wherever these 10 ms start. “R8: load of context "
       "CORE0 <= 70 %”: the load of a whole context.") },
  { N_("Order and delay"),
    N_("“R9: delay from end of sense to begin of act <= 1 ms”; “R10: order of sense, think, "
       "act in cycle”.") },
  { N_("Values and states"),
    N_("“R11: value of voltage in 11.5 .. 14.4”; “R12: never mode is LIMP_HOME”; “R13: always "
       "mode is DRIVE while act is open”.") },
  { N_("Chains"),
    N_("“chain c: sense -> think -> act”, then “R14: reaction of c <= 20 ms”, “R15: age of c "
       "<= 30 ms” and “R16: lost of c = 0”.") },
  { N_("Tracks"),
    N_("“track load: load of act in any 10 ms” has no limit: the timeline shows it as a derived "
       "track, its name in italics, below the track of act; the Values page has its figures. Each "
       "value is drawn at the start of the time that it was measured on. Show or Hide Its Curve, "
       "in the menu of a requirement, does the same and shows the limit as a dashed line; the part "
       "beyond it is hatched. A click on a curve of times shows its values on the Distribution "
       "page.") },
  { N_("Suggestions"), N_("Suggest Requirements, in the main menu, writes a file of limits that "
                          "the recording keeps, with some headroom. All its lines are comments: "
                          "remove the # in front of those that must hold.") },
  { N_("In a build"), N_("dwell-cli check --requirements=FILE fails if a requirement is violated, "
                         "and writes reports as JUnit and SARIF.") },
  { NULL, NULL },
};

static const DwellHelpPart distribution_parts[] = {
  { NULL, N_("The Distribution page shows how the durations of a function are spread, and how they "
             "change in the course of the recording.") },
  { N_("Measure"), N_("Duration, self time, period (from start to start), or jitter: a period "
                      "minus the median period of the whole recording, whatever the page’s "
                      "range.") },
  { N_("Deadline"), N_("Type a time. Dwell counts the spans that take longer or, for jitter, that "
                       "come earlier or later by more, and marks them: in the timeline with a "
                       "corner at their end, even where their track is folded, and in the overview "
                       "with a small triangle. Deadlines are kept with the recording.") },
  { N_("Choose durations"), N_("Drag over bars, or draw a box in the chart over time, to list "
                               "these spans. The timeline marks them, too, and Next and Previous "
                               "step through them. Esc clears the selection.") },
  { N_("Scales"), N_("A logarithmic scale shows rare values beside frequent ones: choose it in the "
                     "menu at the end of the toolbar.") },
  { N_("Compare"), N_("Keep a function, then choose another: up to eight share the charts.") },
  { NULL, NULL },
};

static const DwellHelpPart values_parts[] = {
  { NULL, N_("The Values page follows variables, states and signals: what each held, how often it "
             "changed, how long each state lasted.") },
  { N_("The cursor"), N_("The page shows the values at the cursor of the timeline. Ctrl with the "
                         "arrow keys moves the cursor.") },
  { N_("Share"), N_("The time in a state as a part of the range, as far as the range is within the "
                    "recording. Time for which no state is known belongs to none.") },
  { N_("Step to"), N_("Any change, a value that is reached (= 5, > 3), or the name of a state.") },
  { NULL, NULL },
};

static const DwellHelpPart costs_parts[] = {
  { NULL, N_("The Costs page shows how the cost of a routine grows with the size of its input. The "
             "size is the memory that a call read, not the n of a textbook.") },
  { N_("Cost"), N_("What the report measured: basic blocks that were executed (bb-count), "
                   "microseconds (time-usec) or instructions (vex-instr).") },
  { N_("Order"), N_("The routines that will hurt first when the input grows are at the top. At 10× "
                    "is the predicted cost of a call on ten times the largest size; rows are "
                    "sorted by how much more that is than on the largest size. Less certain "
                    "growths count less, and uncertain growths come last.") },
  { N_("Growth"), N_("The class of functions that best fits the worst costs: O(1), O(log n), O(n), "
                     "O(n log n), O(n¹·⁵), O(n²), O(n² log n), O(n³) or O(2ⁿ). “O(2ⁿ) to O(n)” "
                     "means that the growth is somewhere between these two, and that the measured "
                     "sizes do not show where. Too few sizes, or sizes too close together, give no "
                     "class rather than a wrong one.") },
  { N_("Confidence"), N_("High: one class fits clearly better than all others, on at least 8 sizes "
                         "far enough apart. Medium: it fits better, but there are few sizes, or "
                         "the costs stray a little from the curve. Low: another class fits about "
                         "as well, or the costs do not follow the curve closely.") },
  { N_("Exponent"), N_("The cost grows about like the size to the power of this number: 1 is "
                       "linear, 2 is quadratic.") },
  { N_("Kinds of charts"), N_("Worst, mean and best show the highest, the mean and the lowest cost "
                              "of the calls of each size. Calls shows how often each size "
                              "occurred, Cost of All Calls what the calls of a size cost together, "
                              "Variance how much the costs of one size differ. Amortized shows the "
                              "cost of all calls up to a size, divided by all that they read; Mean "
                              "Cost up to a Size divides it by the number of calls. Amortized "
                              "costs stay level where many cheap calls make up for rare expensive "
                              "ones.") },
  { N_("Zoom into a chart"), N_("Drag a box to zoom into it; Ctrl with the wheel, + and − zoom, "
                                "too. Press 0 or Home in the chart to show all of it again.") },
  { N_("Divide"), N_("Divide the costs by a function of the size: what still rises grows faster "
                     "than that function.") },
  { N_("Predict"), N_("Type a size to see what a call would cost there if its cost keeps growing "
                      "like this, and how far off the prediction may be. A curve that would push "
                      "the measured costs out of sight leaves the chart at an arrow that shows the "
                      "cost.") },
  { N_("Compare"), N_("Select up to eight routines with Ctrl or Shift to draw them together.") },
  { N_("Favourites"), N_("B makes the selected routines favourites; Favourites only, in the "
                         "filter, hides all others. They are kept with the recording; bookmarks in "
                         "the report are favourites at first.") },
  { NULL, NULL },
};

static const DwellHelpPart markers_parts[] = {
  { NULL, N_("The Markers page lists the moments that you named and your notes on spans. They are "
             "kept with your view of the recording, and come back with it.") },
  { N_("Set a marker"), N_("Click in the timeline, press M, type the text, and press Enter or "
                           "click elsewhere. Shift+Enter starts a new line, Esc cancels.") },
  { N_("Go to a marker"), N_("Double-click its row, or step with Shift+M in the timeline.") },
  { N_("Between two"), N_("Select both rows and choose Select the Time Between in their menu: the "
                          "pages then show that time. An export can also write only that time.") },
  { N_("Notes on spans"), N_("Click a span, press N, type, and press Enter; Shift+Enter starts a "
                             "new line. The details show the note when that span has the focus.") },
  { N_("Deleted by mistake"), N_("Press Ctrl+Z, or choose Undo in the message that appears.") },
  { N_("Share them"), N_("Save Report, in the menu, writes them as HTML or Markdown, with a "
                              "picture of the timeline.") },
  { NULL, NULL },
};

static const DwellHelpPart problems_parts[] = {
  { NULL, N_("The Problems page shows what was wrong with the file, where (line or byte) and how "
             "often. After an error, something is missing; after a warning, some figure is "
             "doubtful; a note is just for information.") },
  { N_("What to do"), N_("Look at the line in question. If the file was cut off, record again. If "
                         "its format leaves something open, other choices in Import Options may "
                         "help.") },
  { NULL, NULL },
};

static const DwellHelpPart info_parts[] = {
  { NULL, N_("The Info page shows what is known about the file: format, producer, time, command, "
             "and how much of everything it contains. Copy All copies it.") },
  { NULL, NULL },
};

static const DwellHelpPart find_parts[] = {
  { NULL, N_("Find looks for functions, messages and threads everywhere in the recording. The "
             "timeline dims what does not match, and Next and Previous step through the "
             "matches.") },
  { N_("Regular expressions"), N_("Between slashes: /^Sensor/ begins with Sensor, /read|write/ is "
                                  "either. Without slashes the text is taken literally, and case "
                                  "does not matter.") },
  { N_("Actions"), N_("Ctrl+Shift+P finds any action by a few letters of its name.") },
  { NULL, NULL },
};

static const DwellHelpPart export_parts[] = {
  { N_("Export"), N_("Writes a recording in another format, above all as Text1, in which you shape "
                     "every entry with macros. The dialog shows the first entries as they will be "
                     "written. Existing files are replaced only when everything is written.") },
  { N_("A part"), N_("The range, the contexts and the functions under Content apply to every "
                     "format. Spans that the range cuts are written as cut. The self time of "
                     "functions that are left out is added to that of their callers, unless the "
                     "format holds only sums.") },
  { N_("Perfetto"), N_("A recording with times can be written for ui.perfetto.dev, as a Perfetto "
                       "trace or as trace events. The first is smaller, has arguments with their "
                       "types, and shows overlapping spans on tracks of their own.") },
  { N_("Report"), N_("Save Report, in the menu, writes a summary of the recording as HTML or "
                     "Markdown: a picture of the timeline or of the costs, markers and notes, and "
                     "the figures (costs, deadlines, statistics, lines, problems).") },
  { N_("Tables"), N_("Copy takes the rows of a page to a spreadsheet; rows can also be dragged "
                     "out. Save as CSV writes times in nanoseconds, and full names.") },
  { N_("Pictures"), N_("Drag the label of a selection out of the timeline for a picture of the "
                       "selection. Charts and flame graphs can be saved as PNG, SVG or PDF.") },
  { N_("Print"), N_("Ctrl+P prints the timeline, the menu above a table prints its rows: on paper, "
                    "or to a PDF file.") },
  { NULL, NULL },
};

static const DwellHelpPart window_parts[] = {
  { NULL, N_("The timeline is at the top, a page below it. Drag the line between them, or give "
             "either of them the whole window. Pages for which a recording has no data are left "
             "out.") },
  { N_("Go to a page"), N_("Ctrl with a number goes to the page at that place among the tabs: "
                           "Ctrl+1 is the first. F6 moves between timeline, tabs, page and "
                           "details.") },
  { NULL, NULL },
};

static const DwellHelpPart text1_parts[] = {
  { NULL, N_("Text1 is what the profiler of an embedded debugger exports: contexts, functions, "
             "states, variables and signals, with a timeline as text or in a .BIN file beside "
             "it.") },
  { N_("Templates"), N_("Macros (%NAME%) shape its entries. The file usually holds its templates; "
                        "if not, set them in the import options.") },
  { N_("Preempted time"), N_("Tasks are preempted (suspended) and resumed, so Self, Total and "
                             "Duration differ. Preempted time is hatched in the timeline.") },
  { NULL, NULL },
};

static const DwellHelpPart ooo_parts[] = {
  { NULL, N_("The time-stamp log of an office suite: each line has a time, a thread, and the start "
             "or end of a scope, or a message.") },
  { N_("Times"), N_("Milliseconds since the timer started. Scopes shorter than a millisecond have "
                    "no length. Several processes are aligned by their wall clocks.") },
  { NULL, NULL },
};

static const DwellHelpPart lms_parts[] = {
  { NULL, N_("The profiler of a driving system writes the starts and ends of processes as CSV. "
             "Rows are labels, not threads: the file does not record threads.") },
  { N_("Times"), N_("Each line has the time since the line before, in microseconds. A damaged "
                    "number shifts everything after it and is reported.") },
  { N_("Nesting"), N_("A label that continues after a dot is a child: default.importer is below "
                      "default while that is open.") },
  { NULL, NULL },
};

static const DwellHelpPart br_parts[] = {
  { NULL, N_("The profile of an interpreter: which lines of which programs ran, with their stack, "
             "either at each sample or with measured times.") },
  { N_("The sequence"), N_("The order of the records makes a sequence of stacks. Its axis is "
                           "cumulative time or samples, not the time of day.") },
  { NULL, NULL },
};

static const DwellHelpPart trace_event_parts[] = {
  { NULL, N_("The JSON of chrome://tracing, which browsers, compilers, build tools and machine "
             "learning frameworks write: spans, counters and instants of threads and processes.") },
  { N_("Order"), N_("Events may be in any order: Dwell sorts them. A span that overlaps another "
                    "one without being nested in it is shown in a row of its own.") },
  { N_("Flows"), N_("Arrows from one span to another that it caused are shown for the focused "
                    "span, and listed in its details. G follows an arrow, Shift+G goes back.") },
  { N_("Times of day"), N_("Times far from zero are counted from the first one. The Info page "
                           "shows how far from zero that is.") },
  { N_("Not shown"), N_("Sampled stacks. The Problems page counts them.") },
  { NULL, NULL },
};

static const DwellHelpPart callgrind_parts[] = {
  { NULL, N_("The costs of functions and lines, and how often each function called which others, "
             "from callgrind and cachegrind of Valgrind, Xdebug and others. There are no times.") },
  { N_("Events"), N_("A file may count several things. The first is shown; choose another in "
                     "Import Options by its name.") },
  { N_("Call tree"), N_("The file records which function called which, not whole stacks. The costs "
                        "of a function are divided proportionally among its callers. Functions "
                        "that call each other in a cycle are one node, ⟳.") },
  { NULL, NULL },
};

static const DwellHelpPart btf_parts[] = {
  { NULL, N_("What the tasks, interrupts and runnables of an embedded system did, with its "
             "signals, semaphores and cores.") },
  { N_("Tasks"), N_("Each activation is a bar from start to end, paused while the task was off its "
                    "core; its runnables are below it. Total is the time on the core.") },
  { N_("States"), N_("Ready, running and waiting times of each task, and what each core ran, are "
                     "variables in the data tracks; they can be left out in Import Options.") },
  { N_("Export"), N_("Any recording with spans can be exported to this format. Where there are no "
                     "tasks, each outermost span becomes an activation of its thread.") },
  { NULL, NULL },
};

static const DwellHelpPart vcd_parts[] = {
  { NULL, N_("The recordings of logic analysers, hardware simulators and tracers of embedded "
             "systems: each change of each signal.") },
  { N_("Signals"), N_("A signal of one bit, or of texts, is a variable with states; a signal of "
                      "several bits, or of real numbers, is drawn as steps.") },
  { N_("Unknown values"), N_("x and z are states of a bit. A number with an x or z in it is "
                             "unknown, and is not part of any minimum, maximum or mean. While "
                             "recording was off, all signals are unknown.") },
  { N_("Time"), N_("Times are whole nanoseconds. The Problems page counts those that were "
                   "rounded.") },
  { N_("Export"), N_("Any recording with times can be exported to this format: the functions of a "
                     "thread become signals with their names, or one bit that shows whether it was "
                     "busy.") },
  { NULL, NULL },
};

static const DwellHelpPart csv_parts[] = {
  { NULL, N_("Tables of your own tools: a row is a span, a start or an end, a message, or the "
             "values of variables at a time.") },
  { N_("Columns"), N_("Dwell guesses from the names of the columns what they contain. Import "
                      "Options shows the guesses beside the first rows and lets you choose other "
                      "columns; a preset keeps your choices for the next table of that kind.") },
  { N_("Times"), N_("The unit is taken from the end of a column’s name, as in start_ms or Begin "
                    "(us); cells may also be dates. If there is no unit, Dwell assumes one, and "
                    "the Problems page reports it.") },
  { N_("States"), N_("If most values of a variable are texts, they are its states: each lasts "
                     "until the next.") },
  { N_("Rows that do not fit"), N_("They are left out, and the Problems page lists them with their "
                                   "lines.") },
  { NULL, NULL },
};

static const DwellHelpPart folded_parts[] = {
  { NULL, N_("How often, or for how long, each stack of functions was seen. The recordings of most "
             "profilers can be converted into this format. There are no times and no order of "
             "calls.") },
  { N_("Unit"), N_("The file does not contain the unit of its numbers. Dwell takes them for "
                   "samples, unless you choose times or bytes in Import Options.") },
  { N_("Processes and threads"), N_("If all outermost frames end in a number, as in java-12/34, "
                                    "they are shown as contexts.") },
  { NULL, NULL },
};

static const DwellHelpPart perf_script_parts[] = {
  { NULL, N_("Samples of perf with their stacks, as the command perf script prints them. “perf "
             "script -i perf.data” converts the recording perf.data into this text.") },
  { N_("Timeline"), N_("Spans are derived from samples: a function lasts for as long as "
                       "consecutive samples contain it. They are not included in statistics.") },
  { N_("Events"), N_("Samples of different events cannot be added up. Those of the first are "
                     "shown; choose another in Import Options by its name.") },
  { NULL, NULL },
};

static const DwellHelpPart aprof_parts[] = {
  { NULL, N_("A report of an input-sensitive profiler: the calls and costs of each routine by the "
             "size of its input. There are no times and no order of calls.") },
  { N_("Several reports"), N_("Reports of one program’s threads are added up when you open them "
                              "together.") },
  { N_("Contexts"), N_("If the report contains the callers of each routine, there is a call tree, "
                       "too.") },
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
  { "comparison", N_("Comparison"), DWELL_HELP_TEXT, KEYS (TABLES), comparison_parts },
  { "series", N_("Series"), DWELL_HELP_TEXT, KEYS (TABLES), series_parts },
  { "requirements", N_("Requirements"), DWELL_HELP_TEXT, KEYS (TABLES), requirements_parts },
  { "markers", N_("Markers"), DWELL_HELP_TEXT, 0, markers_parts },
  { "problems", N_("Problems"), DWELL_HELP_TEXT, 0, problems_parts },
  { "info", N_("Info"), DWELL_HELP_TEXT, 0, info_parts },
  { "find", N_("Finding"), DWELL_HELP_TEXT, KEYS (FIND), find_parts },
  { "export", N_("Exporting Results"), DWELL_HELP_TEXT, 0, export_parts },
  { "window", N_("Window and Pages"), DWELL_HELP_TEXT, KEYS (WINDOW) | KEYS (PAGES), window_parts },
  { "text1", NULL, DWELL_HELP_FORMAT, 0, text1_parts },
  { "ooo", NULL, DWELL_HELP_FORMAT, 0, ooo_parts },
  { "lms", NULL, DWELL_HELP_FORMAT, 0, lms_parts },
  { "br", NULL, DWELL_HELP_FORMAT, 0, br_parts },
  { "aprof", NULL, DWELL_HELP_FORMAT, 0, aprof_parts },
  { "callgrind", NULL, DWELL_HELP_FORMAT, 0, callgrind_parts },
  { "btf", NULL, DWELL_HELP_FORMAT, 0, btf_parts },
  { "folded", NULL, DWELL_HELP_FORMAT, 0, folded_parts },
  { "trace-event", NULL, DWELL_HELP_FORMAT, 0, trace_event_parts },
  { "perf-script", NULL, DWELL_HELP_FORMAT, 0, perf_script_parts },
  { "vcd", NULL, DWELL_HELP_FORMAT, 0, vcd_parts },
  { "csv", NULL, DWELL_HELP_FORMAT, 0, csv_parts },
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
 * @id: (nullable): the id of a topic; the topic of a page has the id of the page
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
 * for the text from the tables of statistics or formats.
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
