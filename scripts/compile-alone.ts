import { createHash } from 'node:crypto'
import nodeFs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import type { Language } from '../contract/language.ts'
import { stored } from './stored.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const settingsFile = `${root}project.inlang/settings.json`

/**
 * The library's compile of one language, from the files of its messages. It is stored: the library fills a database with
 * the messages first, which takes four seconds of every build and every run of the tests.
 */
export async function compileAlone(language: Language, messages: readonly string[]) {
  const hash = createHash('sha256')
  const sources = [import.meta.filename, settingsFile, `${root}package-lock.json`, ...messages]
  for (const file of sources) hash.update(file).update(nodeFs.readFileSync(file))
  const place = `${root}node_modules/.cache/zync/${language}.js`
  return await stored(place, hash.digest('hex'), async () => await compiled(language))
}

/** The library's compile of a project that has this one language; nothing of it is written to the disk. */
async function compiled(language: Language): Promise<string> {
  const written = new Map<string, string>()
  const settings = (path: unknown, text: string | Buffer) =>
    String(path).endsWith('project.inlang/settings.json') ? settingsFor(language, text) : text
  const ignore = async () => undefined
  const fs = {
    ...nodeFs,
    readFileSync: (...args: Parameters<typeof nodeFs.readFileSync>) =>
      settings(args[0], nodeFs.readFileSync(...args)),
    writeFileSync: () => undefined,
    promises: {
      ...nodeFs.promises,
      readFile: async (...args: Parameters<typeof nodeFs.promises.readFile>) =>
        settings(args[0], await nodeFs.promises.readFile(...args)),
      writeFile: async (path: unknown, text: unknown) =>
        void written.set(String(path), String(text)),
      mkdir: ignore,
      rm: ignore,
      unlink: ignore,
    },
  }
  await compile({
    project: `${root}project.inlang`,
    outdir: `${root}src/i18n/paraglide-${language}`,
    outputStructure: 'locale-modules',
    strategy: ['baseLocale'],
    fs,
  })
  return [...written].find(([path]) => path.endsWith(`messages/${language}.js`))?.[1] ?? ''
}

function settingsFor(language: Language, text: string | Buffer): string | Buffer {
  const settings = { ...JSON.parse(String(text)), baseLocale: language, locales: [language] }
  const changed = JSON.stringify(settings)
  return typeof text === 'string' ? changed : Buffer.from(changed)
}
