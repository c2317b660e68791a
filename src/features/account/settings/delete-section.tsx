import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import type { DeleteAttempt } from './delete-account-call.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import styles from './settings.module.css'

export interface DeleteSectionProps {
  /** What was never sent, in words. */
  unsent: readonly string[]
  onDelete: (password: string) => Promise<DeleteAttempt>
}

/** The way out for good. */
export function DeleteSection({ unsent, onDelete }: DeleteSectionProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Card>
      <CardHeader title={m.settings_delete_title()} subtitle={m.settings_delete_text()} />
      <CardBody>
        <Button look="danger" className={styles.start} onClick={() => setAsking(true)}>
          {m.settings_delete_open()}
        </Button>
        {asking && (
          <DeleteDialog unsent={unsent} onDelete={onDelete} onClose={() => setAsking(false)} />
        )}
      </CardBody>
    </Card>
  )
}
