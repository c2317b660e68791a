import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'
import { baseLanguage, directionOf, languages, type Language } from '../contract/language.ts'

const root = new URL('../', import.meta.url)

/** The web app manifest as it is in English. */
export const manifest = JSON.parse(
  readFileSync(new URL('manifest.webmanifest', root), 'utf8'),
) as Partial<ManifestOptions>

/** What a language says in the manifest; addresses and pictures are those of English, in the same order. */
const manifestWords = v.strictObject({
  name: v.string(),
  short_name: v.string(),
  description: v.string(),
  shortcuts: v.array(
    v.strictObject({
      name: v.string(),
      short_name: v.optional(v.string()),
      description: v.optional(v.string()),
    }),
  ),
  screenshots: v.array(v.strictObject({ label: v.string() })),
})

/** The manifest in a language; undefined where that one has no words for it. */
export function manifestIn(language: Language): Partial<ManifestOptions> | undefined {
  const file = new URL(`src/i18n/manifest/${language}.json`, root)
  if (!existsSync(file)) return undefined
  const words = v.parse(manifestWords, JSON.parse(readFileSync(file, 'utf8')))
  const { shortcuts = [], screenshots = [] } = manifest
  if (
    words.shortcuts.length !== shortcuts.length ||
    words.screenshots.length !== screenshots.length
  )
    throw new Error(`The manifest in ${language} has other parts than the English one`)
  return {
    ...manifest,
    ...words,
    lang: language,
    dir: directionOf(language),
    shortcuts: shortcuts.map((each, place) => ({ ...each, ...words.shortcuts[place] })),
    screenshots: screenshots.map((each, place) => ({ ...each, ...words.screenshots[place] })),
  }
}

/** Writes a manifest for each further language; the server gives each browser its own. */
export function manifests(): Plugin {
  return {
    name: 'zync-manifests',
    apply: 'build',
    generateBundle() {
      for (const language of languages.filter((each) => each !== baseLanguage)) {
        const source = manifestIn(language)
        const fileName = `manifest.${language}.webmanifest`
        if (source) this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source) })
      }
    },
  }
}
