/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A preview shows how the start of a file would be read with given options: its first lines, each
 * field with its meaning, and what the file itself says about the options. It is plain data, made
 * on a worker for the dialog of import options. */
#pragma once

#include "formats/common/dwell-source.h"

G_BEGIN_DECLS

/* The greatest number of bytes that a preview reads, decompressed. */
#define DWELL_PREVIEW_BYTES ((gsize) 256 << 10)

typedef enum {
  DWELL_PREVIEW_TEXT,      /* a line as it is */
  DWELL_PREVIEW_HEADER,
  DWELL_PREVIEW_TEMPLATE,  /* not in the file: the template of the lines below */
  DWELL_PREVIEW_ROW,
  DWELL_PREVIEW_UNMATCHED, /* a row that does not match the template */
  DWELL_PREVIEW_OMITTED,   /* not in the file: says how many rows are left out here */
} DwellPreviewLineKind;

typedef struct {
  guint    meaning; /* index into the preview's meanings */
  guint    begin;   /* first byte in the line's text */
  guint    end;
  gboolean is_bad;  /* its value is not valid */
} DwellPreviewField;

typedef struct {
  DwellPreviewLineKind kind;
  guint64              number; /* of the line in the file, from 1; 0 if it is not in the file */
  char                *text;   /* UTF-8, without a line end; a very long line is cut */
  GArray              *fields; /* DwellPreviewField, in order */
  char                *reading; /* (nullable): the value of a field, if the text does not show it */
} DwellPreviewLine;

/* A possible meaning of a field. */
typedef struct {
  const char *name;    /* as in a template, without percent signs */
  const char *title;   /* (nullable): in a legend, untranslated; NULL = the name */
  const char *summary; /* untranslated */
} DwellPreviewMeaning;

/* Information in the file about an option. */
typedef struct {
  const char *option;
  char       *own;         /* (nullable): the value in the file, which overrides a given one */
  char       *note;        /* (nullable): a translated sentence */
  gboolean    is_needed;   /* the file needs the option, and has no value for it */
  gboolean    is_doubtful; /* the user should read the note */
} DwellPreviewFinding;

typedef struct {
  GPtrArray *lines;       /* DwellPreviewLine */
  GArray    *meanings;    /* DwellPreviewMeaning, in order of appearance */
  GArray    *findings;    /* DwellPreviewFinding */
  GPtrArray *columns;     /* utf8: names of the file's columns, for options that take one */
  guint64    n_rows;      /* in the bytes that were read */
  guint64    n_unmatched;
  gsize      n_bytes;     /* that were read */
  gboolean   is_whole;    /* these are all bytes of the file */
} DwellPreview;

DwellPreview *dwell_preview_new       (void) G_GNUC_WARN_UNUSED_RESULT;
DwellPreview *dwell_preview_new_plain (DwellSource   *source,
                                       GCancellable  *cancellable,
                                       GError       **error) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_preview_free      (DwellPreview  *self);

DwellPreviewLine    *dwell_preview_add_line    (DwellPreview         *self,
                                                DwellPreviewLineKind  kind,
                                                guint64               number,
                                                const char           *text);
guint                dwell_preview_add_meaning (DwellPreview         *self,
                                                const char           *name,
                                                const char           *title,
                                                const char           *summary);
DwellPreviewFinding *dwell_preview_add_finding (DwellPreview         *self,
                                                const char           *option);
const DwellPreviewFinding *
                     dwell_preview_find        (const DwellPreview   *self,
                                                const char           *option);

gsize         dwell_preview_cut       (const char    *text,
                                       gsize          length,
                                       gsize          max);
char         *dwell_preview_read_head (DwellSource   *source,
                                       gsize         *length,
                                       gboolean      *is_whole,
                                       GCancellable  *cancellable,
                                       GError       **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellPreview, dwell_preview_free)

G_END_DECLS
