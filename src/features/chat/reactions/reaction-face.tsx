import type { ReactionName } from '#contract/chat/reactions.ts'
import { Companion } from '#src/ui/companion/face.tsx'
import type { Face, Shape } from '#src/ui/companion/faces.ts'
import styles from './reactions.module.css'

const astonished: readonly Shape[] = [
  { d: 'M27.8 47a4.2 5 0 1 0 8.4 0a4.2 5 0 1 0-8.4 0z', fill: 'ink' },
]

/** The companion's faces for reactions: each has its own eyes and mouth, so that none is known by its color alone. */
const faces: Readonly<Record<ReactionName, Face>> = {
  love: { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'smile', cheeks: true, extra: 'heart' },
  laugh: { tint: 'sun', leaves: 'wide', eyes: 'shut', mouth: 'grin', cheeks: true, lean: 8 },
  thanks: { tint: 'mint', leaves: 'low', eyes: 'shut', mouth: 'smile', cheeks: true },
  cheer: { tint: 'mint', leaves: 'up', eyes: 'glad', mouth: 'grin', extra: 'spark' },
  wow: { tint: 'sky', leaves: 'up', eyes: 'wide', mouth: astonished },
  sad: { tint: 'lilac', leaves: 'low', eyes: 'down', mouth: 'frown', brows: true, extra: 'tear' },
}

/** A reaction as a drawing, without words. */
export function ReactionFace({ name }: { name: ReactionName }) {
  return (
    <span className={styles.face} data-reaction={name} aria-hidden="true">
      <Companion face={faces[name]} />
    </span>
  )
}
