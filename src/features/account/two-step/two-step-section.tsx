import { useState } from 'react'
import type { Enrolment, Proof, SecondFactorStatus } from '#contract/account/second-factor.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { CodesDialog, EnrolDialog } from './enrol-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import styles from './two-step.module.css'

export interface TwoStepSectionProps {
  /** Whose recovery codes they are. */
  name: string
  /** All of these reject as their calls do. */
  calls: {
    fetchStatus: () => Promise<SecondFactorStatus>
    begin: (password: string) => Promise<Enrolment>
    confirm: (code: string) => Promise<readonly string[]>
    renew: (proof: Proof) => Promise<readonly string[]>
    end: (proof: Proof) => Promise<void>
  }
}

type Doing = 'enrolling' | 'renewing' | 'ending'

/** Below this there is a word about new ones. */
const codesLeftMin = 3

/** Whether this person signs in with a code, and everything that can be done about it. */
export function TwoStepSection({ name, calls }: TwoStepSectionProps) {
  const [state, setState] = useState<SecondFactorStatus>()
  const [doing, setDoing] = useState<Doing>()
  const [fresh, setFresh] = useState<readonly string[]>()
  const { refresh, again } = useRefresh(async () => setState(await calls.fetchStatus()))

  async function confirm(code: string) {
    const codes = await calls.confirm(code)
    setState({ status: 'on', required: false, recoveryCodesLeft: codes.length })
    showToast({ text: m.twostep_turned_on(), tone: 'success' })
    return codes
  }

  async function renew(proof: Proof) {
    const codes = await calls.renew(proof)
    setState((now) => now && { ...now, recoveryCodesLeft: codes.length })
    setDoing(undefined)
    setFresh(codes)
  }

  async function end(proof: Proof) {
    await calls.end(proof)
    setState({ status: 'off', required: false, recoveryCodesLeft: 0 })
    setDoing(undefined)
    showToast({ text: m.twostep_turned_off(), tone: 'success' })
    again()
  }

  const close = () => setDoing(undefined)
  return (
    <Card>
      <CardHeader title={m.twostep_title()} subtitle={m.twostep_text()} />
      <CardBody>
        {state ? <Status state={state} onDo={setDoing} /> : <NotYet {...{ refresh, again }} />}
      </CardBody>
      {doing === 'enrolling' && (
        <EnrolDialog name={name} onBegin={calls.begin} onConfirm={confirm} onClose={close} />
      )}
      {doing === 'renewing' && (
        <ProofDialog
          words={{
            title: m.twostep_renew_title(),
            text: m.twostep_renew_text(),
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

function NotYet({ refresh, again }: { refresh: Refresh; again: () => void }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton shape="card" count={1} />
  if (!online) return <OfflineState compact text={m.twostep_offline()} />
  return (
    <ErrorState compact title={failureText(refresh.error, m.twostep_failed())} onRetry={again} />
  )
}
