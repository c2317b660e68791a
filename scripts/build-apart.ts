import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

export interface BuiltApart {
  readonly dir: string
  readonly chunks: readonly Rolldown.OutputChunk[]
  remove(): void
}

/** Builds the app as it stands into a temporary folder: whatever is in `dist` may be older, or be in use. */
export async function buildApart(): Promise<BuiltApart> {
  const dir = mkdtempSync(join(tmpdir(), 'zync-build-'))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  try {
    const built = await build({ logLevel: 'error', build: { outDir: dir, emptyOutDir: true } })
    if (!('output' in built)) throw new Error('The build gave more than one output')
    return { dir, chunks: built.output.filter((part) => part.type === 'chunk'), remove }
  } catch (error) {
    remove()
    throw error
  }
}
