/** How the companion looks: each part is drawn once, a face names the parts it is made of. */
export interface Face {
  readonly tint: 'sun' | 'mint' | 'sky' | 'lilac'
  readonly leaves: 'up' | 'wide' | 'low'
  readonly eyes: keyof typeof eyePaths
  readonly mouth: keyof typeof mouthPaths
  readonly brows?: true
  readonly cheeks?: true
  readonly extra?: keyof typeof extraPaths
  /** In degrees, clockwise. */
  readonly lean?: number
}

/** A shape in the view box 0 0 64 64: a line, or a filled shape in one of the companion's colors. */
export interface Shape {
  readonly d: string
  readonly fill?: 'ink' | 'tongue' | 'tear' | 'cloud' | 'plaster' | 'cushion'
}

const line = (d: string): Shape => ({ d })
const dot = (x: number, y: number, r: number): Shape => ({
  d: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  fill: 'ink',
})

export const body =
  'M32 19c12.6 0 21 8 21 19.4C53 50.6 44.4 57 32 57s-21-6.4-21-18.6C11 27 19.4 19 32 19z'
export const cheeks = [
  'M15 43a3.2 2 0 1 0 6.4 0a3.2 2 0 1 0-6.4 0z',
  'M42.6 43a3.2 2 0 1 0 6.4 0a3.2 2 0 1 0-6.4 0z',
]
export const brows = 'M20 33.6l6.4-2.4M44 33.6l-6.4-2.4'

export const leafPaths = {
  up: [
    'M32 20c-1-7.4-6-11.4-13.4-10.6C18.8 17 24 21 32 20z',
    'M32 20c.6-8.6 6-13 14-12.6.4 8.4-5.4 13-14 12.6z',
  ],
  wide: [
    'M32 20c-4-5.6-10-6.8-15.6-3 3.4 5.4 9.8 6.6 15.6 3z',
    'M32 20c4-5.6 10-6.8 15.6-3-3.4 5.4-9.8 6.6-15.6 3z',
  ],
  low: [
    'M32.4 21.4c-5-4.6-12.8-3-16 3.8 6.6 3.4 13.2 1.8 16-3.8z',
    'M31.6 21.4c5-4.6 12.8-3 16 3.8-6.6 3.4-13.2 1.8-16-3.8z',
  ],
} as const satisfies Record<Face['leaves'], readonly string[]>

export const eyePaths = {
  open: [dot(24, 37, 2.6), dot(40, 37, 2.6)],
  wide: [dot(24, 36.5, 3.4), dot(40, 36.5, 3.4)],
  glad: [line('M20.4 38.4c1.2-3.8 6-3.8 7.2 0'), line('M36.4 38.4c1.2-3.8 6-3.8 7.2 0')],
  shut: [line('M20.4 36.4c1.2 3.4 6 3.4 7.2 0'), line('M36.4 36.4c1.2 3.4 6 3.4 7.2 0')],
  down: [dot(24, 39, 2.4), dot(40, 39, 2.4)],
  heavy: [
    { d: 'M20.8 37h6.4a3.2 3.2 0 0 1-6.4 0z', fill: 'ink' },
    { d: 'M36.8 37h6.4a3.2 3.2 0 0 1-6.4 0z', fill: 'ink' },
    line('M20 38.4l8-2M36 36.4l8 2'),
  ],
  dizzy: [line('M21.4 34.6l5.2 5.2m0-5.2l-5.2 5.2M37.4 34.6l5.2 5.2m0-5.2l-5.2 5.2')],
} as const satisfies Record<string, readonly Shape[]>

export const mouthPaths = {
  grin: [
    { d: 'M24.6 43h14.8c0 5-3.4 8.2-7.4 8.2s-7.4-3.2-7.4-8.2z', fill: 'ink' },
    { d: 'M28 49.2c1-2.2 7-2.2 8 0-2 2.6-6 2.6-8 0z', fill: 'tongue' },
  ],
  smile: [line('M26 44c2 3.8 10 3.8 12 0')],
  flat: [line('M27.4 46h9.2')],
  slant: [line('M27.4 47.4l9.2-2.8')],
  frown: [line('M26.6 48c1.8-3.4 9-3.4 10.8 0')],
  wavy: [line('M25 46.6c1.8-2.6 3.6-2.6 4.8 0s3 2.6 4.6 0 3-2.6 4.6 0')],
  yawn: [
    { d: 'M27.8 47a4.2 5 0 1 0 8.4 0a4.2 5 0 1 0-8.4 0z', fill: 'ink' },
    { d: 'M29.4 49.6c1-1.6 4.2-1.6 5.2 0-1 2.6-4.2 2.6-5.2 0z', fill: 'tongue' },
  ],
  yum: [
    line('M25 43.6c2 4.4 12 4.4 14 0'),
    { d: 'M32.6 46.7c-.2 5 5.4 5 5.2-1.1z', fill: 'tongue' },
  ],
} as const satisfies Record<string, readonly Shape[]>

