import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PaymentRequest, RequestStatus } from '#contract/payment-requests/api.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, type Loaded } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoney } from '#src/i18n/speech.ts'
import { formatMoment, formatSpan } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Tag, type TagProps } from '#src/ui/message/tag.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { requestsRemote, withdraw } from './requests-data.ts'
import styles from './payment-requests.module.css'

/** One's links for others to pay with and what became of them; nothing where there is none. */
export function OwnLinks({ db }: { db: UserDatabase }) {
  const requests = useRemote(db, requestsRemote)
  const [failure, setFailure] = useState<Failure>()
  // It was taken back where the answer alone was lost.
  const failed = !requests.data?.some(
    ({ _id, status }) => _id === failure?.id && status === 'withdrawn',
  )
  return (
    <>
      <LinkList db={db} requests={requests} onFail={setFailure} />
      <AlertPopup text={failed && failure?.text} onClose={() => setFailure(undefined)} />
    </>
  )
}

/** Why a link could not be taken back; it may be off the list by then. */
interface Failure {
  readonly id: string
  readonly text: string
}

interface LinkListProps {
  db: UserDatabase
  requests: Loaded<readonly PaymentRequest[]>
  onFail: (failure: Failure) => void
}

function LinkList({ db, requests, onFail }: LinkListProps) {
  const online = useOnline()
  // The payments below say that there is no network.
  if (!requests.data && !online) return null
  if (!requests.data && requests.refresh.status !== 'failed') return null
  if (requests.data?.length === 0) return null
  return (
    <section className={styles.part} aria-label={m.paylink_list()}>
      <h2>{m.paylink_list()}</h2>
      {requests.data ? (
        <ul className={styles.list}>
          {requests.data.map((request) => (
            <li key={request._id}>
              <Card>
                <OwnLink {...{ db, request, onFail }} onChange={requests.retry} />
              </Card>
            </li>
          ))}
        </ul>
      ) : (
        <ResourceMissing of={requests} compact failed={m.paylink_list_failed()} />
      )}
    </section>
  )
}

interface OwnLinkProps {
  db: UserDatabase
  request: PaymentRequest
  onFail: (failure: Failure) => void
  onChange: () => void
}

function OwnLink({ db, request, onFail, onChange }: OwnLinkProps) {
  const { status, provider, sessions, slot, expiresAt } = request
  const name = `${provider.firstname} ${provider.lastname}`
  const label = statusLabels[status]
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h3>
          {m.pay_sessions({ count: sessions })} {m.payments_with({ name })}
        </h3>
        <Tag tone={label.tone}>{label.text()}</Tag>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{m.payments_amount()}</dt>
          <dd>{formatMoney(request.finalPriceMinor, request.currency)}</dd>
        </div>
        {status === 'open' && (
          <div>
            <dt>{m.paylink_until()}</dt>
            <dd>{formatMoment(expiresAt)}</dd>
          </div>
        )}
        {slot && (status === 'open' || status === 'paid') && (
          <div>
            <dt>{m.paylink_time()}</dt>
            <dd>{slotTexts[slot.status]({ when: formatSpan(slot, deviceZone()) })}</dd>
          </div>
        )}
      </dl>
      {status === 'open' && (
        <Withdrawal {...{ db, name, onFail }} id={request._id} onDone={onChange} />
      )}
      {(status === 'changed' || status === 'expired') && (
        <div className={styles.actions}>
          <Link
            className={buttonClass({ look: 'secondary' })}
            to="/service-providers/$id"
            params={{ id: request.serviceProviderId }}
            hash="pricing"
          >
            {m.paylink_again()} <VisuallyHidden>{m.payments_with({ name })}</VisuallyHidden>
          </Link>
        </div>
      )}
    </div>
  )
}

const statusLabels: Record<RequestStatus, { text: () => string; tone: TagProps['tone'] }> = {
  open: { text: m.paylink_status_open, tone: 'info' },
  paid: { text: m.payments_status_paid, tone: 'success' },
  expired: { text: m.paylink_status_expired, tone: 'plain' },
  withdrawn: { text: m.paylink_status_withdrawn, tone: 'plain' },
  changed: { text: m.paylink_status_changed, tone: 'warn' },
}

const slotTexts = {
  wished: m.paylink_time_wished,
  booked: m.paylink_time_booked,
  missed: m.paylink_time_missed,
}

interface WithdrawalProps {
  db: UserDatabase
  id: string
  name: string
  onFail: (failure: Failure) => void
  onDone: () => void
}

function Withdrawal({ db, id, name, onFail, onDone }: WithdrawalProps) {
  const [busy, setBusy] = useState(false)

  async function takeBack() {
    setBusy(true)
    try {
      await withdraw(db, id)
    } catch (error) {
      onFail({ id, text: serverWords(error) ?? m.paylink_withdraw_failed() })
    } finally {
      setBusy(false)
      onDone()
    }
  }

  return (
    <div className={styles.actions}>
      <Button look="secondary" busy={busy} onClick={() => void takeBack()}>
        {m.paylink_withdraw()} <VisuallyHidden>{m.payments_with({ name })}</VisuallyHidden>
      </Button>
    </div>
  )
}
