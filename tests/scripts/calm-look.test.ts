import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { directionOf, languages } from '#contract/language.ts'
import { calmNames, lookAsked, lookCookie, lookFiles } from '#contract/look.ts'
import { calmManifest, calmShell } from '../../scripts/calm-look.ts'
import { manifest } from '../../scripts/manifests.ts'

const root = new URL('../../', import.meta.url)
const source = readFileSync(new URL('index.html', root), 'utf8')
/** As the build has it: with the link that the plugin writes. */
const built = source.replace('</head>', '<link rel="manifest" href="/manifest.webmanifest"></head>')

describe.each(languages)('the neutral manifest in %s', (language) => {
  const calm = calmManifest(language)

  test('is that of another app than the usual one, and starts with its look', () => {
    expect(calm).toMatchObject({ lang: language, dir: directionOf(language), scope: '/' })
    expect([calm.name, calm.short_name]).toEqual([calmNames[language], calmNames[language]])
    const at = (path = '') => new URL(path, 'https://zync.example/').href
    expect(at(calm.id)).not.toBe(at(manifest.id))
    expect(at(calm.start_url).startsWith(at(calm.scope))).toBe(true)
    expect(lookAsked(at(calm.start_url))).toBe('calm')
    expect(calm).toMatchObject({ display: manifest.display, theme_color: manifest.theme_color })
  })

  test('says nothing of what the app is: no word, no picture, no way into a part of it', () => {
    const said = Object.keys(calm).filter((key) => JSON.stringify(calm[key as keyof typeof calm]))
    for (const key of ['description', 'shortcuts', 'screenshots', 'categories'])
      expect(said).not.toContain(key)
    expect(JSON.stringify(calm)).not.toMatch(/zync|mark\.svg|icons\/icon-|tracker|health/i)
  })

  test('has the icons that a phone asks for, each of the size that it says', () => {
    const purposes = calm.icons?.map(({ purpose, sizes }) => `${String(purpose)} ${sizes}`)
    expect(purposes).toEqual(expect.arrayContaining(['any 192x192', 'any 512x512']))
    expect(purposes).toEqual(expect.arrayContaining(['maskable 192x192', 'maskable 512x512']))
    const drawn = calm.icons?.filter(({ type }) => type === 'image/png') ?? []
    for (const { src, sizes } of drawn) {
      const png = readFileSync(new URL(`public${src}`, root))
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
  })
})

test('every file of a look is there', () => {
  for (const { manifest: _, ...pictures } of Object.values(lookFiles))
    for (const path of Object.values(pictures))
      expect(readFileSync(new URL(`public${path}`, root)).length).toBeGreaterThan(0)
})

describe.each(languages)('the neutral page in %s', (language) => {
  const page = calmShell(built, language)

  test('has the neutral name, icons and manifest before any script, and the name of the app nowhere', () => {
    expect(page).not.toMatch(/zync/i)
    expect(page).toContain(`<title>${calmNames[language]}</title>`)
    expect(page).toContain(`name="apple-mobile-web-app-title" content="${calmNames[language]}"`)
    const hrefs = [...page.matchAll(/<link rel="[\w-]+" href="([^"]+)"/g)].map(([, href]) => href)
    const { manifest: link, mark, favicon, touchIcon } = lookFiles.calm
    expect(hrefs).toEqual([mark, favicon, touchIcon, link])
    expect(page).toContain('<html lang="en" data-look="calm">')
  })

  test('shows no mark while it loads, and runs the same scripts under the same policy', () => {
    expect(page).toContain('<div class="boot-brand"></div>')
    const blocks = (html: string) => html.match(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g)
    expect(blocks(page)).toEqual(blocks(built))
    expect(page).toContain('<div class="boot-page" aria-hidden="true">')
    expect(page).toContain('<noscript>')
  })
})

test.each([
  ['without the link to the manifest', source],
  ['with another title', built.replace('<title>Zync</title>', '<title>Zync!</title>')],
  ['that says the name once more', built.replace('</body>', '<p>Zync</p></body>')],
])('a page %s ends the build', (_, html) => {
  expect(() => calmShell(html, 'en')).toThrow(/^The page/)
})

test.each([
  ['look=calm', 'calm'],
  ['lang=ar; look=calm; a=b', 'calm'],
  ['look=calmer', 'zync'],
  ['outlook=calm', 'zync'],
  ['look=', 'zync'],
  ['look=zync', 'zync'],
  ['', 'zync'],
])('the cookies %j ask for %s', (cookies, look) => {
  expect(lookCookie(cookies)).toBe(look)
})

test.each([
  ['?look=calm', 'calm'],
  ['?a=1&look=calm', 'calm'],
  ['?look=calm&a=1', 'calm'],
  ['?look=calmer', 'zync'],
  ['?outlook=calm', 'zync'],
  ['?redirect=%2Fdashboard%3Flook%3Dcalm', 'zync'],
  ['', 'zync'],
])('the query %j asks for %s', (search, look) => {
  expect(lookAsked(search)).toBe(look)
})
