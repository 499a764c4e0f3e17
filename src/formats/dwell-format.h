/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A format is one const struct of functions. To add one: a folder, a struct, a line in the registry
 * (dwell-formats.c). */
#pragma once

#include "core/dwell-builder.h"
#include "formats/dwell-checkpoint.h"
#include "formats/dwell-preview.h"
#include "formats/dwell-sink.h"
#include "formats/dwell-source.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_OPTION_CHOICE, /* one of choices */
  DWELL_OPTION_TEXT,
  DWELL_OPTION_TEMPLATE, /* text with macros */
  DWELL_OPTION_FILE,     /* path or URI; a relative one is looked for beside the file first */
  DWELL_OPTION_BOOLEAN, /* "true" or "false" */
  DWELL_OPTION_INTEGER,
} DwellOptionType;

/* What dialogs, `dwell-cli --option` and the help are built from. */
typedef struct {
  const char         *name;          /* as on the command line: "Rows" */
  DwellOptionType     type;
  const char * const *choices;       /* NULL-terminated, or NULL */
  const char         *default_value;
  const char         *summary;       /* one sentence, untranslated, marked with N_() */
  const char         *title;         /* in dialogs, untranslated; NULL = the name */
  const char * const *choice_titles; /* of the choices in dialogs; NULL = as they are */
  const char         *group;         /* under what it stands in dialogs; NULL = “Options” */
} DwellOption;

/* Values by option name; absent = default. Built by dwell_options_new(), which checks them. */
typedef struct _DwellOptions DwellOptions;

/* A raw record of a trace in words. */
typedef struct {
  char     *type;     /* "3 line" */
  char     *what;     /* the area or place that it is of; "" if none */
  char     *value;    /* a time or a number; "" if it has none */
  gboolean  is_apart; /* it is in no totals */
} DwellRecordText;

typedef struct {
  const char         *id;        /* stable; kept in settings, given to --input-format */
  const char         *title;     /* untranslated, marked with N_() */
  const char         *mime_type;
  const char * const *suffixes;  /* with dot, NULL-terminated; for dialogs, never for recognition */
  guint               tables;    /* DwellTables that it can hold */
  const DwellOption  *read_options;
  guint               n_read_options;

  /* 0 (not ours) to 100 (certain), from the first bytes alone. */
  guint    (*recognise) (const char    *head,
                         gsize          length);
  /* Fills @builder (also its begin, end and n_events). On a worker thread. @checkpoint is NULL
   * where nothing takes partial traces. An error only if nothing can be shown. */
  gboolean (*read)      (DwellSource        *source,
                         const DwellOptions *options,
                         DwellBuilder       *builder,
                         DwellCheckpoint    *checkpoint,
                         DwellProgress      *progress,
                         GCancellable       *cancellable,
                         GError            **error);

  /* Writes @trace into parts of @sink, which the caller commits. On a worker thread. NULL where the
   * format is only read, as read is NULL where it is only written. */
  gboolean (*write)     (DwellTrace         *trace,
                         const DwellOptions *options,
                         DwellSink          *sink,
                         DwellProgress      *progress,
                         GCancellable       *cancellable,
                         GError            **error);
  /* Whether there is something in @trace that it can hold. */
  gboolean (*can_write) (const DwellTrace   *trace);
  const DwellOption  *write_options;
  guint               n_write_options;
  const char         *write_summary; /* what is written: one sentence, untranslated */
  /* How the first bytes would be read with these options. On a worker thread, without having
   * read from @source before. NULL: the lines are shown as they are. */
  DwellPreview *(*preview) (DwellSource        *source,
                            const DwellOptions *options,
                            GCancellable       *cancellable,
                            GError            **error);
  /* Fills @text. NULL where traces of the format keep no raw records. */
  void     (*describe_record) (const DwellTrace  *trace,
                               const DwellRecord *record,
                               DwellRecordText   *text);
} DwellFormat;

/* The options of reading, and those of writing. */
DwellOptions *dwell_options_new             (const DwellFormat  *format,
                                             const char * const *key_values,
                                             GError            **error) G_GNUC_WARN_UNUSED_RESULT;
DwellOptions *dwell_options_new_for_writing (const DwellFormat  *format,
                                             const char * const *key_values,
                                             GError            **error) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_options_free            (DwellOptions       *self);
const char   *dwell_options_get             (const DwellOptions *self,
                                             const char         *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellOptions, dwell_options_free)

G_END_DECLS
