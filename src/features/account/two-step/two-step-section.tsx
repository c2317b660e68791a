import { useState } from 'react'
import type { UserPayload } from '#contract/account/model.ts'
import type { Proof, SecondFactorStatus } from '#contract/account/second-factor.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { CodesDialog, EnrolDialog } from './enrol-dialog.tsx'
import {
  ProofDialog,
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewCodes,
  twoStepRemote,
} from './proof-dialog.tsx'
import styles from './two-step.module.css'

export interface TwoStepSectionProps {
  db: UserDatabase
  /** Whose recovery codes they are. */
  user: UserPayload
}

/** `found_on`: it was to be turned on, and is already. */
type Doing = 'enrolling' | 'found_on' | 'renewing' | 'ending'

/** Below this there is a word about new ones. */
const codesLeftMin = 3

/** Whether this person signs in with a code, and everything that can be done about it. */
export function TwoStepSection({ db, user }: TwoStepSectionProps) {
  const of = useRemote(db, twoStepRemote)
  const [doing, setDoing] = useState<Doing>()
  const [fresh, setFresh] = useState<readonly string[]>()
  const name = `${user.firstname} ${user.lastname}`

  /** A call that went unanswered may have worked, and so may another tab's: who presses again would only be refused. */
  async function orLook<T>(work: Promise<T>, look: (now: SecondFactorStatus) => void): Promise<T> {
    try {
      return await work
    } catch (error) {
      const late = isApiProblem(error) && error.problem.code === 'wrong_state'
      if (late || isUnreachable(error)) {
        await asMember(db, twoStepRemote.fetch).then(look, () => undefined)
      }
      throw error
    }
  }

  function followIfOn(now: SecondFactorStatus) {
    if (now.status === 'off') return
    of.change(() => now)
    setDoing('found_on')
  }

  function followIfOff(now: SecondFactorStatus) {
    if (now.status === 'on') return
    of.change(() => now)
    setDoing(undefined)
    showToast({ text: m.twostep_turned_off(), tone: 'success' })
  }

  async function confirm(code: string) {
    const codes = await confirmTwoStep(db, code)
    of.change(() => ({ status: 'on', required: false, recoveryCodesLeft: codes.length }))
    showToast({ text: m.twostep_turned_on(), tone: 'success' })
    return codes
  }

  async function renew(proof: Proof) {
    const codes = await orLook(renewCodes(db, proof), followIfOff)
    of.change((now) => ({ ...now, recoveryCodesLeft: codes.length }))
    setDoing(undefined)
    setFresh(codes)
  }

  async function end(proof: Proof) {
    await orLook(endTwoStep(db, proof), followIfOff)
    followIfOff({ status: 'off', required: false, recoveryCodesLeft: 0 })
    of.retry()
  }

  const close = () => setDoing(undefined)
  return (
    <Card>
      <CardHeader title={m.twostep_title()} subtitle={m.twostep_text()} />
      <CardBody>
        {of.data ? (
          <Status state={of.data} onDo={setDoing} />
        ) : (
          <ResourceMissing
            of={of}
            compact
            skeleton={{ shape: 'card', count: 1 }}
            failed={m.twostep_failed()}
            offline={m.twostep_offline()}
          />
        )}
      </CardBody>
      {doing === 'enrolling' && (
        <EnrolDialog
          name={name}
          onBegin={(password) => orLook(beginTwoStep(db, password), followIfOn)}
          onConfirm={(code) => orLook(confirm(code), followIfOn)}
          onClose={close}
        />
      )}
      {(doing === 'renewing' || doing === 'found_on') && (
        <ProofDialog
          words={{
            title: m.twostep_renew_title(),
            text: doing === 'found_on' ? m.twostep_on_already() : m.twostep_renew_text(),
            confirm: m.twostep_renew(),
          }}
          withCode
          onProve={renew}
          onClose={close}
        />
      )}
      {doing === 'ending' && (
        <ProofDialog
          words={{
            title: m.twostep_off_title(),
            text: m.twostep_off_text(),
            confirm: m.twostep_turn_off(),
          }}
          look="danger"
          withCode
          onProve={end}
          onClose={close}
        />
      )}
      {fresh && <CodesDialog codes={fresh} name={name} onClose={() => setFresh(undefined)} />}
    </Card>
  )
}

function Status({ state, onDo }: { state: SecondFactorStatus; onDo: (doing: Doing) => void }) {
  const { status, required, recoveryCodesLeft } = state
  if (status === 'off') {
    return (
      <>
        {required && <Banner tone="warn">{m.twostep_required()}</Banner>}
        <div className={styles.line}>
          <Tag>{m.twostep_off()}</Tag>
        </div>
        <div className={styles.actions}>
          <Button onClick={() => onDo('enrolling')}>{m.twostep_turn_on()}</Button>
        </div>
      </>
    )
  }
  return (
    <>
      <div className={styles.line}>
        <Tag tone="success" icon="check">
          {m.twostep_on()}
        </Tag>
        <span className={styles.muted}>{m.twostep_codes_left({ count: recoveryCodesLeft })}</span>
      </div>
      {recoveryCodesLeft < codesLeftMin && <Banner tone="warn">{m.twostep_codes_low()}</Banner>}
      <div className={styles.actions}>
        <Button look="secondary" onClick={() => onDo('renewing')}>
          {m.twostep_renew()}
        </Button>
        <Button look="secondary" onClick={() => onDo('ending')}>
          {m.twostep_turn_off()}
        </Button>
      </div>
    </>
  )
}
