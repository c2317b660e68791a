import { Face } from '#src/ui/companion/face.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { props, type PropShape } from './props.ts'
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
