import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { ensureChromium } from './chromium.ts'

/** What a runner counted. */
interface Counts {
  passed: number
  failed: number
  /** A few tests need what not every machine has: PostgreSQL, the history, a disk of their own. */
  skipped: number
}

/** What vitest says of each test; a file that does not load has a message and no tests. */
const vitestReportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.string(),
          failureMessages: v.nullish(v.array(v.string()), []),
        }),
      ),
    }),
  ),
})
type VitestReport = v.InferOutput<typeof vitestReportSchema>
const playwrightReportSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), skipped: v.number() }),
})

const none: Counts = { passed: 0, failed: 0, skipped: 0 }
const notRun = new Set(['pending', 'skipped', 'todo'])
const briefLines = 8

const memory = '/dev/shm'
/** A dozen databases of 70 MB and as many browser profiles, three times over. */
const roomBytesMin = 4 * 1024 ** 3

/** What the tests write, and the reports of the runners; gone after the run. */
const scratch = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'zync-tests-'))
// A PostgreSQL of a test's own runs as another user than root and has to reach what is below.
chmodSync(scratch, 0o711)

/** Runs every layer of tests, whatever the earlier ones said, and ends with the one line that counts. */
function main(): void {
  const chromium = ensureChromium()
  const env = { ...process.env, CHROMIUM_PATH: chromium, TMPDIR: scratch }
  // The build makes the texts and the tree of routes too, which vitest reads.
  const built = step(['npm', 'run', 'build'], env)
  const vitest = runVitest(env)
  const counts = [{ ...none, failed: built ? 0 : 1 }, vitest.counts, runPlaywright(env)]
  rmSync(scratch, { recursive: true, force: true })
  // Once more at the end: the runner's own list is thousands of lines above.
  for (const failure of vitest.failures) process.stdout.write(`${failure}\n\n`)
  for (const file of vitest.skipped) process.stdout.write(`SKIPPED tests of ${file}\n`)
  process.stdout.write(`${sum(counts, 'skipped')} skipped\n`)
  const passed = sum(counts, 'passed')
  const failed = sum(counts, 'failed')
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

function runVitest(env: NodeJS.ProcessEnv): {
  counts: Counts
  failures: string[]
  skipped: string[]
} {
  const file = join(scratch, 'vitest.json')
  const ok = step(
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
  )
  const report = readReport(file, vitestReportSchema)
  if (!report) return { counts: { ...none, failed: 1 }, failures: [], skipped: [] }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  return {
    counts: atLeastOneFailure(ok, { passed, failed, skipped }),
    failures: failuresOf(report),
    skipped: skippedIn(report),
  }
}

/** The files that have tests which did not run. */
function skippedIn({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ assertionResults }) => assertionResults.some(({ status }) => notRun.has(status)))
    .map(({ name }) => relative(process.cwd(), name))
}

/** Each failed test or file in a few lines. */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [inBrief(name, message)] : []
    return failed.map(({ fullName, failureMessages }) =>
      inBrief(`${name} › ${fullName}`, (failureMessages ?? []).join('\n')),
    )
  })
}

function inBrief(title: string, message: string): string {
  const lines = message.split('\n').slice(0, briefLines)
  return [`FAILED ${title}`, ...lines.map((line) => `  ${line}`)].join('\n')
}

function runPlaywright(env: NodeJS.ProcessEnv): Counts {
  const file = join(scratch, 'playwright.json')
  const ok = step(['playwright', 'test'], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const report = readReport(file, playwrightReportSchema)
  if (!report) return { ...none, failed: 1 }
  const { expected: passed, unexpected: failed, skipped } = report.stats
  return atLeastOneFailure(ok, { passed, failed, skipped })
}

/** A runner that ended badly without a failed test (a file that does not load) still counts as one. */
function atLeastOneFailure(ok: boolean, counts: Counts): Counts {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/** Whether a file system in memory is there, and has room for what the tests write. */
function hasRoom(directory: string): boolean {
  if (!existsSync(directory)) return false
  const { bavail, bsize } = statfsSync(directory)
  return Math.min(bavail * bsize, freemem()) >= roomBytesMin
}

function step([command = '', ...args]: string[], env: NodeJS.ProcessEnv): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0
}

function readReport<S extends v.GenericSchema>(
  file: string,
  schema: S,
): v.InferOutput<S> | undefined {
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    process.stderr.write(`No report: ${String(error)}\n`)
    return undefined
  }
}

function sum(counts: Counts[], field: keyof Counts): number {
  return counts.reduce((total, count) => total + count[field], 0)
}

main()
