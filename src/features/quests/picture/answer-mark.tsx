import styles from './answer-mark.module.css'

/** A mark beside an answer: the phases of the moon as the companion's world has them, any other as the text it is. */
export function AnswerMark({ label }: { label: string | undefined }) {
  const lit = label === undefined ? undefined : moons[label]
  if (lit === undefined) return label
  return (
    <svg className={styles.moon} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles.dark} d={disc} />
      <path className={styles.lit} d={lit} />
    </svg>
  )
}

const disc = 'M16 3a13 13 0 0 1 0 26a13 13 0 0 1 0-26z'

/** The lit part of the moon, by the emoji of its phase: a half of the disc, and the edge of its shadow. */
const moons: Readonly<Record<string, string>> = {
  '🌑': '',
  '🌒': 'M16 3a13 13 0 0 1 0 26a6 13 0 0 0 0-26z',
  '🌓': 'M16 3a13 13 0 0 1 0 26z',
  '🌔': 'M16 3a13 13 0 0 1 0 26a6 13 0 0 1 0-26z',
  '🌕': disc,
  '🌖': 'M16 3a13 13 0 0 0 0 26a6 13 0 0 0 0-26z',
  '🌗': 'M16 3a13 13 0 0 0 0 26z',
  '🌘': 'M16 3a13 13 0 0 0 0 26a6 13 0 0 1 0-26z',
}
