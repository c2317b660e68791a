import { embeddedTemplate } from './embedded-template.ts'
import { postgresMissing } from './postgres-under-test.ts'

/** Runs once before the server's tests: says what they leave out, and makes what all of them copy. */
export async function setup(): Promise<void> {
  const missing = await postgresMissing()
  if (missing) console.log(`The database tests run on the embedded database alone: ${missing}.`)
  await embeddedTemplate()
}
