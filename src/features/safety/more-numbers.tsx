import { countries } from '#contract/reference/countries.ts'
import {
  helpIn,
  helplinesCheckedOn,
  statesWithLines,
  type EmergencyNumber,
} from '#contract/reference/helplines.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './country-numbers.module.css'
import type { HelpPlace } from './help-place.ts'
import { HelplineCard } from './helpline-card.tsx'

export interface CountryNumbersProps {
  place: HelpPlace
  onChoose: (place: HelpPlace) => void
}

/** The numbers of one country: danger first, then people who listen. */
export function CountryNumbers({ place, onChoose }: CountryNumbersProps) {
  const { emergency, lines } = helpIn(place.country, place.state)
  return (
    <>
      <section className={styles.emergency}>
        <h3>{m.safety_emergency_title()}</h3>
        <ul className={styles.list}>
          {emergency.map((number) => (
            <li key={number.id}>
              <Emergency number={number} />
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.lines}>
        <h3>{m.safety_lines_title()}</h3>
        {lines.length === 0 && <p>{m.safety_no_lines({ country: countryName(place.country) })}</p>}
        <ul className={styles.list}>
          {lines.map((line) => (
            <li key={line.id}>
              <HelplineCard line={line} />
            </li>
          ))}
        </ul>
        <StateLines place={place} onChoose={onChoose} />
        <p className={styles.soft}>
          {m.safety_offline()} {m.safety_checked({ date: checkedOn() })}
        </p>
      </section>
    </>
  )
}

function Emergency({ number }: { number: EmergencyNumber }) {
  return (
    <>
      <a
        className={buttonClass({ look: 'danger', wide: true }, styles.call)}
        href={`tel:${number.dial}`}
      >
        <span className={styles.number}>{m.safety_call({ number: number.shown })}</span>
        <span className={styles.service}>{number.service}</span>
      </a>
      {number.note && <p className={styles.note}>{number.note}</p>}
      {!number.confirmed && <p className={styles.note}>{m.safety_unconfirmed()}</p>}
    </>
  )
}

/** A line that answers in one state only is offered to whom says they are there, and shown to nobody else. */
function StateLines({ place, onChoose }: CountryNumbersProps) {
  const offered = statesWithLines(place.country).filter((state) => state !== place.state)
  return offered.map((state) => (
    <Button key={state} look="secondary" onClick={() => onChoose({ ...place, state })}>
      {m.safety_in_state({ state })}
    </Button>
  ))
}

function countryName(code: HelpPlace['country']): string {
  return countries.find(({ iso2 }) => iso2 === code)?.name ?? code
}

/** Dates are shown in US long format (spec 9); a day has no zone. */
function checkedOn(): string {
  const day = new Date(`${helplinesCheckedOn}T00:00:00Z`)
  return day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
