import { type Browser, chromium } from '@playwright/test'
import { chromiumPath } from '../../scripts/chromium.mjs'

/** Starts a Chromium that keeps pages for the way back. By default the tests load each page anew. */
export function launchKeepingBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath() ?? '',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}
