/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contents of a callgrind file, added up: functions, the costs of their lines, and the calls
 * between them. Each table has a hash table beside it. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* A function is identified by all three; strings, 0 if not known. */
typedef struct {
  guint32 object;
  guint32 file;
  guint32 name;
} DwellCallgrindFunction;

typedef struct {
  guint32 function; /* its number */
  guint32 file;     /* string: the file of the line, which may differ from that of the function */
  guint32 line;
  gint64  cost;
} DwellCallgrindCost;

/* The cost of one line of a function. */
typedef struct {
  guint32 line; /* 0: not known */
  gint64  cost; /* not negative */
} DwellCallgrindLineCost;

typedef struct {
  DwellStrings *strings;
  DwellColumn  *functions; /* DwellCallgrindFunction */
  DwellColumn  *costs;     /* DwellCallgrindCost */
  DwellColumn  *arcs;      /* DwellCallArc, between numbers of functions */
  gint64        total;     /* of all costs */

  /*< private >*/
  DwellIds      function_ids;
  DwellIds      cost_ids;
  DwellIds      arc_ids;
  guint32       next_cost; /* the cost that comes next if this part repeats the previous one */
  guint32       next_arc;
} DwellCallgrindProfile;

void     dwell_callgrind_profile_init     (DwellCallgrindProfile *self,
                                           DwellStrings          *strings);
void     dwell_callgrind_profile_close    (DwellCallgrindProfile *self);
void     dwell_callgrind_profile_clear    (DwellCallgrindProfile *self);
guint32  dwell_callgrind_profile_get_function (DwellCallgrindProfile         *self,
                                               const DwellCallgrindFunction  *function,
                                               GError                       **error);
gboolean dwell_callgrind_profile_add_costs (DwellCallgrindProfile         *self,
                                            guint32                        function,
                                            guint32                        file,
                                            const DwellCallgrindLineCost  *costs,
                                            guint                          n_costs,
                                            GError                       **error);
gboolean dwell_callgrind_profile_add_call (DwellCallgrindProfile  *self,
                                           guint32                 caller,
                                           guint32                 callee,
                                           guint64                 calls,
                                           gint64                  total,
                                           GError                **error);

G_END_DECLS
