/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initializes the widgets of src/ui.
 *
 * They are in a static library, of which the linker takes only what code refers to. So the resource
 * is registered here, and so are the classes that only templates refer to. */
#include "config.h"

#include "ui/shell/dwell-ui.h"

#include <gtk/gtk.h>

#include "dwell-resources.h"
#include "model/lists/dwell-problem-list.h"
#include "model/lists/events/dwell-event-list.h"
#include "ui/compat/dwell-icon-guard.h"
#include "ui/compat/dwell-names.h"
#include "ui/export/dwell-export-view.h"
#include "ui/pages/dwell-details.h"
#include "ui/shell/dwell-drop-area.h"
#include "ui/shell/dwell-find-bar.h"
#include "ui/shell/dwell-import-notice.h"
#include "ui/shell/dwell-page-tabs.h"
#include "ui/shell/dwell-welcome.h"
#include "ui/table/dwell-cell.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/timeline/dwell-timeline.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-notice.h"
#include "ui/widgets/dwell-scope-bar.h"
#include "ui/widgets/dwell-time-box.h"
#include "ui/widgets/dwell-toggles.h"
#include "ui/widgets/dwell-tool-rows.h"

/**
 * dwell_ui_init:
 *
 * Registers resources and classes, and installs the workarounds that all widgets need. Needs no
 * display. To be called before anything else of src/ui, on the thread of the main loop.
 */
void
dwell_ui_init (void)
{
  g_resources_register (dwell_get_resource ());
  dwell_icon_guard_install ();
  dwell_names_install ();
  dwell_focus_keep_all ();

  g_type_ensure (DWELL_TYPE_CELL);
  g_type_ensure (DWELL_TYPE_COLUMNS_BUTTON);
  g_type_ensure (DWELL_TYPE_DETAILS);
  g_type_ensure (DWELL_TYPE_DROP_AREA);
  g_type_ensure (DWELL_TYPE_EVENT_ITEM);
  g_type_ensure (DWELL_TYPE_EXPORT_VIEW);
  g_type_ensure (DWELL_TYPE_FIND_BAR);
  g_type_ensure (DWELL_TYPE_IMPORT_NOTICE);
  g_type_ensure (DWELL_TYPE_NOTICE);
  g_type_ensure (DWELL_TYPE_PAGE_TABS);
  g_type_ensure (DWELL_TYPE_PROBLEM_ITEM);
  g_type_ensure (DWELL_TYPE_SCOPE_BAR);
  g_type_ensure (DWELL_TYPE_TABLE_ROW);
  g_type_ensure (DWELL_TYPE_TIME_BOX);
  g_type_ensure (DWELL_TYPE_TIMELINE);
  g_type_ensure (DWELL_TYPE_TOGGLES);
  g_type_ensure (DWELL_TYPE_TOOL_ROWS);
  g_type_ensure (DWELL_TYPE_WELCOME);
}
