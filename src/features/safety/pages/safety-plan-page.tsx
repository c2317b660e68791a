import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { planStepMax, planSteps, type PlanStep, type PlanPropose } from '#contract/plan/model.ts'
import { ResourceStale, ResourceMissing } from '#src/data/resource-view.tsx'
import { defineLocal, preload, useResource, useStored, useRemote } from '#src/data/resource.ts'
import { isShownNoMore, sharingNews } from '#src/data/share-switch.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useStore } from '#src/lib/store.ts'
import {
  readPlanDrafts,
  unstoredDrafts,
  type PlanDraft,
} from '#src/offline/features/plan-drafts.ts'
import type { ShownItem, ShownPlan } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { openHelp } from '../help/help.tsx'
import { quickExit } from '../help/quick-exit.ts'
import { IdeaSheet, LineSheet, type Asked } from '../plan/line-sheet.tsx'
import { PlanKeepCard, PlanShareCard } from '../plan/plan-cards.tsx'
import { isStep, planResource, saveLine, propose, sharedPlanRemote } from '../plan/plan-resource.ts'
import { PlanStepCard, sayFailed } from '../plan/plan-step.tsx'
import { PlanIdeas, SharedPlanSteps } from '../plan/shared-plan.tsx'
import styles from '../plan/plan.module.css'

const draftsResource = defineLocal<PlanDraft[]>({
  key: 'safety.plan-drafts',
  read: readPlanDrafts,
})

/** For the loader of the route: all of it is on this device. */
export async function preloadPlan(db: UserDatabase): Promise<void> {
  await Promise.all([preload(db, planResource), preload(db, draftsResource)])
}

interface Editing {
  readonly step: PlanStep
  readonly item: ShownItem | undefined
  readonly draft: PlanDraft | undefined
}

const empty: ShownPlan = { items: [], removed: [], proposals: [], share: null }

