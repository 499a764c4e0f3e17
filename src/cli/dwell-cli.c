/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli: Dwell without a window, for scripts, builds and tests. Its table of commands says
 * which options each command accepts; arguments are checked before the command runs. */
#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-output.h"

static const DwellCliCommand * const commands[] = {
  &dwell_cli_info,
  &dwell_cli_statistics,
  &dwell_cli_events,
  &dwell_cli_tree,
  &dwell_cli_costs,
  &dwell_cli_lines,
  &dwell_cli_values,
  &dwell_cli_compare,
  &dwell_cli_check,
  &dwell_cli_samples,
  &dwell_cli_problems,
  &dwell_cli_render,
  &dwell_cli_export,
  &dwell_cli_formats,
};

static void
print_help (void)
{
  g_print ("%s\n  dwell-cli %s\n\n%s\n\n", _("Usage:"), _("COMMAND [OPTIONS] FILE…"),
           _("Reads the files of profilers and shows what is in them."));
  g_print ("%s\n", _("Commands:"));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("  %-12s  %s\n", commands[i]->name, _(commands[i]->summary));

  g_print ("\n%s\n", _("“dwell-cli COMMAND --help” lists the options of a command; they may also "
                       "follow the files.\n"
                       "Files may be compressed with gzip or zstd. Several files are shown one "
                       "after another,\n"
                       "or with --joined as one recording.\n"
                       "\n"
                       "Exit status: 0 done, 1 a file could not be read, shown or written, 2 wrong "
                       "usage,\n"
                       "3 a condition of --fail-if holds or a requirement is violated, 4 a "
                       "requirement could not be\n"
                       "decided.\n"
                       "A damaged file is shown as far as it can be read; with --strict that is an "
                       "error."));
}

static const DwellCliCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i]->name, name))
      return commands[i];

  return NULL;
}

static int
run_command (const DwellCliCommand  *command,
             int                     argc,
             char                  **argv)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellCliArguments) arguments = dwell_cli_arguments_new (command, argc, argv, &error);

  if (arguments != NULL)
    return command->run (arguments);

  /* Translators: what is wrong, and a command */
  dwell_cli_complain (NULL, _("%s (see “dwell-cli %s --help”)"), error->message,
                      command->name);
  return DWELL_CLI_USAGE;
}

/* If a standard stream is closed, the next file that is opened takes its place, and messages would
 * go into a picture. What is opened here instead cannot be written to, like a closed stream. */
static void
fill_standard_streams (void)
{
  int fd;

  do
    fd = g_open ("/dev/null", O_RDONLY, 0);
  while (fd >= 0 && fd <= STDERR_FILENO);

  if (fd >= 0)
    g_close (fd, NULL);
}

int
main (int    argc,
      char **argv)
{
  const char *locale_dir = g_getenv ("DWELL_LOCALE_DIR");
  const DwellCliCommand *command;

  fill_standard_streams ();

  /* Only local files are read; this avoids loading GVfs and connecting to its daemon. */
  g_setenv ("GIO_USE_VFS", "local", FALSE);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : DWELL_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("dwell-cli");
  dwell_cli_output_catch_prints ();

  if (argc >= 2 && (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") ||
                    g_str_equal (argv[1], "help")))
    {
      print_help ();
      return DWELL_CLI_DONE;
    }

  if (argc >= 2 && g_str_equal (argv[1], "--version"))
    {
      g_print ("dwell-cli %s\n", DWELL_VERSION);
      return DWELL_CLI_DONE;
    }

  command = argc >= 2 ? find_command (argv[1]) : NULL;

  if (command != NULL)
    return run_command (command, argc - 1, argv + 1);

  if (argc >= 2)
    dwell_cli_complain (NULL, _("there is no command “%s” (see “dwell-cli --help”)"), argv[1]);
  else
    dwell_cli_complain (NULL, _("no command given (see “dwell-cli --help”)"));

  return DWELL_CLI_USAGE;
}
