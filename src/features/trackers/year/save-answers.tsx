import { useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveFile } from '#src/lib/files.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { answersEndings, answersFile, answersFormats, type AnswersFormat } from './answers-file.ts'
import { bringAll } from './year-resource.ts'

interface SaveAnswersProps {
  db: UserDatabase
  today: LocalDate
}

const formatLabels: Record<AnswersFormat, () => string> = {
  csv: m.trackers_save_csv,
  json: m.trackers_save_json,
  fhir: m.trackers_save_fhir,
}

/** Every answer with what was written beside it, for other programs; without a network what this phone has. */
export function SaveAnswersButton({ db, today }: SaveAnswersProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState<AnswersFormat>()

  async function save(format: AnswersFormat) {
    setBusy(format)
    const name = `zync-trackers-${today}.${answersEndings[format]}`
    try {
      const whole = await bringAll(db, today)
      saveFile(name, await answersFile(db, format))
      showToast({
        text: whole ? m.settings_export_done({ name }) : m.settings_export_done_device({ name }),
        tone: 'success',
      })
      setOpen(false)
    } catch {
      showToast({ text: m.settings_export_failed(), tone: 'danger' })
    }
    setBusy(undefined)
  }

  return (
    <>
      <Button look="quiet" size="small" icon="install" onClick={() => setOpen(true)}>
        {m.trackers_save()}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={m.trackers_save_title()}
        description={m.trackers_save_text()}
        actions={answersFormats.map((format) => (
          <Button
            key={format}
            look="secondary"
            wide
            busy={busy === format}
            disabled={busy !== undefined && busy !== format}
            onClick={() => void save(format)}
          >
            {formatLabels[format]()}
          </Button>
        ))}
      />
    </>
  )
}
