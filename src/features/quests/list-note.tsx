import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Loaded } from '#src/data/resource.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'

export interface ListNoteProps {
  of: Pick<Loaded<unknown>, 'refresh' | 'retry'>
  /** What to say where the server could not be asked although there is a network. */
  text: string
}

/** Offline there is nothing to say: the quests play all the same. */
export function ListNote({ of: { refresh, retry }, text }: ListNoteProps) {
  const online = useOnline()
  if (refresh.status !== 'failed' || !online) return null
  const again = (
    <Button look="secondary" size="small" onClick={retry}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Banner tone="warn" action={again}>
      {failureText(refresh.error, text)}
    </Banner>
  )
}
