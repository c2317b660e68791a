import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { v7 as newUuid } from 'uuid'
import { articleSchema, type Article } from '#contract/library/model.ts'
import type { ArticleDraft } from '#src/offline/features/library.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { attemptOf, isAttemptOver, payloadOf } from '../data/attempt.ts'
import {
  newDraftId,
  dropArticleDraft,
  fieldsOf,
  fieldsOfArticle,
  saveArticleDraft,
  useNewer,
  useSavedDraft,
  wordsOf,
} from './article-draft.ts'
import {
  articleEditFormSchema,
  newArticleFormSchema,
  type ArticleFields,
  type ValidArticle,
} from './article-form.tsx'

/** What is being written, and how it stands to what the server and this device have of it. */
export function useWriting(
  db: UserDatabase,
  draft: ArticleDraft | undefined,
  article: Article | undefined,
) {
  const [saved, setSaved] = useState(() => fieldsOfArticle(article))
  const { latest, newer, seen, save, take } = useNewer(
    { item: article, schema: articleSchema, wordsOf },
    draft ? draft.seenUpdatedAt : article?.updatedAt,
  )
  const id = article?._id ?? newDraftId
  const [offersDraft, setOffersDraft] = useState(draft !== undefined)
  const form = useForm<ArticleFields, unknown, ValidArticle>({
    resolver: valibotResolver(article ? articleEditFormSchema : newArticleFormSchema),
    defaultValues: draft ? fieldsOf(draft, saved) : saved,
  })
  const [title, content, category, language, format] = useWatch({
    control: form.control,
    name: ['title', 'content', 'category', 'language', 'format'],
  })
  const written = { title, content, category, language, format }
  const changed = wordsOf(written) !== wordsOf(saved)
  const lastAttempt = useRef(draft?.attempt)
  const store = (fields: ArticleFields) =>
    saveArticleDraft(db, {
      id,
      ...fields,
      ...(article ? { seenUpdatedAt: seen } : { attempt: lastAttempt.current }),
    })
  const drop = () => dropArticleDraft(db, id)
  const saving = useSavedDraft(written, changed || offersDraft, { save: store, drop })
  const differs = newer && wordsOf(fieldsOfArticle(newer)) !== wordsOf(written)
  const untouched = differs === true && !changed
  const follow = useEffectEvent(() => discard())

  // An effect because the form keeps what it shows outside React: what nobody has typed in follows the server.
  useEffect(() => {
    if (untouched) follow()
  }, [untouched])

  /** Goes back to what stands: the newest words of the server. */
  function discard() {
    const fields = latest ? fieldsOfArticle(latest) : saved
    form.reset(fields)
    setSaved(fields)
    setOffersDraft(false)
    if (latest) take(latest)
    void forgo(drop())
  }

  /** Stores what is written at once, where it is a change. */
  const keep = () => (changed ? store(written) : Promise.resolve())

  /**
   * The id of an attempt to publish this, stored before it is made: its answer may be lost, and the page with it. What could
   * not be stored is not held back by that.
   */
  async function attempt(words: object, file: File | undefined): Promise<string> {
    lastAttempt.current = attemptOf(lastAttempt.current, await payloadOf(words, file), newUuid)
    await forgo(keep())
    return lastAttempt.current.opId
  }

  /** What the answer to an attempt says of the next one at the same. */
  function noteFailure(error: unknown) {
    if (isAttemptOver(error)) lastAttempt.current = undefined
  }

  return {
    form,
    changed,
    saving,
    keep,
    attempt,
    noteFailure,
    drop,
    save,
    discard,
    before: { newer: differs ? newer : undefined, sure: seen !== undefined, draft: offersDraft },
  }
}

/** Something that costs no more than itself where it fails. */
export async function forgo(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}
