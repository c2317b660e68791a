import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** Builds the floor into a folder of its own, with a worker that keeps it for offline. */
export async function buildFloor(): Promise<{ dir: string; remove: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), 'zync-floor-'))
  await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    plugins: [
      react(),
      VitePWA({ injectRegister: false, manifest: false, workbox: { clientsClaim: true } }),
    ],
    build: { outDir: dir, emptyOutDir: true, target: 'es2022' },
  })
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
