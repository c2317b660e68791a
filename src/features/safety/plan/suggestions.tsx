import { defineLocal, useStored } from '#src/data/resource.ts'
import { helpIn } from '#contract/reference/helplines.ts'
import type { PlanItem } from '#contract/plan/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { term } from '#src/i18n/terms.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { Button } from '#src/ui/button/button.tsx'
import { chosenRegion, regionOfProfile, type HelpRegion } from '../help/helplines.tsx'
import styles from './plan.module.css'

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
    const friends = await db.friends.toArray()
    const providers = friends.filter(
      ({ userType, unavailable }) => userType === 'ServiceProvider' && !unavailable,
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
export function Suggestions({ db, items, onAdd }: SuggestionsProps) {
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
