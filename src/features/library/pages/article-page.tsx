import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { isNotFound, useResource } from '#src/data/resource.ts'
import { ReportItemMenu, useSafetyDialog } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { CachedArticle, ShelfRow } from '#src/offline/features/library.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { useSession } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { SaveControl } from '../article/article-file.tsx'
import { articleResource } from '../data/library-resource.ts'
import { noteOpened, notePosition, saveOffline } from '../data/shelf.ts'
import { BackToArticles } from '../library-links.tsx'
import { Reader } from '../reader/reader.tsx'

export interface ArticlePageProps {
  db: UserDatabase
  id: string
}

/** Spec 2: an article; what was opened here once opens again whatever becomes of the network or of the article. */
export function ArticlePage({ db, id }: ArticlePageProps) {
  const opened = useResource(db, articleResource, id)
  if (opened.data) {
    return (
      <>
        <BackToArticles />
        <Opened db={db} {...opened.data} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={m.library_article_page()} back={<BackToArticles />} />
      {isNotFound(opened.refresh.error) ? (
        <EmptyState emoji="🔎" title={m.library_not_found()} text={m.library_not_found_text()} />
      ) : (
        <ResourceMissing
          of={opened}
          failed={m.library_failed_article()}
          offline={m.library_offline_article()}
          skeleton={{ shape: 'card', count: 3 }}
        />
      )}
    </>
  )
}

interface OpenedProps {
  db: UserDatabase
  article: CachedArticle
  row: ShelfRow | undefined
  saved: boolean
}

function Opened({ db, article, row, saved }: OpenedProps) {
  const { _id: id } = article
  const provider = useSession()?.user.userT === 'ServiceProvider'
  const { ask, dialog } = useSafetyDialog(db)
  // An effect because opening an article is what stores it here, and the device remembers it outside React.
  useEffect(() => {
    forgo(noteOpened(db, id, Date.now()))
  }, [db, id])
  return (
    <>
      <Reader
        article={article}
        position={row?.position ?? 0}
        onPosition={(position) => forgo(notePosition(db, id, position))}
        actions={
          <>
            <SaveControl
              article={article}
              saved={saved}
              onSave={() => saveOffline(db, article, Date.now())}
            />
            {provider && !article.gone && (
              <Link
                to="/library/packs"
                search={{ send: true, article: id }}
                className={buttonClass({ look: 'secondary', size: 'small' })}
              >
                {m.library_packs_send_as()}
              </Link>
            )}
            {!article.gone && (
              <ReportItemMenu
                db={db}
                kind="article"
                item={article}
                title={article.title}
                onAsk={ask}
              />
            )}
          </>
        }
      />
      {dialog}
    </>
  )
}

/** A position that could not be noted costs the position and must not cost the page. */
function forgo(work: Promise<void>): void {
  work.catch(() => undefined)
}
