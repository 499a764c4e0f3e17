/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the begin of a file would be read with given options: its first lines, each field with what
 * it is taken for; and what the file itself says of the options. Plain data, made on a worker, for
 * the dialog of import options. */
#pragma once

#include "formats/dwell-source.h"

G_BEGIN_DECLS

/* What is looked at of a file at most, decompressed. */
#define DWELL_PREVIEW_BYTES ((gsize) 256 << 10)

typedef enum {
  DWELL_PREVIEW_TEXT,      /* a line as it is */
  DWELL_PREVIEW_HEADER,
  DWELL_PREVIEW_TEMPLATE,  /* no line of the file: how those below are read */
  DWELL_PREVIEW_ROW,
  DWELL_PREVIEW_UNMATCHED, /* a row that cannot be read so */
  DWELL_PREVIEW_OMITTED,   /* no line of the file: how many rows are left out here, in words */
} DwellPreviewLineKind;

typedef struct {
  guint    meaning; /* into the preview's meanings */
  guint    begin;   /* bytes of the line's text */
  guint    end;
  gboolean is_bad;  /* it is not of the form that it should have */
} DwellPreviewField;

typedef struct {
  DwellPreviewLineKind kind;
  guint64              number; /* of the line in the file; 0 if it is none */
  char                *text;   /* UTF-8, without a line end; a very long line is cut */
  GArray              *fields; /* DwellPreviewField, in order */
  char                *reading; /* (nullable): what a field is read as, where it does not show */
} DwellPreviewLine;

/* What a field can be taken for. */
typedef struct {
  const char *name;    /* as in a template, without percent signs */
  const char *summary; /* untranslated */
} DwellPreviewMeaning;

/* What the file says of an option. */
typedef struct {
  const char *option;
  char       *own;         /* (nullable): what the file tells, which goes before what is given */
  char       *note;        /* (nullable): a translated sentence */
  gboolean    is_needed;   /* the file cannot tell it, and needs it */
  gboolean    is_doubtful; /* what the note says should be looked at */
} DwellPreviewFinding;

typedef struct {
  GPtrArray *lines;       /* DwellPreviewLine */
  GArray    *meanings;    /* DwellPreviewMeaning, in order of appearance */
  GArray    *findings;    /* DwellPreviewFinding */
  guint64    n_rows;      /* in the bytes looked at */
  guint64    n_unmatched;
  gsize      n_bytes;     /* looked at */
  gboolean   is_whole;    /* these were all */
} DwellPreview;

DwellPreview *dwell_preview_new  (void) G_GNUC_WARN_UNUSED_RESULT;
/* The first lines as they are, for formats that cannot do better. */
DwellPreview *dwell_preview_new_plain (DwellSource   *source,
                                       GCancellable  *cancellable,
                                       GError       **error) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_preview_free (DwellPreview *self);

DwellPreviewLine    *dwell_preview_add_line    (DwellPreview         *self,
                                                DwellPreviewLineKind  kind,
                                                guint64               number,
                                                const char           *text);
guint                dwell_preview_add_meaning (DwellPreview         *self,
                                                const char           *name,
                                                const char           *summary);
DwellPreviewFinding *dwell_preview_add_finding (DwellPreview         *self,
                                                const char           *option);
const DwellPreviewFinding *
                     dwell_preview_find        (const DwellPreview   *self,
                                                const char           *option);

/* How many of @length bytes to keep. */
gsize         dwell_preview_cut       (const char    *text,
                                       gsize          length,
                                       gsize          max);
/* The first bytes, followed by DWELL_BLOCK_PADDING of NUL. The source must not have been read. */
char         *dwell_preview_read_head (DwellSource   *source,
                                       gsize         *length,
                                       gboolean      *is_whole,
                                       GCancellable  *cancellable,
                                       GError       **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellPreview, dwell_preview_free)

G_END_DECLS
