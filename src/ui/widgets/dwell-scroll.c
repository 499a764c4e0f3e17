/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/widgets/dwell-scroll.h"

/**
 * dwell_scroll_is_wheel:
 * @controller: a controller, while it scrolls
 *
 * Returns: whether distances are steps of a wheel; %FALSE: they are px of a touchpad
 */
gboolean
dwell_scroll_is_wheel (GtkEventControllerScroll *controller)
{
  return gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;
}

/**
 * dwell_scroll_get_steps:
 * @controller: a controller, while it scrolls
 * @distance: a distance that @controller reported
 *
 * Returns: the distance in steps of a wheel
 */
double
dwell_scroll_get_steps (GtkEventControllerScroll *controller,
                        double                    distance)
{
  return dwell_scroll_is_wheel (controller) ? distance : distance / DWELL_SCROLL_STEP_PX;
}
