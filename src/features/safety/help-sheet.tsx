import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { BreathingPacer } from './breathing-pacer.tsx'
import { CountryNumbers } from './country-numbers.tsx'
import { CountryPicker } from './country-picker.tsx'
import { choosePlace, chosenPlace, type HelpPlace } from './help-place.ts'
import styles from './help-sheet.module.css'
import { leaveQuickly } from './leave-quickly.ts'
import { SensesStep } from './senses-step.tsx'

export interface HelpSheetProps {
  /** Where the person's profile says they are; a choice made here goes before it. */
  home: HelpPlace | undefined
  onClose: () => void
}

/** Help now: numbers that work where the person is, two things to do at once, and a way off this page. */
export function HelpSheet({ home, onClose }: HelpSheetProps) {
  const [chosen, setChosen] = useState(chosenPlace)
  const place = chosen ?? home

  function choose(next: HelpPlace) {
    choosePlace(next)
    setChosen(next)
  }

  return (
    <Sheet open onClose={onClose} title={m.safety_title()} description={m.safety_text()}>
      <CountryPicker place={place} onChoose={choose} />
      {place ? (
        <CountryNumbers place={place} onChoose={choose} />
      ) : (
        <p>{m.safety_country_first()}</p>
      )}
      <section className={styles.grounding}>
        <h3>{m.safety_grounding_title()}</h3>
        <BreathingPacer />
        <SensesStep />
      </section>
      <div className={styles.leave}>
        <Button look="secondary" icon="logout" wide onClick={leaveQuickly}>
          {m.safety_leave()}
        </Button>
      </div>
    </Sheet>
  )
}