/** One's own safety plan, step by step. */
export function SafetyPlanPage({ db }: { db: UserDatabase }) {
  const of = useResource(db, planResource)
  const drafts = useStored(db, draftsResource) ?? []
  const plan = of.data ?? empty
  const [editing, setEditing] = useState<Editing>()
  // No prompt opens over a plan that somebody may be reading in a hard moment.
  useDirtyForm(true)

  function edit(step: PlanStep, item: ShownItem | undefined) {
    const lines = plan.items.filter((each) => each.step === step)
    if (!item && lines.length >= planStepMax) {
      showToast({ text: m.plan_step_full(), tone: 'danger' })
      return
    }
    // What is in memory alone is newer than what this page has read.
    const begun = [...unstoredDrafts(db), ...drafts]
    setEditing({ step, item, draft: draftOf(begun, plan, step, item) })
  }

  return (
    <>
      <PageHeader
        title={m.plan_title()}
        text={m.plan_text()}
        back={
          <Link className={backLinkClass} to="/dashboard">
            {m.shell_nav_dashboard()}
          </Link>
        }
        actions={
          <Button look="secondary" icon="logout" onClick={quickExit}>
            {m.safety_leave()}
          </Button>
        }
      />
      <div className={styles.steps}>
        <ResourceStale of={of} failed={m.plan_failed()} />
        <Banner
          tone="warn"
          action={
            <Button look="secondary" size="small" icon="heart" onClick={openHelp}>
              {m.safety_open()}
            </Button>
          }
        >
          {m.plan_now()}
        </Banner>
        <PlanIdeas db={db} plan={plan} />
        {planSteps.map((step) => (
          <PlanStepCard
            key={step}
            db={db}
            step={step}
            items={linesOf(plan, step)}
            onEdit={(item) => edit(step, item)}
          />
        ))}
        <PlanShareCard db={db} share={plan.share} />
        <PlanKeepCard db={db} />
        <Removed db={db} items={plan.removed} />
      </div>
      {editing && (
        <LineSheet
          db={db}
          {...editing}
          canMoveUp={isAfterAnother(plan, editing.item)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

/** A step's lines, and of those that were taken away the ones about which there is something to decide. */
function linesOf({ items, removed }: ShownPlan, step: PlanStep): ShownItem[] {
  const undecided = removed.filter(({ replaced }) => replaced.length > 0)
  return [...items, ...undecided].filter((item) => item.step === step)
}

function isAfterAnother({ items }: ShownPlan, item: ShownItem | undefined): boolean {
  const lines = items.filter(({ step }) => step === item?.step)
  return lines.findIndex(({ id }) => id === item?.id) > 0
}

/** What was being written: of this line, or of a new one of the step. */
function draftOf(
  drafts: readonly PlanDraft[],
  { items }: ShownPlan,
  step: PlanStep,
  item: ShownItem | undefined,
): PlanDraft | undefined {
  if (item) return drafts.find(({ id }) => id === item.id)
  const isNew = ({ id }: PlanDraft) => !items.some((each) => each.id === id)
  return drafts.find((draft) => draft.step === step && isNew(draft))
}

/** What was taken away in the last 90 days, to bring back. */
function Removed({ db, items }: { db: UserDatabase; items: readonly ShownItem[] }) {
  if (items.length === 0) return null
  return (
    <CardCollapsible title={m.plan_removed_title()} summary={m.plan_removed_text()}>
      <div className={styles.tools}>
        {items.map(({ id, step, text, phone, rev: basedOn }) => (
          <Button
            key={id}
            look="secondary"
            size="small"
            onClick={() =>
              isStep(step) && void saveLine(db, id, { step, text, phone, basedOn }).catch(sayFailed)
            }
          >
            {m.plan_removed_back({ text })}
          </Button>
        ))}
      </div>
    </CardCollapsible>
  )
}

/** The plan that a young person shows to the provider who reads it. It is fetched for each look and stored nowhere. */
export function ClientPlanPage({ db, userId }: { db: UserDatabase; userId: string }) {
  // What is taken back goes from the screen before it is asked for again.
  const of = useRemote(db, sharedPlanRemote, userId, useStore(sharingNews))
  const missing = isShownNoMore(of.refresh)
  const [asked, setAsked] = useState<Asked>()
  /** The lines that the provider proposed to remove on this visit. */
  const removals = useRef(new Set<string>())

  async function send(payload: PlanPropose): Promise<'stored' | 'failed'> {
    try {
      await propose(db, payload)
    } catch {
      return 'failed'
    }
    showToast({ text: m.plan_proposed(), tone: 'success' })
    return 'stored'
  }

  async function remove(itemId: string) {
    // The second half of a double tap.
    if (removals.current.has(itemId)) return
    removals.current.add(itemId)
    const outcome = await send({ userId, change: 'remove', itemId })
    if (outcome === 'stored') return
    removals.current.delete(itemId)
    sayFailed()
  }

  return (
    <>
      <PageHeader
        title={m.plan_client_title()}
        text={m.plan_client_text()}
        back={
          <Link className={backLinkClass} to="/gen-z/$id" params={{ id: userId }}>
            {m.plan_client_back()}
          </Link>
        }
      />
      {missing && <EmptyState emoji="🔒" title={m.plan_client_missing()} />}
      {!missing && of.data === undefined && (
        <ResourceMissing
          of={of}
          skeleton={{ shape: 'card', count: 3 }}
          failed={m.plan_client_failed()}
          offline={m.plan_client_offline()}
        />
      )}
      {!missing && of.data && (
        <SharedPlanSteps
          plan={of.data}
          tools={{
            onAsk: (step, line) => setAsked({ step, line }),
            onRemove: (itemId) => void remove(itemId),
          }}
        />
      )}
      {asked && !missing && (
        <IdeaSheet
          asked={asked}
          onSend={(text) => send(payloadOf(userId, asked, text))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function payloadOf(userId: string, { step, line }: Asked, text: string): PlanPropose {
  if (line) return { userId, change: 'change', itemId: line.id, text }
  return { userId, change: 'add', itemId: crypto.randomUUID(), step, text, phone: null }
}
