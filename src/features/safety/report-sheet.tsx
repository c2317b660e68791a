import { useRef, useState } from 'react'
import { reportNoteCharsMax, type ReportReason, reportReasons } from '#contract/safety/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChoiceButtons, type Choice } from '#src/ui/choice/choice.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { HelpButton } from './help/help.tsx'
import styles from './report-sheet.module.css'

export interface ReportSheetProps {
  /** Of the person, or of whoever published the thing. */
  name: string
  /** What is reported, where it is no person and nothing that they wrote to somebody. */
  thing?: 'article' | 'video' | 'pack' | 'proposal'
  /** Says what else goes with the report. */
  alongWith?: string
  /** Stores the report on this device; rejects when it could not be stored. */
  onReport: (reason: ReportReason, note: string) => Promise<void>
  /** Opens the question whether to block them too; absent where they cannot be blocked. */
  onBlock?: () => void
  onClose: () => void
}

/** Reports somebody: one tap on what it is about sends it; words can be added before. */
export function ReportSheet(props: ReportSheetProps) {
  const { name, thing, alongWith, onReport, onBlock, onClose } = props
  const [note, setNote] = useState('')
  const [outcome, setOutcome] = useState<'stored' | 'failed'>()
  const sending = useRef(false)
  useDirtyForm(note !== '' && outcome !== 'stored')

  async function report(reason: ReportReason) {
    // The second half of a double tap.
    if (sending.current) return
    sending.current = true
    try {
      await onReport(reason, note)
      setOutcome('stored')
    } catch {
      sending.current = false
      setOutcome('failed')
    }
  }

  if (outcome === 'stored') return <Thanks name={name} onBlock={onBlock} onClose={onClose} />
  return (
    <Sheet
      open
      onClose={onClose}
      // A stray tap beside it must not lose what was written: the button under the words closes it then.
      dismissible={note === ''}
      title={thing ? thingTitles[thing]() : m.reports_report_title({ name })}
      description={m.reports_report_text({ name })}
    >
      {outcome === 'failed' && <FailureBanner text={m.reports_not_kept()} />}
      {alongWith && <p>{alongWith}</p>}
      <details>
        <summary className={styles.summary}>{m.reports_note()}</summary>
        <Field label={m.reports_note()} hideLabel optional>
          <TextArea
            value={note}
            rows={3}
            maxLength={reportNoteCharsMax}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </details>
      {note !== '' && (
        <div>
          <Button look="secondary" size="small" onClick={onClose}>
            {m.ui_close()}
          </Button>
        </div>
      )}
      <ChoiceButtons
        legend={m.reports_reason()}
        columns={2}
        choices={reasonChoices()}
        onChoose={(reason) => void report(reason)}
      />
    </Sheet>
  )
}

const thingTitles = {
  article: m.reports_report_article_title,
  video: m.reports_report_video_title,
  pack: m.reports_report_pack_title,
  proposal: m.reports_report_proposal_title,
} as const

type ThanksProps = Pick<ReportSheetProps, 'name' | 'onBlock' | 'onClose'>

function Thanks({ name, onBlock, onClose }: ThanksProps) {
  const online = useOnline()
  return (
    <Sheet
      open
      onClose={onClose}
      emoji="💜"
      title={m.reports_thanks_title()}
      description={online ? m.reports_thanks_text() : m.reports_thanks_offline()}
      actions={
        <>
          <Button onClick={onClose}>{m.reports_done()}</Button>
          {onBlock && (
            <Button look="secondary" onClick={onBlock}>
              {m.reports_block_action({ name })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.danger}>
        <p>{m.reports_thanks_danger()}</p>
        <HelpButton />
      </div>
    </Sheet>
  )
}

interface ReasonLook {
  readonly emoji: string
  readonly label: () => string
}

const looks: Record<ReportReason, ReasonLook> = {
  harm: { emoji: '🆘', label: m.reports_reason_harm },
  sexual: { emoji: '🚫', label: m.reports_reason_sexual },
  harassment: { emoji: '😠', label: m.reports_reason_harassment },
  contactOutside: { emoji: '📱', label: m.reports_reason_contact_outside },
  falseIdentity: { emoji: '🎭', label: m.reports_reason_false_identity },
  other: { emoji: '❔', label: m.reports_reason_other },
}

export function reasonLabel(reason: ReportReason): string {
  return looks[reason].label()
}

function reasonChoices(): Choice<ReportReason>[] {
  return reportReasons.map((value) => ({
    value,
    label: looks[value].label(),
    emoji: looks[value].emoji,
  }))
}
