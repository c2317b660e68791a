import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { useIntroForm } from '../video/intro-field.tsx'
import { saveIntro } from '../data/publish.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { showToast } from '#src/ui/message/toast-store.ts'
import { asMember } from '#src/session/as-member.ts'

/** Spec 2: the Intro Video tab of a care provider's profile. */
export function IntroPanel({ db }: { db: UserDatabase }) {
  const { field, submit, busy, failure } = useIntroForm(async (url) => {
    await asMember(db, (token) => saveIntro(token, db.userId, url))
    showToast({ text: m.library_intro_saved(), tone: 'success' })
  })
  return (
    <EditPanel
      title={m.profile_tab_intro()}
      text={m.library_intro_text()}
      onSubmit={submit}
      busy={busy}
      failure={failure}
    >
      {field}
    </EditPanel>
  )
}
