import { useRef } from 'react'
import type { PlanStep, PlanItem } from '#contract/plan/model.ts'
import { helpIn } from '#contract/reference/helplines.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { readPlan, type ShownItem } from '#src/offline/features/plan.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { buttonClass, Button, IconButton } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { chosenRegion, regionOfProfile, type HelpRegion } from '../help/helplines.tsx'
import { decideAbout, saveLine } from './plan-resource.ts'
import { dialHref, stepWords } from './plan-words.ts'
import styles from './plan.module.css'

interface PlanStepCardProps {
  db: UserDatabase
  step: PlanStep
  /** Its lines, and those that were taken away while another phone changed them. */
  items: readonly ShownItem[]
  onEdit: (item: ShownItem | undefined) => void
}

/** One step of one's own plan: its lines, what another phone had there, and a way to add one. */
export function PlanStepCard({ db, step, items, onEdit }: PlanStepCardProps) {
  const words = stepWords[step]
  const shown = items.filter(({ deleted }) => !deleted)
  const saving = useRef(false)

  async function add({ text, phone }: Suggestion) {
    // The second half of a double tap, also one that comes before the line is drawn.
    if (saving.current) return
    saving.current = true
    try {
      const { items: written } = await readPlan(db)
      const known = written.some((item) => item.step === step && item.text === text)
      const line = { step, text, phone, basedOn: null }
      if (!known) await saveLine(db, crypto.randomUUID(), line)
    } catch {
      sayFailed()
    }
    saving.current = false
  }

  return (
    <Card>
      <CardHeader title={words.title()} subtitle={shown.length === 0 ? words.hint() : undefined} />
      <CardBody className={styles.part}>
        {items.length > 0 && (
          <ul className={styles.lines}>
            {items.map((item) => (
              <li key={item.id} className={styles.line}>
                {!item.deleted && <OwnLine item={item} onEdit={() => onEdit(item)} />}
                <OtherVersions db={db} item={item} />
              </li>
            ))}
          </ul>
        )}
        {step === 'professionals' && (
          <Suggestions db={db} items={shown} onAdd={(suggestion) => void add(suggestion)} />
        )}
        <div>
          <Button
            look="secondary"
            icon="plus"
            aria-label={m.plan_add_to({ step: words.title() })}
            onClick={() => onEdit(undefined)}
          >
            {m.plan_add()}
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

function OwnLine({ item, onEdit }: { item: ShownItem; onEdit: () => void }) {
  return (
    <>
      <div className={styles.row}>
        <p className={styles.words} dir="auto">
          {item.text}
        </p>
        <IconButton icon="edit" label={m.plan_edit({ text: item.text })} onClick={onEdit} />
      </div>
      <CallLink item={item} />
      {item.state === 'waiting' && <p className={styles.quiet}>{m.plan_waiting()}</p>}
    </>
  )
}

/** One tap calls somebody; nothing for a line without a number. */
export function CallLink({ item }: { item: Pick<PlanItem, 'text' | 'phone'> }) {
  if (item.phone === null) return null
  return (
    <a
      className={buttonClass({ look: 'primary' })}
      href={dialHref(item.phone)}
      aria-label={m.plan_call({ name: item.text })}
    >
      <bdi>{m.plan_call_number({ number: item.phone })}</bdi>
    </a>
  )
}

/** What another phone had there, until the person decides. */
function OtherVersions({ db, item }: { db: UserDatabase; item: ShownItem }) {
  return item.replaced.map((other) => (
    <div key={other.rev} className={styles.part}>
      <p>
        {item.deleted
          ? m.plan_other_removed({ text: other.text })
          : m.plan_other({ text: other.text })}
      </p>
      <div className={styles.tools}>
        <Button
          look="secondary"
          size="small"
          onClick={() => void decideAbout(db, { item, other }, 'take').catch(sayFailed)}
        >
          {m.plan_other_take()}
        </Button>
        <Button
          look="quiet"
          size="small"
          onClick={() => void decideAbout(db, { item, other }, 'leave').catch(sayFailed)}
        >
          {m.plan_other_leave()}
        </Button>
      </div>
    </div>
  ))
}

export function sayFailed(): void {
  showToast({ text: m.plan_save_failed(), tone: 'danger' })
}

/** Somebody or something that could stand in the step of professionals. */
interface Suggestion {
  readonly text: string
  readonly phone: string | null
}

const suggestedMax = 4

/** Whom the person is connected with, and where they are, as this device knows it. */
const knownResource = defineLocal<{ names: string[]; home: HelpRegion | undefined }>({
  key: 'safety.plan-suggestions',
  async read(db) {
    const [friends, hidden] = await Promise.all([db.friends.toArray(), readHidden(db)])
    const providers = friends.filter(
      ({ id, userType, unavailable }) =>
        userType === 'ServiceProvider' && !unavailable && !hidden.has(id),
    )
    const names = providers.map(({ firstname, lastname }) => `${firstname} ${lastname}`)
    return { names, home: regionOfProfile(await readProfile(db)) }
  },
})

interface SuggestionsProps {
  db: UserDatabase
  items: readonly PlanItem[]
  onAdd: (suggestion: Suggestion) => void
}

/** One's own provider and the lines of one's country, each to be added by a tap; nothing is in the plan by itself. */
function Suggestions({ db, items, onAdd }: SuggestionsProps) {
  const known = useStored(db, knownResource)
  const region = chosenRegion() ?? known?.home
  const providers = (known?.names ?? []).map((text) => ({ text, phone: null }))
  const offered = [...providers, ...(region ? linesOf(region) : [])]
  const missing = offered.filter(({ text }) => !items.some((item) => item.text === text))
  if (missing.length === 0) return null
  return (
    <div className={styles.part}>
      <p className={styles.quiet}>{m.plan_suggested()}</p>
      <div className={styles.tools}>
        {missing.slice(0, suggestedMax).map((each) => (
          <Button key={each.text} look="secondary" size="small" onClick={() => onAdd(each)}>
            {m.plan_suggest_add({ name: each.text })}
          </Button>
        ))}
      </div>
    </div>
  )
}

function linesOf({ country, state }: HelpRegion): Suggestion[] {
  return helpIn(country, state).lines.flatMap(({ name, ways }) => {
    const call = ways.find(({ kind }) => kind === 'call')
    return call?.kind === 'call' ? [{ text: term(name), phone: call.dial }] : []
  })
}
