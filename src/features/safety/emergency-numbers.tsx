import type { EmergencyNumber } from '#contract/reference/helplines.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import styles from './emergency-numbers.module.css'

/** The numbers for danger, in one row; one that could not be confirmed says so itself. */
export function EmergencyNumbers({ numbers }: { numbers: readonly EmergencyNumber[] }) {
  return (
    <section className={styles.emergency}>
      <h3 className={styles.title}>{m.safety_emergency_title()}</h3>
      <ul className={styles.row}>
        {numbers.map((number) => (
          <li key={number.id} className={styles.item}>
            <a
              className={buttonClass({ look: 'danger', wide: true }, styles.call)}
              href={`tel:${number.dial}`}
            >
              {m.safety_call({ number: number.shown })}
              <span className={styles.service}>{number.service}</span>
              {!number.confirmed && (
                <span className={styles.service}>{m.safety_unconfirmed()}</span>
              )}
            </a>
            {number.note && <p className={styles.note}>{number.note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
