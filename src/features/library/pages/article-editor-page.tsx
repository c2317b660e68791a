import { valibotResolver } from '@hookform/resolvers/valibot'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { v7 as newUuid } from 'uuid'
import { readLanguage } from '#contract/language.ts'
import type { Article } from '#contract/library/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { isNotFound, useRemote, useStored } from '#src/data/resource.ts'
import { currentLanguage } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { ArticleDraft } from '#src/offline/features/library.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { ErrorState } from '#src/ui/state/state-message.tsx'
import {
  failureOf,
  attemptOf,
  type Attempt,
  publishArticle,
  updateArticle,
} from '../data/library-calls.ts'
import { articleResource, latestArticleRemote } from '../data/library-resource.ts'
import { saveArticle } from '../data/library-store.ts'
import {
  newDraftId,
  type OpenedEditor,
  dropArticleDraft,
  saveArticleDraft,
  useSavedDraft,
} from '../editor/article-draft.ts'
import {
  articleEditFormSchema,
  newArticleFormSchema,
  type ArticleFields,
  type ValidArticle,
  ArticleForm,
} from '../editor/article-form.tsx'
import { filedLanguage } from '../language.tsx'
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
  const [saved] = useState(() =>
    fieldsOf(article, article ? filedLanguage(article) : currentLanguage()),
  )
  const id = article?._id ?? newDraftId
  const [format, setFormat] = useState(article?.format ?? 'markdown')
  const [file, setFile] = useState<File>()
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>()
  const [offersDraft, setOffersDraft] = useState(draft !== undefined)
  const [sent, setSent] = useState(false)
  const [done, setDone] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  const form = useForm<ArticleFields, unknown, ValidArticle>({
    resolver: valibotResolver(article ? articleEditFormSchema : newArticleFormSchema),
    defaultValues: draft ? fieldsOf(draft, saved.language) : saved,
  })
  const [title, content, category, language] = useWatch({
    control: form.control,
    name: ['title', 'content', 'category', 'language'],
  })
  const written = { title, content, category, language }
  const changed = JSON.stringify(written) !== JSON.stringify(saved)
  useDirtyForm(changed && !done)
  const saving = useSavedDraft(written, changed || offersDraft, {
    save: (fields) => saveArticleDraft(db, { id, ...fields }),
    drop: () => dropArticleDraft(db, id),
  })

  async function send(valid: ValidArticle) {
    setFailure(undefined)
    setSent(true)
    const text = { ...valid, format }
    try {
      const stored = await asMember(db, (token) => {
        if (article) return updateArticle(token, article._id, text)
        const payload = JSON.stringify([text, file?.name, file?.size, file?.lastModified])
        attempt.current = attemptOf(attempt.current, payload, () => newUuid())
        return publishArticle(token, text, { attachment: file, opId: attempt.current.opId })
      })
      saving.stop()
      setDone(true)
      await forgo(Promise.all([dropArticleDraft(db, id), saveArticle(db.viewerId, stored)]))
    } catch (error) {
      const fallback = article
        ? m.library_failed_update_article()
        : m.library_failed_create_article()
      setFailure(failureOf(error, fallback))
      setSent(false)
    }
  }

  function discard() {
    form.reset(saved)
    setOffersDraft(false)
    void forgo(dropArticleDraft(db, id))
  }

  const busy = form.formState.isSubmitting || done
  return (
    <>
      {offersDraft && !done && (
        <Banner
          tone="info"
          action={
            <Button look="secondary" size="small" onClick={discard}>
              {m.library_draft_discard()}
            </Button>
          }
        >
          {m.library_draft_back()}
        </Banner>
      )}
      <ArticleForm
        form={form}
        article={article}
        format={format}
        onFormat={setFormat}
        attachment={
          article ? undefined : { file, refusal: failure?.fields['attachment'], onChange: setFile }
        }
        failure={failure?.text}
        draftStatus={saving.status}
        busy={busy}
        sent={sent}
        words={
          article
            ? { submit: m.library_save_changes(), busy: m.library_submitting() }
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

/** What was written, in the language that it names; in the usual one where it names none that can be chosen. */
function fieldsOf(from: Partial<ArticleFields> | undefined, usual: string): ArticleFields {
  const { title = '', content = '', category = '', language } = from ?? {}
  return { title, content, category, language: readLanguage(language) ?? usual }
}

/** The article is published: a copy here that could not be changed costs the copy alone. */
async function forgo(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}
