import {
  body,
  cheeks,
  dot,
  eyePaths,
  leafPaths,
  line,
  mouthPaths,
  type Shape,
} from '#src/ui/companion/faces.ts'
import styles from './companion-picture.module.css'
import type { Growth, Stage } from './growth.ts'

/** The companion as large as it has grown, on its hill. Decoration: the card says the same in words. */
export function CompanionPicture({ stage, mood }: Pick<Growth, 'stage' | 'mood'>) {
  const { size, crown, around } = looks[stage]
  const asleep = stage === 'seed' || mood === 'resting'
  const glad = mood === 'glad' && !asleep
  return (
    <svg className={styles.picture} viewBox="-8 -26 80 94" aria-hidden="true">
      <path className={styles.hill} d="M-8 68v-7c22-12 58-12 80 0v7z" />
      {around && <Shapes shapes={garden} />}
      <g className={styles.companion}>
        <g transform={`translate(${32 - 32 * size} ${59 - 59 * size}) scale(${size})`}>
          <Shapes shapes={crown} />
          <path className={styles.body} d={body} />
          {!asleep && cheeks.map((d) => <path key={d} className={styles.cheek} d={d} />)}
          <Shapes shapes={eyePaths[asleep ? 'shut' : glad ? 'glad' : 'open']} />
          <Shapes shapes={mouthPaths[glad ? 'grin' : 'smile']} />
        </g>
      </g>
      {asleep && <path className={styles.breath} d="M56 22h6l-6 7h6M65 12h5l-5 6h5" />}
    </svg>
  )
}

interface Part {
  readonly d: string
  readonly fill?: Shape['fill'] | 'leaf' | 'petal' | 'sun' | 'stem' | 'blossom'
}

function Shapes({ shapes }: { shapes: readonly Part[] }) {
  return shapes.map(({ d, fill }) => <path key={d} className={styles[fill ?? 'line']} d={d} />)
}

const leaves = (paths: readonly string[]): Part[] => paths.map((d) => ({ d, fill: 'leaf' }))
const stem: Part = { ...line('M32 21V4'), fill: 'stem' }
const sideStems: Part = { ...line('M32 12c-5 0-9-2-12-7M32 12c5 0 9-2 12-7'), fill: 'stem' }
const pair = leaves(leafPaths.up)
const widePair = leaves(leafPaths.wide)
const bud: Part[] = [
  { d: 'M32 6c-5-3-5.6-9.6 0-14 5.6 4.4 5 11 0 14z', fill: 'petal' },
  {
    d: 'M32 7c-3.6 0-5.4-2-5.8-5.4C29 3 31 4.4 32 7zM32 7c3.6 0 5.4-2 5.8-5.4C35 3 33 4.4 32 7z',
    fill: 'leaf',
  },
]

/** Five petals around a middle. */
function flower(x: number, y: number, r: number, fill: 'petal' | 'blossom'): Part[] {
  const petals = [0, 1, 2, 3, 4].map((at): Part => {
    const angle = (at * 2 * Math.PI) / 5 - Math.PI / 2
    const tenths = (value: number) => Math.round(value * 10) / 10
    const [px, py] = [x + r * Math.cos(angle), y + r * Math.sin(angle)]
    return { d: dot(tenths(px), tenths(py), tenths(r * 0.82)).d, fill }
  })
  return [...petals, { d: dot(x, y, r * 0.66).d, fill: 'sun' }]
}

const onTop = [stem, ...flower(32, -6, 7, 'petal'), ...pair]
const crowned = [
  stem,
  sideStems,
  ...flower(19, 2, 5, 'blossom'),
  ...flower(45, 2, 5, 'blossom'),
  ...flower(32, -7, 7, 'petal'),
  ...pair,
  ...widePair,
]

/** What stands around it at last. */
const garden: readonly Part[] = [
  { d: 'M4 60V48M60 60V50M-2 61v-7M67 62v-8', fill: 'stem' },
  ...flower(4, 45, 4, 'blossom'),
  ...flower(60, 47, 3.6, 'petal'),
  ...flower(-2, 53, 2.8, 'petal'),
  ...flower(67, 53, 2.8, 'blossom'),
]

interface Look {
  readonly size: number
  readonly crown: readonly Part[]
  readonly around?: true
}

/** Each stage has all that the one before it had, and something new. */
const looks: Readonly<Record<Stage, Look>> = {
  seed: { size: 0.52, crown: [] },
  sprout: { size: 0.62, crown: leaves(leafPaths.up.slice(1)) },
  seedling: { size: 0.72, crown: pair },
  leafy: { size: 0.8, crown: [...pair, ...widePair] },
  bud: { size: 0.86, crown: [stem, ...bud, ...pair] },
  flower: { size: 0.92, crown: onTop },
  crown: { size: 0.98, crown: crowned },
  garden: { size: 1, crown: crowned, around: true },
}