export const extraPaths = {
  tear: [{ d: 'M21 41.6c-3 4.2-2.4 7 .4 7s3-3-.4-7z', fill: 'tear' }],
  sleep: [line('M47 17.6h5.4l-5.4 6.2h5.4M54.4 8.6h4.4l-4.4 5.2h4.4')],
  rush: [line('M2.6 33h6M1.6 41h6M4 49h6')],
  steps: [line('M21 60.6h7M37 60.6h7')],
  cushion: [
    {
      d: 'M5 55c0-4.4 2.6-6.4 6.4-6.4h41.2c3.8 0 6.4 2 6.4 6.4 0 4-2.4 6-6.4 6H11.4c-4 0-6.4-2-6.4-6z',
      fill: 'cushion',
    },
  ],
  cloud: [
    { d: 'M40.6 30.4a5.6 5.6 0 0 1 .8-11 8 8 0 0 1 15.2 1.4 5 5 0 0 1-.4 9.6z', fill: 'cloud' },
  ],
  plaster: [
    { d: 'M38.6 22.4l4-3.6 9 9.6-4 3.8z', fill: 'plaster' },
    line('M43.6 24.6h.1M46.6 26.4h.1'),
  ],
  spark: [line('M53.6 11v6.4M50.4 14.2h6.4M9.6 22.6v4.8M7.2 25h4.8')],
} as const satisfies Record<string, readonly Shape[]>

/** The companion's face in place of a system emoji, by the emoji it stands for. */
export const faces: Readonly<Record<string, Face>> = {
  // Mood
  '😄': { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'grin', cheeks: true },
  '🙂': { tint: 'mint', leaves: 'wide', eyes: 'open', mouth: 'smile', cheeks: true },
  '😔': { tint: 'sky', leaves: 'low', eyes: 'down', mouth: 'flat', brows: true },
  '😢': { tint: 'lilac', leaves: 'low', eyes: 'down', mouth: 'frown', brows: true, extra: 'tear' },
  // Fitness
  '🏃': { tint: 'sun', leaves: 'up', eyes: 'wide', mouth: 'grin', extra: 'rush', lean: 12 },
  '🚶': { tint: 'mint', leaves: 'wide', eyes: 'open', mouth: 'smile', extra: 'steps', lean: 5 },
  '🧍': { tint: 'sky', leaves: 'wide', eyes: 'open', mouth: 'flat' },
  '🛋️': { tint: 'lilac', leaves: 'low', eyes: 'shut', mouth: 'flat', extra: 'cushion' },
  // Sleep
  '😴': { tint: 'sun', leaves: 'wide', eyes: 'shut', mouth: 'smile', cheeks: true, extra: 'sleep' },
  '😌': { tint: 'mint', leaves: 'wide', eyes: 'shut', mouth: 'smile' },
  '🥱': { tint: 'sky', leaves: 'low', eyes: 'heavy', mouth: 'yawn' },
  '😵': { tint: 'lilac', leaves: 'low', eyes: 'dizzy', mouth: 'wavy' },
  // Diet
  '😋': { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'yum', cheeks: true },
  '😐': { tint: 'mint', leaves: 'wide', eyes: 'open', mouth: 'flat' },
  '😕': { tint: 'sky', leaves: 'low', eyes: 'open', mouth: 'slant' },
  '😞': { tint: 'lilac', leaves: 'low', eyes: 'down', mouth: 'frown', brows: true },
  // States
  '⛅': { tint: 'sky', leaves: 'wide', eyes: 'shut', mouth: 'smile', extra: 'cloud' },
  '🩹': { tint: 'lilac', leaves: 'low', eyes: 'open', mouth: 'slant', extra: 'plaster' },
  '🎉': { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'grin', cheeks: true, extra: 'spark' },
}
