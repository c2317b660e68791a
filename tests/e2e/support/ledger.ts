import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import type { AppServer } from './app-server.ts'

const script = fileURLToPath(new URL('./print-ledger.ts', import.meta.url))

/** The ids of all operations that the server has ever applied, by its own ledger; the server stops for it. */
export async function appliedOps(server: AppServer): Promise<string[]> {
  await server.stop()
  const { stdout } = await promisify(execFile)(process.execPath, [script, server.dataDir])
  return v.parse(v.array(v.string()), JSON.parse(stdout))
}
