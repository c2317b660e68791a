import { useEffect, useState } from 'react'
import { countries } from '#contract/reference/countries.ts'
import { helpIn, type EmergencyNumber } from '#contract/reference/helplines.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { currentSession, useSession } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { PlanGlance, PlanInvitation } from '../plan/plan-glance.tsx'
import {
  chooseRegion,
  chosenRegion,
  regionOfProfile,
  type HelpRegion,
  HelplineCard,
  MoreNumbers,
} from './helplines.tsx'
import { quickExit } from './quick-exit.ts'
import breathStyles from './breathing-pacer.module.css'
import styles from './help-now.module.css'
import senseStyles from './senses-step.module.css'

interface HelpNowProps {
  /** With the safety plan unfolded. */
  withPlan?: boolean
  onClose: () => void
}

/** Help now for whoever uses this device: with the numbers of their profile's country, where it is known. */
export function HelpNow({ withPlan = false, onClose }: HelpNowProps) {
  const userId = useSession()?.user._id
  const [home, setHome] = useState<HelpRegion>()

  // An effect because the profile is in the device's database; until it is read, or if it cannot be, there is the picker.
  useEffect(() => {
    if (!userId) return undefined
    let wanted = true
    readHome(userId)
      .then((region) => wanted && setHome(region))
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [userId])

  return <HelpSheet home={home} withPlan={withPlan} onClose={onClose} />
}

async function readHome(userId: string): Promise<HelpRegion | undefined> {
  const [{ memberDatabase }, { readProfile }] = await Promise.all([
    import('#src/session/member-database.ts'),
    import('#src/session/own-profile.ts'),
  ])
  return regionOfProfile(await readProfile(await memberDatabase(userId)))
}

interface HelpSheetProps {
  /** Where the person's profile says they are; a choice made here goes before it. */
  home: HelpRegion | undefined
  withPlan: boolean
  onClose: () => void
}

/** Help now: somebody to call and a breath to take first, then every number of the country, and a way off this page. */
function HelpSheet({ home, withPlan, onClose }: HelpSheetProps) {
  const [remembered] = useState(chosenRegion)
  const [chosen, setChosen] = useState(remembered)
  const region = chosen ?? home
  // Where the country is unknown its picker comes first, and stays there once a country is chosen.
  const countryFirst = !remembered && !home

  function choose(next: HelpRegion) {
    chooseRegion(next)
    setChosen(next)
  }

  const picker = <CountryPicker region={region} onChoose={choose} />
  const help = region && helpIn(region.country, region.state)
  const [first, ...others] = help?.lines ?? []
  const emergency = help && <EmergencyNumbers numbers={help.emergency} />
  return (
    <Sheet open onClose={onClose} title={m.safety_title()} description={m.safety_text()}>
      <PlanGlance opened={withPlan} onClose={onClose} />
      {countryFirst && picker}
      {!region && <p>{m.safety_country_first()}</p>}
      {first ? <HelplineCard line={first} first /> : emergency}
      <BreathingPacer />
      {first && emergency}
      {region && <MoreNumbers region={region} lines={others} none={!first} onChoose={choose} />}
      <PlanInvitation onClose={onClose} />
      {!countryFirst && picker}
      <SensesStep />
      <div className={styles.leave}>
        <Button look="secondary" icon="logout" wide onClick={quickExit}>
          {m.safety_leave()}
        </Button>
      </div>
    </Sheet>
  )
}

/** The numbers for danger, in one row; one that could not be confirmed says so itself. */
function EmergencyNumbers({ numbers }: { numbers: readonly EmergencyNumber[] }) {
  return (
    <section className={styles.emergency}>
      <h3 className={styles.title}>{m.safety_emergency_title()}</h3>
      <ul className={styles.row}>
        {numbers.map((number) => (
          <li key={number.id} className={styles.item}>
            <a
              className={buttonClass({ look: 'danger', wide: true }, styles.call)}
              href={`tel:${number.dial}`}
            >
              {m.safety_call({ number: number.shown })}
              <span className={styles.service}>{term(number.service)}</span>
              {!number.confirmed && (
                <span className={styles.service}>{m.safety_unconfirmed()}</span>
              )}
            </a>
            {number.note && <p className={styles.note}>{term(number.note)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CountryPickerProps {
  region: HelpRegion | undefined
  onChoose: (region: HelpRegion) => void
}

/** Where the person is now; a number means something else across a border. */
function CountryPicker({ region, onChoose }: CountryPickerProps) {
  function choose(code: string) {
    const country = countries.find(({ iso2 }) => iso2 === code)
    if (country) onChoose({ country: country.iso2 })
  }

  return (
    <Field label={m.safety_country()}>
      <Select value={region?.country ?? ''} onChange={(event) => choose(event.target.value)}>
        {!region && <option value="">{m.safety_country_choose()}</option>}
        {countries.map(({ iso2, name }) => (
          <option key={iso2} value={iso2}>
            {term(name)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const secondMs = 1_000

/** Three breaths make an exercise. */
const exerciseSeconds = 30

/**
 * A button that opens a circle which breathes slowly; where motion is unwelcome only its text changes. It breathes at
 * once where the person has asked for it already.
 */
export function BreathingPacer({ atOnce = false }: { atOnce?: boolean }) {
  const [second, setSecond] = useState(atOnce ? 0 : undefined)
  const running = second !== undefined

  // An effect because it is the passing of time that turns the breath.
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setSecond((last = 0) => last + 1), secondMs)
    return () => clearInterval(timer)
  }, [running])

  const exercised = running && second >= exerciseSeconds
  // An effect because it is the passing of time that makes it an exercise.
  useEffect(() => {
    if (exercised) void countExercise().catch(() => undefined)
  }, [exercised])

  const breath = running ? breathAt(second) : undefined
  return (
    <article className={breath && breathStyles.pacer}>
      {breath && (
        <>
          <div className={breathStyles.words}>
            <h3 className={breathStyles.title}>{m.safety_breathe_title()}</h3>
            <p>{m.safety_breathe_text()}</p>
          </div>
          <div className={breathStyles.ring} aria-hidden="true">
            <span className={breathStyles.circle} data-phase={breath.phase} />
            <span className={breathStyles.count}>{formatNumber(breath.secondsLeft)}</span>
          </div>
        </>
      )}
      <p className={breathStyles.phase} aria-live="polite">
        {breath && phaseLabels[breath.phase]()}
      </p>
      <Button look="secondary" wide={!running} onClick={() => setSecond(running ? undefined : 0)}>
        {running ? m.safety_breathe_stop() : m.safety_breathe_start()}
      </Button>
    </article>
  )
}

/** The companion of a young person grows with it, on this device alone; nobody is asked anything. */
async function countExercise(): Promise<void> {
  const session = currentSession()
  if (session?.user.userT !== 'Adolescent') return
  const [{ memberDatabase }, { countBreath }] = await Promise.all([
    import('#src/session/member-database.ts'),
    import('#src/offline/features/companion.ts'),
  ])
  await countBreath(await memberDatabase(session.user._id), clockAt(Date.now()).date)
}

const phaseLabels = { in: m.safety_breathe_in, out: m.safety_breathe_out } as const

const senses = [
  { count: 5, emoji: '👀', label: m.safety_senses_see },
  { count: 4, emoji: '✋', label: m.safety_senses_touch },
  { count: 3, emoji: '👂', label: m.safety_senses_hear },
  { count: 2, emoji: '👃', label: m.safety_senses_smell },
  { count: 1, emoji: '👅', label: m.safety_senses_taste },
] as const

/** Five senses, counted down: a way back from a racing head into the room. */
function SensesStep() {
  return (
    <article className={senseStyles.step}>
      <h3 className={senseStyles.title}>{m.safety_senses_title()}</h3>
      <p>{m.safety_senses_text()}</p>
      <ul className={senseStyles.senses}>
        {senses.map(({ count, emoji, label }) => (
          <li key={count}>
            <span className={senseStyles.count}>{formatNumber(count)}</span>
            <span className={senseStyles.words}>{label()}</span>
            <span aria-hidden="true">{emoji}</span>
          </li>
        ))}
      </ul>
    </article>
  )
}

/** In seconds: a longer breath out than in calms. */
const inSeconds = 4
const outSeconds = 6

/** The half of a breath at `second` whole seconds after the start, and how long it still lasts. */
export function breathAt(second: number): { phase: 'in' | 'out'; secondsLeft: number } {
  const within = second % (inSeconds + outSeconds)
  return within < inSeconds
    ? { phase: 'in', secondsLeft: inSeconds - within }
    : { phase: 'out', secondsLeft: inSeconds + outSeconds - within }
}
