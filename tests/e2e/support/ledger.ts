import * as v from 'valibot'
import type { AppServer } from './app-server.ts'
import { runOnData } from './run-script.ts'

const script = new URL('./print-ledger.ts', import.meta.url)

/** The ids of all operations that the server has ever applied, by its own ledger; the server stops for it. */
export async function appliedOps(server: AppServer): Promise<string[]> {
  await server.stop()
  return v.parse(v.array(v.string()), JSON.parse(await runOnData(script, server.dataDir)))
}
