/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a line of requirements. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_WORD_BARE,
  DWELL_WORD_QUOTED,
  DWELL_WORD_PATTERN, /* as in the file, with its slashes */
  DWELL_WORD_COMMA,
} DwellWordKind;

typedef struct {
  DwellWordKind kind;
  char         *text;
  const char   *begin; /* its place in the line, including its quotes */
  const char   *end;
} DwellWord;

gboolean _dwell_requirement_scan_words  (const char **line,
                                         GArray      *words,
                                         char       **message);
gboolean _dwell_requirement_scan_quoted (const char **p,
                                         char       **text,
                                         char       **message);
const char *
         _dwell_requirement_find_comment (const char *line);

GArray  *_dwell_requirement_words_new   (void);

G_END_DECLS
