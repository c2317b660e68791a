import { useEffect, useState } from 'react'
import type { Friend } from '#contract/connections/api.ts'
import type { PlanShare } from '#contract/plan/model.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import { queueRevocation, turnOn } from '#src/data/share-switch.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { deletePlanCopy, leavePlanCopy, readPlanCopy } from '#src/offline/features/plan-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Dialog, Sheet } from '#src/ui/dialog/dialog.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { planReadersRemote, sharePlan } from './plan-resource.ts'
import { sayFailed } from './plan-step.tsx'
import styles from './plan.module.css'

/** Whether the plan stays on this phone after a logout: only where its person says so, and has read what that means. */
export function PlanKeepCard({ db }: { db: UserDatabase }) {
  const [stays, setStays] = useState(false)
  const [asking, setAsking] = useState(false)

  // An effect because the copy is in a storage of its own.
  useEffect(() => {
    readPlanCopy()
      .then((copy) => setStays(copy?.userId === db.userId))
      .catch(() => undefined)
  }, [db])

  async function set(next: boolean) {
    setAsking(false)
    try {
      await (next ? leavePlanCopy(db) : deletePlanCopy(db.userId))
      setStays(next)
    } catch {
      sayFailed()
    }
  }

  return (
    <Card>
      <CardHeader title={m.plan_keep_title()} />
      <CardBody>
        <Checkbox
          checked={stays}
          onChange={() => (stays ? void set(false) : setAsking(true))}
          label={m.plan_keep()}
          hint={m.plan_keep_hint()}
        />
      </CardBody>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={m.plan_keep_ask()}
        description={m.plan_keep_warning()}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{m.plan_keep_no()}</Button>
            <Button look="secondary" onClick={() => void set(true)}>
              {m.plan_keep_yes()}
            </Button>
          </>
        }
      />
    </Card>
  )
}

/** Who may read the plan besides its person: one care provider, or nobody. */
export function PlanShareCard({ db, share }: { db: UserDatabase; share: PlanShare | null }) {
  const [choosing, setChoosing] = useState(false)

  async function stop(of: PlanShare) {
    await queueRevocation(db, revocationOf(of.providerId))
    showToast({ text: m.plan_share_stopped(), tone: 'success' })
  }

  return (
    <Card>
      <CardHeader
        title={m.plan_share_title()}
        subtitle={share ? m.plan_share_on({ name: share.name }) : m.plan_share_none()}
      />
      <CardBody className={styles.part}>
        {share && <p>{m.plan_share_how()}</p>}
        <div>
          {share ? (
            <Button look="secondary" onClick={() => void stop(share).catch(sayFailed)}>
              {m.plan_share_stop()}
            </Button>
          ) : (
            <Button look="secondary" onClick={() => setChoosing(true)}>
              {m.plan_share_choose()}
            </Button>
          )}
        </div>
      </CardBody>
      {choosing && <ReaderSheet db={db} onClose={() => setChoosing(false)} />}
    </Card>
  )
}

function revocationOf(viewerId: string) {
  return { kind: 'plan', viewerId } as const
}

/** The connected providers to choose from. It needs the network, and says so. */
function ReaderSheet({ db, onClose }: { db: UserDatabase; onClose: () => void }) {
  const readers = useRemote(db, planReadersRemote)
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  async function choose({ id, firstname, lastname }: Friend) {
    setBusy(true)
    setFailed(false)
    try {
      const outcome = await turnOn(db, revocationOf(id), () => sharePlan(db, id))
      if (outcome === 'unknown') showToast({ text: m.sharing_change_unknown(), tone: 'danger' })
      else {
        const name = `${firstname} ${lastname}`
        showToast({ text: m.plan_share_on({ name }), tone: 'success' })
      }
      onClose()
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }

  return (
    <Sheet open onClose={onClose} title={m.plan_share_choose()} description={m.plan_share_how()}>
      <div className={styles.part}>
        <p>{m.plan_share_no_chat()}</p>
        <ResourceView
          of={readers}
          compact
          skeleton={{ shape: 'block' }}
          failed={online ? m.plan_share_failed() : m.plan_share_offline()}
          offline={false}
          empty={<EmptyState compact emoji="🤝" title={m.plan_share_nobody()} />}
        >
          {(people) =>
            people.map((each) => (
              <Button key={each.id} look="secondary" busy={busy} onClick={() => void choose(each)}>
                {m.plan_share_with({ name: `${each.firstname} ${each.lastname}` })}
              </Button>
            ))
          }
        </ResourceView>
        {failed && <FailureBanner text={m.plan_share_failed()} />}
      </div>
    </Sheet>
  )
}
