import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Slot } from '#contract/booking/model.ts'
import type { Plan } from '#contract/pricing/api.ts'
import type { Currency } from '#contract/pricing/money.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import { isSlotGone, WeekBar, WeekSlots, weekAt } from '#src/features/booking/week-slots.tsx'
import { isRetired, ToPayments } from '#src/features/payments/payment-parts.tsx'
import { pricingRemote, PlanFacts } from '#src/features/pricing/provider-pricing.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatSpan } from '#src/lib/dates.ts'
import { passOn } from '#src/lib/hand-over.ts'
import { useOnline } from '#src/lib/online.ts'
import { isApiProblem, isUnreachable, serverWords } from '#src/offline/api/api-error.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { askToPay } from '../requests-data.ts'
import styles from '../payment-requests.module.css'

export interface AskPageProps {
  db: UserDatabase
  providerId: string
  planId: string
}

/** A link with which somebody else pays for a plan: what they will see of it, and then the link itself. */
export function AskPage({ db, providerId, planId }: AskPageProps) {
  const pricing = useRemote(db, pricingRemote, providerId)
  const { pricingPlans = [], currency = null } = pricing.data ?? {}
  const plan = pricingPlans.find(({ _id }) => _id === planId)
  const back = (
    <Link
      className={backLinkClass}
      to="/service-providers/$id"
      params={{ id: providerId }}
      hash="pricing"
    >
      {m.paylink_back()}
    </Link>
  )
  return (
    <div className={styles.screen}>
      <PageHeader title={m.paylink_ask()} text={m.paylink_text()} back={back} />
      {!pricing.data ? (
        <ResourceMissing
          of={pricing}
          skeleton={{ shape: 'card', count: 2 }}
          failed={m.paylink_make_failed()}
          offline={m.paylink_needs_connection()}
        />
      ) : plan && currency ? (
        <Asking {...{ db, providerId, plan, currency }} onRetired={pricing.retry} />
      ) : (
        <EmptyState emoji="🏷️" title={m.paylink_gone()} />
      )}
    </div>
  )
}

interface AskingProps {
  db: UserDatabase
  providerId: string
  plan: Plan
  currency: Currency
  onRetired: () => void
}

function Asking({ db, providerId, plan, currency, onRetired }: AskingProps) {
  const online = useOnline()
  const [showsProvider, setShowsProvider] = useState(false)
  const [showsSpecialty, setShowsSpecialty] = useState(false)
  const [slot, setSlot] = useState<Slot>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [link, setLink] = useState<string>()
  const [round, setRound] = useState(0)
  if (link !== undefined) return <ReadyLink link={link} />

  async function make() {
    setBusy(true)
    setFailure(undefined)
    try {
      setLink(await askToPay(db, { planId: plan._id, showsProvider, showsSpecialty, slot }))
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (isRetired(error)) onRetired()
      if (!isSlotGone(error)) return
      setSlot(undefined)
      setRound((count) => count + 1)
    }
  }

  return (
    <>
      <Card>
        <CardBody>
          <PlanFacts plan={plan} currency={currency} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={m.paylink_sees()} />
        <CardBody className={styles.part}>
          <ul className={styles.shown}>
            <li>{m.paylink_sees_name()}</li>
            <li>{m.paylink_sees_plan()}</li>
          </ul>
          <p>{m.paylink_sees_more()}</p>
          <Checkbox
            label={m.paylink_provider()}
            checked={showsProvider}
            disabled={busy}
            onChange={({ target }) => setShowsProvider(target.checked)}
          />
          <Checkbox
            label={m.paylink_specialty()}
            checked={showsSpecialty}
            disabled={busy}
            onChange={({ target }) => setShowsSpecialty(target.checked)}
          />
        </CardBody>
      </Card>
      <Card>
        <CardBody className={styles.part}>
          <SlotChoice
            db={db}
            providerId={providerId}
            duration={plan.duration}
            slot={slot}
            round={round}
            busy={busy}
            onChoose={setSlot}
          />
        </CardBody>
      </Card>
      {!online && (
        <Banner tone="offline" announced>
          {m.paylink_needs_connection()}
        </Banner>
      )}
      {failure !== undefined && <Failure error={failure} />}
      <Button
        wide
        busy={busy}
        aria-disabled={!online}
        onClick={online ? () => void make() : undefined}
      >
        {m.paylink_make()}
      </Button>
    </>
  )
}

/** Why there is no link, and the way to those that there are where one may be among them or they are too many. */
function Failure({ error }: { error: unknown }) {
  const unanswered = isUnreachable(error)
  const tooMany = isApiProblem(error) && error.problem.code === 'wrong_state'
  const failed = unanswered ? m.paylink_make_unanswered() : m.paylink_make_failed()
  return (
    <>
      <FailureBanner text={serverWords(error) ?? failed} />
      {(unanswered || tooMany) && <ToPayments />}
    </>
  )
}

interface SlotChoiceProps {
  db: UserDatabase
  providerId: string
  /** Minutes of a session. */
  duration: number
  slot: Slot | undefined
  /** Another one: the slots are read again. */
  round: number
  /** The link is being made, with the time that is chosen now. */
  busy: boolean
  onChoose: (slot: Slot | undefined) => void
}

/** A time that goes with the link; the calendar is asked for once it is opened. */
function SlotChoice(props: SlotChoiceProps) {
  const { db, providerId, duration, slot, round, busy, onChoose } = props
  const [openedMs] = useState(() => Date.now())
  const [open, setOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const week = weekAt(openedMs, index)
  return (
    <details className={styles.slot} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.paylink_slot()}</summary>
      {open && (
        <div className={styles.part} inert={busy}>
          <p className={styles.muted}>{m.paylink_slot_text()}</p>
          {slot && (
            <div className={styles.actions}>
              <output>{m.paylink_slot_chosen({ when: formatSpan(slot, deviceZone()) })}</output>
              <Button look="secondary" size="small" onClick={() => onChoose(undefined)}>
                {m.paylink_slot_clear()}
              </Button>
            </div>
          )}
          <WeekBar week={week} onWeek={setIndex} />
          <WeekSlots
            key={`${index} ${round}`}
            of={{ db, source: { kind: 'provider', id: providerId }, week, duration }}
            viewerZone={deviceZone()}
            chosen={slot}
            onChoose={onChoose}
          />
        </div>
      )}
    </details>
  )
}

/** The link, said this once. */
function ReadyLink({ link }: { link: string }) {
  const [failed, setFailed] = useState(false)

  async function share() {
    // On a line of its own: marks of direction or words that touch a link become a part of it in some chats.
    const passed = await passOn(`${m.paylink_words()}\n${link}`)
    setFailed(passed === 'failed')
    if (passed === 'copied') showToast({ text: m.paylink_copied(), tone: 'success' })
  }

  return (
    <Card>
      <CardHeader title={m.paylink_ready()} />
      <CardBody className={styles.part}>
        <output>{m.paylink_ready_text()}</output>
        <p>
          <strong>{m.paylink_link()}</strong>
          <br />
          <bdi className={styles.link}>{link}</bdi>
        </p>
        {failed && <p role="alert">{m.paylink_copy_failed()}</p>}
        <div className={styles.actions}>
          <Button icon="send" onClick={() => void share()}>
            {m.paylink_share()}
          </Button>
          <ToPayments />
        </div>
      </CardBody>
    </Card>
  )
}
