import { Face } from '#src/ui/companion/face.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './scene-picture.module.css'

/** What a picture shows: the companion's face, by the emoji that it stands for, and what it has with it. */
export interface Scene {
  readonly face: string
  readonly prop: keyof typeof props
}

export interface ScenePictureProps {
  scene: Scene
  /** Its ground; `plain` on a ground that has the color already. */
  tint: 'peach' | 'rose' | 'lilac' | 'sky' | 'mint' | 'sun' | 'plain'
  size?: 'small' | 'large'
  /** How much is done, from 0 to 1, as a ring around it; words beside the picture say the same. */
  done?: number
}

/** The companion with one thing that something is about. Decoration alone. */
export function ScenePicture({ scene, tint, size = 'small', done }: ScenePictureProps) {
  const shapes: readonly PropShape[] = props[scene.prop]
  return (
    <span className={styles.picture} data-tint={tint} data-size={size} aria-hidden="true">
      <svg className={styles.prop} viewBox="0 0 32 32">
        {shapes.map(({ d, fill }) => (
          <path key={d} className={fill ? styles[fill] : styles.line} d={d} />
        ))}
      </svg>
      <span className={styles.face}>
        <Face emoji={scene.face} />
      </span>
      {done !== undefined && done > 0 && <Ring done={done} />}
    </span>
  )
}

/** Starts at the top and closes; a closed one has a tick as well. */
function Ring({ done }: { done: number }) {
  return (
    <>
      <svg className={styles.ring} viewBox="0 0 48 48">
        <circle className={styles.track} cx="24" cy="24" r="22.5" />
        <circle
          className={styles.arc}
          cx="24"
          cy="24"
          r="22.5"
          pathLength={100}
          strokeDasharray={`${Math.min(1, done) * 100} 100`}
        />
      </svg>
      {done >= 1 && (
        <span className={styles.tick}>
          <Icon name="check" size={12} />
        </span>
      )}
    </>
  )
}

/** A shape in the view box 0 0 32 32: a line, or a filled shape in one of the colors of the companion's world. */
interface PropShape {
  readonly d: string
  readonly fill?: 'sun' | 'mint' | 'sky' | 'lilac' | 'rose' | 'cloud' | 'ink'
}

const line = (d: string): PropShape => ({ d })

const disc = (x: number, y: number, r: number, fill: PropShape['fill']): PropShape => ({
  d: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  ...(fill && { fill }),
})

const cloud: PropShape = {
  d: 'M10 26a6 6 0 0 1 .8-11.9 8 8 0 0 1 15.1 2.3A4.9 4.9 0 0 1 25 26z',
  fill: 'cloud',
}

