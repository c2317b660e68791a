import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['contract', 'server', 'src', 'sw', 'tests', 'scripts']
/** Written by tools, from sources that are looked at instead. */
const generated = /^src\/i18n\/paraglide\/|\.gen\.ts$|^server\/db\/migrations\//

/** Every file that people write under the code's folders and ends as `extensions` say. */
export function sourceFiles(extensions: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && extensions.some((end) => entry.name.endsWith(end)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !generated.test(path) && !path.includes('/.'))
    .map(readSource)
}

/** The documents and settings that stand beside the code. */
export function documents(): SourceFile[] {
  const beside = readdirSync(root).filter((name) => /\.(md|json|ts|html)$/.test(name))
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.split(sep).join('/')}`)
  return [...beside, ...docs].filter((path) => path !== 'package-lock.json').map(readSource)
}

function readSource(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), 'utf8') }
}
