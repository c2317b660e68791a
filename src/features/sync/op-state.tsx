import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './not-sent.module.css'
import { opStanding } from './op-standing.ts'
import { timeWords } from './when.ts'

/** Why an operation is still here. */
export function OpState({ row }: { row: OutboxRow }) {
  const standing = opStanding(row, useNow())
  switch (standing.status) {
    case 'waiting':
      return <StateTag tone="warn" icon="clock" text={m.sync_state_waiting()} />
    case 'later': {
      const text = m.sync_state_later({ when: timeWords(standing.at) })
      return <StateTag tone="warn" icon="clock" text={text} />
    }
    case 'asks':
      return <StateTag tone="warn" icon="alert" text={m.sync_state_asks()} />
    case 'upgrade':
      return <StateTag tone="info" icon="sync" text={m.sync_state_upgrade()} />
    case 'refused':
      return (
        <>
          <StateTag tone="danger" icon="alert" text={m.sync_state_refused()} />
          {standing.why && <p className={styles.why}>{standing.why}</p>}
        </>
      )
  }
}

type StateTagProps = {
  tone: 'warn' | 'info' | 'danger'
  icon: 'clock' | 'sync' | 'alert'
  text: string
}

function StateTag({ tone, icon, text }: StateTagProps) {
  return (
    <p>
      <Tag tone={tone} icon={icon}>
        {text}
      </Tag>
    </p>
  )
}
