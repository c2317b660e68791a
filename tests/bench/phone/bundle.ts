import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The offline core with the bench's way into it, as one script for a page. */
export async function bundleCore(): Promise<string> {
  const entry = fileURLToPath(new URL('./core.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'zyncPhoneBundle' },
    },
  })
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  const chunk = outputs.find((part) => part.type === 'chunk')
  if (!chunk) throw new Error('The offline core did not come out as one script')
  return chunk.code
}
