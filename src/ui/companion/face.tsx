import {
  body,
  brows,
  cheeks,
  extras,
  eyePaths,
  faces,
  leafPaths,
  mouthPaths,
  type Extra,
  type Face as Drawing,
  type Shape,
} from './faces.ts'
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
    <path key={d} className={fill ? styles[fill] : styles.line} d={d} />
  ))
}
