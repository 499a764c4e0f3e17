/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GLib leaks its first table of quarks by design when there are more than 2048 of them, because
 * other threads may still read it. A suppression of the leak sanitizer cannot match it, because its
 * only frame is g_malloc(); so this finds the table before it is leaked. */
#pragma once

#include <glib.h>

#ifdef __SANITIZE_ADDRESS__

#include <link.h>
#include <string.h>

/* Declared here, because GCC has <sanitizer/allocator_interface.h> and <sanitizer/lsan_interface.h>
 * only in some of its packages. */
int    __sanitizer_get_ownership      (const volatile void *memory);
size_t __sanitizer_get_allocated_size (const volatile void *memory);
void   __lsan_ignore_object           (const void          *memory);
void   __lsan_disable                 (void);
void   __lsan_enable                  (void);

#define QUARK_TABLE_SIZE (2048 * sizeof (const char *))

/* A word of GLib's variables that points to what begins with no quark and with the first one. */
static int
ignore_quark_table (struct dl_phdr_info *info,
                    size_t               size,
                    void                *data)
{
  if (strstr (info->dlpi_name, "libglib-2.0") == NULL)
    return 0;

  for (guint i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      const char * const * const *words;

      if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0)
        continue;

      words = (gconstpointer) (info->dlpi_addr + ((segment->p_vaddr + 7) & ~(gsize) 7));
      for (gsize j = 0; j < (segment->p_memsz - 7) / sizeof *words; j++)
        if (__sanitizer_get_ownership (words[j]) &&
            __sanitizer_get_allocated_size (words[j]) == QUARK_TABLE_SIZE &&
            words[j][0] == NULL && words[j][1] == g_quark_to_string (1))
          __lsan_ignore_object (words[j]);
    }

  return 1;
}

__attribute__ ((constructor)) static void
keep_quark_table (void)
{
  dl_iterate_phdr (ignore_quark_table, NULL);
}

#endif
