import { Link } from '@tanstack/react-router'
import {
  planSteps,
  type PlanStep,
  type SharedPlan,
  type PlanProposal,
} from '#contract/plan/model.ts'
import { useRemote } from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useStore } from '#src/lib/store.ts'
import type { ShownPlan } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button, buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { useSafetyDialog } from '../safety-menu.tsx'
import { sharersRemote, acceptProposal, declineProposal, isStep } from './plan-resource.ts'
import { sayFailed } from './plan-step.tsx'
import { stepWords } from './plan-words.ts'
import styles from './plan.module.css'

export type SharedLine = SharedPlan['items'][number]

interface SharedPlanProps {
  plan: SharedPlan
  /** What its reader can propose; absent in front of anybody else. */
  tools?: {
    /** Other words for a line, or a new one. */
    onAsk: (step: PlanStep, line: SharedLine | undefined) => void
    onRemove: (itemId: string) => void
  }
}

/** A plan as the provider sees it whom it is shown to, with what they proposed. */
export function SharedPlanSteps({ plan, tools }: SharedPlanProps) {
  return (
    <div className={styles.steps}>
      {planSteps.map((step) => (
        <SharedStep key={step} step={step} plan={plan} {...(tools && { tools })} />
      ))}
      <OwnIdeas plan={plan} />
    </div>
  )
}

interface SharedStepProps extends SharedPlanProps {
  step: PlanStep
}

function SharedStep({ step, plan, tools }: SharedStepProps) {
  const lines = plan.items.filter((item) => item.step === step)
  const title = stepWords[step].title()
  return (
    <Card>
      <CardHeader title={title} subtitle={lines.length === 0 ? m.plan_nothing() : undefined} />
      {(tools || lines.length > 0) && (
        <CardBody className={styles.part}>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.id} className={styles.line}>
                <p className={styles.words} dir="auto">
                  {line.text}
                </p>
                {tools && (
                  <div className={styles.tools}>
                    <Button look="secondary" size="small" onClick={() => tools.onAsk(step, line)}>
                      {m.plan_propose_change({ text: line.text })}
                    </Button>
                    <Button look="quiet" size="small" onClick={() => tools.onRemove(line.id)}>
                      {m.plan_propose_remove()}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
          {tools && (
            <div>
              <Button look="secondary" icon="plus" onClick={() => tools.onAsk(step, undefined)}>
                {m.plan_propose_add({ step: title })}
              </Button>
            </div>
          )}
        </CardBody>
      )}
    </Card>
  )
}

const ideaStates = {
  open: m.plan_idea_open,
  accepted: m.plan_idea_accepted,
  declined: m.plan_idea_declined,
  ended: m.plan_idea_ended,
}

/** What the provider proposed so far, and what became of it. */
function OwnIdeas({ plan }: { plan: SharedPlan }) {
  if (plan.proposals.length === 0) return null
  const textOf = (itemId: string) => plan.items.find(({ id }) => id === itemId)?.text ?? '…'
  return (
    <Card>
      <CardHeader title={m.plan_mine_title()} />
      <CardBody>
        <ul className={styles.lines}>
          {plan.proposals.map((proposal) => (
            <li key={proposal.id} className={styles.line}>
              <p>{ideaText(proposal, textOf(proposal.itemId))}</p>
              <p className={styles.quiet}>{ideaStates[proposal.state]()}</p>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** The way to a plan that is shown to the provider; it is no look at it. Nothing while none is. */
export function ClientPlanLink({ db, userId }: { db: UserDatabase; userId: string }) {
  const sharers = useRemote(db, sharersRemote, useStore(sharingNews))
  if (!sharers.data?.includes(userId)) return null
  return (
    <Card>
      <CardHeader title={m.plan_client_title()} subtitle={m.plan_client_shared()} />
      <CardBody>
        <Link
          className={buttonClass({ look: 'secondary' })}
          to="/safety-plan"
          search={{ of: userId }}
        >
          {m.plan_client_open()}
        </Link>
      </CardBody>
    </Card>
  )
}

interface PlanIdeasProps {
  db: UserDatabase
  plan: ShownPlan
}

/** What one's provider proposes, each with its answer; nothing while there is none. */
export function PlanIdeas({ db, plan }: PlanIdeasProps) {
  const { ask, dialog } = useSafetyDialog(db)
  const { share } = plan
  return (
    <>
      {share && plan.proposals.length > 0 && (
        <Card tint="lilac">
          <CardHeader
            title={m.plan_ideas_title({ name: share.name })}
            subtitle={m.plan_ideas_text()}
          />
          <CardBody>
            <ul className={styles.lines}>
              {plan.proposals.map((proposal) => (
                <Idea
                  key={proposal.id}
                  {...{ db, plan, proposal }}
                  onReport={() =>
                    ask({ dialog: 'report', kind: 'proposal', id: proposal.id, name: share.name })
                  }
                />
              ))}
            </ul>
          </CardBody>
        </Card>
      )}
      {dialog}
    </>
  )
}

interface IdeaProps extends PlanIdeasProps {
  proposal: PlanProposal
  onReport: () => void
}

function Idea({ db, plan, proposal, onReport }: IdeaProps) {
  return (
    <li className={styles.line}>
      {isStep(proposal.step) && <p className={styles.quiet}>{stepWords[proposal.step].title()}</p>}
      <p className={styles.words}>{ideaText(proposal, oldText(plan, proposal))}</p>
      {proposal.phone !== null && <bdi dir="ltr">{proposal.phone}</bdi>}
      <div className={styles.tools}>
        <Button size="small" onClick={() => void acceptProposal(db, proposal).catch(sayFailed)}>
          {m.plan_idea_yes()}
        </Button>
        <Button
          look="secondary"
          size="small"
          onClick={() => void declineProposal(db, proposal.id).catch(sayFailed)}
        >
          {m.plan_idea_no()}
        </Button>
        <Button look="quiet" size="small" onClick={onReport}>
          {m.reports_report()}
        </Button>
      </div>
    </li>
  )
}

function oldText({ items, removed }: ShownPlan, { itemId }: PlanProposal): string {
  return [...items, ...removed].find(({ id }) => id === itemId)?.text ?? ''
}

/** A proposal as a sentence. */
function ideaText({ change, text }: PlanProposal, old: string): string {
  switch (change) {
    case 'add':
      return m.plan_idea_add({ text })
    case 'change':
      return m.plan_idea_change({ old, text })
    case 'remove':
      return m.plan_idea_remove({ text: old })
  }
}
