import { useState } from 'react'
import type { PlanProposal } from '#contract/plan/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ShownPlan } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ReportSheet } from '../report-sheet.tsx'
import { queueReport } from '../safety-menu.tsx'
import styles from './plan.module.css'
import { acceptProposal, declineProposal, isStep } from './plan-resource.ts'
import { sayFailed } from './plan-step.tsx'
import { stepWords } from './plan-words.ts'

/** What one's provider proposes, each with its answer; nothing while there is none. */
export function PlanIdeas({ db, plan }: { db: UserDatabase; plan: ShownPlan }) {
  const [reported, setReported] = useState<string>()
  if (plan.proposals.length === 0 || !plan.share) return null
  return (
    <Card tint="lilac">
      <CardHeader
        title={m.plan_ideas_title({ name: plan.share.name })}
        subtitle={m.plan_ideas_text()}
      />
      <CardBody>
        <ul className={styles.lines}>
          {plan.proposals.map((proposal) => (
            <li key={proposal.id} className={styles.line}>
              {isStep(proposal.step) && (
                <p className={styles.quiet}>{stepWords[proposal.step].title()}</p>
              )}
              <p className={styles.words}>{ideaText(proposal, oldText(plan, proposal))}</p>
              <div className={styles.tools}>
                <Button
                  size="small"
                  onClick={() => void acceptProposal(db, proposal).catch(sayFailed)}
                >
                  {m.plan_idea_yes()}
                </Button>
                <Button
                  look="secondary"
                  size="small"
                  onClick={() => void declineProposal(db, proposal.id).catch(sayFailed)}
                >
                  {m.plan_idea_no()}
                </Button>
                <Button look="quiet" size="small" onClick={() => setReported(proposal.id)}>
                  {m.reports_report()}
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {reported && (
          <ReportSheet
            name={plan.share.name}
            thing="proposal"
            onReport={(reason, note) =>
              queueReport(db, { target: { kind: 'proposal', id: reported }, reason, note })
            }
            onClose={() => setReported(undefined)}
          />
        )}
      </CardBody>
    </Card>
  )
}

function oldText({ items, removed }: ShownPlan, { itemId }: PlanProposal): string {
  return [...items, ...removed].find(({ id }) => id === itemId)?.text ?? ''
}

/** A proposal as a sentence. */
export function ideaText({ change, text }: PlanProposal, old: string): string {
  switch (change) {
    case 'add':
      return m.plan_idea_add({ text })
    case 'change':
      return m.plan_idea_change({ old, text })
    case 'remove':
      return m.plan_idea_remove({ text: old })
  }
}
