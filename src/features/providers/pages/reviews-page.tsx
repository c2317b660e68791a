import { useState, type ReactNode } from 'react'
import {
  reviewStates,
  type ReviewDecision,
  type ReviewState,
  reviewReasonCharsMax,
} from '#contract/providers/model.ts'
import { usePages } from '#src/data/use-pages.tsx'
import { MinorsConcerned, AdminList } from '#src/features/safety/admin/admin-list.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { saveFile } from '#src/lib/hand-over.ts'
import { isApiProblem, serverWords } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import {
  decideReview,
  fetchPaper,
  fetchReviews,
  type Paper,
  type Reviewed,
  ReviewCard,
} from '../review/review-card.tsx'
import styles from '../../safety/admin/admin-list.module.css'

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
  const pages = usePages((after) => fetchReviews(db, state, after))

  async function decide({ provider: { _id, name }, answer }: Deciding, decision: ReviewDecision) {
    try {
      const seen = decision.decision === 'approve' && { seenState: state }
      await decideReview(db, _id, { ...decision, ...seen })
    } catch (error) {
      if (isApiProblem(error) && error.problem.code === 'wrong_state') pages.again()
      throw error
    }
    // Whoever stays in the list is read again, with what was decided.
    if (state === 'approved' && decision.decision === 'approve') pages.again()
    else pages.change((rows) => rows.filter((row) => row._id !== _id))
    setDeciding(undefined)
    showToast({ text: doneLabels[answer]({ name }), tone: 'success' })
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
                {answerLabels[answer].action()} <VisuallyHidden>{provider.name}</VisuallyHidden>
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

const doneLabels: Record<ReviewAnswer, (about: { name: string }) => string> = {
  approve: m.reports_review_done_approve,
  reject: m.reports_review_done_reject,
  clear: m.reports_review_done_clear,
  adults_only: m.reports_review_done_adults,
  ages: m.reports_review_done_approve,
}

function clearedOf({ practice }: Reviewed): boolean {
  return practice?.clearedForMinors ?? false
}

/** A paper goes to the browser's downloads: what another person made is not opened inside the app. */
async function openPaper(db: UserDatabase, { _id, name }: Reviewed, paper: Paper): Promise<void> {
  const content = await fetchPaper(db, _id, paper)
  saveFile(`${name} ${paper}${endings.get(content.type) ?? ''}`, content)
}

const endings = new Map([
  ['application/pdf', '.pdf'],
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['application/msword', '.doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
])

/**
 * What a superAdmin can answer: to a new provider, to one who is listed and asks to see people under 18, and, of any provider
 * who is listed, whom they may see.
 */
type ReviewAnswer = 'approve' | 'reject' | 'clear' | 'adults_only' | 'ages'

export interface ReviewDialogProps {
  name: string
  answer: ReviewAnswer
  /** What the review says so far of a provider who is listed; undefined for one who is not. */
  cleared: boolean | undefined
  /** The minors whom a decision concerns that ends the provider's work with them. */
  concerned: ReactNode
  /** Rejects where the server refused or did not answer. */
  onDecide: (decision: ReviewDecision) => Promise<void>
  onClose: () => void
}

/** The last word before a care provider is listed, turned down, or cleared for minors or not. What was entered survives an error. */
function ReviewDialog(props: ReviewDialogProps) {
  const { name, answer, cleared, concerned, onDecide, onClose } = props
  const [minors, setMinors] = useState(cleared ?? false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { title, action, save = action } = answerLabels[answer]
  const listed = cleared !== undefined
  const withdraws = listed && (answer === 'reject' || (answer === 'ages' && cleared && !minors))
  useDirtyForm(reason !== '')

  async function decide() {
    const decision = decisionOf(answer, { minors, reason })
    if (!decision) return setProblem(m.reports_review_reason_missing())
    setProblem(undefined)
    setFailure(undefined)
    setBusy(true)
    try {
      await onDecide(decision)
    } catch (error) {
      const message = serverWords(error) ?? m.reports_no_answer()
      setFailure(m.reports_review_save_failed({ message }))
      setBusy(false)
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      // A stray tap beside it must not lose what was written.
      dismissible={!busy && reason === ''}
      title={title({ name })}
      actions={
        <>
          <Button
            look={answer === 'reject' || withdraws ? 'danger' : 'primary'}
            busy={busy}
            onClick={() => void decide()}
          >
            {save()}
          </Button>
          <Button look="secondary" disabled={busy} onClick={onClose}>
            {m.reports_keep()}
          </Button>
        </>
      }
    >
      <FailureBanner text={failure} />
      {(answer === 'approve' || answer === 'ages') && (
        <Checkbox
          label={m.reports_review_minors()}
          checked={minors}
          onChange={(event) => setMinors(event.target.checked)}
        />
      )}
      {answer === 'reject' && (
        <Field label={m.reports_review_reason()} error={problem} required>
          <TextArea
            value={reason}
            rows={3}
            maxLength={reviewReasonCharsMax}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      {answer === 'clear' && <p>{m.reports_review_clear_text()}</p>}
      {answer === 'adults_only' && <p>{m.reports_review_adults_text()}</p>}
      {withdraws && concerned}
    </Sheet>
  )
}

interface AnswerLabels {
  readonly title: (about: { name: string }) => string
  readonly action: () => string
  /** The last press, where it is called something else. */
  readonly save?: () => string
}

const answerLabels: Record<ReviewAnswer, AnswerLabels> = {
  approve: { title: m.reports_review_approve_title, action: m.reports_review_approve },
  reject: { title: m.reports_review_reject_title, action: m.reports_review_reject },
  clear: { title: m.reports_review_clear_title, action: m.reports_review_clear },
  adults_only: { title: m.reports_review_adults_title, action: m.reports_review_adults },
  ages: {
    title: m.reports_review_ages_title,
    action: m.reports_review_ages,
    save: m.reports_review_ages_save,
  },
}

/** Undefined where a reason is missing. Who asked to see minors stays listed, whatever the answer. */
function decisionOf(
  answer: ReviewAnswer,
  { minors, reason }: { minors: boolean; reason: string },
): ReviewDecision | undefined {
  switch (answer) {
    case 'approve':
    case 'ages':
      return { decision: 'approve', clearedForMinors: minors }
    case 'clear':
    case 'adults_only':
      return { decision: 'approve', clearedForMinors: answer === 'clear' }
    case 'reject':
      return reason.trim() === '' ? undefined : { decision: 'reject', reason }
  }
}
