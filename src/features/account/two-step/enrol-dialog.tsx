import { useId, useState } from 'react'
import type { Enrolment } from '#contract/account/second-factor.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { CodeForm } from './code-form.tsx'
import { copyWords } from './copy-words.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
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
          <code translate="no">{inFours(secret)}</code>
          <Button look="secondary" size="small" icon="copy" onClick={() => void copyWords(secret)}>
            {m.twostep_key_copy()}
          </Button>
        </div>
        <CodeForm id={formId} onCode={onCode} onBusy={setBusy} />
      </div>
    </Dialog>
  )
}

export interface CodesDialogProps {
  codes: readonly string[]
  name: string
  onClose: () => void
}

/** Shown once: there is no way out but to say that they are saved. */
export function CodesDialog({ codes, name, onClose }: CodesDialogProps) {
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
