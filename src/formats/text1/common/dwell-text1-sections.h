/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Header lines of a Text1 file, and the section that each begins: README.md, "Headers". */
#pragma once

#include "formats/text1/common/dwell-text1-value.h"
#include "formats/text1/read/dwell-text1-source.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TEXT1_SECTION_NONE, /* before the first header */
  DWELL_TEXT1_SECTION_INFO,
  DWELL_TEXT1_SECTION_CONTEXTS,
  DWELL_TEXT1_SECTION_HANDLE,
  DWELL_TEXT1_SECTION_STATISTICS,
  DWELL_TEXT1_SECTION_TIMELINE,
} DwellText1SectionKind;

/* Settings of the user that a file cannot contain; all threads read them. */
typedef struct {
  DwellTemplate  *templates[DWELL_N_TEMPLATES]; /* (nullable) each */
  gboolean        has_headers; /* some of them are of headers */
  gboolean        overrides;   /* they override the templates in the file */
  DwellText1Base  base;
} DwellText1Given;

/* The parts of a header line. The fields point into the line; a missing one has no text. */
typedef struct {
  DwellText1SectionKind kind;
  DwellField            class_name;
  DwellField            context; /* with its label, as "TSK: name" */
  DwellField            entry;   /* the template of the rows */
} DwellText1Header;

gboolean          dwell_text1_header_parse  (const char            *line,
                                             gsize                  length,
                                             const DwellText1Given *given,
                                             DwellKnownTextFunc     known,
                                             gpointer               user_data,
                                             DwellText1Header      *header);
DwellTemplateKind dwell_text1_get_header_kind (DwellText1SectionKind kind);
DwellTemplateKind dwell_text1_get_entry_kind  (DwellText1SectionKind kind);
DwellTemplate    *dwell_text1_header_compile  (const DwellText1Header *header,
                                               const DwellText1Given  *given)
                                               G_GNUC_WARN_UNUSED_RESULT;

void              dwell_text1_header_check    (const DwellText1Header *header,
                                               const DwellText1Given  *given,
                                               const DwellTemplate    *entry,
                                               DwellProblems          *problems,
                                               guint64                 line);

gsize             dwell_text1_measure_line  (const char *text,
                                             const char *end,
                                             gsize      *line_end);

G_END_DECLS
