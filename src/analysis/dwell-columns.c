/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of costs, values, lines and call trees. */
#include "config.h"

#include "analysis/dwell-columns.h"

#include <glib/gi18n-lib.h>

const DwellColumnInfo dwell_cost_columns[DWELL_N_COST_LIST_COLUMNS] = {
  [DWELL_COST_LIST_FAVOURITE] = {
    "favourite", N_("★"), N_("A favourite of yours, or bookmarked in the file"), DWELL_CELL_NONE },
  [DWELL_COST_LIST_NAME] = { "name", N_("Routine"), N_("The routine"), DWELL_CELL_TEXT },
  [DWELL_COST_LIST_GROWTH] = {
    "growth", N_("Growth"), N_("How the cost grows with the size, and how sure that is"),
    DWELL_CELL_TEXT },
  [DWELL_COST_LIST_AT_10X] = {
    /* Translators: a predicted cost: at ten times the largest size */
    "at_10x", N_("At 10×"),
    N_("The predicted cost of a call on ten times the largest size. Sorted by the predicted rise, "
       "which counts less where the growth is less sure; growths that are not sure come last"),
    DWELL_CELL_COUNT },
  [DWELL_COST_LIST_EXPONENT] = {
    "exponent", N_("Exponent"), N_("The cost grows about like the size to this power"),
    DWELL_CELL_REAL },
  [DWELL_COST_LIST_PLOT] = {
    "plot", N_("Cost by Size"), N_("The cost of the worst call of each size"), DWELL_CELL_NONE },
  [DWELL_COST_LIST_COST] = {
    "cost", N_("Cost"), N_("The cost of all its calls"), DWELL_CELL_COUNT },
  [DWELL_COST_LIST_SHARE] = {
    "share", N_("Share"), N_("Its cost as a part of all costs"), DWELL_CELL_SHARE },
  [DWELL_COST_LIST_CALLS] = {
    "calls", N_("Calls"), N_("How often it was called"), DWELL_CELL_COUNT },
  [DWELL_COST_LIST_CALL_SHARE] = {
    "call_share", N_("Call Share"), N_("Its calls as a part of all calls"), DWELL_CELL_SHARE },
  [DWELL_COST_LIST_SIZES] = {
    "sizes", N_("Sizes"), N_("On how many different sizes it was called"), DWELL_CELL_COUNT },
  [DWELL_COST_LIST_MAX_SIZE] = {
    "max_size", N_("Largest"), N_("The largest size, in cells of memory read"), DWELL_CELL_COUNT },
  [DWELL_COST_LIST_SYSCALL] = {
    "syscall", N_("System"), N_("Part of the input that system calls wrote"), DWELL_CELL_SHARE },
  [DWELL_COST_LIST_THREAD] = {
    "thread", N_("Threads"), N_("Part of the input that other threads wrote"), DWELL_CELL_SHARE },
  [DWELL_COST_LIST_CONTEXTS] = {
    "contexts", N_("Contexts"), N_("In how many calling contexts it was measured"),
    DWELL_CELL_COUNT },
  [DWELL_COST_LIST_IMAGE] = {
    "image", N_("Image"), N_("The program or library that it belongs to"), DWELL_CELL_TEXT },
};

