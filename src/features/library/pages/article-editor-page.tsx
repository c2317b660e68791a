import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Article } from '#contract/library/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { isNotFound, useRemote, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { ArticleDraft } from '#src/offline/features/library.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { ErrorState } from '#src/ui/state/state-message.tsx'
import { failureOf, publishArticle, updateArticle } from '../data/library-calls.ts'
import { articleResource, latestArticleRemote } from '../data/library-resource.ts'
import { saveArticle } from '../data/library-store.ts'
import { newDraftId, type OpenedEditor, wordsOf } from '../editor/article-draft.ts'
import { type ValidArticle, ArticleForm, Before } from '../editor/article-form.tsx'
import { forgo, useWriting } from '../editor/use-writing.ts'
import { BackToArticles } from '../library-links.tsx'
import { SuccessDialog } from '../success-dialog.tsx'

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

/** Begins with the words of the server; with those of this device, which may be older, where the server cannot be asked. */
function Edited({ db, opened, onDone }: ArticleEditorPageProps & { onDone: () => void }) {
  const edited = useRemote(db, latestArticleRemote, opened.id)
  const stored = useStored(db, articleResource, opened.id)?.article
  if (isNotFound(edited.refresh.error)) {
    return <ErrorState title={m.library_not_found()} onRetry={edited.retry} />
  }
  const article = edited.data ?? (edited.refresh.status === 'failed' ? stored : undefined)
  if (!article) {
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

export interface ArticleEditorProps {
  db: UserDatabase
  /** What was written on an earlier visit and not published. */
  draft: ArticleDraft | undefined
  /** The article that is edited; undefined for a new one. */
  article: Article | undefined
  onDone: () => void
  cancel: ReactNode
}

/** An article being written: stored on this device as it is typed, sent only when the person says so. */
function ArticleEditor({ db, draft, article, onDone, cancel }: ArticleEditorProps) {
  const writing = useWriting(db, draft, article)
  const { form, saving, before } = writing
  const [file, setFile] = useState<File>()
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>()
  const [sent, setSent] = useState(false)
  const [done, setDone] = useState(false)
  useDirtyForm(writing.changed && !done)

  async function send(valid: ValidArticle) {
    setFailure(undefined)
    setSent(true)
    try {
      const stored = await asMember(db, async (token) => {
        if (article) {
          return writing.save(wordsOf(valid), (seenUpdatedAt) =>
            updateArticle(token, article._id, { ...valid, seenUpdatedAt }),
          )
        }
        const opId = await writing.attempt(valid, file)
        return publishArticle(token, valid, { attachment: file, opId })
      })
      saving.stop()
      setDone(true)
      // The article is published: a copy here that could not be changed costs the copy alone.
      await forgo(Promise.all([writing.drop(), saveArticle(db.viewerId, stored)]))
    } catch (error) {
      const fallback = article
        ? m.library_failed_update_article()
        : m.library_failed_create_article()
      setFailure(failureOf(error, fallback))
      setSent(false)
      writing.noteFailure(error)
      // Another tab that saved has taken this one's draft along.
      await forgo(writing.keep())
    }
  }

  function discard() {
    setFailure(undefined)
    // The button goes with its press.
    form.setFocus('title')
    writing.discard()
  }

  const busy = form.formState.isSubmitting || done
  return (
    <>
      {!done && <Before {...before} onDiscard={discard} />}
      <ArticleForm
        form={form}
        article={article}
        attachment={
          article ? undefined : { file, refusal: failure?.fields['attachment'], onChange: setFile }
        }
        failure={failure?.text}
        draftStatus={saving.status}
        busy={busy}
        sent={sent}
        words={
          article
            ? {
                submit: before.newer ? m.library_newer_replace() : m.library_save_changes(),
                busy: m.library_submitting(),
              }
            : { submit: m.library_publish(), busy: m.library_publishing() }
        }
        onSubmit={() => void form.handleSubmit(send)()}
        cancel={cancel}
      />
      {done && (
        <SuccessDialog
          title={article ? m.library_updated_title() : m.library_published_title()}
          text={m.library_published_text()}
          onward={article ? m.library_go_profile() : m.library_go_articles()}
          onDone={onDone}
        />
      )}
    </>
  )
}
