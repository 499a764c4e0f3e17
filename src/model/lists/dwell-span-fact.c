/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fact about a span: a label and a value, which can lead somewhere. */
#include "config.h"

#include "model/lists/dwell-span-facts.h"

struct _DwellSpanFact
{
  GObject parent_instance;

  char       *group;
  char       *label;
  char       *value;
  DwellEvent  target;
};

enum {
  PROP_0,
  PROP_GROUP,
  PROP_LABEL,
  PROP_VALUE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellSpanFact, dwell_span_fact, G_TYPE_OBJECT)

static void
dwell_span_fact_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  DwellSpanFact *self = DWELL_SPAN_FACT (object);

  switch (prop_id)
    {
    case PROP_GROUP:
      g_value_set_string (value, self->group);
      break;

    case PROP_LABEL:
      g_value_set_string (value, self->label);
      break;

    case PROP_VALUE:
      g_value_set_string (value, self->value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_span_fact_finalize (GObject *object)
{
  DwellSpanFact *self = DWELL_SPAN_FACT (object);

  g_free (self->group);
  g_free (self->label);
  g_free (self->value);

  G_OBJECT_CLASS (dwell_span_fact_parent_class)->finalize (object);
}

static void
dwell_span_fact_class_init (DwellSpanFactClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = dwell_span_fact_finalize;
  object_class->get_property = dwell_span_fact_get_property;

  properties[PROP_GROUP] = g_param_spec_string ("group", NULL, NULL, NULL, flags);
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  properties[PROP_VALUE] = g_param_spec_string ("value", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_span_fact_init (DwellSpanFact *self)
{
}

DwellSpanFact *
_dwell_span_fact_new (const char *group,
                      const char *label,
                      char       *value,
                      DwellEvent  target)
{
  DwellSpanFact *self = g_object_new (DWELL_TYPE_SPAN_FACT, NULL);

  self->group = g_strdup (group);
  self->label = g_strdup (label);
  self->value = value;
  self->target = target;
  return self;
}

const char *
dwell_span_fact_get_group (DwellSpanFact *self)
{
  return self->group;
}

const char *
dwell_span_fact_get_label (DwellSpanFact *self)
{
  return self->label;
}

const char *
dwell_span_fact_get_value (DwellSpanFact *self)
{
  return self->value;
}

DwellEvent
dwell_span_fact_get_target (DwellSpanFact *self)
{
  return self->target;
}
