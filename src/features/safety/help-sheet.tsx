import { useState, useEffect } from 'react'
import { helpIn, type EmergencyNumber } from '#contract/reference/helplines.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { choosePlace, chosenPlace, type HelpPlace } from './help-place.ts'
import styles from './help-sheet.module.css'
import { HelplineCard } from './helpline-card.tsx'
import { MoreNumbers } from './more-numbers.tsx'
import sensesStepStyles from './senses-step.module.css'
import { buttonClass } from '#src/ui/button/button-class.ts'
import emergencyNumbersStyles from './emergency-numbers.module.css'
import { countries } from '#contract/reference/countries.ts'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import breathingPacerStyles from './breathing-pacer.module.css'
import { breathAt } from './breath.ts'

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

/** A page that nobody asks about. */
const neutralSite = 'https://www.wikipedia.org/'
/** Without a network a site would be an error page with its name on it. */
const neutralPage = 'about:blank'

/**
 * Takes this page off the screen at once and puts a neutral one in its place, in the history too: 'Back' does not
 * lead here again. The screen is blank already while the other page loads.
 */
function leaveQuickly(): void {
  document.title = ''
  document.documentElement.hidden = true
  window.location.replace(navigator.onLine ? neutralSite : neutralPage)
}

const senses = [
  { count: 5, emoji: '👀', words: m.safety_senses_see },
  { count: 4, emoji: '✋', words: m.safety_senses_touch },
  { count: 3, emoji: '👂', words: m.safety_senses_hear },
  { count: 2, emoji: '👃', words: m.safety_senses_smell },
  { count: 1, emoji: '👅', words: m.safety_senses_taste },
] as const

/** Five senses, counted down: a way back from a racing head into the room. */
function SensesStep() {
  return (
    <article className={sensesStepStyles.step}>
      <h3 className={sensesStepStyles.title}>{m.safety_senses_title()}</h3>
      <p>{m.safety_senses_text()}</p>
      <ul className={sensesStepStyles.senses}>
        {senses.map(({ count, emoji, words }) => (
          <li key={count}>
            <span className={sensesStepStyles.count}>{count}</span>
            <span className={sensesStepStyles.words}>{words()}</span>
            <span aria-hidden="true">{emoji}</span>
          </li>
        ))}
      </ul>
    </article>
  )
}

/** The numbers for danger, in one row; one that could not be confirmed says so itself. */
function EmergencyNumbers({ numbers }: { numbers: readonly EmergencyNumber[] }) {
  return (
    <section className={emergencyNumbersStyles.emergency}>
      <h3 className={emergencyNumbersStyles.title}>{m.safety_emergency_title()}</h3>
      <ul className={emergencyNumbersStyles.row}>
        {numbers.map((number) => (
          <li key={number.id} className={emergencyNumbersStyles.item}>
            <a
              className={buttonClass({ look: 'danger', wide: true }, emergencyNumbersStyles.call)}
              href={`tel:${number.dial}`}
            >
              {m.safety_call({ number: number.shown })}
              <span className={emergencyNumbersStyles.service}>{number.service}</span>
              {!number.confirmed && (
                <span className={emergencyNumbersStyles.service}>{m.safety_unconfirmed()}</span>
              )}
            </a>
            {number.note && <p className={emergencyNumbersStyles.note}>{number.note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CountryPickerProps {
  place: HelpPlace | undefined
  onChoose: (place: HelpPlace) => void
}

/** Where the person is now; a number means something else across a border. */
function CountryPicker({ place, onChoose }: CountryPickerProps) {
  function choose(code: string) {
    const country = countries.find(({ iso2 }) => iso2 === code)
    if (country) onChoose({ country: country.iso2 })
  }

  return (
    <Field label={m.safety_country()}>
      <Select value={place?.country ?? ''} onChange={(event) => choose(event.target.value)}>
        {!place && <option value="">{m.safety_country_choose()}</option>}
        {countries.map(({ iso2, name }) => (
          <option key={iso2} value={iso2}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const secondMs = 1_000

/** A button that opens a circle which breathes slowly; where motion is unwelcome only its words change. */
function BreathingPacer() {
  const [second, setSecond] = useState<number>()
  const running = second !== undefined

  // An effect because it is the passing of time that turns the breath.
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setSecond((last = 0) => last + 1), secondMs)
    return () => clearInterval(timer)
  }, [running])

  const breath = running ? breathAt(second) : undefined
  return (
    <article className={breath && breathingPacerStyles.pacer}>
      {breath && (
        <>
          <div className={breathingPacerStyles.words}>
            <h3 className={breathingPacerStyles.title}>{m.safety_breathe_title()}</h3>
            <p>{m.safety_breathe_text()}</p>
          </div>
          <div className={breathingPacerStyles.ring} aria-hidden="true">
            <span className={breathingPacerStyles.circle} data-phase={breath.phase} />
            <span className={breathingPacerStyles.count}>{breath.secondsLeft}</span>
          </div>
        </>
      )}
      <p className={breathingPacerStyles.phase} aria-live="polite">
        {breath && phaseWords[breath.phase]()}
      </p>
      <Button look="secondary" wide={!running} onClick={() => setSecond(running ? undefined : 0)}>
        {running ? m.safety_breathe_stop() : m.safety_breathe_start()}
      </Button>
    </article>
  )
}

const phaseWords = { in: m.safety_breathe_in, out: m.safety_breathe_out } as const
