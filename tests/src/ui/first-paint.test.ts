import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const html = read('index.html')
const tokens = read('src/ui/tokens.css')

interface Picture {
  src: string
  sizes: string
  type: string
}

interface Manifest {
  icons: Picture[]
  screenshots: Picture[]
  shortcuts: { icons: Picture[] }[]
  theme_color: string
  background_color: string
}

const manifest: Manifest = JSON.parse(read('manifest.webmanifest'))
const grounds = [...tokens.matchAll(/--color-bg: (#[\da-f]{6});/g)].map((match) => match[1])

test('what is painted before any script has the colours of the app, light and dark', () => {
  const painted = [...html.matchAll(/--boot-bg: (#[\da-f]{6});/g)].map((match) => match[1])
  const browserBar = [...html.matchAll(/name="theme-color" content="(#[\da-f]{6})"/g)]
  expect(painted).toEqual(grounds.slice(0, 2))
  expect(browserBar.map((match) => match[1])).toEqual(grounds.slice(0, 2))
  expect([manifest.theme_color, manifest.background_color]).toEqual([grounds[0], grounds[0]])
})

test('the page holds no inline script, no style attribute and one style element to hash', () => {
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).toContain('<script type="module" src="/src/main.tsx"></script>')
  expect(html.match(/<style/g)).toHaveLength(1)
  expect(html).not.toMatch(/\sstyle=|\son\w+=/)
  expect(html).not.toContain('rel="manifest"')
})

const pictures = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
].filter((picture) => picture.type === 'image/png')

test.each(pictures)('$src exists and has the size the manifest says', ({ src, sizes }) => {
  const png = readFileSync(new URL(`../../../public${src}`, import.meta.url))
  expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
})

function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
}
