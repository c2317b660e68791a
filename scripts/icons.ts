/** Renders every icon of the app from its drawings. Run `npm exec node scripts/icons.ts` after changing one; the PNGs are checked in. */
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { iconPaths } from '#src/ui/image/icon-paths.ts'

const out = new URL('../public/icons/', import.meta.url)

/** The mark's colours, as in src/ui/nav/logo.tsx. */
const gradient = `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#7552ee"/><stop offset=".55" stop-color="#bf48b6"/><stop offset="1" stop-color="#ff7a70"/>
</linearGradient>`

/** The mark without its ground, on a 48 px grid: two people who hold the two ends of one line. */
function people(line: string, heads: string): string {
  return `<path fill="none" stroke="${line}" stroke-width="6.2" stroke-linecap="round" stroke-linejoin="round"
    d="M22.5 14.5H33.7L14.3 33.5H25.5"/>
  <circle cx="13.8" cy="14.5" r="3.5" fill="${heads}"/><circle cx="34.2" cy="33.5" r="3.5" fill="${heads}"/>`
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${content}</svg>`
}

const pebble = 'M24 0c18 0 24 6 24 24s-6 24-24 24S0 42 0 24 6 0 24 0z'
const square = 'M0 0h48v48H0z'

const mark = svg(`${gradient}<path fill="url(#g)" d="${pebble}"/>${people('#ffffff', '#ffdccb')}`)

/** Platforms cut their own shape out of a full square and promise to keep the middle 80 %. */
const full = svg(
  `${gradient}<path fill="url(#g)" d="${square}"/><g transform="translate(4.8 4.8) scale(.8)">${people('#ffffff', '#ffdccb')}</g>`,
)

const monochrome = svg(
  `<g transform="translate(2.4 2.4) scale(.9)">${people('#000000', '#000000')}</g>`,
)

function shortcut(path: string): string {
  return svg(`<path fill="#f3edff" d="${pebble}"/><g transform="translate(11 11) scale(1.083)" fill="none"
    stroke="#6a3bd1" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></g>`)
}

const pictures: [name: string, drawing: string, edgePx: number][] = [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['maskable-192', full, 192],
  ['maskable-512', full, 512],
  ['monochrome-512', monochrome, 512],
  ['apple-touch-icon', full, 180],
  ['favicon-32', mark, 32],
  ['shortcut-trackers', shortcut(iconPaths.heart), 96],
  ['shortcut-chats', shortcut(iconPaths.chat), 96],
  ['shortcut-library', shortcut(iconPaths.library), 96],
]

await mkdir(out, { recursive: true })
await writeFile(new URL('mark.svg', out), `${mark}\n`)
for (const [name, drawing, edgePx] of pictures) {
  const density = Math.ceil((72 * edgePx) / 48)
  const picture = sharp(Buffer.from(drawing), { density }).resize(edgePx, edgePx)
  await writeFile(
    new URL(`${name}.png`, out),
    await picture.png({ compressionLevel: 9 }).toBuffer(),
  )
}
