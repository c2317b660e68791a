import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import styles from './settings.module.css'

/** As many unsent items are named one by one; the rest are counted. */
const namedMax = 4

/** What goes with the account: first what was never sent, then what the server holds. */
export function DeleteWarning({ unsent }: { unsent: readonly string[] }) {
  const rest = unsent.length - namedMax
  return (
    <>
      {unsent.length > 0 && (
        <Banner tone="warn">
          <p>{m.settings_delete_unsent({ count: unsent.length })}</p>
          <ul className={styles.list}>
            {unsent.slice(0, namedMax).map((words, index) => (
              <li key={index}>{words}</li>
            ))}
            {rest > 0 && <li>{m.settings_delete_unsent_more({ count: rest })}</li>}
          </ul>
        </Banner>
      )}
      <ul className={styles.list}>
        <li>{m.settings_delete_goes_profile()}</li>
        <li>{m.settings_delete_goes_answers()}</li>
        <li>{m.settings_delete_goes_papers()}</li>
        <li>{m.settings_delete_goes_device()}</li>
      </ul>
      <p className={styles.muted}>{m.settings_delete_stays()}</p>
      <p className={styles.muted}>{m.settings_delete_sealed()}</p>
    </>
  )
}
