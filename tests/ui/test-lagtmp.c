#include "config.h"
#include "window-fixture.h"
#include "ui/pages/dwell-events-page.h"
#include "ui/pages/dwell-statistics-page.h"
#include <execinfo.h>
#include <signal.h>
#include <pthread.h>
#include <unistd.h>
static volatile gint64 last, worst; static pthread_t mainthread; static volatile int armed;
static void onsig(int n){void*b[64]; int k=backtrace(b,64); write(2,"=== gap\n",8); backtrace_symbols_fd(b,k,2);}
static gpointer dog(gpointer d){for(;;){g_usleep(30000); gint64 l=last; if(armed&&l&&g_get_monotonic_time()-l>120000){pthread_kill(mainthread,SIGUSR1); g_usleep(150000);}} return NULL;}
 
static gboolean beat(gpointer d){gint64 n=g_get_monotonic_time(); if(last&&n-last>worst) worst=n-last; last=n; return TRUE;}
static gint64 t0;
#define PHASE(n) do{ g_printerr("%-40s %7.1f ms total, worst gap %.1f ms\n", n, (g_get_monotonic_time()-t0)/1e3, worst/1e3); worst=0; t0=g_get_monotonic_time(); last=t0;}while(0)
static gboolean never(gpointer d){*(int*)d=1;return FALSE;}
static void spin(int ms){int done=0; g_timeout_add(ms,never,&done); while(!done) g_main_context_iteration(NULL,TRUE);}
#define UNTIL(c) while(!(c)) g_main_context_iteration(NULL,TRUE)
int main(int argc,char**argv){ void*bb[4]; backtrace(bb,4); mainthread=pthread_self(); signal(SIGUSR1,onsig); if(g_getenv("DOG")){armed=1; g_thread_new("dog",dog,NULL);}
 Fixture f; g_setenv("XDG_DATA_HOME","/tmp/lagdata",TRUE); char *path=argv[1]; 
 fixture_init(&argc,&argv); set_up(&f,NULL); g_timeout_add(4,beat,NULL); spin(300);
 g_autoptr(GFile) file=g_file_new_for_path(path); last=0; worst=0; t0=g_get_monotonic_time();
 dwell_window_open(f.window,&file,1,FALSE); PHASE("open call");
 UNTIL(dwell_session_get_state(get_session(&f))!=DWELL_SESSION_LOADING); PHASE("first trace");
 UNTIL(dwell_session_get_state(get_session(&f))==DWELL_SESSION_READY); PHASE("ready");
 UNTIL(!dwell_session_get_busy(get_session(&f))); PHASE("indexes");
 DwellView*v=get_view(&f); DwellTrace*t=dwell_view_get_trace(v); DwellSessionPage*p=dwell_window_get_current(f.window); GtkStack*st=find_id(p,"pages");
 DwellStatisticsPage*sp=(void*)gtk_stack_get_child_by_name(st,"statistics"); DwellEventsPage*ep=(void*)gtk_stack_get_child_by_name(st,"events");
 DwellStatisticsList*sl=dwell_statistics_page_get_list(sp); DwellEventList*el=dwell_events_page_get_list(ep);
 UNTIL(!dwell_statistics_list_get_busy(sl)); PHASE("statistics there");
 gint64 W=t->end-t->begin;
 for(int i=0;i<60;i++){ dwell_view_set_selection(v,t->begin+W/4,t->begin+W/4+W/200*(i+1)); spin(16);} PHASE("drag selection (statistics)");
 UNTIL(!dwell_statistics_list_get_busy(sl)); PHASE("  settle");
 for(int i=0;i<60;i++){ dwell_view_zoom(v,0.9,t->begin+W/3); spin(16);} PHASE("zoom");
 for(int i=0;i<60;i++){ dwell_view_pan(v,W/20000); spin(16);} PHASE("pan");
 dwell_view_drop_selection(v); dwell_view_show_whole(v); spin(300); PHASE("whole");
 gtk_stack_set_visible_child_name(st,"events"); spin(500); UNTIL(!dwell_event_list_get_busy(el)); PHASE("events page");
 g_printerr("n events %u\n",g_list_model_get_n_items(G_LIST_MODEL(el)));
 GtkColumnView*tab=find_id(ep,"table"); GtkAdjustment*a=gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(tab));
 for(int i=0;i<60;i++){ gtk_adjustment_set_value(a,i*1e5*(i%7)); spin(16);} PHASE("scroll events");
 for(int i=0;i<30;i++){ dwell_view_reveal_span(v,(guint)((guint64)t->n_spans*i/31)); spin(30);} PHASE("reveal spans (events follow)");
 for(int i=0;i<60;i++){ dwell_view_set_selection(v,t->begin+W/4,t->begin+W/4+W/200*(i+1)); spin(16);} PHASE("drag selection (events)");
 dwell_view_drop_selection(v); spin(500); PHASE("drop selection");
 set_search(ep,"filter","_1"); spin(50); UNTIL(!dwell_event_list_get_busy(el)); PHASE("filter events"); g_printerr("n events %u\n",g_list_model_get_n_items(G_LIST_MODEL(el)));
 set_search(ep,"filter",""); spin(50); UNTIL(!dwell_event_list_get_busy(el)); PHASE("unfilter events");
 dwell_view_set_find_text(v,"_1"); spin(20); UNTIL(!dwell_view_is_finding(v)); PHASE("find");
 for(int i=0;i<30;i++){ dwell_view_find_step(v,1); spin(16);} PHASE("find steps");
 dwell_view_set_find_text(v,NULL); spin(100); PHASE("find end");
 gtk_stack_set_visible_child_name(st,"statistics"); spin(200);
 GtkColumnView*stab=find_id(sp,"table"); for(int i=0;i<10;i++){GListModel*cs=gtk_column_view_get_columns(stab); g_autoptr(GtkColumnViewColumn) c=g_list_model_get_item(cs,i%6*2); gtk_column_view_sort_by_column(stab,c,i&1); spin(30);} PHASE("sort statistics");
 gtk_window_destroy(GTK_WINDOW(f.window)); drain(); PHASE("close");
 spin(500); PHASE("after close");
 return 0;}
