import styles from './face.module.css'

/** The companion in the mood of an emoji; the emoji itself where the companion has no such face. Decoration alone. */
export function Face({ emoji }: { emoji: string }) {
  const face = faces[emoji]
  return face ? <Companion face={face} /> : emoji
}

/** A face that is no state and no answer, by the parts it is made of. */
export function Companion({ face }: { face: Drawing }) {
  const { tint, leaves, eyes, mouth, lean = 0 } = face
  const extra: Extra | undefined = typeof face.extra === 'string' ? extras[face.extra] : face.extra
  return (
    <svg className={styles.face} data-tint={tint} viewBox="0 0 64 64" aria-hidden="true">
      <g transform={lean === 0 ? undefined : `rotate(${lean} 32 40)`}>
        <path className={styles.body} d={body} />
        {leafPaths[leaves].map((d) => (
          <path key={d} className={styles.leaf} d={d} />
        ))}
        {face.cheeks && cheeks.map((d) => <path key={d} className={styles.cheek} d={d} />)}
        {face.brows && <path className={styles.line} d={brows} />}
        <Shapes shapes={typeof eyes === 'string' ? eyePaths[eyes] : eyes} />
        <Shapes shapes={typeof mouth === 'string' ? mouthPaths[mouth] : mouth} />
        {extra && !extra.apart && <Shapes shapes={extra.shapes} />}
      </g>
      {extra?.apart && (
        <g className={styles.besides}>
          <Shapes shapes={extra.shapes} />
        </g>
      )}
    </svg>
  )
}

function Shapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map(({ d, fill }) => (
    // One may be filled and drawn.
    <path key={`${fill}${d}`} className={fill ? styles[fill] : styles.line} d={d} />
  ))
}

/** How the companion looks: each part is drawn once, a face names the parts it is made of. */
export interface Drawing {
  readonly tint: 'sun' | 'mint' | 'sky' | 'lilac'
  readonly leaves: 'up' | 'wide' | 'low'
  readonly eyes: keyof typeof eyePaths | readonly Shape[]
  readonly mouth: keyof typeof mouthPaths | readonly Shape[]
  readonly brows?: true
  readonly cheeks?: true
  readonly extra?: keyof typeof extras | Extra
  /** In degrees, clockwise. */
  readonly lean?: number
}

/** A shape in the view box 0 0 64 64: a line, or a filled shape in one of the companion's colors. */
export interface Shape {
  readonly d: string
  readonly fill?: 'ink' | 'tongue' | 'tear' | 'cloud' | 'plaster' | 'cushion'
}

/** The one thing beside the companion; what is `apart` is drawn on the ground of the screen and leans with nothing. */
export interface Extra {
  readonly shapes: readonly Shape[]
  readonly apart?: true
}

export const line = (d: string): Shape => ({ d })
export const dot = (x: number, y: number, r: number): Shape => ({
  d: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  fill: 'ink',
})

export const body =
  'M32 19c12.6 0 21 8 21 19.4C53 50.6 44.4 57 32 57s-21-6.4-21-18.6C11 27 19.4 19 32 19z'
export const cheeks = [
  'M15 43a3.2 2 0 1 0 6.4 0a3.2 2 0 1 0-6.4 0z',
  'M42.6 43a3.2 2 0 1 0 6.4 0a3.2 2 0 1 0-6.4 0z',
]
const brows = 'M20 33.6l6.4-2.4M44 33.6l-6.4-2.4'

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
} as const satisfies Record<Drawing['leaves'], readonly string[]>

export const eyePaths = {
  open: [dot(24, 37, 2.6), dot(40, 37, 2.6)],
  wide: [dot(24, 36.5, 3.4), dot(40, 36.5, 3.4)],
  glad: [line('M20.4 38.4c1.2-3.8 6-3.8 7.2 0'), line('M36.4 38.4c1.2-3.8 6-3.8 7.2 0')],
  shut: [line('M20.4 36.4c1.2 3.4 6 3.4 7.2 0'), line('M36.4 36.4c1.2 3.4 6 3.4 7.2 0')],
  down: [dot(24, 39, 2.4), dot(40, 39, 2.4)],
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
} as const satisfies Record<string, readonly Shape[]>

const extras = {
  tear: { shapes: [{ d: 'M21 41.6c-3 4.2-2.4 7 .4 7s3-3-.4-7z', fill: 'tear' }] },
  cloud: {
    shapes: [
      { d: 'M40.6 30.4a5.6 5.6 0 0 1 .8-11 8 8 0 0 1 15.2 1.4 5 5 0 0 1-.4 9.6z', fill: 'cloud' },
    ],
  },
  plaster: {
    shapes: [
      { d: 'M38.6 22.4l4-3.6 9 9.6-4 3.8z', fill: 'plaster' },
      line('M43.6 24.6h.1M46.6 26.4h.1'),
    ],
  },
  spark: {
    shapes: [line('M53.6 11v6.4M50.4 14.2h6.4M9.6 22.6v4.8M7.2 25h4.8')],
    apart: true,
  },
  heart: {
    shapes: [
      {
        d: 'M49 60.6c-6.4-4.2-9.6-7.6-9.6-11.6a5.2 5.2 0 0 1 9.6-2.8 5.2 5.2 0 0 1 9.6 2.8c0 4-3.2 7.4-9.6 11.6z',
        fill: 'tongue',
      },
    ],
  },
} as const satisfies Record<string, Extra>

const cheer: Drawing = {
  tint: 'sun',
  leaves: 'up',
  eyes: 'glad',
  mouth: 'grin',
  cheeks: true,
  extra: 'spark',
}
const smile: Drawing = { tint: 'mint', leaves: 'wide', eyes: 'open', mouth: 'smile', cheeks: true }
export const caring: Drawing = {
  tint: 'sky',
  leaves: 'wide',
  eyes: 'glad',
  mouth: 'smile',
  extra: 'heart',
}
const waits: Drawing = { tint: 'sky', leaves: 'wide', eyes: 'shut', mouth: 'smile', extra: 'cloud' }

/** The companion's face in place of a system emoji, by the emoji it stands for: those that a visitor meets. */
export const faces: Record<string, Drawing> = {
  // Mood
  '😄': { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'grin', cheeks: true },
  '🙂': smile,
  '😔': { tint: 'sky', leaves: 'low', eyes: 'down', mouth: 'flat', brows: true },
  '😢': { tint: 'lilac', leaves: 'low', eyes: 'down', mouth: 'frown', brows: true, extra: 'tear' },
  // States
  '⛅': waits,
  '🌧️': waits,
  '🩹': { tint: 'lilac', leaves: 'low', eyes: 'open', mouth: 'slant', extra: 'plaster' },
  '🗺️': { tint: 'sky', leaves: 'wide', eyes: 'wide', mouth: 'slant' },
  '🎉': cheer,
  '💌': cheer,
  '👋': { tint: 'sun', leaves: 'wide', eyes: 'glad', mouth: 'smile', cheeks: true, lean: 8 },
  // Who Zync is for
  '🏡': { tint: 'sun', leaves: 'wide', eyes: 'open', mouth: 'smile', cheeks: true },
  '🤝': caring,
  '🌱': { tint: 'mint', leaves: 'up', eyes: 'glad', mouth: 'smile', cheeks: true },
}

/** Faces that come with the pages of members. */
export function addFaces(more: Readonly<Record<string, Drawing>>): void {
  Object.assign(faces, more)
}
