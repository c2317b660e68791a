import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { quickNode } from '#tests/support/quick-node.ts'

/**
 * Runs a script of this folder on the data of a stopped server, in a process of its own: a database in the test's
 * process would outlive what the test means by 'stopped'. Resolves to what it printed.
 */
export async function runOnData(
  script: URL,
  dataDir: string,
  ...given: readonly string[]
): Promise<string> {
  const args = [...quickNode.args, fileURLToPath(script), dataDir, ...given]
  const env = { ...process.env, ...quickNode.env }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout
}
