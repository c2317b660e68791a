import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardHeader } from './card.tsx'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import styles from './install-card.module.css'
import { dismissInstall, useInstallOffer } from '#src/lib/install.ts'

/** A quiet offer to put the app on the home screen; nothing where the device has none or the person said no. */
export function InstallCard() {
  const offer = useInstallOffer()
  const [steps, setSteps] = useState(false)
  if (offer.kind === 'none') return null
  const install = () => (offer.kind === 'browser' ? void offer.ask() : setSteps(true))
  return (
    <Card className={styles.card}>
      <CardHeader
        level={3}
        title={m.shell_install_title()}
        subtitle={m.shell_install_text()}
        end={<IconButton icon="close" label={m.ui_dismiss()} onClick={dismissInstall} />}
      />
      <Button look="secondary" icon="install" onClick={install}>
        {offer.kind === 'browser' ? m.shell_install_action() : m.shell_install_how()}
      </Button>
      <Sheet open={steps} onClose={() => setSteps(false)} title={m.shell_install_ios_title()}>
        <ol className={styles.steps}>
          <li>{m.shell_install_ios_share()}</li>
          <li>{m.shell_install_ios_add()}</li>
          <li>{m.shell_install_ios_confirm()}</li>
        </ol>
      </Sheet>
    </Card>
  )
}
