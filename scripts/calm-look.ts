import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'
import { baseLanguage, directionOf, languages, type Language } from '../contract/language.ts'
import { calmNames, lookFiles } from '../contract/look.ts'
import { manifest } from './manifests.ts'

const { zync, calm } = lookFiles

/** The app under another name: an app of its own for a phone, without anything that says what it is. */
export function calmManifest(language: Language): Partial<ManifestOptions> {
  const name = calmNames[language]
  const { scope, display, display_override, orientation, theme_color, background_color } = manifest
  return {
    id: '/?look=calm',
    name,
    short_name: name,
    lang: language,
    dir: directionOf(language),
    start_url: '/dashboard?look=calm',
    scope,
    display,
    display_override,
    orientation,
    theme_color,
    background_color,
    icons: [
      { src: calm.icon, sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/calm-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: calm.mark, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      {
        src: '/icons/calm-maskable-192.png',
        sizes: '192x192',
        type: 'image/png',
        purpose: 'maskable',
      },
      {
        src: '/icons/calm-maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
      { src: calm.badge, sizes: '96x96', type: 'image/png', purpose: 'monochrome' },
    ],
  }
}

/**
 * The built page as it comes before any script, without the app's own name and mark. Throws where the page is not built as
 * it was, or still says the name.
 */
export function calmShell(html: string, language: Language): string {
  const name = calmNames[language]
  const changes: [from: string | RegExp, to: string][] = [
    ['<html lang="en">', '<html lang="en" data-look="calm">'],
    ['<title>Zync</title>', `<title>${name}</title>`],
    [/<meta\s+name="description"[^>]*>/, ''],
    ['app-title" content="Zync"', `app-title" content="${name}"`],
    [`href="${zync.mark}"`, `href="${calm.mark}"`],
    [`href="${zync.favicon}"`, `href="${calm.favicon}"`],
    [`href="${zync.touchIcon}"`, `href="${calm.touchIcon}"`],
    [`href="${zync.manifest}"`, `href="${calm.manifest}"`],
    [/<div class="boot-brand".*?<\/div>\s*(?=<noscript>)/s, '<div class="boot-brand"></div>'],
    ['Zync needs JavaScript', 'This app needs JavaScript'],
  ]
  const page = changes.reduce((text, [from, to]) => {
    const next = text.replace(from, () => to)
    if (next === text) throw new Error(`The page has no ${String(from)}`)
    return next
  }, html)
  if (/zync/i.test(page)) throw new Error('The page with the neutral look still says Zync')
  return page
}

/** Writes the neutral manifests and pages beside the usual ones; English names the files of no language. */
export function calmLook(): Plugin {
  return {
    name: 'zync-calm-look',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('The build has no index.html')
        const html = String(index.source)
        for (const language of languages) {
          const tag = language === baseLanguage ? '' : `.${language}`
          const source = JSON.stringify(calmManifest(language))
          this.emitFile({ type: 'asset', fileName: `manifest.calm${tag}.webmanifest`, source })
          // A language that has the name of the English one has its page too.
          if (tag && calmNames[language] === calmNames[baseLanguage]) continue
          const page = calmShell(html, language)
          this.emitFile({ type: 'asset', fileName: `calm${tag}.html`, source: page })
        }
      },
    },
  }
}
