import { lazy, Suspense, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import styles from './look.module.css'

const LookSheet = lazy(async () => ({ default: (await import('./look-sheet.tsx')).LookSheet }))

/** How the app is called and drawn on this device, seen from outside. */
export function LookSection() {
  const [open, setOpen] = useState(false)
  return (
    <Card>
      <CardHeader title={m.look_title()} subtitle={m.look_text()} />
      <CardBody>
        <Button className={styles.start} look="secondary" onClick={() => setOpen(true)}>
          {m.look_choose()}
        </Button>
        <Suspense>{open && <LookSheet onClose={() => setOpen(false)} />}</Suspense>
      </CardBody>
    </Card>
  )
}
