import { countries } from '#contract/reference/countries.ts'
import {
  helplinesCheckedOn,
  statesWithLines,
  type Helpline,
} from '#contract/reference/helplines.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { Button } from '#src/ui/button/button.tsx'
import type { HelpPlace } from './help-place.ts'
import { HelplineCard } from './helpline-card.tsx'
import styles from './more-numbers.module.css'

export interface MoreNumbersProps {
  place: HelpPlace
  lines: readonly Helpline[]
  /** The country has no line at all that could be confirmed. */
  none: boolean
  onChoose: (place: HelpPlace) => void
}

/** The other people of a country who listen, and what is known of the numbers. */
export function MoreNumbers({ place, lines, none, onChoose }: MoreNumbersProps) {
  return (
    <section className={styles.lines}>
      {lines.length > 0 && <h3>{m.safety_lines_title()}</h3>}
      {none && <p>{m.safety_no_lines({ country: countryName(place.country) })}</p>}
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line.id}>
            <HelplineCard line={line} />
          </li>
        ))}
      </ul>
      <StateLines place={place} onChoose={onChoose} />
      <p className={styles.soft}>
        {m.safety_offline()} {m.safety_checked({ date: formatDay(helplinesCheckedOn) })}
      </p>
    </section>
  )
}

/** A line that answers in one state only is offered to whom says they are there, and shown to nobody else. */
function StateLines({ place, onChoose }: Pick<MoreNumbersProps, 'place' | 'onChoose'>) {
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
