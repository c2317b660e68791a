import * as v from 'valibot'
import { countries } from '#contract/reference/countries.ts'
import {
  helplinesCheckedOn,
  statesWithLines,
  wayHref,
  type Helpline,
  type HelpWay,
  type CountryCode,
} from '#contract/reference/helplines.ts'
import { stateTerm, term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import styles from './helplines.module.css'

interface HelplineCardProps {
  line: Helpline
  /** The one before everything else: its Call is the main action. */
  first?: boolean
}

/** One line: who it is for, when it answers, and every way to reach it as one tap. */
export function HelplineCard({ line, first = false }: HelplineCardProps) {
  const Heading = first ? 'h3' : 'h4'
  return (
    <article className={styles.card}>
      <Heading className={styles.name}>{term(line.name)}</Heading>
      <p>{term(line.forWhom)}</p>
      <p className={styles.hours}>{line.hours ? term(line.hours) : m.safety_hours_unknown()}</p>
      <div className={styles.ways}>
        {line.ways.map((way) => (
          <Way key={way.kind + way.shown} way={way} main={first && way.kind === 'call'} />
        ))}
      </div>
    </article>
  )
}

function Way({ way, main }: { way: HelpWay; main: boolean }) {
  const leadsOut = way.kind === 'chat' || way.kind === 'whatsapp'
  return (
    <span className={styles.way}>
      <a
        className={buttonClass({ look: main ? 'primary' : 'secondary' })}
        href={wayHref(way)}
        {...(leadsOut ? { target: '_blank', rel: 'noreferrer' } : {})}
      >
        {wayLabel(way)}
      </a>
      {way.kind === 'call' && way.note && <span className={styles.hours}>{term(way.note)}</span>}
    </span>
  )
}

function wayLabel(way: HelpWay): string {
  switch (way.kind) {
    case 'call':
      return m.safety_call({ number: way.shown })
    case 'text':
      return way.body
        ? m.safety_text_word({ word: way.body, number: way.shown })
        : m.safety_text_number({ number: way.shown })
    case 'whatsapp':
      return m.safety_whatsapp({ number: way.shown })
    case 'chat':
      return m.safety_chat({ site: way.shown })
  }
}

interface MoreNumbersProps {
  region: HelpRegion
  lines: readonly Helpline[]
  /** The country has no line at all that could be confirmed. */
  none: boolean
  onChoose: (region: HelpRegion) => void
}

/** The other people of a country who listen, and what is known of the numbers. */
export function MoreNumbers({ region, lines, none, onChoose }: MoreNumbersProps) {
  return (
    <section className={styles.lines}>
      {lines.length > 0 && <h3>{m.safety_lines_title()}</h3>}
      {none && <p>{m.safety_no_lines({ country: countryName(region.country) })}</p>}
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line.id}>
            <HelplineCard line={line} />
          </li>
        ))}
      </ul>
      <StateLines region={region} onChoose={onChoose} />
      <p className={styles.soft}>
        {m.safety_offline()} {m.safety_checked({ date: formatDay(helplinesCheckedOn) })}
      </p>
    </section>
  )
}

/** A line that answers in one state only is offered to whom says they are there, and shown to nobody else. */
function StateLines({ region, onChoose }: Pick<MoreNumbersProps, 'region' | 'onChoose'>) {
  const offered = statesWithLines(region.country).filter((state) => state !== region.state)
  return offered.map((state) => (
    <Button key={state} look="secondary" onClick={() => onChoose({ ...region, state })}>
      {m.safety_in_state({ state: stateTerm(state, nameOf(region.country)) })}
    </Button>
  ))
}

function countryName(code: HelpRegion['country']): string {
  return term(nameOf(code))
}

/** As the contract has it. */
function nameOf(code: HelpRegion['country']): string {
  return countries.find(({ iso2 }) => iso2 === code)?.name ?? code
}

/** The country, and its state, that decides which numbers work. */
export interface HelpRegion {
  readonly country: CountryCode
  readonly state?: string | undefined
}

const storageKey = 'helpPlace'
const codes = countries.map(({ iso2 }) => iso2)
const regionSchema = v.object({ country: v.picklist(codes), state: v.optional(v.string()) })
const storedSchema = v.pipe(v.string(), v.parseJson(), regionSchema)

/** The region that was chosen on this device; undefined before that. */
export function chosenRegion(): HelpRegion | undefined {
  const parsed = v.safeParse(
    storedSchema,
    attempt(() => localStorage.getItem(storageKey)),
  )
  return parsed.success ? parsed.output : undefined
}

/** Remembers a choice on this device, until the next logout. */
export function chooseRegion(region: HelpRegion): void {
  attempt(() => localStorage.setItem(storageKey, JSON.stringify(region)))
}

/** The region of a profile; undefined where it names none of our countries. */
export function regionOfProfile(
  profile: { country: string | null; state: string | null } | undefined,
): HelpRegion | undefined {
  const country = countries.find(({ name }) => name === profile?.country)
  return country && { country: country.iso2, state: profile?.state ?? undefined }
}

/** A browser that refuses storage must not cost the numbers. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
