import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/**
 * The chunks that a first visit loads: what the built page names, what the modules of `started` came out as, and
 * whatever those import at once. An unknown module is an error: a renamed route must not count as no bytes.
 */
export function firstLoad(
  chunks: readonly Chunk[],
  indexHtml: string,
  started: readonly RegExp[],
): Chunk[] {
  const named = chunks.filter(({ fileName }) => indexHtml.includes(`"/${fileName}"`))
  if (named.length === 0) throw new Error('The built page names no script')
  const roots = [...named, ...started.flatMap((module) => chunksOf(module, chunks))]
  return withImports(roots, new Map(chunks.map((chunk) => [chunk.fileName, chunk])))
}

function chunksOf(module: RegExp, chunks: readonly Chunk[]): Chunk[] {
  const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
  if (found.length === 0) throw new Error(`The build has no module like ${module.source}`)
  return found
}

export function withImports(roots: readonly Chunk[], byName: ReadonlyMap<string, Chunk>): Chunk[] {
  const loaded = new Set(roots)
  for (const chunk of loaded) {
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) loaded.add(imported)
    }
  }
  return [...loaded]
}
