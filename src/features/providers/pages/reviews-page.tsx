import { useState } from 'react'
import { reviewStates, type ReviewDecision, type ReviewState } from '#contract/providers/model.ts'
import { MinorsConcerned } from '#src/features/safety/admin/minors-concerned.tsx'
import {
  decideReview,
  fetchPaper,
  fetchReviews,
  type Paper,
  type Reviewed,
} from '../review/review-calls.ts'
import { ReviewCard } from '../review/review-card.tsx'
import { answerWords, ReviewDialog, type ReviewAnswer } from '../review/review-dialog.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveFile } from '#src/lib/save-file.ts'
import { usePages } from '#src/data/use-pages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { asMember } from '#src/session/as-member.ts'
import { AdminList } from '#src/features/safety/admin/admin-list.tsx'
import styles from '#src/features/safety/admin/admin-list.module.css'

const stateNames: Record<ReviewState, () => string> = {
  waiting: m.reports_review_waiting,
  approved: m.reports_review_approved,
  rejected: m.reports_review_rejected,
}

/** The care providers by the state of their review, for a superAdmin. */
export function ReviewsPage({ db }: { db: UserDatabase }) {
  const [state, setState] = useState<ReviewState>('waiting')
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.reports_review_title()}
        text={m.reports_review_text()}
        back={<BackToDashboard />}
      />
      <Tabs
        label={m.reports_admin_states()}
        tabs={reviewStates.map((id) => ({ id, label: stateNames[id]() }))}
        value={state}
        onChange={setState}
      >
        <ReviewList key={state} db={db} state={state} />
      </Tabs>
    </div>
  )
}

interface Deciding {
  readonly provider: Reviewed
  readonly answer: ReviewAnswer
}

function ReviewList({ db, state }: { db: UserDatabase; state: ReviewState }) {
  const [deciding, setDeciding] = useState<Deciding>()
  const pages = usePages((after) => asMember(db, (token) => fetchReviews(token, state, after)))

  async function decide({ provider: { _id, name }, answer }: Deciding, decision: ReviewDecision) {
    await asMember(db, (token) => decideReview(token, _id, decision))
    // Whoever stays in the list is read again, with what was decided.
    if (state === 'approved' && decision.decision === 'approve') pages.again()
    else pages.change((rows) => rows.filter((row) => row._id !== _id))
    setDeciding(undefined)
    showToast({ text: doneWords[answer]({ name }), tone: 'success' })
  }

  return (
    <div className={styles.screen}>
      <AdminList
        pages={pages}
        idOf={({ _id }) => _id}
        texts={{
          none: m.reports_review_none(),
          noneText: m.reports_review_none_text(),
          failed: m.reports_review_failed(),
          offline: m.reports_review_offline(),
        }}
        renderRow={(provider) => (
          <ReviewCard
            provider={provider}
            onOpen={(paper) => openPaper(db, provider, paper)}
            actions={answersTo(provider, state).map((answer, index) => (
              <Button
                key={answer}
                look={index === 0 && state !== 'approved' ? 'primary' : 'secondary'}
                onClick={() => setDeciding({ provider, answer })}
              >
                {answerWords[answer].action()}
              </Button>
            ))}
          />
        )}
      />
      {deciding && (
        <ReviewDialog
          name={deciding.provider.name}
          answer={deciding.answer}
          cleared={state === 'approved' ? clearedOf(deciding.provider) : undefined}
          concerned={<MinorsConcerned db={db} providerId={deciding.provider._id} />}
          onDecide={(decision) => decide(deciding, decision)}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </div>
  )
}

/** What can be answered to whom: who is listed and waits asks to see people under 18, and that alone is the question. */
function answersTo(provider: Reviewed, state: ReviewState): readonly ReviewAnswer[] {
  switch (state) {
    case 'waiting':
      return provider.verifiedAt === null ? ['approve', 'reject'] : ['clear', 'adults_only']
    case 'approved':
      return ['ages', 'reject']
    case 'rejected':
      return ['approve']
  }
}

const doneWords: Record<ReviewAnswer, (about: { name: string }) => string> = {
  approve: m.reports_review_done_approve,
  reject: m.reports_review_done_reject,
  clear: m.reports_review_done_clear,
  adults_only: m.reports_review_done_adults,
  ages: m.reports_review_done_approve,
}

function clearedOf({ practice }: Reviewed): boolean {
  return practice?.clearedForMinors ?? false
}

/** A paper goes to the browser's downloads: what somebody else made is not opened inside the app. */
async function openPaper(db: UserDatabase, { _id, name }: Reviewed, paper: Paper): Promise<void> {
  const content = await asMember(db, (token) => fetchPaper(token, _id, paper))
  saveFile(`${name} ${paper}${endings.get(content.type) ?? ''}`, content)
}

const endings = new Map([
  ['application/pdf', '.pdf'],
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['application/msword', '.doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
])
