import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { planSteps, type PlanItem, type PlanStep } from '#contract/plan/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentSession, useSession } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { openHelpWithPlan } from '../help/help.tsx'
import { CallLink } from './plan-step.tsx'
import { stepWords } from './plan-words.ts'
import styles from './plan.module.css'

type Line = Pick<PlanItem, 'id' | 'step' | 'text' | 'phone'>

/** The plan of whoever uses this device: their own, or the copy that was left here for nobody logged in. */
interface FoundPlan {
  readonly items: readonly Line[]
  readonly isCopy: boolean
}

/** What stands in Help now; the whole of it where there is no page to open. */
const firstSteps: readonly PlanStep[] = ['signs', 'alone', 'people']

/** The plan as the first thing of Help now, folded; nothing while there is none. */
export function PlanGlance({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const found = usePlan()
  const [open, setOpen] = useState(opened)
  const [gone, setGone] = useState(false)
  if (!found || gone || found.items.length === 0) return null
  return (
    <section className={styles.glance} aria-label={m.plan_title()}>
      <Button wide icon="heart" aria-expanded={open} onClick={() => setOpen(!open)}>
        {m.plan_open()}
      </Button>
      {open && (
        <>
          {(found.isCopy ? planSteps : firstSteps).map((step) => (
            <GlanceStep key={step} step={step} items={found.items} />
          ))}
          {found.isCopy ? (
            <Button look="quiet" onClick={() => void takeAway().then(setGone)}>
              {m.plan_keep_delete()}
            </Button>
          ) : (
            <PageLink onClose={onClose} label={m.plan_whole()} />
          )}
        </>
      )}
    </section>
  )
}

/** The way to a plan for a young person without one: behind the numbers, which come first then. */
export function PlanInvitation({ onClose }: { onClose: () => void }) {
  const found = usePlan()
  const isYoung = useSession()?.user.userT === 'Adolescent'
  if (!isYoung || found?.items.length !== 0) return null
  return <PageLink onClose={onClose} label={m.plan_make()} />
}

function PageLink({ onClose, label }: { onClose: () => void; label: string }) {
  return (
    <Link
      to="/safety-plan"
      className={buttonClass({ look: 'secondary', wide: true })}
      onClick={onClose}
    >
      {label}
    </Link>
  )
}

function GlanceStep({ step, items }: { step: PlanStep; items: readonly Line[] }) {
  const lines = items.filter((item) => item.step === step)
  if (lines.length === 0) return null
  return (
    <div className={styles.part}>
      <h3>{stepWords[step].title()}</h3>
      <ul className={styles.lines}>
        {lines.map((item) => (
          <li key={item.id} className={styles.line}>
            <p className={styles.words} dir="auto">
              {item.text}
            </p>
            <CallLink item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Read once, when Help now opens: from this device alone, so that it is there without a network. */
function usePlan(): FoundPlan | undefined {
  const [found, setFound] = useState<FoundPlan>()
  // An effect because the plan is in a database; until it is read, and if it cannot be, help goes on without it.
  useEffect(() => {
    let wanted = true
    findPlan()
      .then((plan) => wanted && setFound(plan))
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [])
  return found
}

/** The plan on this device for whoever uses it now; undefined for somebody who has none, and while the app is locked. */
async function findPlan(): Promise<FoundPlan | undefined> {
  const session = currentSession()
  if (session?.token === '') return undefined
  const user = session?.user
  if (user && user.userT !== 'Adolescent') return undefined
  if (user) {
    const [{ memberDatabase }, { readPlan }] = await Promise.all([
      import('#src/session/member-database.ts'),
      import('#src/offline/features/plan.ts'),
    ])
    const { items } = await readPlan(await memberDatabase(user._id))
    return { items, isCopy: false }
  }
  const { readPlanCopy } = await import('#src/offline/features/plan-copy.ts')
  const copy = await readPlanCopy()
  return copy && { items: copy.items, isCopy: true }
}

async function takeAway(): Promise<boolean> {
  try {
    const { deletePlanCopy } = await import('#src/offline/features/plan-copy.ts')
    await deletePlanCopy()
  } catch {
    showToast({ text: m.plan_share_failed(), tone: 'danger' })
    return false
  }
  showToast({ text: m.plan_keep_deleted(), tone: 'success' })
  return true
}

/** The way to one's plan from a grave answer; nothing for somebody who has none. */
export function PlanButton() {
  const [isThere, setIsThere] = useState(false)
  // An effect because the plan is in a database.
  useEffect(() => {
    let wanted = true
    findPlan()
      .then((plan) => wanted && setIsThere(plan !== undefined && plan.items.length > 0))
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [])
  if (!isThere) return null
  return (
    <div>
      <Button look="secondary" onClick={openHelpWithPlan}>
        {m.plan_open()}
      </Button>
    </div>
  )
}
