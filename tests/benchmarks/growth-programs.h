/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real algorithms in a memory that counts, as aprof does, what an activation reads before it writes
 * it (its size) and how much it does (its cost): data for the classifier of growth that no formula
 * made, with the repetitions, early ends, steps and lower terms that programs have. */
#pragma once

#include <glib.h>

typedef struct {
  const char *name;
  guint       classes;  /* bits 1 << DwellGrowthClass: what may be said of its worst cost */
  guint       max_n;    /* maximum number of cells of the input */
  guint       index;
} GrowthProgram;

typedef struct {
  double size;
  double cost;
} GrowthRun;

const GrowthProgram *growth_programs_get_all (guint               *n_programs);
/* Runs it on @n_runs inputs of up to @max_n; the worst cost of each size, by size. */
GArray              *growth_program_measure  (const GrowthProgram *self,
                                              guint                n_runs,
                                              guint                max_n,
                                              guint64              seed);
