import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

/** Said when a begun quest is opened again; starting again asks first, as it clears what was answered. */
export function Resumed({ onStartAgain }: { onStartAgain: () => void }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Banner
        tone="info"
        action={
          <Button look="secondary" size="small" onClick={() => setAsking(true)}>
            {m.quests_start_again()}
          </Button>
        }
      >
        {m.quests_resumed()}
      </Banner>
      <Dialog
        open={asking}
        onClose={close}
        title={m.quests_start_again_title()}
        description={m.quests_start_again_text()}
        actions={
          <>
            <Button
              onClick={() => {
                close()
                onStartAgain()
              }}
            >
              {m.quests_start_again()}
            </Button>
            <Button look="secondary" onClick={close}>
              {m.quests_start_again_keep()}
            </Button>
          </>
        }
      />
    </>
  )
}
