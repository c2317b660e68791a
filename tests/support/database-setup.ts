import { embeddedTemplate } from './embedded-template.ts'
import { makePostgresTemplate } from './postgres-template.ts'
import { postgresMissing } from './postgres-under-test.ts'

/**
 * Runs once before the server's tests: says what they leave out, and makes what all of them copy. Gives what takes
 * it away again.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  await embeddedTemplate()
  const missing = await postgresMissing()
  if (missing) {
    console.log(`The database tests run on the embedded database alone: ${missing}.`)
    return undefined
  }
  const template = await makePostgresTemplate()
  return () => template.remove()
}
