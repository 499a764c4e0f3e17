/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the pages share. */
#pragma once

#include "model-fixture.h"
#include "model/lists/dwell-query.h"
#include "one-figure.h"

G_BEGIN_DECLS

/* Of many areas or spans so many are looked at one by one. */
#define MAX_LOOKED_AT 12u

static inline void
wait_for (gpointer query)
{
  WAIT_UNTIL (!dwell_query_get_busy (query));
}

static inline guint
get_n (gpointer list)
{
  return g_list_model_get_n_items (list);
}

/* one-figure-trees.c */
void one_figure_tell_tree      (const Scope *scope);
void one_figure_tell_bottom_up (const Scope *scope);
void one_figure_tell_callers   (const Scope *scope);
void one_figure_tell_flame     (const Scope *scope);
void one_figure_tell_costs     (const Scope *scope);

G_END_DECLS
