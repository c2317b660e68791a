import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/chromium.ts'

const executablePath = findChromium()
/** What needs no background sync and no profile that outlives a kill runs in a lighter browser. */
const shellPath = findHeadlessShell()

/** Journeys that kill, cut, fill the disk and wait for what the browser does in the background. */
const guarantees =
  /\/(main-job|faults|kill|random-kills|single-flight|worker-drain|notifications|neutral-look|quota|logout|logout-remains|chat-storm|quests-offline|library-reading)\.spec\.ts$/

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/e2e/support/prepared-data.ts',
  fullyParallel: true,
  // One try: what fails once is a defect, of the product until shown otherwise.
  retries: 0,
  workers: 2,
  projects: [
    { name: 'guarantees', testMatch: guarantees },
    {
      name: 'journeys',
      testIgnore: guarantees,
      use: {
        ...(shellPath ? { launchOptions: { executablePath: shellPath } } : {}),
        // Drawing what moves is a seventh of the work, and the journeys above see it.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
  // Generous: a busy machine is no defect.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    ...(executablePath ? { launchOptions: { executablePath } } : {}),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    // Each costs a sixth of the run: `npm run test:e2e -- --trace retain-on-failure` has them where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    serviceWorkers: 'allow',
  },
})
