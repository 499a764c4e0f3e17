/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/lists/dwell-fact.h"

struct _DwellFact
{
  GObject parent_instance;

  char       *group;
  char       *label;
  char       *value;
  char       *note;
  DwellEvent  target;
  guint32     area;   /* instead of target; DWELL_NONE: none */
};

G_DEFINE_FINAL_TYPE (DwellFact, dwell_fact, G_TYPE_OBJECT)

static void
dwell_fact_finalize (GObject *object)
{
  DwellFact *self = DWELL_FACT (object);

  g_free (self->group);
  g_free (self->label);
  g_free (self->value);
  g_free (self->note);

  G_OBJECT_CLASS (dwell_fact_parent_class)->finalize (object);
}

static void
dwell_fact_class_init (DwellFactClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_fact_finalize;
}

static void
dwell_fact_init (DwellFact *self)
{
}

DwellFact *
_dwell_fact_new (const char *group,
                 const char *label,
                 char       *value,
                 DwellEvent  target)
{
  DwellFact *self = g_object_new (DWELL_TYPE_FACT, NULL);

  self->group = g_strdup (group);
  self->label = g_strdup (label);
  self->value = value;
  self->target = target;
  self->area = DWELL_NONE;
  return self;
}

DwellFact *
_dwell_fact_new_to_area (const char *group,
                         const char *label,
                         char       *value,
                         guint32     area)
{
  DwellFact *self = _dwell_fact_new (group, label, value,
                                     (DwellEvent) { DWELL_NONE, DWELL_NONE });

  self->area = area;
  return self;
}

DwellFact *
_dwell_fact_new_headline (const char *label,
                          char       *value,
                          char       *note)
{
  DwellFact *self = _dwell_fact_new ("", label, value, (DwellEvent) { DWELL_NONE, DWELL_NONE });

  self->note = note;
  return self;
}

/**
 * dwell_fact_get_group:
 * @self: a fact
 *
 * Returns: (transfer none): the translated name of its group, such as “Times”; "" for one of the
 *   main figures
 */
const char *
dwell_fact_get_group (DwellFact *self)
{
  return self->group;
}

/**
 * dwell_fact_get_label:
 * @self: a fact
 *
 * Returns: (transfer none): its translated label, such as “Self”; "" for a note
 */
const char *
dwell_fact_get_label (DwellFact *self)
{
  return self->label;
}

/**
 * dwell_fact_get_value:
 * @self: a fact
 *
 * Returns: (transfer none): its translated value, such as “2.222 s”
 */
const char *
dwell_fact_get_value (DwellFact *self)
{
  return self->value;
}

/**
 * dwell_fact_get_note:
 * @self: a fact
 *
 * Returns: (transfer none) (nullable): a remark beside the value, such as its share
 */
const char *
dwell_fact_get_note (DwellFact *self)
{
  return self->note;
}

/**
 * dwell_fact_get_target:
 * @self: a fact
 *
 * Returns: the span or mark that the value leads to, for dwell_view_reveal_span() or
 *   dwell_view_reveal_mark(); both its ids are %DWELL_NONE if it leads nowhere
 */
DwellEvent
dwell_fact_get_target (DwellFact *self)
{
  return self->target;
}

/**
 * dwell_fact_get_area:
 * @self: a fact
 *
 * Returns: the area that the value leads to instead of a span or mark; %DWELL_NONE if it leads to
 *   none
 */
guint32
dwell_fact_get_area (DwellFact *self)
{
  return self->area;
}
