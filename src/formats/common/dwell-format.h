/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A format is one const struct of functions. To add one: a folder, a struct, a line in the registry
 * (dwell-formats.c). */
#pragma once

#include "core/dwell-builder.h"
#include "formats/common/dwell-checkpoint.h"
#include "formats/common/dwell-preview.h"
#include "formats/common/dwell-sink.h"
#include "formats/common/dwell-source.h"

G_BEGIN_DECLS

typedef struct _DwellFormat DwellFormat;
typedef struct _DwellExportSettings DwellExportSettings; /* dwell-export-settings.h */

typedef enum {
  DWELL_OPTION_CHOICE, /* one of choices */
  DWELL_OPTION_TEXT,
  DWELL_OPTION_TEMPLATE, /* text with macros */
  DWELL_OPTION_FILE,     /* path or URI; a relative one is searched beside the file first */
  DWELL_OPTION_BOOLEAN, /* "true" or "false" */
  /* Only for reading: */
  DWELL_OPTION_COLUMN,   /* the name of a column of the file, or # and its number; "-" none, ""
                          * what the file suggests */
  DWELL_OPTION_COLUMNS,  /* likewise, or several as a record of CSV; "*" all others */
  /* Only for writing: */
  DWELL_OPTION_FLAGS,    /* some of choices, a comma between them */
  DWELL_OPTION_SECTIONS, /* likewise: the sections of the file; at most one option is of this
                          * type */
  DWELL_OPTION_PATTERN,  /* of names: text, * and ?, or /expression/; or one of choices, the first
                          * of which means all names and has no title */
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
  const char         *group;         /* heading in dialogs; NULL = “Options” */
  /* Only for writing: */
  const char * const *choice_summaries; /* of sections: what they hold; of flags: short titles */
  guint               section; /* which section it belongs to: its place among their choices, plus
                                * 1 */
  gsize               offset;  /* into the settings: of a gboolean, a guint (the place of the
                                * choice, or a bit for each), or a char * */
  const char         *needs;   /* (nullable): the boolean option without which it has no effect */
  const char         *yields_to; /* (nullable): the boolean option with which it has no effect */
} DwellOption;

/* A built-in set of values for the options of writing. */
typedef struct {
  const char         *name;
  const char         *title;      /* untranslated */
  const char * const *key_values; /* (nullable): "NAME=VALUE" where it differs from the defaults */
  gboolean            is_as_read; /* writes back the file that was read; no option applies */
} DwellExportPreset;

/* What a careful user wants to know before writing. */
typedef struct {
  gboolean  is_error; /* cannot be written with these settings */
  gboolean  is_loss;  /* cannot be read back from this export */
  guint64   count;    /* how often */
  char     *message;  /* translated */
} DwellExportWarning;

/* What is at the place of a companion, beside the file that an export goes to. */
typedef enum {
  DWELL_BESIDE_NOTHING, /* no file */
  DWELL_BESIDE_LONE,    /* a companion that has no main file */
  DWELL_BESIDE_OWN,     /* the companion of the file that is to be replaced */
  DWELL_BESIDE_FOREIGN, /* not a companion, or another file's: it is left alone */
} DwellBeside;

/* What is known of an area besides its name. */
typedef enum {
  DWELL_AREA_FACT_MODULE,
  DWELL_AREA_FACT_AUTHOR,
  DWELL_AREA_FACT_FILE,
  DWELL_AREA_FACT_UNIT,
  DWELL_N_AREA_FACTS,
} DwellAreaFact;

/* Values by option name; absent = default. Built by dwell_options_new(), which checks them. */
typedef struct _DwellOptions DwellOptions;

/* A raw record of a trace in words. */
typedef struct {
  char     *type;     /* "3 line" */
  char     *what;     /* the area or place that it is of; "" if none */
  char     *value;    /* a time or a number; "" if it has none */
  gboolean  is_apart; /* it is not counted in totals */
} DwellRecordText;

struct _DwellFormat {
  const char         *id;        /* stable; kept in settings, given to --input-format */
  const char         *title;     /* untranslated, marked with N_() */
  const char         *mime_type;
  const char * const *suffixes;  /* with dot, NULL-terminated; for dialogs, never for recognition */
  guint               tables;    /* DwellTables that it can hold */

  /* Reading. All NULL if the format is only written. */
  const DwellOption  *read_options;
  guint               n_read_options;

