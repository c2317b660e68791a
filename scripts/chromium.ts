import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium on this machine: `CHROMIUM_PATH`, a usual place, or the one Playwright brought; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  return [named, ...usualPlaces, chromium.executablePath()].find((path) => path && existsSync(path))
}

/**
 * Chromium without its window, which takes a third less of a machine: `CHROMIUM_SHELL_PATH` or the system's package. It has
 * no background sync, and a killed one leaves its profile otherwise than an installed app's browser. Undefined when there
 * is none.
 */
export function findHeadlessShell(): string | undefined {
  const named = process.env['CHROMIUM_SHELL_PATH']
  return [named, '/usr/bin/chromium-headless-shell'].find((path) => path && existsSync(path))
}

/** Finds a Chromium or installs one: from the system's packages as root, else Playwright's own. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  const aptAsRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (aptAsRoot) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-color-emoji'])
  } else {
    run('npx', ['playwright', 'install', 'chromium'])
  }
  const installed = findChromium()
  if (!installed)
    throw new Error('No Chromium was found, and none could be installed. Set CHROMIUM_PATH.')
  return installed
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { stdio: 'inherit' })
}
