/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Header lines of a Text1 file, and the section that each begins: README.md, "Headers". */
#pragma once

#include "formats/text1/dwell-text1-source.h"
#include "formats/text1/dwell-text1-value.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TEXT1_SECTION_NONE, /* before the first header */
  DWELL_TEXT1_SECTION_INFO,
  DWELL_TEXT1_SECTION_CONTEXTS,
  DWELL_TEXT1_SECTION_HANDLE,
  DWELL_TEXT1_SECTION_STATISTICS,
  DWELL_TEXT1_SECTION_TIMELINE,
} DwellText1SectionKind;

/* What the user said where a file cannot: read by all threads. */
typedef struct {
  DwellTemplate  *templates[DWELL_N_TEMPLATES]; /* NULL where he said nothing */
  gboolean        has_headers; /* some of the header templates are given */
  gboolean        overrides;   /* they go before those that the file carries */
  DwellText1Base  base;
} DwellText1Given;

/* A header line taken apart; fields lie in the line, their text is NULL where they are missing. */
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
/* The template of the rows: the header's own (unless the given one overrides it), else the given,
 * else the default. */
DwellTemplate    *dwell_text1_header_compile  (const DwellText1Header *header,
                                               const DwellText1Given  *given)
                                               G_GNUC_WARN_UNUSED_RESULT;

void              dwell_text1_header_check    (const DwellText1Header *header,
                                               const DwellText1Given  *given,
                                               const DwellTemplate    *entry,
                                               DwellProblems          *problems,
                                               guint64                 line);

/* The length of the line at @text without its line end (LF, CR LF, CR), and the line end's. */
gsize             dwell_text1_measure_line  (const char *text,
                                             const char *end,
                                             gsize      *line_end);

G_END_DECLS
