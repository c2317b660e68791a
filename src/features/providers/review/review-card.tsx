import { useState, type ReactNode } from 'react'
import type * as v from 'valibot'
import { profileApi } from '#contract/account/settings.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { ReviewDecision, ReviewState } from '#contract/providers/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/private-image.tsx'
import { callApi, fetchFile } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { formatLocation } from '../provider-tags.tsx'
import styles from './review-card.module.css'

export interface ReviewCardProps {
  provider: Reviewed
  /** Opens a paper; rejects where it cannot be had. */
  onOpen: (paper: Paper) => Promise<void>
  actions: ReactNode
}

/** A care provider whose papers are looked at. */
export function ReviewCard({ provider, onOpen, actions }: ReviewCardProps) {
  const { _id, name, profileImg, specialization, bio, email, phoneNumber, practice } = provider
  const facts = [formatLocation(provider), email, phoneNumber].filter(Boolean)
  return (
    <Card>
      <CardHeader
        start={<Photo id={_id} name={name} file={profileImg} size={56} decorative />}
        title={name}
        subtitle={specialization && term(specialization)}
      />
      <CardBody>
        <p className={styles.muted}>{joinFacts(facts)}</p>
        <p className={styles.muted}>
          {m.reports_review_joined({ date: formatDate(provider.createdAt) })}
        </p>
        {provider.emailConfirmedAt === null && (
          <p>
            <Tag tone="warn">{m.reports_review_unconfirmed()}</Tag>
          </p>
        )}
        {practice && <Wish practice={practice} listed={provider.verifiedAt !== null} />}
        {bio && <p dir="auto">{bio}</p>}
        {provider.rejectedReason && (
          <p dir="auto">{m.profile_review_rejected_text({ reason: provider.rejectedReason })}</p>
        )}
        <Papers papers={provider.papers} onOpen={onOpen} />
        <div className={styles.actions}>{actions}</div>
      </CardBody>
    </Card>
  )
}

interface WishProps {
  practice: NonNullable<Reviewed['practice']>
  listed: boolean
}

/** What the provider says of people under 18, and whether they wait for an answer to it. */
function Wish({ practice: { seesMinors, minorsAskedAt }, listed }: WishProps) {
  if (listed && minorsAskedAt) {
    return (
      <p className={styles.actions}>
        <Tag tone="warn" icon="clock">
          {m.reports_review_minors_asks()}
        </Tag>
        <span className={styles.muted}>
          {m.reports_review_asked({ date: formatDate(minorsAskedAt) })}
        </span>
      </p>
    )
  }
  if (!seesMinors) return null
  return (
    <p>
      <Tag tone="info">{m.reports_review_minors_wish()}</Tag>
    </p>
  )
}

const paperNames: Record<Paper, () => string> = {
  resume: m.reports_review_paper_resume,
  workLicense: m.reports_review_paper_work_license,
}

function Papers({
  papers,
  onOpen,
}: {
  papers: readonly Paper[]
  onOpen: ReviewCardProps['onOpen']
}) {
  const [opening, setOpening] = useState<Paper>()
  const [failed, setFailed] = useState(false)

  async function open(paper: Paper) {
    setOpening(paper)
    setFailed(false)
    await onOpen(paper).catch(() => setFailed(true))
    setOpening(undefined)
  }

  if (papers.length === 0) return <p className={styles.muted}>{m.reports_review_no_papers()}</p>
  return (
    <div className={styles.actions}>
      {papers.map((paper) => (
        <Button
          key={paper}
          look="secondary"
          size="small"
          icon="attach"
          busy={opening === paper}
          onClick={() => void open(paper)}
        >
          {paperNames[paper]()}
        </Button>
      ))}
      {failed && <p role="alert">{m.reports_review_paper_failed()}</p>}
    </div>
  )
}

type ReviewsReply = v.InferOutput<typeof providersApi.listReviews.reply.schema>

/** A care provider with everything that a superAdmin decides by. */
export type Reviewed = ReviewsReply['providers'][number]

export type Paper = Reviewed['papers'][number]

/** Care providers in one state of their review, who waits longest first. Rejects as the call does. */
export async function fetchReviews(
  db: UserDatabase,
  state: ReviewState,
  after: string | undefined,
) {
  const query = { state, ...(after === undefined ? {} : { after }) }
  const { providers, next } = await asMember(db, (token) =>
    callApi(providersApi.listReviews, { query }, { token }),
  )
  return { rows: providers, next }
}

/** Accepts or turns down a care provider. Rejects as the call does. */
export async function decideReview(
  db: UserDatabase,
  id: string,
  decision: ReviewDecision,
): Promise<void> {
  const given = { params: { id }, body: decision }
  await asMember(db, (token) => callApi(providersApi.reviewProvider, given, { token }))
}

/** A paper's bytes. Rejects as the call does. */
export async function fetchPaper(db: UserDatabase, id: string, paper: Paper): Promise<Blob> {
  const params = { id, paper }
  return await asMember(db, (token) => fetchFile(profileApi.getPaper, { params }, { token }))
}
