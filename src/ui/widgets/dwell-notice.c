/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line above a session's content with a message and at most one button, like AdwBanner, which is
 * newer than libadwaita 1.2. The user may close it; then it is shown again only after its reason
 * has gone and come back. Of several notices in one place only the first is shown; it says how many
 * others wait. */
#include "config.h"

#include "ui/widgets/dwell-notice.h"

#include <glib/gi18n-lib.h>

struct _DwellNotice
{
  AdwBin parent_instance;

  GtkRevealer *revealer;
  GtkLabel    *label;
  GtkLabel    *more;
  GtkButton   *button;

  gboolean is_due;
  gboolean is_closed;
  gboolean is_behind; /* another notice is shown in its place */
};

enum {
  PROP_0,
  PROP_MESSAGE,
  PROP_BUTTON_LABEL,
  PROP_ACTION_NAME,
  PROP_DUE,
  PROP_OPEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellNotice, dwell_notice, ADW_TYPE_BIN)

static gboolean
is_open (DwellNotice *self)
{
  return self->is_due && !self->is_closed;
}

static void
update (DwellNotice *self)
{
  gtk_revealer_set_reveal_child (self->revealer, is_open (self) && !self->is_behind);
}

static void
on_close (DwellNotice *self)
{
  self->is_closed = TRUE;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN]);
}

static void
dwell_notice_get_property (GObject    *object,
                           guint       property_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  DwellNotice *self = DWELL_NOTICE (object);

  switch (property_id)
    {
    case PROP_MESSAGE:
      g_value_set_string (value, gtk_label_get_text (self->label));
      break;
    case PROP_BUTTON_LABEL:
      g_value_set_string (value, gtk_button_get_label (self->button));
      break;
    case PROP_ACTION_NAME:
      g_value_set_string (value, gtk_actionable_get_action_name (GTK_ACTIONABLE (self->button)));
      break;
    case PROP_DUE:
      g_value_set_boolean (value, self->is_due);
      break;
    case PROP_OPEN:
      g_value_set_boolean (value, is_open (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_notice_set_property (GObject      *object,
                           guint         property_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  DwellNotice *self = DWELL_NOTICE (object);

  switch (property_id)
    {
    case PROP_MESSAGE:
      dwell_notice_set_message (self, g_value_get_string (value));
      break;
    case PROP_BUTTON_LABEL:
      dwell_notice_set_button (self, g_value_get_string (value));
      break;
    case PROP_ACTION_NAME:
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), g_value_get_string (value));
      break;
    case PROP_DUE:
      dwell_notice_set_due (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_notice_class_init (DwellNoticeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = dwell_notice_get_property;
  object_class->set_property = dwell_notice_set_property;

  properties[PROP_MESSAGE] =
    g_param_spec_string ("message", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_BUTTON_LABEL] =
    g_param_spec_string ("button-label", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_ACTION_NAME] =
    g_param_spec_string ("action-name", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_DUE] =
    g_param_spec_boolean ("due", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_OPEN] =
    g_param_spec_boolean ("open", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-notice.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellNotice, revealer);
  gtk_widget_class_bind_template_child (widget_class, DwellNotice, label);
  gtk_widget_class_bind_template_child (widget_class, DwellNotice, more);
  gtk_widget_class_bind_template_child (widget_class, DwellNotice, button);
  gtk_widget_class_bind_template_callback (widget_class, on_close);
}

static void
dwell_notice_init (DwellNotice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_notice_set_message:
 * @self: a notice
 * @message: (nullable): the message, plain text
 *
 * Sets the message. Whether the notice is shown is decided by dwell_notice_set_due().
 */
void
dwell_notice_set_message (DwellNotice *self,
                          const char  *message)
{
  g_return_if_fail (DWELL_IS_NOTICE (self));

  if (g_strcmp0 (gtk_label_get_text (self->label), message) == 0)
    return;

  gtk_label_set_text (self->label, message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
}

/**
 * dwell_notice_set_button:
 * @self: a notice
 * @label: (nullable): the label of the button, with a mnemonic; %NULL for no button
 *
 * Sets the button, which activates the action "action-name".
 */
void
dwell_notice_set_button (DwellNotice *self,
                         const char  *label)
{
  g_return_if_fail (DWELL_IS_NOTICE (self));

  gtk_widget_set_visible (GTK_WIDGET (self->button), label != NULL);
  if (g_strcmp0 (gtk_button_get_label (self->button), label) == 0)
    return;

  gtk_button_set_label (self->button, label != NULL ? label : "");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUTTON_LABEL]);
}

/**
 * dwell_notice_set_due:
 * @self: a notice
 * @due: whether there is a reason to show it
 *
 * Shows the notice if it is due and the user has not closed it; otherwise hides it.
 */
void
dwell_notice_set_due (DwellNotice *self,
                      gboolean     due)
{
  g_return_if_fail (DWELL_IS_NOTICE (self));

  if (due == self->is_due)
    return;

  self->is_due = due;
  if (!due)
    self->is_closed = FALSE;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DUE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN]);
}

/**
 * dwell_notice_stack:
 * @notices: (array length=n): notices of one place, the most urgent first
 * @n: their number
 *
 * Shows only the first of those that are open. Call it again when one has opened or closed
 * (#DwellNotice:open).
 */
void
dwell_notice_stack (DwellNotice * const *notices,
                    guint                n)
{
  DwellNotice *front = NULL;
  guint n_behind = 0;
  g_autofree char *more = NULL;

  for (guint i = 0; i < n; i++)
    {
      notices[i]->is_behind = front != NULL && is_open (notices[i]);
      n_behind += notices[i]->is_behind;
      if (front == NULL && is_open (notices[i]))
        front = notices[i];
      gtk_widget_set_visible (GTK_WIDGET (notices[i]->more), FALSE);
      update (notices[i]);
    }

  if (n_behind == 0)
    return;

  /* Translators: so many notices wait until this one is closed */
  more = g_strdup_printf (ngettext ("%u more", "%u more", n_behind), n_behind);
  gtk_label_set_text (front->more, more);
  gtk_widget_set_visible (GTK_WIDGET (front->more), TRUE);
}

/**
 * dwell_notice_set_notes:
 * @self: a notice
 * @notes: (nullable) (array zero-terminated=1): sentences, untranslated
 *
 * Shows the translated sentences one after the other; without any, the notice is not due.
 */
void
dwell_notice_set_notes (DwellNotice        *self,
                        const char * const *notes)
{
  g_autoptr(GString) text = g_string_new (NULL);

  g_return_if_fail (DWELL_IS_NOTICE (self));

  for (guint i = 0; notes != NULL && notes[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", _(notes[i]));

  dwell_notice_set_message (self, text->str);
  dwell_notice_set_due (self, text->len > 0);
}
