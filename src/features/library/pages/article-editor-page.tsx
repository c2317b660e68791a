import { Link, useNavigate } from '@tanstack/react-router'
import { newDraftId } from '../editor/article-draft.ts'
import { isNotFound } from '#src/data/not-found.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { articleResource } from '../data/library-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
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
  const edited = useResource(db, articleResource, opened.id)
  if (!edited.data) {
    if (isNotFound(edited.refresh.error)) {
      return <ErrorState title={m.library_not_found()} onRetry={edited.retry} />
    }
    return (
      <ResourceMissing
        of={edited}
        failed={m.library_failed_article_again()}
        skeleton={{ shape: 'card', count: 3 }}
      />
    )
  }
  return (
    <ArticleEditor
      db={db}
      draft={opened.draft}
      article={edited.data.article}
      onDone={onDone}
      cancel={
        <Link to="/profile" className={buttonClass({ look: 'secondary' })}>
          {m.library_cancel()}
        </Link>
      }
    />
  )
}