const DwellColumnInfo dwell_value_columns[DWELL_N_VALUE_COLUMNS] = {
  [DWELL_VALUE_COLUMN_NAME] = {
    "name", N_("Name"), N_("The variable or signal, or one of its states"), DWELL_CELL_TEXT },
  [DWELL_VALUE_COLUMN_KIND] = {
    "kind", N_("Kind"), N_("What it is: variable, state variable, signal"), DWELL_CELL_TEXT },
  [DWELL_VALUE_COLUMN_CONTEXT] = {
    "context", N_("Context"), N_("Where it belongs"), DWELL_CELL_TEXT },
  [DWELL_VALUE_COLUMN_AT_CURSOR] = {
    "value", N_("At Cursor"), N_("The value that it holds at the cursor"), DWELL_CELL_REAL },
  [DWELL_VALUE_COLUMN_UNIT] = {
    "unit", N_("Unit"), N_("The unit of its values"), DWELL_CELL_TEXT },
  [DWELL_VALUE_COLUMN_COUNT] = {
    "writes", N_("Writes"), N_("How often it was written in this range; for a state, how often it "
                               "was entered"),
    DWELL_CELL_COUNT },
  [DWELL_VALUE_COLUMN_MIN] = {
    "min", N_("Min"), N_("The least value that it held in this range"), DWELL_CELL_REAL },
  [DWELL_VALUE_COLUMN_MAX] = {
    "max", N_("Max"), N_("The greatest value that it held in this range"), DWELL_CELL_REAL },
  [DWELL_VALUE_COLUMN_MEAN] = {
    "mean", N_("Mean"), N_("Its mean value, weighted by the time for which it held each"),
    DWELL_CELL_MEAN },
  [DWELL_VALUE_COLUMN_LAST] = {
    "last", N_("Last"), N_("The value that it held at the end of this range"), DWELL_CELL_REAL },
  [DWELL_VALUE_COLUMN_TIME] = {
    "time", N_("Time"), N_("For how long it was in this state"), DWELL_CELL_TIME },
  [DWELL_VALUE_COLUMN_SHARE] = {
    "share", N_("Share"),
    N_("The time in this state as a part of this range, as far as the range lies in the "
       "recording"), DWELL_CELL_SHARE },
  [DWELL_VALUE_COLUMN_LONGEST] = {
    "longest", N_("Longest"), N_("The longest stay in this state, from entry to exit"),
    DWELL_CELL_TIME },
};

const DwellColumnInfo dwell_line_columns[DWELL_N_LINE_COLUMNS] = {
  [DWELL_LINE_NAME] = {
    "name", N_("Line"), N_("The line of source, routine or module"), DWELL_CELL_TEXT },
  [DWELL_LINE_TEXT] = { "text", N_("Text"), N_("The text of the line"), DWELL_CELL_TEXT },
  [DWELL_LINE_MODULE] = {
    "module", N_("Module"), N_("The module that it belongs to"), DWELL_CELL_TEXT },
  [DWELL_LINE_ROUTINE] = {
    "routine", N_("Routine"), N_("The routine that the line is in"), DWELL_CELL_TEXT },
  [DWELL_LINE_HITS] = {
    "hits", N_("Count"), N_("How often the line ran, or was hit by a sample"), DWELL_CELL_COUNT },
  [DWELL_LINE_TIME] = {
    "time", N_("Self"), N_("Time in the line alone, without what it called"), DWELL_CELL_TIME },
  [DWELL_LINE_AVERAGE] = {
    "average", N_("Mean"), N_("The mean time of a run of the line"), DWELL_CELL_TIME },
  [DWELL_LINE_MIN] = { "min", N_("Min"), N_("The shortest run of the line"), DWELL_CELL_TIME },
  [DWELL_LINE_MAX] = { "max", N_("Max"), N_("The longest run of the line"), DWELL_CELL_TIME },
  [DWELL_LINE_SHARE] = {
    "share", N_("Share"), N_("Its part of the time of all lines"), DWELL_CELL_SHARE },
};

const DwellColumnInfo dwell_tree_columns[DWELL_N_TREE_COLUMNS] = {
  [DWELL_TREE_NAME] = {
    "name", N_("Name"), N_("The function that was called, below its caller"), DWELL_CELL_TEXT },
  [DWELL_TREE_COUNT] = {
    "count", N_("Count"), N_("How often it was called here"), DWELL_CELL_COUNT },
  [DWELL_TREE_TOTAL] = {
    "total", N_("Total"), N_("Time in it and in what it called"), DWELL_CELL_TIME },
  /* xgettext:no-c-format */
  [DWELL_TREE_TOTAL_SHARE] = { "total_share", N_("Total %"),
    N_("This time as a part of all that is shown"), DWELL_CELL_SHARE },
  [DWELL_TREE_SELF] = {
    "self", N_("Self"), N_("Time in it alone, without what it called"), DWELL_CELL_TIME },
  /* xgettext:no-c-format */
  [DWELL_TREE_SELF_SHARE] = { "self_share", N_("Self %"),
    N_("This time as a part of all that is shown"), DWELL_CELL_SHARE },
};
