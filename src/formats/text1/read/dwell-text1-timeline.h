/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses a Text1 file block by block, on any thread. A block becomes runs in the order of its
 * lines: headers, rows of other sections (which the reader's thread parses), and events. */
#pragma once

#include "formats/common/dwell-lines.h"
#include "formats/text1/common/dwell-text1-sections.h"
#include "formats/text1/read/dwell-text1-machine.h"

G_BEGIN_DECLS

#define DWELL_TEXT1_MAX_STEPS 16

typedef enum {
  DWELL_TEXT1_STEP_END,
  DWELL_TEXT1_STEP_LITERAL,
  DWELL_TEXT1_STEP_HANDLE,
  DWELL_TEXT1_STEP_EVENT,
  DWELL_TEXT1_STEP_VALUE,
  DWELL_TEXT1_STEP_TIME,
  DWELL_TEXT1_STEP_CONTEXT,
} DwellText1StepKind;

typedef struct {
  DwellText1StepKind kind;
  char               stop; /* CONTEXT: the byte after it; '\n' at the end of the row */
  const char        *text; /* LITERAL */
  gsize              length;
} DwellText1Step;

/* A section; shared by threads: immutable and reference-counted. */
typedef struct {
  DwellText1SectionKind kind;
  DwellTemplate        *entry;
  DwellText1LineEnd     line_end; /* of its header */
  gboolean              has_steps; /* the steps can parse rows, without the template */
  DwellText1Step        steps[DWELL_TEXT1_MAX_STEPS];
  gatomicrefcount       ref_count;
} DwellText1Section;

DwellText1Section *dwell_text1_section_new   (const DwellText1Header *header,
                                              const DwellText1Given  *given,
                                              DwellText1LineEnd       line_end)
                                              G_GNUC_WARN_UNUSED_RESULT;
DwellText1Section *dwell_text1_section_ref   (DwellText1Section      *self);
void               dwell_text1_section_unref (DwellText1Section      *self);

typedef enum {
  DWELL_TEXT1_RUN_HEADER,
  DWELL_TEXT1_RUN_ROWS,      /* of a section that is not a timeline */
  DWELL_TEXT1_RUN_EVENTS,    /* rows in the form in which Dwell writes them */
  DWELL_TEXT1_RUN_IRREGULAR, /* a row with one event or none (empty), kept as it is */
  DWELL_TEXT1_RUN_BAD,       /* a row of the timeline that is not a valid event */
} DwellText1RunKind;

/* Consecutive lines of one kind. */
typedef struct {
  DwellText1RunKind  kind;
  gboolean           is_double; /* IRREGULAR: the value of the event is a double */
  gboolean           is_beyond; /* BAD: its time is out of range */
  guint32            offset;    /* in the block; likewise length, with line ends */
  guint32            length;
  guint32            first_line; /* number of line ends before it in the block */
  guint32            first_event;
  guint32            n_events;
  DwellText1Section *section;   /* (nullable) (owned): HEADER of a timeline */
} DwellText1Run;

/* A parsed block. */
typedef struct {
  GArray            *runs;     /* DwellText1Run */
  DwellText1Event   *events;   /* with indexes into contexts instead of contexts, or DWELL_NONE */
  gsize              n_events;
  gsize              n_allocated;
  gsize              n_kinds[DWELL_TEXT1_N_KINDS]; /* number of events by kind */
  GArray            *contexts; /* DwellField: the contexts' texts in the rows, each once */
  guint32           *context_slots; /* by hash: index into contexts + 1 */
  guint32            n_context_slots;
  DwellText1Section *assumed;  /* (nullable) (owned): the section it is assumed to begin in */
} DwellText1Block;

DwellText1Block *dwell_text1_block_new   (void) G_GNUC_WARN_UNUSED_RESULT;
void             dwell_text1_block_free  (DwellText1Block       *self);
void             dwell_text1_block_parse (DwellText1Block       *self,
                                          const DwellBlock      *block,
                                          DwellText1Section     *section,
                                          const DwellText1Given *given,
                                          gboolean               keep_rows);
void             dwell_text1_run_report_unmatched (const DwellText1Run *self,
                                                   const DwellBlock    *block,
                                                   guint64              line,
                                                   DwellProblems       *problems);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Section, dwell_text1_section_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Block, dwell_text1_block_free)

G_END_DECLS
