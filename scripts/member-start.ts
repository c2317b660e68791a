import type { Plugin, Rolldown } from 'vite'
import { withImports } from './first-load.ts'

type Chunk = Rolldown.OutputChunk

const memberDatabase = /[\\/]src[\\/]session[\\/]member-database\.ts$/
/** Where the app is opened, by the icon and by its shortcuts. */
const startPage = /^_member\.(?<address>dashboard|trackers)$/
/** A browser reads the encoding from the first bytes of a page. */
const firstTag = '<meta charset="utf-8" />'

/**
 * Lets the page ask for the scripts of a member at once, where somebody is logged in: beside the first script, not after
 * it has run. A block of the page itself, because a file would be one more round; the server lets it pass by its hash.
 */
export function memberStart(): Plugin {
  return {
    name: 'zync-member-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        return withMemberStart(html, chunks)
      },
    },
  }
}

/** The page with what asks for the scripts of a member. */
export function withMemberStart(html: string, chunks: readonly Chunk[]): string {
  return withStartScript(html, startScript(chunks))
}

/**
 * The page with a block behind its first tag: before the styles, whose arrival a block behind them would wait for. Throws
 * where the page has no such tag.
 */
export function withStartScript(html: string, script: string): string {
  if (!html.includes(firstTag)) throw new Error(`The page has no ${firstTag}`)
  return html.replace(firstTag, () => `${firstTag}<script>${script}</script>`)
}

function startScript(chunks: readonly Chunk[]): string {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const base = chunks.find(({ moduleIds }) => moduleIds.some((id) => memberDatabase.test(id)))
  if (!base) throw new Error("The build has no script with the member's database")
  const frame = chunks.filter(({ name }) => name === '_member')
  const everyPage = new Set(filesOf([...frame, base], byName))
  const pages: Record<string, string[]> = {}
  for (const page of chunks) {
    const address = startPage.exec(page.name)?.groups?.['address']
    if (address)
      pages[`/${address}`] = filesOf([page], byName).filter((file) => !everyPage.has(file))
  }
  return `{const p=${JSON.stringify(pages)};if(localStorage.getItem('token'))for(const f of ${JSON.stringify([...everyPage])}.concat(p[location.pathname]||[])){const l=document.createElement('link'),c=f.endsWith('.css');l.rel=c?'preload':'modulepreload';l.as=c?'style':'script';l.crossOrigin='';l.href='/'+f;document.head.append(l)}}`
}

/** The scripts and styles that come with some scripts; the first script is in the page already. */
function filesOf(scripts: readonly Chunk[], byName: ReadonlyMap<string, Chunk>): string[] {
  const loaded = withImports(scripts, byName).filter(({ isEntry }) => !isEntry)
  return loaded.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
}
