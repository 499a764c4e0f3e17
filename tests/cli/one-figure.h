/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages and the commands of dwell-cli tell of one range of one trace, written into one
 * book. Whoever tells a figure of a thing that another has told already must tell the same number,
 * and the same text. A page or command is a function of one-figure-pages.c or
 * one-figure-commands.c, and a line in the tables at their ends. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

/* What a figure is, so that its text can be made of its number. */
typedef enum {
  FIGURE_COUNT,
  FIGURE_TIME,  /* ns */
  FIGURE_SHARE, /* 0…1 */
  FIGURE_VALUE, /* of a variable: a number or a name */
} FigureType;

typedef struct _Book Book;

Book       *book_new   (void);
void        book_free  (Book *self);
/* Things of another range, or of another file, from here on: what was told is forgotten. */
void        book_turn  (Book       *self,
                        const char *title);
void        book_begin (Book       *self,
                        const char *witness);
/* @plain: as other programs read it, @text: as users do; NULL: it is not told in this way, "":
 * there is none. */
void        book_tell  (Book       *self,
                        FigureType  type,
                        const char *thing,
                        const char *figure,
                        const char *plain,
                        const char *text);
/* Each witness has told something that another one confirmed or contradicted. */
void        book_check (Book       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Book, book_free)

/* What is told of. */
typedef struct {
  Book            *book;
  const char      *file;     /* as dwell-cli is told it */
  DwellTrace      *trace;
  DwellView       *view;
  gint64           begin;    /* ns: the scope of the pages */
  gint64           end;
  gboolean         is_whole;
  const char      *options;  /* of dwell-cli: the same range */
  DwellStatistics *statistics; /* of the range, for knowing of which area a row of dwell-cli is */
} Scope;

typedef struct {
  const char  *name;
  void       (*tell) (const Scope *scope);
} Witness;

extern const Witness one_figure_pages[];    /* NULL-terminated by name */
extern const Witness one_figure_commands[];

/* What weighs in a profile: times, else how often something was met. */
static inline FigureType
get_weight_type (const Scope *scope)
{
  return (!dwell_trace_has (scope->trace, DWELL_TABLE_STACK_NODES) &&
          scope->trace->n_cost_owners == 0) ||
         scope->trace->weights_are_times ? FIGURE_TIME : FIGURE_COUNT;
}

/* The names that statistics have for the times of an area, or of what is told instead. */
static inline const char *
get_self_name (const Scope *scope)
{
  return get_weight_type (scope) == FIGURE_TIME ? "net.total" : "hits";
}

static inline const char *
get_total_name (const Scope *scope)
{
  return dwell_trace_has (scope->trace, DWELL_TABLE_STACK_NODES) ||
         scope->trace->n_cost_owners > 0 ? "cost" : "gross.total";
}

/* A damaged report tells less of a caller than of what that called: what is outermost in its tree
 * is then not what it tells of a routine. */
static inline gboolean
has_sound_stacks (const DwellTrace *trace)
{
  for (guint32 node = 0; node < trace->n_stack_nodes; node++)
    if (trace->node_parent[node] != DWELL_NONE &&
        trace->node_total[node] > trace->node_total[trace->node_parent[node]])
      return FALSE;

  return TRUE;
}

/* Things, for g_free(): "area 3", "area 3 in 1", "node 7", "span 12". */
static inline char *
thing_area (guint32 area,
            guint32 context)
{
  return context == DWELL_NONE ? g_strdup_printf ("area %u", area)
                               : g_strdup_printf ("area %u in %u", area, context);
}

static inline char *
thing_node (guint32 node)
{
  return g_strdup_printf ("node %u", node);
}

static inline char *
thing_span (guint32 span)
{
  return g_strdup_printf ("span %u", span);
}

G_END_DECLS
