import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Author } from '#contract/library/model.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { queueReport } from './queue-safety.ts'
import { ReportSheet } from './report-sheet.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Menu } from '#src/ui/menu/menu.tsx'
import { useSession } from '#src/session/session.ts'
import { maySpeakUp } from './may-speak-up.ts'

export interface ReportItemMenuProps {
  db: UserDatabase
  kind: 'article' | 'video'
  item: { readonly _id: string; readonly author: Author }
  /** What the menu's button names it by. */
  title: string
}

/** What everybody but its author can do with an article or a video: report it. Nothing for who cannot report. */
export function ReportItemMenu({ db, kind, item, title }: ReportItemMenuProps) {
  const { _id: id, author } = item
  const session = useSession()
  const known = useLiveQuery(async () => ({ profile: await readProfile(db) }), [db])
  const [open, setOpen] = useState(false)
  const own = author._id === db.userId
  if (own || !session || !known || !maySpeakUp(session.user, known.profile)) return null
  return (
    <>
      <Menu
        label={m.library_menu({ title })}
        items={[
          {
            id: 'report',
            label: m.reports_report(),
            icon: 'alert',
            onSelect: () => setOpen(true),
          },
        ]}
      />
      {open && (
        <ReportSheet
          name={`${author.firstname} ${author.lastname}`}
          thing={kind}
          onReport={(reason, note) => queueReport(db, { target: { kind, id }, reason, note })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
