import { useState } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import type { Played } from '../played.ts'
import { ShareSheet } from './share-sheet.tsx'

export interface ShareCalls {
  fetchProviders: () => Promise<Friend[]>
  setShared: (resultId: string, providerId: string, shared: boolean) => Promise<void>
}

export interface ShareControlProps extends ShareCalls {
  played: Played
  /** The result in a word or two. */
  label: string
}

/** Says how many may see a result, and opens the list of them. A result is the person's own until they share it. */
export function ShareControl(props: ShareControlProps) {
  const [open, setOpen] = useState(false)
  const count = props.played.sharedWith.length
  return (
    <>
      <Button look="secondary" size="small" icon="send" onClick={() => setOpen(true)}>
        {count === 0 ? m.quests_share() : m.quests_shared({ count })}
      </Button>
      {open && <ShareSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
