import * as m from '#src/i18n/paraglide/messages.js'
import styles from './senses-step.module.css'

const senses = [
  { count: 5, emoji: '👀', words: m.safety_senses_see },
  { count: 4, emoji: '✋', words: m.safety_senses_touch },
  { count: 3, emoji: '👂', words: m.safety_senses_hear },
  { count: 2, emoji: '👃', words: m.safety_senses_smell },
  { count: 1, emoji: '👅', words: m.safety_senses_taste },
] as const

/** Five senses, counted down: a way back from a racing head into the room. */
export function SensesStep() {
  return (
    <article className={styles.step}>
      <h3 className={styles.title}>{m.safety_senses_title()}</h3>
      <p>{m.safety_senses_text()}</p>
      <ul className={styles.senses}>
        {senses.map(({ count, emoji, words }) => (
          <li key={count}>
            <span className={styles.count}>{count}</span>
            <span className={styles.words}>{words()}</span>
            <span aria-hidden="true">{emoji}</span>
          </li>
        ))}
      </ul>
    </article>
  )
}
