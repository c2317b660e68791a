import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Article } from '#contract/library/model.ts'
import { newDraftId } from '../editor/article-draft.ts'
import { readArticle } from '../kept-library.ts'
import { NotYet } from '../list-states.tsx'
import { refreshArticle } from '../refresh-library.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { asMember } from '#src/session/as-member.ts'
import { ArticleEditor } from '../editor/article-editor.tsx'
import { BackToArticles } from '../library-links.tsx'
import type { OpenedEditor } from '../editor/read-editor-page.ts'

export interface ArticleEditorPageProps {
  db: UserDatabase
  opened: OpenedEditor
}

/** Spec 2: where a care provider writes an article, or edits one of theirs. */
export function ArticleEditorPage({ db, opened }: ArticleEditorPageProps) {
  const navigate = useNavigate()
  if (opened.id === newDraftId) {
    return (
      <>
        <PageHeader
          title={m.library_create_title()}
          text={m.library_create_text()}
          back={<BackToArticles />}
        />
        <ArticleEditor
          db={db}
          draft={opened.draft}
          article={undefined}
          onDone={() => void navigate({ to: '/library/articles' })}
          cancel={
            <Link to="/library/articles" className={buttonClass({ look: 'secondary' })}>
              {m.library_cancel()}
            </Link>
          }
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={m.library_edit_title()}
        back={
          <Link to="/profile" className={backLinkClass}>
            {m.library_back_profile()}
          </Link>
        }
      />
      <Edited db={db} opened={opened} onDone={() => void navigate({ to: '/profile' })} />
    </>
  )
}

function Edited({ db, opened, onDone }: ArticleEditorPageProps & { onDone: () => void }) {
  const article: Article | undefined = useLiveQuery(
    () => readArticle(db.viewerId, opened.id),
    [db, opened.id],
    opened.article,
  )
  const { refresh, again } = useRefresh(async () => {
    await asMember(db, (token) => refreshArticle(db, token, opened.id))
  })
  if (!article) {
    if (refresh.status === 'done')
      return (
        <NotYet refresh={{ status: 'failed' }} failed={m.library_not_found()} onRetry={again} />
      )
    return <NotYet refresh={refresh} failed={m.library_failed_article_again()} onRetry={again} />
  }
  return (
    <ArticleEditor
      db={db}
      draft={opened.draft}
      article={article}
      onDone={onDone}
      cancel={
        <Link to="/profile" className={buttonClass({ look: 'secondary' })}>
          {m.library_cancel()}
        </Link>
      }
    />
  )
}
