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

/** The neutral look: a sheet of paper with three lines, as any app for notes could have it. */
const calmGround = '#4f6475'
const paper = `<path fill="#fdfcf8" d="M15.5 11h17c1.7 0 3 1.3 3 3v14.2L26.7 37H15.5c-1.7 0-3-1.3-3-3V14c0-1.7 1.3-3 3-3z"/>
  <path fill="#d5dbe0" d="M35.5 28.2h-6.8a2 2 0 0 0-2 2V37z"/>
  <path fill="none" stroke="#8b9aa6" stroke-width="2.2" stroke-linecap="round" d="M18 18h12M18 23.4h12M18 28.8h5.4"/>`
const calmMark = svg(`<path fill="${calmGround}" d="${pebble}"/>${paper}`)
const calmFull = svg(
  `<path fill="${calmGround}" d="${square}"/><g transform="translate(4.8 4.8) scale(.8)">${paper}</g>`,
)
/** Of a status bar's picture only where it is opaque counts: the lines are holes. */
const calmMonochrome = svg(
  `<path fill="#000000" fill-rule="evenodd" d="M15 7h18c2.2 0 4 1.8 4 4v17L24 41h-9c-2.2 0-4-1.8-4-4V11c0-2.2 1.8-4 4-4z
    M16 14.5v3h16v-3zM16 21.5v3h16v-3zM16 28.5v3h8v-3z"/>`,
)

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
  ['calm-192', calmMark, 192],
  ['calm-512', calmMark, 512],
  ['calm-maskable-192', calmFull, 192],
  ['calm-maskable-512', calmFull, 512],
  ['calm-monochrome-96', calmMonochrome, 96],
  ['calm-touch-icon', calmFull, 180],
  ['calm-favicon-32', calmMark, 32],
]

await mkdir(out, { recursive: true })
await writeFile(new URL('mark.svg', out), `${mark}\n`)
await writeFile(new URL('calm.svg', out), `${calmMark}\n`)
for (const [name, drawing, edgePx] of pictures) {
  const density = Math.ceil((72 * edgePx) / 48)
  const picture = sharp(Buffer.from(drawing), { density }).resize(edgePx, edgePx)
  await writeFile(
    new URL(`${name}.png`, out),
    await picture.png({ compressionLevel: 9 }).toBuffer(),
  )
}