/** What the companion has with it in a picture. Each is drawn once. */
const props = {
  gauge: [
    { d: 'M3 24a13 13 0 0 1 26 0z', fill: 'sky' },
    { d: 'M16 24V11a13 13 0 0 1 13 13z', fill: 'sun' },
    line('M16 24l6-8'),
    disc(16, 24, 2.4, 'ink'),
  ],
  bolt: [{ d: 'M19 2L6 18h7.6L11 30l15-17h-8.4z', fill: 'sun' }],
  waves: [
    { d: 'M2 28V14c4.6-6 9.4-6 14 0s9.4 6 14 0v14z', fill: 'sky' },
    line('M2 14c4.6-6 9.4-6 14 0s9.4 6 14 0'),
    line('M5 22c3.6-4 7.4-4 11 0s7.4 4 11 0'),
  ],
  pad: [
    {
      d: 'M9 8h14c5.6 0 8.6 15 4.4 16.6-3.4 1.3-4.8-4.6-7-4.6h-8.8c-2.2 0-3.6 5.9-7 4.6C.4 23 3.4 8 9 8z',
      fill: 'lilac',
    },
    line('M8 14h5M10.5 11.5v5'),
    disc(20, 15.5, 1.5, 'ink'),
    disc(23.5, 12.5, 1.5, 'ink'),
  ],
  book: [
    {
      d: 'M16 8c-3.6-3-8.6-3-13-2v19c4.4-1 9.4-1 13 2 3.6-3 8.6-3 13-2V6c-4.4-1-9.4-1-13 2z',
      fill: 'cloud',
    },
    line('M16 8v18.5M7 11.5c2-.3 3.6 0 5 .8M7 16c2-.3 3.6 0 5 .8'),
    {
      d: 'M20.4 12.4c1.2-2 4.4-1.4 4.4 1 0 2-2.4 3.4-4.4 5-2-1.6-4.4-3-4.4-5 0-2.4 3.2-3 4.4-1z',
      fill: 'rose',
    },
  ],
  spiral: [
    line(
      'M16 16c0-2.2 3.4-2 3.4.8 0 3.4-6.8 3.8-7.2-.8-.3-5 7.2-7.6 10.6-3 3.6 5-1 12.4-8 11.4-7.6-1-9.4-9.8-5.8-14.8C12.2 5 19.4 4 24 6.6',
    ),
  ],
  bubble: [
    {
      d: 'M7 4h18a4.5 4.5 0 0 1 4.5 4.5v9A4.5 4.5 0 0 1 25 22H14.5L8 28v-6H7a4.5 4.5 0 0 1-4.5-4.5v-9A4.5 4.5 0 0 1 7 4z',
      fill: 'cloud',
    },
    { d: 'M16 7l1.7 4.3L22 13l-4.3 1.7L16 19l-1.7-4.3L10 13l4.3-1.7z', fill: 'sun' },
  ],
  radar: [
    disc(16, 16, 13, 'mint'),
    { d: 'M16 16V3a13 13 0 0 1 13 13z', fill: 'sun' },
    line('M16 9.5a6.5 6.5 0 1 0 6.5 6.5M16 16l8-8'),
    disc(11, 20.5, 1.6, 'ink'),
  ],
  jump: [line('M3 27h7M22 27h7M5 21c1.6-13 15-17 20-4M25.8 10.6l-.6 6.8-6.4-2')],
  loop: [
    { d: 'M16 16c-4-7-13-7-13 0s9 7 13 0zm0 0c4-7 13-7 13 0s-9 7-13 0z', fill: 'lilac' },
    line('M16 16c-4-7-13-7-13 0s9 7 13 0 13-7 13 0-9 7-13 0z'),
  ],
  spotlight: [
    { d: 'M13 10.5L28 29H6z', fill: 'sun' },
    { d: 'M5 3.5l9-1.5 3.4 7-9.8 4z', fill: 'ink' },
  ],
  spotlights: [
    { d: 'M9 8l14 21H7z', fill: 'sun' },
    { d: 'M23 8l2 21H9z', fill: 'rose' },
    { d: 'M4 3h7l1.6 5.4-6.6 2zM28 3h-7l-1.6 5.4 6.6 2z', fill: 'ink' },
  ],
  flame: [
    {
      d: 'M17 2c1.4 6.6 9 9.6 9 17.6a10 10 0 0 1-20 0c0-4.4 2.2-7 4.6-9.2-.2 3.4.8 5 2.4 6C16.6 12.4 14.6 7 17 2z',
      fill: 'rose',
    },
    { d: 'M16.4 17.6c.6 2.8 4 3.8 4 7a4.4 4.4 0 0 1-8.8 0c0-2.8 2.6-3.8 4.8-7z', fill: 'sun' },
  ],
  star: [
    {
      d: 'M16 2.5l4 8.7 9.5 1.1-7 6.5 1.9 9.4L16 23.5l-8.4 4.7 1.9-9.4-7-6.5 9.5-1.1z',
      fill: 'sun',
    },
  ],
  compass: [
    disc(16, 16, 13, 'cloud'),
    { d: 'M20.5 8.5l-2 10-7 5 2-10z', fill: 'rose' },
    line('M16 5v1.5M16 25.5V27M5 16h1.5M25.5 16H27'),
  ],
  bulb: [
    { d: 'M16 2.5a9.5 9.5 0 0 0-5 17.6V23h10v-2.9a9.5 9.5 0 0 0-5-17.6z', fill: 'sun' },
    line('M12 26.5h8M14 30h4M13.5 13l2.5 2.5 2.5-2.5M16 15.5V22'),
  ],
  steps: [
    disc(7, 25, 3, 'lilac'),
    disc(14, 18.5, 3, 'lilac'),
    disc(20, 11, 3, 'lilac'),
    disc(27, 5, 3, 'sun'),
  ],
  lens: [
    disc(13, 13, 10, 'sky'),
    line('M13 3a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM20.5 20.5L29 29M8 11.5a5.5 5.5 0 0 1 4-3.5'),
  ],
  sign: [
    line('M15 30V3'),
    { d: 'M15 5h11l3.5 4-3.5 4H15z', fill: 'mint' },
    { d: 'M15 15H6l-3.5 4L6 23h9z', fill: 'sun' },
  ],
  weather: [disc(12, 11, 7.5, 'sun'), cloud],
  moon: [
    { d: 'M19 3a12.5 12.5 0 1 0 11 18.5A11 11 0 0 1 19 3z', fill: 'sun' },
    line('M26 5v5M23.5 7.5h5'),
  ],
  apple: [
    {
      d: 'M16 10.5c-6.6-4.4-13 0-12 8.5 1 7.6 7 12 12 9 5 3 11-1.4 12-9 1-8.5-5.4-12.9-12-8.5z',
      fill: 'rose',
    },
    { d: 'M17 9c-.2-4.6 3-7 8-7 .2 4.6-3 7-8 7z', fill: 'mint' },
  ],
  rain: [
    { ...cloud, d: 'M10 20a6 6 0 0 1 .8-11.9 8 8 0 0 1 15.1 2.3A4.9 4.9 0 0 1 25 20z' },
    line('M11 24l-1.5 4M18 24l-1.5 4M25 24l-1.5 4'),
  ],
  heart: [
    {
      d: 'M16 28C8 22 3 17.5 3 11.5 3 4.5 12.5 3 16 9.5 19.5 3 29 4.5 29 11.5 29 17.5 24 22 16 28z',
      fill: 'rose',
    },
  ],
  puzzle: [
    { d: 'M5 9h7.2c-2.6-7.6 10-7.6 7.4 0H27v7.2c-7.6-2.6-7.6 10 0 7.4V29H5z', fill: 'lilac' },
  ],
} as const satisfies Record<string, readonly PropShape[]>
