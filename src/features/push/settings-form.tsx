import { useState } from 'react'
import * as v from 'valibot'
import type { UserType } from '#contract/account/model.ts'
import {
  hasReminders,
  quietHoursAtFirst,
  pushKindsOf,
  pushChoiceSchema,
  type PushKind,
  type PushSettings,
  type QuietHours,
} from '#contract/push/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { zoneLabel } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { withEdits, type SettingsEdits } from './settings-edits.ts'
import { RemindersField, TimeField } from './tracker-reminders.tsx'
import styles from './push.module.css'

export interface SettingsFormProps {
  saved: PushSettings
  /** What was changed and is not saved; the rest stays as the server has it. */
  edits: SettingsEdits
  onEdit: (edits: SettingsEdits) => void
  userType: UserType
  onSave: () => Promise<void>
}

/** The words of each kind that has a switch of its own; those of the trackers are the reminders themselves. */
const kindWords: Readonly<Partial<Record<PushKind, () => string>>> = {
  'session.reminder': m.push_kind_session_reminder,
  'session.changed': m.push_kind_session_changed,
  message: m.push_kind_message,
  'request.received': m.push_kind_request_received,
  'request.accepted': m.push_kind_request_accepted,
  'result.shared': m.push_kind_result_shared,
  'article.published': m.push_kind_article,
  'pack.received': m.push_kind_pack,
}

/** What a person is notified of and when; what was entered stays until it is saved. */
export function SettingsForm({ saved, edits, onEdit, userType, onSave }: SettingsFormProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const now = withEdits(saved, edits)
  useDirtyForm(Object.keys(edits).length > 0)

  async function save() {
    if (busy) return
    const parsed = v.safeParse(pushChoiceSchema, now)
    setFailure(parsed.issues && term(parsed.issues[0].message))
    if (!parsed.success) return
    setBusy(true)
    try {
      await onSave()
      showToast({ text: m.push_saved(), tone: 'success' })
    } catch (error) {
      setFailure(failureText(error, m.push_save_failed(), 'reminders'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <EditPanel
      title={m.push_what_title()}
      onSubmit={() => void save()}
      busy={busy}
      failure={failure}
      onCancel={() => onEdit({})}
    >
      {hasReminders(userType) && (
        <RemindersField
          reminders={now.reminders}
          quiet={now.quiet}
          onChange={(to) => {
            const sent = edits.reminders?.sent ?? []
            onEdit({ ...edits, reminders: { from: saved.reminders, to, sent } })
          }}
        />
      )}
      <KindsField
        userType={userType}
        kinds={now.kinds}
        onChange={(turned) => onEdit({ ...edits, kinds: { ...edits.kinds, ...turned } })}
      />
      <QuietField
        quiet={now.quiet}
        hint={hasReminders(userType) ? m.push_quiet_hint() : m.push_quiet_hint_news()}
        onChange={(quiet) => onEdit({ ...edits, quiet })}
      />
      <Checkbox
        label={m.push_discreet()}
        hint={m.push_discreet_hint()}
        checked={now.discreet}
        onChange={({ target }) => onEdit({ ...edits, discreet: target.checked })}
      />
      <Checkbox
        label={m.push_zone_follows()}
        hint={m.push_zone_line({
          zone: zoneLabel(now.zone.follows ? deviceZone() : now.zone.name),
        })}
        checked={now.zone.follows}
        onChange={({ target }) =>
          onEdit({ ...edits, zone: { follows: target.checked, name: deviceZone() } })
        }
      />
    </EditPanel>
  )
}

interface KindsFieldProps {
  userType: UserType
  kinds: PushSettings['kinds']
  onChange: (turned: Partial<PushSettings['kinds']>) => void
}

/** What else can happen to somebody of this role. */
function KindsField({ userType, kinds, onChange }: KindsFieldProps) {
  return (
    <fieldset className={styles.part}>
      <legend className={styles.title}>{m.push_kinds()}</legend>
      {pushKindsOf(userType).map((kind) => {
        const words = kindWords[kind]
        return (
          words && (
            <Checkbox
              key={kind}
              label={words()}
              checked={kinds[kind]}
              onChange={({ target }) => onChange({ [kind]: target.checked })}
            />
          )
        )
      })}
    </fieldset>
  )
}

interface QuietFieldProps {
  quiet: QuietHours | null
  /** What happens in them to what this person gets. */
  hint: string
  onChange: (quiet: QuietHours | null) => void
}

/** From one time of the person's clock to another, over midnight too. */
function QuietField({ quiet, hint, onChange }: QuietFieldProps) {
  return (
    <div className={styles.part}>
      <Checkbox
        label={m.push_quiet()}
        hint={hint}
        checked={quiet !== null}
        onChange={({ target }) => onChange(target.checked ? quietHoursAtFirst : null)}
      />
      {quiet && (
        <div className={styles.pair}>
          <TimeField
            label={m.push_quiet_from()}
            minute={quiet.from}
            onChange={(from) => onChange({ ...quiet, from })}
          />
          <TimeField
            label={m.push_quiet_to()}
            minute={quiet.to}
            onChange={(to) => onChange({ ...quiet, to })}
          />
        </div>
      )}
    </div>
  )
}
