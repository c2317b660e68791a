import { useState } from 'react'
import { lookFiles, type Look } from '#contract/look.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isInstalled, useInstallOffer } from '#src/lib/install.ts'
import { Button } from '#src/ui/button/button.tsx'
import { RadioTiles } from '#src/ui/choice/radio-tiles.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { chooseLook, currentLook, lookName } from './choose-look.ts'
import styles from './look.module.css'

const looks: readonly Look[] = ['zync', 'calm']

/** The name and the icon come first: an app that is installed stays as it was installed, and has no choice here. */
export function LookSheet({ onClose }: { onClose: () => void }) {
  useSpeech()
  return (
    <Sheet open onClose={onClose} title={m.look_sheet_title()}>
      <div className={styles.sheet}>{isInstalled() ? <ChangeLater /> : <Choice />}</div>
    </Sheet>
  )
}

function Choice() {
  const [look, setLook] = useState(currentLook)
  function choose(next: Look) {
    setLook(next)
    void chooseLook(next)
  }
  return (
    <>
      <RadioTiles
        legend={m.look_legend()}
        tiles={looks.map((each) => ({
          value: each,
          label: lookName(each),
          drawing: <img src={lookFiles[each].mark} alt="" width={56} height={56} />,
        }))}
        value={look}
        onChange={choose}
        size="medium"
      />
      {look === 'calm' && <CalmFacts />}
      <Steps look={look} />
    </>
  )
}

/** What the neutral look does, and what it cannot do. */
function CalmFacts() {
  return (
    <section className={styles.facts}>
      <p>{m.look_calm_does({ name: lookName('calm') })}</p>
      <h3>{m.look_calm_not_title()}</h3>
      <ul className={styles.list}>
        <li>{m.look_calm_not_history()}</li>
        <li>{m.look_calm_not_phone()}</li>
        <li>{m.look_calm_not_mail()}</li>
        <li>{m.look_calm_not_apple({ setting: m.push_discreet() })}</li>
      </ul>
    </section>
  )
}

/** The way onto the home screen, as this browser has it. */
function Steps({ look }: { look: Look }) {
  const offer = useInstallOffer()
  const name = lookName(look)
  return (
    <section className={styles.facts}>
      {offer.kind === 'browser' && (
        <Button icon="install" onClick={() => void offer.ask()}>
          {m.look_install({ name })}
        </Button>
      )}
      {offer.kind === 'share-sheet' && (
        <>
          <h3>{m.look_ios_title()}</h3>
          <ol className={styles.steps}>
            <li>{m.shell_install_ios_share()}</li>
            <li>{m.shell_install_ios_add()}</li>
            <li>{m.look_ios_confirm({ name })}</li>
          </ol>
        </>
      )}
      {offer.kind === 'none' && <p>{m.look_menu()}</p>}
      <p className={styles.muted}>{m.look_later()}</p>
    </section>
  )
}

/** In the installed app itself. */
function ChangeLater() {
  return (
    <>
      {currentLook() === 'calm' && <CalmFacts />}
      <section className={styles.facts}>
        <h3>{m.look_change_title()}</h3>
        <ol className={styles.steps}>
          <li>{m.look_change_sent()}</li>
          <li>{m.look_change_remove()}</li>
          <li>{m.look_change_again()}</li>
        </ol>
      </section>
    </>
  )
}
