import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { calmLook } from './scripts/calm-look.ts'
import { catalogues } from './scripts/catalogues.ts'
import { chunkGroups, loadedWithPage } from './scripts/chunks.ts'
import { manifest, manifests } from './scripts/manifests.ts'
import { memberStart } from './scripts/member-start.ts'

/** Where `npm run dev` finds the API; the built app and the API share one origin. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/i18n/paraglide',
      emitTsDeclarations: true,
      strategy: ['baseLocale'],
    }),
    catalogues(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [
          ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
        ],
      },
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    memberStart(),
    manifests(),
    calmLook(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      // It comes in the language of the cookie, which browsers do not send along otherwise.
      useCredentials: true,
      // The glob below has them.
      includeManifestIcons: false,
      injectManifest: {
        // The plugin adds the usual manifest by itself.
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png', 'manifest.calm.webmanifest'],
        // A phone asks for these when it installs the app, which it does with a network.
        globIgnores: ['icons/*{-512,touch-icon}.png', 'icons/*{maskable,shortcut}-*.png'],
      },
      devOptions: { enabled: false },
    }),
  ],
  resolve: {
    // The shim is for a React without `useSyncExternalStore`.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  css: { modules: { generateScopedName: shortClassName } },
  build: {
    target: 'es2022',
    sourcemap: false,
    // A browser without module preloading loads the same scripts a little later.
    modulePreload: { polyfill: false, resolveDependencies: loadedWithPage },
    rolldownOptions: {
      // The contract does nothing by being imported, so a screen loads only the parts of it that it uses.
      treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': { target: apiOrigin } } },
})

/** A class of a CSS module: its name and four letters for its file; the script names every class that it uses. */
function shortClassName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] as string)
  return `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}
