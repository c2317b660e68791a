import { lazy, Suspense, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { dismissInstall, useInstallOffer } from '#src/lib/install.ts'
import { Button, IconButton } from '#src/ui/button/button.tsx'
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

/** A quiet offer to put the app on the home screen; nothing where the device has none or the person said no. */
export function InstallCard() {
  const offer = useInstallOffer()
  const [open, setOpen] = useState(false)
  if (offer.kind === 'none' && !open) return null
  return (
    <Card className={styles.card}>
      <CardHeader
        level={3}
        title={m.shell_install_title()}
        subtitle={m.shell_install_text()}
        end={<IconButton icon="close" label={m.ui_dismiss()} onClick={dismissInstall} />}
      />
      <Button look="secondary" icon="install" onClick={() => setOpen(true)}>
        {offer.kind === 'share-sheet' ? m.shell_install_how() : m.shell_install_action()}
      </Button>
      <Suspense>{open && <LookSheet onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}
