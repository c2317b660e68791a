import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'

export interface ListNoteProps {
  refresh: Refresh
  again: () => void
  /** What to say where the server could not be asked although there is a network. */
  text: string
}

/** Offline there is nothing to say: the quests play all the same. */
export function ListNote({ refresh, again, text }: ListNoteProps) {
  const online = useOnline()
  if (refresh.status !== 'failed' || !online) return null
  const retry = (
    <Button look="secondary" size="small" onClick={again}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Banner tone="warn" action={retry}>
      {failureText(refresh.error, text)}
    </Banner>
  )
}
