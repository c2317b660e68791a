import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef, useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { v7 as newUuid } from 'uuid'
import type { Article } from '#contract/library/model.ts'
import { dropArticleDraft, keepArticleDraft, newDraftId } from './article-draft.ts'
import {
  articleEditFormSchema,
  newArticleFormSchema,
  type ArticleFields,
  type ValidArticle,
} from './article-fields.ts'
import { ArticleForm } from './article-form.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { failureOf } from '../failure-words.ts'
import { keepArticle } from '../kept-library.ts'
import { attemptOf, type Attempt } from '../op-id.ts'
import { publishArticle, updateArticle } from '../publish-calls.ts'
import { SuccessDialog } from '../success-dialog.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { ArticleDraft } from '#src/offline/features/library.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { asMember } from '#src/session/as-member.ts'

export interface ArticleEditorProps {
  db: UserDatabase
  /** What was written on an earlier visit and not published. */
  draft: ArticleDraft | undefined
  /** The article that is edited; undefined for a new one. */
  article: Article | undefined
  onDone: () => void
  cancel: ReactNode
}

/** An article being written: kept on this device as it is typed, sent only when the person says so. */
export function ArticleEditor({ db, draft, article, onDone, cancel }: ArticleEditorProps) {
  const saved = fieldsOf(article)
  const id = article?._id ?? newDraftId
  const [format, setFormat] = useState(article?.format ?? 'markdown')
  const [file, setFile] = useState<File>()
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>()
  const [offersDraft, setOffersDraft] = useState(draft !== undefined)
  const [done, setDone] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  const form = useForm<ArticleFields, unknown, ValidArticle>({
    resolver: valibotResolver(article ? articleEditFormSchema : newArticleFormSchema),
    defaultValues: draft ? fieldsOf(draft) : saved,
  })
  const [title, content, category] = useWatch({
    control: form.control,
    name: ['title', 'content', 'category'],
  })
  const written = { title, content, category }
  const changed = JSON.stringify(written) !== JSON.stringify(saved)
  useDirtyForm(changed && !done)
  const kept = useKeptDraft(written, changed || draft !== undefined, (fields) =>
    keepArticleDraft(db, { id, ...fields }),
  )

  async function send(valid: ValidArticle) {
    setFailure(undefined)
    const text = { ...valid, format }
    try {
      const stored = await asMember(db, (token) => {
        if (article) return updateArticle(token, article._id, text)
        const payload = JSON.stringify([text, file?.name, file?.size, file?.lastModified])
        attempt.current = attemptOf(attempt.current, payload, () => newUuid())
        return publishArticle(token, text, { attachment: file, opId: attempt.current.opId })
      })
      kept.stop()
      setDone(true)
      await forgo(Promise.all([dropArticleDraft(db, id), keepArticle(db.viewerId, stored)]))
    } catch (error) {
      const fallback = article
        ? m.library_failed_update_article()
        : m.library_failed_create_article()
      setFailure(failureOf(error, fallback))
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
        format={format}
        onFormat={setFormat}
        attachment={
          article ? undefined : { file, refusal: failure?.fields['attachment'], onChange: setFile }
        }
        failure={failure?.text}
        draftStanding={kept.standing}
        busy={busy}
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

function fieldsOf(from: ArticleFields | undefined): ArticleFields {
  const { title = '', content = '', category = '' } = from ?? {}
  return { title, content, category }
}

/** The article is published: a copy here that could not be changed costs the copy alone. */
async function forgo(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}
