import * as m from '#src/i18n/paraglide/messages.js'
import { Tag } from '#src/ui/message/tag.tsx'
import type { Played } from '../played.ts'

/** Whether the server has a finished quest. */
export function StatusTag({ state }: Pick<Played, 'state'>) {
  switch (state) {
    case 'sent':
      return (
        <Tag tone="success" icon="check">
          {m.quests_state_sent()}
        </Tag>
      )
    case 'waiting':
      return (
        <Tag tone="warn" icon="clock">
          {m.quests_state_waiting()}
        </Tag>
      )
    case 'refused':
      return (
        <Tag tone="danger" icon="alert">
          {m.quests_state_refused()}
        </Tag>
      )
  }
}
