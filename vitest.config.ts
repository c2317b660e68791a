import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { catalogues } from './scripts/catalogues.ts'
import { findChromium, findHeadlessShell } from './scripts/chromium.ts'
import { findFrame } from './tests/support/find-frame.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { patience } from './tests/support/patience.ts'
import { quickNode } from './tests/support/quick-node.ts'

/** Generous: a busy machine is no defect. */
const expectation = { poll: { timeout: patience.timeout } }

const executablePath = findHeadlessShell() ?? findChromium()

/** What the screens import from packages. */
const clientPackages = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  '@tanstack/react-router',
  'dexie',
  'dexie-react-hooks',
  'idb-keyval',
  'ky',
  'papaparse',
  'react-hook-form',
  'uqr',
  'workbox-window',
  '@tanstack/react-virtual',
  '@hookform/resolvers/valibot',
  'uuid',
  'valibot',
  'vitest-browser-react',
]

/** Screens with a module of the product replaced, which must not have been loaded before, or that wait until a page reads nothing. */
const alone = [
  'app/first-taps',
  'app/lock-cover',
  'app/lock-help',
  'app/other-person',
  'providers/ahead',
].map((file) => `tests/screens/${file}.test.tsx`)

export default defineConfig({
  test: {
    // All cores: much of a test's time is the database's and the disk's.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [catalogues()],
        test: {
          name: 'unit',
          expect: expectation,
          include: ['tests/{contract,offline,scripts,src,sw}/**/*.test.ts', 'tests/*.test.ts'],
          environment: 'node',
          // A process of its own for each file costs twice what the tests do.
          isolate: false,
          setupFiles: ['./tests/support/same-cases.ts', './tests/support/shared-process.ts'],
          // Properties and the reading of the whole source take seconds on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'model',
          expect: expectation,
          include: ['tests/model/**/*.test.ts'],
          setupFiles: './tests/support/same-cases.ts',
          environment: 'node',
          // Thousands of phones live for a moment each: with room for them a seventh of the work is spared.
          execArgv: ['--max-semi-space-size=64'],
          // Most of a minute alone, and many where other work has the cores.
          testTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'server',
          expect: expectation,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: './tests/support/database-setup.ts',
          setupFiles: './tests/support/same-cases.ts',
          environment: 'node',
          // What the server imports takes a second of each process; no file changes what another one reads of it.
          isolate: false,
          execArgv: [...quickNode.lastingArgs],
          // For the threads of the embedded databases.
          env: quickNode.env,
          // A server that is started and killed many times takes half a minute alone.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [catalogues(), react()],
        // All at once: what Vite finds later reloads the page in the middle of a test.
        optimizeDeps: { include: clientPackages },
        // Several pages load the same modules, which nobody changes meanwhile.
        server: { headers: { 'Cache-Control': 'max-age=3600' } },
        test: {
          name: 'screens',
          expect: expectation,
          include: ['tests/screens/**/*.test.tsx'],
          setupFiles: './tests/support/screens-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { findFrame },
            viewport: { width: 360, height: 740 },
            provider: playwright(executablePath ? { launchOptions: { executablePath } } : {}),
            instances: [
              // What a page loads takes longer than the tests of a file: one page has all of them.
              { browser: 'chromium', isolate: false, exclude: alone },
              { browser: 'chromium', name: 'screens alone', include: alone },
            ],
          },
        },
      },
    ],
  },
})
