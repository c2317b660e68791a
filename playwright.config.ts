import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/chromium.ts'

const executablePath = findChromium()
/** What needs no background sync and no profile that outlives a kill runs in a lighter browser. */
const shellPath = findHeadlessShell()

/** Journeys in which something could be lost or doubled: one bad try in a thousand is a defect there. */
const guarantees =
  /(main-job|faults|kill|random-kills|single-flight|worker-drain|quota|logout|logout-remains|chat-storm|evidence|clearance|quests-offline|library-reading)\.spec\.ts$/

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/e2e/support/prepared-data.ts',
  fullyParallel: true,
  workers: 2,
  projects: [
    { name: 'guarantees', testMatch: guarantees, retries: 0 },
    {
      name: 'journeys',
      testIgnore: guarantees,
      // A browser on a busy machine: the second try counts, and the first one's error is in the report.
      retries: 1,
      use: { ...(shellPath ? { launchOptions: { executablePath: shellPath } } : {}) },
    },
  ],
  // Generous: a busy machine is no defect.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json']],
  use: {
    ...(executablePath ? { launchOptions: { executablePath } } : {}),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    // Each costs a sixth of the run: `npm run test:e2e -- --trace retain-on-failure` has them where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    serviceWorkers: 'allow',
  },
})
