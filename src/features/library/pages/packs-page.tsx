import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { NewPack } from '#contract/library/packs.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useLive, useResource } from '#src/data/resource.ts'
import { useCircle } from '#src/features/connections/connections-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { useTabAttempt } from '../data/attempt.ts'
import { articlesResource } from '../data/library-resource.ts'
import { readOfferedArticles } from '../data/library-store.ts'
import { BackToLibrary } from '../library-links.tsx'
import { readPackDraft, savePackDraft } from '../packs/pack-draft.ts'
import { PackForm } from '../packs/pack-form.tsx'
import { ReceivedPacks, SentPacks } from '../packs/pack-lists.tsx'
import { sendPack } from '../packs/packs-resource.ts'

/** What of the page is shown: `send` is the form, with an article or a person ticked. */
export interface PacksSearch {
  readonly send?: boolean | undefined
  readonly article?: string | undefined
  readonly to?: string | undefined
}

export interface PacksPageProps {
  db: UserDatabase
  session: Session
  search: PacksSearch
}

/** Reading packs: for a care provider those they sent and the form, for everybody else what they were sent. */
export function PacksPage({ db, session, search }: PacksPageProps) {
  const provider = session.user.userT === 'ServiceProvider'
  if (provider && search.send) return <SendPackPage db={db} search={search} />
  return (
    <>
      <PageHeader
        title={provider ? m.library_packs() : m.library_packs_from()}
        text={provider ? m.library_packs_text() : m.library_packs_from_text()}
        back={<BackToLibrary />}
        actions={
          provider && (
            <Link to="/library/packs" search={{ send: true }} className={buttonClass()}>
              {m.library_packs_new()}
            </Link>
          )
        }
      />
      {provider ? <SentPacks db={db} /> : <ReceivedPacks db={db} />}
    </>
  )
}

function SendPackPage({ db, search }: { db: UserDatabase; search: PacksSearch }) {
  const { history, navigate } = useRouter()
  const online = useOnline()
  const library = useResource(db, articlesResource)
  const circle = useCircle(db)
  const articles = useLive(db, () => readOfferedArticles(db), [library.data])
  const [draft] = useState(readPackDraft)
  const attempt = useTabAttempt('pack-attempt')

  async function send(pack: NewPack) {
    const { href } = history.location
    await attempt.run(pack, (opId) => asMember(db, (token) => sendPack(token, pack, opId)))
    savePackDraft(undefined)
    showToast({ text: m.library_packs_sent(), tone: 'success' })
    // Whoever went on to another page meanwhile stays there.
    if (history.location.href === href) await navigate({ to: '/library/packs' })
  }

  const waiting = !circle.data ? circle : library.data ? undefined : library
  return (
    <>
      <PageHeader
        title={m.library_packs_new()}
        text={m.library_packs_new_text()}
        back={
          <Link className={backLinkClass} to="/library/packs">
            {m.library_packs_back()}
          </Link>
        }
      />
      {!online && <Banner tone="info">{m.library_packs_offline()}</Banner>}
      {waiting && (
        <ResourceMissing
          of={waiting}
          failed={m.library_packs_failed()}
          skeleton={{ shape: 'card', count: 2 }}
        />
      )}
      {!waiting && !articles && <Skeleton shape="card" count={2} />}
      {circle.data && articles && !waiting && (
        <PackForm
          articles={articles}
          people={circle.data.filter(({ unavailable }) => !unavailable)}
          picked={{
            articleIds: search.article ? [search.article] : [],
            receiverIds: search.to ? [search.to] : [],
          }}
          draft={draft}
          onWrite={savePackDraft}
          onSend={send}
        />
      )}
    </>
  )
}
