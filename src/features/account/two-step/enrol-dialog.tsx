import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import type { Enrolment } from '#contract/account/second-factor.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { saveFile } from '#src/lib/hand-over.ts'
import { isApiProblem, serverWords } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { CodeField, ProofDialog } from './proof-dialog.tsx'
import styles from './two-step.module.css'

export interface EnrolDialogProps {
  /** Whose recovery codes they will be. */
  name: string
  onBegin: (password: string) => Promise<Enrolment>
  /** Turns it on and gives the recovery codes. */
  onConfirm: (code: string) => Promise<readonly string[]>
  onClose: () => void
}

type Step =
  | { name: 'password' }
  | { name: 'scan'; enrolment: Enrolment }
  | { name: 'codes'; codes: readonly string[] }

/** From the password over the QR code to the recovery codes. Nothing is on before the app's first code was right. */
export function EnrolDialog({ name, onBegin, onConfirm, onClose }: EnrolDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  switch (step.name) {
    case 'password':
      return (
        <ProofDialog
          words={{
            title: m.twostep_enrol_title(),
            text: m.twostep_enrol_password_text(),
            confirm: m.twostep_next(),
          }}
          withCode={false}
          onProve={async ({ password }) =>
            setStep({ name: 'scan', enrolment: await onBegin(password) })
          }
          onClose={onClose}
        />
      )
    case 'scan':
      return (
        <ScanDialog
          enrolment={step.enrolment}
          onCode={async (code) => setStep({ name: 'codes', codes: await onConfirm(code) })}
          onClose={onClose}
        />
      )
    case 'codes':
      return <CodesDialog codes={step.codes} name={name} onClose={onClose} />
  }
}

interface ScanDialogProps {
  enrolment: Enrolment
  onCode: (code: string) => Promise<void>
  onClose: () => void
}

function ScanDialog({ enrolment: { secret, uri }, onCode, onClose }: ScanDialogProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const { copy, outcome } = useCopy()
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!busy}
      title={m.twostep_enrol_title()}
      description={m.twostep_enrol_scan_text()}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy}>
            {m.twostep_confirm()}
          </Button>
          <Button look="secondary" disabled={busy} onClick={onClose}>
            {m.twostep_cancel()}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <QrCode text={uri} />
        <div className={styles.key}>
          <p className={styles.muted}>{m.twostep_key()}</p>
          <code translate="no" dir="ltr">
            {inFours(secret)}
          </code>
          <Button look="secondary" size="small" icon="copy" onClick={() => void copy(secret)}>
            {m.twostep_key_copy()}
          </Button>
        </div>
        <CopyOutcome outcome={outcome} />
        <CodeForm id={formId} onCode={onCode} onBusy={setBusy} />
      </div>
    </Dialog>
  )
}

interface CodeFormProps {
  id: string
  /** Rejects where the server refused or did not answer: what was typed stays. */
  onCode: (code: string) => Promise<void>
  onBusy: (busy: boolean) => void
}

/** The first code of an app that has just learned its secret; sent with the button of the dialog around it. */
function CodeForm({ id, onCode, onBusy }: CodeFormProps) {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })

  async function send({ code }: { code: string }) {
    setFailure(undefined)
    onBusy(true)
    try {
      await onCode(code)
    } catch (error) {
      const text = serverWords(error) ?? m.twostep_unreachable()
      const wrong = isApiProblem(error) && error.shown.fields?.['code']
      if (wrong) setError('code', { message: wrong }, { shouldFocus: true })
      else setFailure(text)
      onBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      id={id}
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <FailureBanner text={failure} />
      <CodeField
        {...register('code', { required: m.twostep_code_missing() })}
        error={formState.errors.code?.message}
        takesRecoveryCodes={false}
      />
    </form>
  )
}

interface CodesDialogProps {
  codes: readonly string[]
  name: string
  onClose: () => void
}

/** Shown once: there is no way out but to say that they are saved. */
export function CodesDialog({ codes, name, onClose }: CodesDialogProps) {
  // Codes that a reload takes away are lost.
  useDirtyForm(true)
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={m.twostep_codes_title()}
      description={m.twostep_codes_text()}
      actions={<Button onClick={onClose}>{m.twostep_codes_saved()}</Button>}
    >
      <div className={styles.form}>
        <RecoveryCodes codes={codes} name={name} />
      </div>
    </Dialog>
  )
}

function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Free squares around the code, without which cameras do not find it. */
const quietSquares = 4

/** A text as a QR code, drawn on the device: nobody else learns the secret in it. Dark on white, for cameras. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: quietSquares, ecc: 'M' })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squares(data)}"/></svg>`
  const source = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  return <img className={styles.qr} src={source} alt={m.twostep_qr()} />
}

/** A square of one unit for each dark module. */
function squares(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Whose they are, for the file. */
  name: string
}

/** The codes for the day the phone is gone, to be written down, copied or saved. */
function RecoveryCodes({ codes, name }: RecoveryCodesProps) {
  const { copy, outcome } = useCopy()
  const text = [m.twostep_codes_file({ name }), '', ...codes, ''].join('\n')
  return (
    <>
      <ul className={styles.codes} aria-label={m.twostep_codes_label()}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no" dir="ltr">
              {code}
            </code>
          </li>
        ))}
      </ul>
      <CopyOutcome outcome={outcome} />
      <div className={styles.actions}>
        <Button look="secondary" icon="copy" onClick={() => void copy(codes.join('\n'))}>
          {m.twostep_codes_copy()}
        </Button>
        <Button
          look="secondary"
          icon="install"
          onClick={() => saveFile('zync-recovery-codes.txt', new Blob([text]))}
        >
          {m.twostep_codes_download()}
        </Button>
      </div>
    </>
  )
}

type Outcome = 'copied' | 'failed'

/** Puts a text on the clipboard, and knows whether the browser let us. */
function useCopy() {
  const [outcome, setOutcome] = useState<Outcome>()
  async function copy(text: string) {
    setOutcome(undefined)
    setOutcome(
      await navigator.clipboard.writeText(text).then(
        () => 'copied' as const,
        () => 'failed' as const,
      ),
    )
  }
  return { copy, outcome }
}

/** Stands in the dialog: a toast would be under it, and not read aloud. */
function CopyOutcome({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div role="alert">
      {outcome === 'copied' && <Banner tone="success">{m.twostep_copied()}</Banner>}
      {outcome === 'failed' && <Banner tone="danger">{m.twostep_copy_failed()}</Banner>}
    </div>
  )
}
