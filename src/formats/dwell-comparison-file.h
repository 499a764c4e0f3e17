/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that name two recordings to compare, and how to compare them: .dwell-comparison, key files
 * of one group.
 *
 *   [Dwell Comparison]
 *   Version=1
 *   Base=old/engine.csv           a path from the folder of this file, escaped as in URIs;
 *                                 several, with “;” between them, are joined
 *   New=engine.csv
 *   BaseFormat=csv                as in “dwell-cli --input-format”; if missing: recognised
 *   BaseOptions=TimeUnit=ms;…     import options, as in “--option”
 *   NewFormat=csv
 *   NewOptions=TimeUnit=ms;…
 *   BaseRange=0 400000            ns; if missing, all of a recording is compared
 *   NewRange=100000 500000
 *   Measure=net.total             as in “dwell-cli compare --measure”
 *   Per=second                    second or total
 *   Noise=0.01
 *   ByContext=true                rows of each context
 *   Align=anchors                 of the timelines
 *   Pairs=BASEKEY=NEWKEY;…        functions and contexts that the user matched, by their keys
 *   Shifts=NEWKEY=12;…            routines that moved within their modules, and by how many lines
 *                                 they moved further than their first line
 *
 * All but Version, Base and New may be missing. Keys are those of dwell-keys.h, escaped as in URIs.
 * A path that leaves the folder may lead anywhere, so the user is asked before it is followed. */
#pragma once

#include "formats/dwell-origin.h"

G_BEGIN_DECLS

#define DWELL_COMPARISON_SUFFIX ".dwell-comparison"
#define DWELL_COMPARISON_TYPE   "application/x-dwell-comparison"

/* The most files that are joined for one side. */
#define DWELL_COMPARISON_MAX_FILES 1000

/* What one side is read from, and how. */
typedef struct {
  GStrv names; /* of files, as written in the file: one, or several that are joined */
  char *format; /* "": to be recognised */
  GStrv options; /* "KEY=VALUE" */
} DwellComparisonRecording;

typedef struct {
  DwellComparisonRecording base;
  DwellComparisonRecording new;
  gboolean has_base_range;
  gboolean has_new_range;
  gint64   base_begin; /* ns */
  gint64   base_end;
  gint64   new_begin;
  gint64   new_end;
  char    *measure; /* "": the default; likewise the next three */
  char    *per;
  char    *noise;
  char    *align;
  gboolean by_context;
  GStrv    pairs;
  GStrv    shifts;
} DwellComparisonFile;

gboolean             dwell_comparison_file_is_one    (const char                 *head,
                                                      gsize                       length);
DwellComparisonFile *dwell_comparison_file_load      (GFile                      *file,
                                                      GCancellable               *cancellable,
                                                      GError                    **error)
                                                     G_GNUC_WARN_UNUSED_RESULT;
gboolean             dwell_comparison_file_save      (const DwellComparisonFile  *self,
                                                      GFile                      *file,
                                                      GCancellable               *cancellable,
                                                      GError                    **error);
void                 dwell_comparison_file_free      (DwellComparisonFile        *self);

char                *dwell_comparison_file_make_name (GFile                      *file,
                                                      GFile                      *recording)
                                                     G_GNUC_WARN_UNUSED_RESULT;
GFile               *dwell_comparison_file_resolve   (GFile                      *file,
                                                      const char                 *name)
                                                     G_GNUC_WARN_UNUSED_RESULT;
gboolean             dwell_comparison_file_leaves    (const char                 *name);

void                 dwell_comparison_recording_take (DwellComparisonRecording   *self,
                                                      GFile                      *file,
                                                      const DwellOrigin          *origin);
DwellOrigin         *dwell_comparison_recording_find (const DwellComparisonRecording *self,
                                                      GFile                      *file)
                                                     G_GNUC_WARN_UNUSED_RESULT;
gboolean             dwell_comparison_recording_leaves (const DwellComparisonRecording *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellComparisonFile, dwell_comparison_file_free)

G_END_DECLS
