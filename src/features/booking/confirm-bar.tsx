import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './booking.module.css'

export interface ConfirmBarProps {
  /** When the chosen session is. */
  when: string
  /** Until when it can be cancelled or moved. */
  policy: string
  label: string
  busy: boolean
  onConfirm: () => void
}

/** Spec 2: the confirmation bar; it stays in sight while slots are looked at. */
export function ConfirmBar({ when, policy, label, busy, onConfirm }: ConfirmBarProps) {
  const online = useOnline()
  return (
    <section className={styles.confirm} data-barless aria-label={m.booking_chosen()}>
      <div className={styles.confirmWords}>
        <output>
          <strong>{when}</strong>
        </output>
        <p className={styles.muted}>{online ? policy : m.booking_needs_connection()}</p>
      </div>
      <Button busy={busy} aria-disabled={!online} onClick={online ? onConfirm : undefined}>
        {label}
      </Button>
    </section>
  )
}
