import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** What the page of the next build says of itself. */
export const nextBuildMark = '<meta name="build" content="next" />'

/**
 * A second build as a deployment would bring it, made of the first: every chunk has another name, so that nothing of
 * the first build can be fetched any more, and the page carries a mark. Resolves to the folder, made inside the given one.
 */
export async function makeNextBuild(inDir: string): Promise<string> {
  const dir = join(inDir, 'next-build')
  await cp(dist, dir, { recursive: true })
  const names = (await readdir(join(dir, 'assets'))).filter((name) => !isCompressed(name))
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.\w+)$/, 'N$1')]))
  await dropCompressed(dir)
  for (const [name, next] of renamed) {
    await rename(join(dir, 'assets', name), join(dir, 'assets', next))
  }
  for (const file of await textFiles(dir)) await rewrite(file, renamed)
  await markIndex(dir)
  return dir
}

async function dropCompressed(dir: string): Promise<void> {
  const files = await readdir(dir, { recursive: true })
  await Promise.all(files.filter(isCompressed).map((file) => rm(join(dir, file))))
}

async function textFiles(dir: string): Promise<string[]> {
  const files = await readdir(dir, { recursive: true })
  return files.filter((file) => /\.(js|css|html)$/.test(file)).map((file) => join(dir, file))
}

/** Puts the new names wherever the build wrote an old one. */
async function rewrite(file: string, renamed: ReadonlyMap<string, string>): Promise<void> {
  const text = await readFile(file, 'utf8')
  const pattern = new RegExp([...renamed.keys()].map(escaped).join('|'), 'g')
  await writeFile(
    file,
    text.replace(pattern, (name) => renamed.get(name) ?? name),
  )
}

/** Marks the page and gives it a new revision in the worker's list, which is what makes it an update. */
async function markIndex(dir: string): Promise<void> {
  const page = join(dir, 'index.html')
  const html = (await readFile(page, 'utf8')).replace('</head>', `${nextBuildMark}</head>`)
  await writeFile(page, html)
  const revision = createHash('md5').update(html).digest('hex')
  const worker = join(dir, 'sw.js')
  const script = await readFile(worker, 'utf8')
  const entry = /\{"revision":"[0-9a-f]{32}","url":"index\.html"\}/.exec(script)?.[0]
  if (!entry) throw new Error('The worker does not list index.html')
  await writeFile(worker, script.replace(entry, entry.replace(/[0-9a-f]{32}/, revision)))
}

function isCompressed(name: string): boolean {
  return /\.(br|gz)$/.test(name)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
