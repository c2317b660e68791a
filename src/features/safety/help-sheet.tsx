import { useState } from 'react'
import { helpIn } from '#contract/reference/helplines.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { BreathingPacer } from './breathing-pacer.tsx'
import { CountryPicker } from './country-picker.tsx'
import { EmergencyNumbers } from './emergency-numbers.tsx'
import { choosePlace, chosenPlace, type HelpPlace } from './help-place.ts'
import styles from './help-sheet.module.css'
import { HelplineCard } from './helpline-card.tsx'
import { leaveQuickly } from './leave-quickly.ts'
import { MoreNumbers } from './more-numbers.tsx'
import { SensesStep } from './senses-step.tsx'

export interface HelpSheetProps {
  /** Where the person's profile says they are; a choice made here goes before it. */
  home: HelpPlace | undefined
  onClose: () => void
}

/** Help now: somebody to call and a breath to take first, then every number of the country, and a way off this page. */
export function HelpSheet({ home, onClose }: HelpSheetProps) {
  const [remembered] = useState(chosenPlace)
  const [chosen, setChosen] = useState(remembered)
  const place = chosen ?? home
  // Where nothing is known of the country, it is asked first, and stays there once it is answered.
  const asksFirst = !remembered && !home

  function choose(next: HelpPlace) {
    choosePlace(next)
    setChosen(next)
  }

  const picker = <CountryPicker place={place} onChoose={choose} />
  const help = place && helpIn(place.country, place.state)
  const [first, ...others] = help?.lines ?? []
  const emergency = help && <EmergencyNumbers numbers={help.emergency} />
  return (
    <Sheet open onClose={onClose} title={m.safety_title()} description={m.safety_text()}>
      {asksFirst && picker}
      {!place && <p>{m.safety_country_first()}</p>}
      {first ? <HelplineCard line={first} first /> : emergency}
      <BreathingPacer />
      {first && emergency}
      {place && <MoreNumbers place={place} lines={others} none={!first} onChoose={choose} />}
      {!asksFirst && picker}
      <SensesStep />
      <div className={styles.leave}>
        <Button look="secondary" icon="logout" wide onClick={leaveQuickly}>
          {m.safety_leave()}
        </Button>
      </div>
    </Sheet>
  )
}
