/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sanitizers that tests are built with: gcc tells by macros, clang by features. */
#pragma once

#ifdef __has_feature
#define TEST_HAS_SANITIZER(feature) __has_feature (feature)
#else
#define TEST_HAS_SANITIZER(feature) 0
#endif

/* Everything takes ten times as long. */
#if defined (__SANITIZE_ADDRESS__) || defined (__SANITIZE_THREAD__) || \
  TEST_HAS_SANITIZER (address_sanitizer) || TEST_HAS_SANITIZER (thread_sanitizer)
#define TEST_IS_SLOW 1
#else
#define TEST_IS_SLOW 0
#endif

/* No limit of memory can be kept, and why. */
#define TEST_IS_LIMITLESS (TEST_IS_SLOW || TEST_HAS_SANITIZER (undefined_behavior_sanitizer))
#define TEST_LIMITLESS    "a sanitizer's own address space counts as the program's"
