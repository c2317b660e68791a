import { buildApart, type BuiltApart } from '../../scripts/build-apart.ts'
import { compressFolder } from '../../scripts/compress.ts'

let built: Promise<BuiltApart> | undefined

/** The folder of the app as it stands, built and compressed once for the whole bench. */
export async function builtAppDir(): Promise<string> {
  built ??= buildCompressed()
  return (await built).dir
}

export async function removeBuiltApp(): Promise<void> {
  const app = await built
  app?.remove()
}

async function buildCompressed(): Promise<BuiltApart> {
  const app = await buildApart()
  await compressFolder(app.dir)
  return app
}
