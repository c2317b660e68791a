import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { readArticle } from '../kept-library.ts'
import { NotYet } from '../list-states.tsx'
import { Reader } from '../reader/reader.tsx'
import { refreshArticle } from '../refresh-library.ts'
import { SaveControl } from '../save-control.tsx'
import { noteOpened, notePosition, saveOffline } from '../shelf.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { CachedArticle, ShelfRow } from '#src/offline/features/library.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { asMember } from '#src/session/as-member.ts'
import { ReportItemMenu } from '#src/features/safety/report-item-menu.tsx'
import { BackToArticles } from '../library-links.tsx'

export interface ArticlePageProps {
  db: UserDatabase
  id: string
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: { article: CachedArticle | undefined; row: ShelfRow | undefined }
}

/** Spec 2: an article; what was opened here once opens again whatever becomes of the network or of the article. */
export function ArticlePage({ db, id, known }: ArticlePageProps) {
  const article = useLiveQuery(() => readArticle(db.viewerId, id), [db, id], known.article)
  const { missing, refresh, again } = useArticle(db, id)
  if (article) {
    return (
      <>
        <BackToArticles />
        <Opened db={db} article={article} known={known.row} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={m.library_article_page()} back={<BackToArticles />} />
      {missing ? (
        <EmptyState emoji="🔎" title={m.library_not_found()} text={m.library_not_found_text()} />
      ) : (
        <NotYet
          refresh={refresh}
          failed={m.library_failed_article()}
          onRetry={again}
          offline={m.library_offline_article()}
        />
      )}
    </>
  )
}

interface OpenedProps {
  db: UserDatabase
  article: CachedArticle
  known: ShelfRow | undefined
}

function Opened({ db, article, known }: OpenedProps) {
  const { _id: id } = article
  const row = useLiveQuery(() => db.shelf.get(id), [db, id], known)
  // An effect because opening an article is what keeps it here, and the device remembers it outside React.
  useEffect(() => {
    forgo(noteOpened(db, id, Date.now()))
  }, [db, id])
  return (
    <Reader
      article={article}
      position={known?.position ?? 0}
      onPosition={(position) => forgo(notePosition(db, id, position))}
      actions={
        <>
          <SaveControl
            article={article}
            saved={row?.saved ?? false}
            onSave={() => saveOffline(db, article, Date.now())}
          />
          {!article.gone && (
            <ReportItemMenu db={db} kind="article" item={article} title={article.title} />
          )}
        </>
      }
    />
  )
}

function useArticle(db: UserDatabase, id: string) {
  const [missing, setMissing] = useState(false)
  const { refresh, again } = useRefresh(async () => {
    const found = await asMember(db, (token) => refreshArticle(db, token, id))
    setMissing(found === 'missing')
  })
  return { missing, refresh, again }
}

/** A place that could not be noted costs the place and must not cost the page. */
function forgo(work: Promise<void>): void {
  work.catch(() => undefined)
}