  /* 0 (another format) to 100 (certain), only by the first bytes. */
  guint    (*recognise) (const char    *head,
                         gsize          length);
  /* Fills @builder (also its begin, end and n_events). On a worker thread. @checkpoint is NULL if
   * partial traces are not wanted. Fails only if nothing can be shown. */
  gboolean (*read)      (DwellSource        *source,
                         const DwellOptions *options,
                         DwellBuilder       *builder,
                         DwellCheckpoint    *checkpoint,
                         DwellProgress      *progress,
                         GCancellable       *cancellable,
                         GError            **error);
  /* How the first bytes would be read with these options. On a worker thread, without having
   * read from @source before. NULL: the lines are shown as they are. */
  DwellPreview *(*preview) (DwellSource        *source,
                            const DwellOptions *options,
                            GCancellable       *cancellable,
                            GError            **error);
  /* (transfer full) (array zero-terminated=1): names of files beside the one called @name that
   * reading may open, too. NULL: there are none. */
  GStrv    (*list_companions) (const char *name);
  /* Convert DwellTrace.source to bytes, for the cache of traces, and back, with the function that
   * frees it; NULL if the bytes are invalid. Both NULL if traces of the format have no source. */
  GBytes  *(*pack_source)   (gconstpointer   source);
  gpointer (*unpack_source) (GBytes         *bytes,
                             GDestroyNotify *free_source);
  /* Fills @text. NULL if traces of the format keep no raw records. */
  void     (*describe_record) (const DwellTrace  *trace,
                               const DwellRecord *record,
                               DwellRecordText   *text);

  /* Writing. All NULL if the format is only read. */

  gboolean   selects_itself; /* contexts and areas; otherwise it is given the chosen ones */
  gboolean   is_whole;       /* it has no times: no range can be cut out */
  /* Writes @trace into parts of @sink, which the caller commits. On a worker thread; called only by
   * dwell_format_write(). */
  gboolean (*write)     (DwellTrace                *trace,
                         const DwellExportSettings *settings,
                         DwellSink                 *sink,
                         DwellProgress             *progress,
                         GCancellable              *cancellable,
                         GError                   **error);
  /* Whether @trace has anything that the format can hold. */
  gboolean (*can_write) (const DwellTrace          *trace);
  /* Whether a fact of an area that is written is left out. NULL: none is, or check() tells it. */
  gboolean (*loses_fact) (const DwellTrace         *trace,
                          guint32                   area,
                          DwellAreaFact             fact);
  const char         *write_title;   /* untranslated; NULL = title */
  const char         *write_summary; /* what is written: one sentence, untranslated; or NULL */

  /* The rest is NULL if the format has no settings. */
  const DwellOption  *write_options;
  guint               n_write_options;
  gsize               settings_size;   /* of the struct that the options describe */
  const DwellExportPreset *presets;    /* the first is the default */
  guint               n_presets;
  guint               shared_sections; /* bits: those whose presence changes others */
  guint               slow_sections;   /* bits: those that need an analysis: previewed last */
  guint               folded_sections; /* bits: those whose options a dialog folds away at first */
  /* Why @text, a template, cannot be used. */
  gboolean   (*check_text)   (const DwellOption         *option,
                              const char                *text,
                              GError                   **error);
  /* (transfer full) (element-type DwellExportWarning). On a worker thread; called only by
   * dwell_format_check(). */
  GArray    *(*check)        (DwellTrace                *trace,
                              const DwellExportSettings *settings,
                              GCancellable              *cancellable);
  /* (transfer full) (nullable): the output as valid UTF-8 for a preview; NULL: it is shown as it
   * is. On a worker thread. */
  char      *(*decode)       (DwellTrace                *trace,
                              const DwellExportSettings *settings,
                              const char                *suffix,
                              GBytes                    *bytes);
  /* (transfer full) (element-type utf8) (nullable): for each macro, the first text that it writes
   * in a template; NULL if none. On a worker thread. */
  GPtrArray *(*get_examples) (DwellTrace                *trace,
                              const DwellOption         *option,
                              GCancellable              *cancellable);

  /* For formats that may write a second file: its name is the main file's plus this suffix. */
  const char         *companion_suffix;
  gboolean    (*has_companion) (const DwellTrace          *trace,
                                const DwellExportSettings *settings);
  DwellBeside (*look_beside)   (DwellSink                 *sink,
                                GCancellable              *cancellable);
};

gboolean      dwell_format_write (const DwellFormat         *self,
                                  DwellTrace                *trace,
                                  const DwellExportSettings *settings,
                                  DwellSink                 *sink,
                                  DwellProgress             *progress,
                                  GCancellable              *cancellable,
                                  GError                   **error);
gboolean      dwell_format_takes_range (const DwellFormat   *self,
                                  const DwellTrace          *trace);
GArray       *dwell_format_check (const DwellFormat         *self,
                                  DwellTrace                *trace,
                                  const DwellExportSettings *settings,
                                  GCancellable              *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellOptions *dwell_options_new  (const DwellFormat  *format,
                                  const char * const *key_values,
                                  GError            **error) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_options_free (DwellOptions       *self);
const char   *dwell_options_get  (const DwellOptions *self,
                                  const char         *name);
char         *dwell_option_load  (GKeyFile           *file,
                                  const char         *group,
                                  const char         *name,
                                  GError            **error) G_GNUC_WARN_UNUSED_RESULT;
GStrv         dwell_option_load_list (GKeyFile        *file,
                                      const char      *group,
                                      const char      *name,
                                      GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* Sets DWELL_ERROR_OPTION: @value is not one of @choices. */
void         _dwell_option_refuse (const char         *name,
                                   const char         *value,
                                   const char * const *choices,
                                   GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellOptions, dwell_options_free)

G_END_DECLS
