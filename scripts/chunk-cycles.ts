/** What is read of a built chunk: its file, and the files it imports at once. */
export interface ChunkLinks {
  readonly fileName: string
  readonly imports: readonly string[]
}

/**
 * Chunks that need each other, as the way from one of them back to itself. One of them runs before what it needs
 * stands, and what it made of that stays undefined: the screens look right until somebody uses it.
 */
export function chunkCycles(chunks: readonly ChunkLinks[]): string[][] {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const done = new Set<string>()
  const cycles: string[][] = []

  function visit(name: string, way: readonly string[]): void {
    const met = way.indexOf(name)
    if (met !== -1) cycles.push([...way.slice(met), name])
    if (met !== -1 || done.has(name)) return
    for (const next of importsOf.get(name) ?? []) visit(next, [...way, name])
    done.add(name)
  }

  for (const { fileName } of chunks) visit(fileName, [])
  return cycles
}
