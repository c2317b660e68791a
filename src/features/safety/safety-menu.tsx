import { useState } from 'react'
import { queueBlock, queueReport } from './queue-safety.ts'
import { BlockDialog } from './block-dialog.tsx'
import { ReportSheet } from './report-sheet.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Menu, type MenuItem } from '#src/ui/menu/menu.tsx'

export interface SafetyMenuProps {
  db: UserDatabase
  person: { readonly id: string; readonly name: string }
  /** What else can be done with them, before the two. */
  items?: readonly MenuItem[]
  /** Whether what they deleted goes with a report of them. */
  sealed?: boolean
}

/** Block and report, three taps away on every screen: the menu, the choice, the last word. */
export function SafetyMenu({ db, person, items = [], sealed = false }: SafetyMenuProps) {
  const { id, name } = person
  const [open, setOpen] = useState<'block' | 'report'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        label={m.reports_menu({ name })}
        items={[
          ...items,
          {
            id: 'report',
            label: m.reports_report(),
            icon: 'alert',
            onSelect: () => setOpen('report'),
          },
          {
            id: 'block',
            label: m.reports_block(),
            icon: 'close',
            danger: true,
            onSelect: () => setOpen('block'),
          },
        ]}
      />
      {open === 'block' && (
        <BlockDialog name={name} onBlock={() => queueBlock(db, id)} onClose={close} />
      )}
      {open === 'report' && (
        <ReportSheet
          name={name}
          {...(sealed && { alongWith: m.reports_report_sealed() })}
          onReport={(reason, note) =>
            queueReport(db, { target: { kind: 'person', id }, reason, note })
          }
          onBlock={() => setOpen('block')}
          onClose={close}
        />
      )}
    </>
  )
}
