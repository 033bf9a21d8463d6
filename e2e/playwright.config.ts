import { defineConfig } from '@playwright/test'
import { chromiumPath, headlessShellPath } from '../scripts/chromium.mjs'
import type { WorkerFixtures } from './helpers/fixtures.ts'

// They need a Chromium as people have it: its headless shell draws letters a little differently, and cannot show PDFs and notices, and has no camera.
const IN_CHROMIUM = ['pictures.e2e.ts', 'attachment.e2e.ts', 'push.e2e.ts', 'camp-camera.e2e.ts']

export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './helpers/prepared-folders.ts',
  outputDir: '../test-results/stories',
  fullyParallel: false,
  // Each waits more than it works.
  workers: 3,
  // A machine that is shared is sometimes three times slower than usual, and that of CI more.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: {
    timeout: process.env.CI ? 30_000 : 15_000,
    // Tolerates differences in font smoothing, but not in colours or words.
    toHaveScreenshot: { threshold: 0.06, maxDiffPixels: 60 },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A missing picture is a failure: only `npm run pictures` creates them.
  updateSnapshots: 'none',
  forbidOnly: true,
  reporter: [['list'], ['../scripts/long-running.ts'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    actionTimeout: process.env.CI ? 30_000 : 15_000,
    navigationTimeout: process.env.CI ? 45_000 : 30_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Requests that go through a service worker cannot be intercepted; its own test allows it.
    serviceWorkers: 'block',
  },
  projects: [
    // First: its pictures are one long file, which at the end would leave a core idle.
    { name: 'in Chromium', testMatch: IN_CHROMIUM, use: { launchOptions: launching(chromiumPath()) } },
    // Those that look at the demo's data. They come one after the other, so that its program is started once for each worker.
    {
      name: 'demo',
      testDir: 'demo',
      use: { ownProgram: 'demo', isDemo: true, reuseContext: true, launchOptions: launching(headlessShellPath()) },
    },
    {
      name: 'pages',
      testIgnore: ['demo/**', ...IN_CHROMIUM],
      use: { launchOptions: launching(headlessShellPath()) },
    },
  ],
})

function launching(program: string | null) {
  return {
    executablePath: program ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The same locale, colours and date format on every machine.
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
      '--lang=en-GB',
    ],
  }
}
