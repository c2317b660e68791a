import type { ConnectionState } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Tag, type TagProps } from '#src/ui/message/tag.tsx'

interface Look {
  readonly tone: NonNullable<TagProps['tone']>
  readonly icon: IconName
  readonly words: () => string
}

const looks: Record<ConnectionState, Look> = {
  pending: { tone: 'warn', icon: 'clock', words: m.connections_state_pending },
  accepted: { tone: 'success', icon: 'check', words: m.connections_state_accepted },
  rejected: { tone: 'danger', icon: 'close', words: m.connections_state_rejected },
  removed: { tone: 'plain', icon: 'back', words: m.connections_state_removed },
  ended: { tone: 'plain', icon: 'close', words: m.connections_state_ended },
}

/** Where a connection stands. */
export function StateTag({ state }: { state: ConnectionState }) {
  const { tone, icon, words } = looks[state]
  return (
    <Tag tone={tone} icon={icon}>
      {words()}
    </Tag>
  )
}
