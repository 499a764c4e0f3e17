/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declares the functions that the list of problems and its items share. */
#pragma once

#include "model/lists/dwell-problem-list.h"

G_BEGIN_DECLS

DwellProblemItem *_dwell_problem_item_new   (DwellProblems      *problems,
                                             guint               number) G_GNUC_WARN_UNUSED_RESULT;
char             *_dwell_problem_make_place (const DwellProblem *problem) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
