import { readFileSync } from 'node:fs'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa'
import { isMemberOnly } from './scripts/member-only.ts'

const manifest = JSON.parse(
  readFileSync(new URL('./manifest.webmanifest', import.meta.url), 'utf8'),
) as Partial<ManifestOptions>

/** Where `npm run dev` finds the API; the built app and the API share one origin. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** The person's database and the way to the server: loaded when somebody is, or is about to be, logged in. */
const memberModules = /[\\/](dexie|dexie-react-hooks|ky|uuid)[\\/]|[\\/]src[\\/]offline[\\/]/

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/i18n/paraglide',
      emitTsDeclarations: true,
      strategy: ['baseLocale'],
    }),
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
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      injectManifest: { globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png'] },
      devOptions: { enabled: false },
    }),
  ],
  build: {
    target: 'es2022',
    sourcemap: false,
    rolldownOptions: {
      // The contract does nothing by being imported, so a screen loads only the parts of it that it uses.
      treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }] },
      output: {
        // Two shared chunks in place of dozens of crumbs: what every first page needs, and what a login adds.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            {
              name: 'member',
              test: memberModules,
              priority: 1,
              minShareCount: 2,
              // The contract stays outside: the login form needs its schemas and none of this.
              includeDependenciesRecursively: false,
            },
            // What many screens behind the login share: a page of theirs is a handful of files in place of thirty. The
            // contract is apart from them: `member` needs it too, and chunks that need each other run in the wrong order.
            ...[
              { name: 'terms', test: /[\\/]contract[\\/]/ },
              { name: 'shared', test: /[\\/]src[\\/](app|features|lib|session|ui)[\\/]/ },
            ].map(({ name, test }) => ({
              name: (id: string, graph: Rolldown.ChunkingContext) =>
                isMemberOnly(id, (each) => graph.getModuleInfo(each)) ? name : null,
              test,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            })),
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': { target: apiOrigin } } },
})
