import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { readLanguage } from '#contract/language.ts'
import { articleFormats } from '#contract/library/blocks.ts'
import { itemIdSchema, type Article } from '#contract/library/model.ts'
import { currentOf, preload } from '#src/data/resource.ts'
import { currentLanguage } from '#src/i18n/chosen.ts'
import type { ArticleDraft } from '#src/offline/features/library.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { attemptSchema } from '../data/attempt.ts'
import { articleResource } from '../data/library-resource.ts'
import { filedLanguage } from '../language.tsx'
import type { ArticleFields } from './article-form.tsx'

/** The name of the draft of an article that is not published yet. */
export const newDraftId = 'new'

const draftSchema = v.object({
  id: v.string(),
  title: v.string(),
  content: v.string(),
  category: v.string(),
  language: v.optional(v.string()),
  format: v.optional(v.picklist(articleFormats)),
  seenUpdatedAt: v.optional(v.string()),
  attempt: v.optional(attemptSchema),
})

/** What was written and not published; undefined where nothing was, or what is stored cannot be read any more. */
async function readArticleDraft(db: UserDatabase, id: string): Promise<ArticleDraft | undefined> {
  const parsed = v.safeParse(draftSchema, await db.articleDrafts.get(id))
  return parsed.success ? parsed.output : undefined
}

/** Stores what is being written. Throws `StorageFullError`, and then what was stored before stays. */
export async function saveArticleDraft(db: UserDatabase, draft: ArticleDraft): Promise<void> {
  await withQuotaRetry(() =>
    userTransaction(db, [db.articleDrafts], () => db.articleDrafts.put(draft)),
  )
}

export async function dropArticleDraft(db: UserDatabase, id: string): Promise<void> {
  await userTransaction(db, [db.articleDrafts], () => db.articleDrafts.delete(id))
}

/** A pause in typing this long, in milliseconds, is worth a write. */
const pauseMs = 250

/** Whether what is being written is on this device; `failed` where it had no room. */
export type DraftStatus = 'unwritten' | 'saved' | 'failed'

/**
 * Stores what is being written as it changes: after each short pause, and at once when the page is left. What was stored
 * is dropped where nothing is changed any more. `stop` ends it, once what was written is published or given up.
 */
export function useSavedDraft<Draft>(
  draft: Draft,
  changed: boolean,
  { save, drop }: { save: (draft: Draft) => Promise<void>; drop: () => Promise<void> },
): { status: DraftStatus; stop: () => void } {
  const [last, setLast] = useState<{ key: string; saved: boolean }>()
  const key = JSON.stringify(draft)
  const state = useRef<{ waiting: string | undefined; stored: boolean; stopped: boolean }>({
    waiting: undefined,
    stored: false,
    stopped: false,
  })
  const saveNow = useEffectEvent(() => {
    if (state.current.waiting === undefined || state.current.stopped) return
    state.current.waiting = undefined
    state.current.stored = true
    save(draft).then(
      () => setLast({ key, saved: true }),
      () => setLast({ key, saved: false }),
    )
  })

  const dropNow = useEffectEvent(() => {
    if (!state.current.stored || state.current.stopped) return
    state.current.stored = false
    drop().then(
      () => setLast(undefined),
      () => undefined,
    )
  })

  // An effect because storing happens outside React, some time after the keys.
  useEffect(() => {
    state.current.waiting = changed ? key : undefined
    if (!changed) {
      dropNow()
      return undefined
    }
    const timer = setTimeout(() => saveNow(), pauseMs)
    return () => clearTimeout(timer)
  }, [key, changed])

  // An effect because a page can be left in the middle of that pause.
  useEffect(() => {
    const leave = () => saveNow()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      saveNow()
    }
  }, [])

  function stop() {
    state.current.stopped = true
  }

  return { status: statusOf(last, key), stop }
}

/** That something is saved is said of these very words alone. */
function statusOf(last: { key: string; saved: boolean } | undefined, key: string): DraftStatus {
  if (!last) return 'unwritten'
  if (!last.saved) return 'failed'
  return last.key === key ? 'saved' : 'unwritten'
}

/** What an edit is told of, as it is compared: the item of the server, and its words. */
interface Edited<Item> {
  readonly item: Item | undefined
  readonly schema: v.GenericSchema<unknown, Item>
  readonly wordsOf: (item: Item) => string
}

/**
 * How an edit stands to what the server has of it: `newer` is that where the edit did not begin with it. `seen` is the moment
 * of what it began with; undefined where nobody can say.
 */
export function useNewer<Item extends { readonly updatedAt: string }>(
  { item, schema, wordsOf }: Edited<Item>,
  begunWith: string | undefined,
) {
  const [seen, setSeen] = useState(begunWith)
  const [refusedBy, setRefusedBy] = useState<Item>()
  const tried = useRef<string>(undefined)
  const latest = refusedBy && !isAfter(item, refusedBy.updatedAt) ? refusedBy : item
  const changed = latest === refusedBy ? latest?.updatedAt !== seen : isAfter(latest, seen)
  const newer = changed ? latest : undefined

  /** Writes over what the person has been shown, and over nothing else. Rejects as the call does. */
  async function save<Done>(words: string, send: (seenUpdatedAt?: string) => Promise<Done>) {
    try {
      return await send(newer?.updatedAt ?? seen)
    } catch (error) {
      const stands = currentOf(error, 'wrong_state', schema)
      if (!stands) throw error
      // These are one's own words: they were sent before, and the answer was lost.
      if (wordsOf(stands) === tried.current) return await send(stands.updatedAt)
      setRefusedBy(stands)
      throw error
    } finally {
      tried.current = words
    }
  }

  return { latest, newer, seen, save, take: (taken: Item) => setSeen(taken.updatedAt) }
}

function isAfter(item: { readonly updatedAt: string } | undefined, seen: string | undefined) {
  return item !== undefined && (seen === undefined || item.updatedAt > seen)
}

/** What was written, in the language and the format that it names; in the usual ones where it names none that can be chosen. */
export function fieldsOf(
  from: Partial<ArticleFields> | undefined,
  usual: Pick<ArticleFields, 'language' | 'format'>,
): ArticleFields {
  const { title = '', content = '', category = '', language, format = usual.format } = from ?? {}
  return { title, content, category, language: readLanguage(language) ?? usual.language, format }
}

/** An article as its form holds it. */
export function fieldsOfArticle(article: Article | undefined): ArticleFields {
  const language = article ? filedLanguage(article) : currentLanguage()
  return fieldsOf(article, { language, format: 'markdown' })
}

/** By which two texts are told apart. */
export function wordsOf(fields: Partial<ArticleFields>): string {
  const { title, content, category, language, format } = fields
  return JSON.stringify([title, content, category, language, format])
}

export type OpenedEditor = Awaited<ReturnType<typeof readEditorPage>>

/** What the editor begins with: a new article, or the one that its address asks to edit, and what was written of it. */
export async function readEditorPage(db: UserDatabase, edit: unknown) {
  const parsed = v.safeParse(itemIdSchema, edit)
  const id = parsed.success ? parsed.output : newDraftId
  const [draft] = await Promise.all([
    readArticleDraft(db, id),
    parsed.success && preload(db, articleResource, id),
  ])
  return { id, draft }
}
