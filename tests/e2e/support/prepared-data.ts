import { constants, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyTemplate } from '#tests/support/embedded-template.ts'
import { startAppServer } from './app-server.ts'
import { runOnData } from './run-script.ts'

/** Names the directory that the run prepared, for the processes that run the tests. */
const variable = 'ZYNC_E2E_DATA'

/**
 * Playwright's global setup: one server makes the demo people in a database that has its tables already, and stops;
 * people for the tests are added. Each server of the run starts on a copy, which takes half a second where making one
 * takes three. Resolves to the teardown.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'zync-e2e-'))
  await copyTemplate(dataDir)
  const server = await startAppServer(dataDir)
  await server.stop()
  await runOnData(new URL('./add-people.ts', import.meta.url), dataDir)
  process.env[variable] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

/** A fresh data directory with the demo people in it; the caller removes it. */
export async function copyPreparedData(): Promise<string> {
  const prepared = process.env[variable]
  if (!prepared) throw new Error('The global setup did not run')
  const dataDir = await mkdtemp(join(tmpdir(), 'zync-e2e-'))
  await cp(prepared, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return dataDir
}
