/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the records of a log in the order of the file, and updates scopes and messages from
 * them. */
#pragma once

#include "formats/ooo/dwell-ooo-message.h"
#include "formats/ooo/dwell-ooo-process.h"

G_BEGIN_DECLS

typedef struct {
  DwellOooLog       log;
  DwellOooProcesses processes;
  DwellOooMessages  messages;
  GPtrArray        *interrupted; /* (element-type DwellOooThread) in the order of the file */
} DwellOooRecords;

void     dwell_ooo_records_init          (DwellOooRecords     *self,
                                          DwellBuilder        *builder);
void     dwell_ooo_records_clear         (DwellOooRecords     *self);

gboolean dwell_ooo_records_reserve       (DwellOooRecords     *self,
                                          gsize                n_records,
                                          GError             **error);
void     dwell_ooo_records_take_scope    (DwellOooRecords     *self,
                                          const DwellOooStamp *stamp,
                                          DwellOooNameInfo    *name);
void     dwell_ooo_records_take_message  (DwellOooRecords     *self,
                                          const DwellOooStamp *stamp,
                                          const DwellOooText  *text);
void     dwell_ooo_records_interrupt     (DwellOooRecords     *self,
                                          const DwellOooStamp *stamp,
                                          DwellScan            text);
void     dwell_ooo_records_resume        (DwellOooRecords     *self,
                                          DwellScan            text);
void     dwell_ooo_records_resume_all    (DwellOooRecords     *self);

/* Lines that are not one whole record: see dwell-ooo-irregular.c. */

gboolean dwell_ooo_records_take_irregular_line (DwellOooRecords  *self,
                                                DwellScan         line,
                                                gboolean          is_cut,
                                                gsize             n_records_behind,
                                                GError          **error);

/* Returns TRUE if a record with that time can follow the last one without a leap. */
static inline gboolean
dwell_ooo_records_is_near (const DwellOooRecords *self,
                           guint32                time)
{
  return MIN (time - self->processes.raw, self->processes.raw - time) < DWELL_OOO_NEAR_MS;
}

G_END_DECLS
