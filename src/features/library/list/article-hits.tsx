import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { searchSkipMax, type SearchReply } from '#contract/library/library-api.ts'
import { allCategories, type CategoryFilter, type Article } from '#contract/library/model.ts'
import { useLive } from '#src/data/resource.ts'
import { MorePages, type Pages } from '#src/data/use-pages.tsx'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { hitsMax, searchServer, type Hit, searchOnDevice } from '../data/library-calls.ts'
import { readAllArticles } from '../data/library-store.ts'
import { writtenIn } from '../language.tsx'
import { ArticleLink, authorName } from '../library-links.tsx'
import { useUnhidden } from './library-list.tsx'
import styles from './library-list.module.css'

export interface ArticleHitsProps {
  db: UserDatabase
  query: string
  category: CategoryFilter
}

/** What a search of the articles finds: on this device at once, and at the server a moment later where there is a network. */
export function ArticleHits({ db, category, ...props }: ArticleHitsProps) {
  const query = useDeferredValue(props.query.trim())
  const unhidden = useUnhidden<Article>(db)
  const stored = useLive(db, () => readAllArticles(db.viewerId), [], nothing)
  const articles = useMemo(
    () => articlesOf(unhidden(stored), category),
    [unhidden, stored, category],
  )
  const key = `${category}/${query}`
  const here = useDeviceHits(articles, { key, query })
  const there = useServerHits(db, { key, query, category }, here.hits.length)
  if (!there) return <HitList {...here} />
  const shown = new Set(unhidden(there.hits.map(({ article }) => article)))
  const hits = there.hits.filter(({ article }) => shown.has(article))
  const count = hits.length
  const found = there.whole ? m.library_found({ count }) : m.library_found_first({ count })
  return <HitList hits={hits} found={found} pages={there} />
}

const nothing: readonly Article[] = []

function articlesOf(articles: readonly Article[], category: CategoryFilter): readonly Article[] {
  return category === allCategories
    ? articles
    : articles.filter((article) => article.category === category)
}

/** What is found among the articles that this device has stored; each search begins with its first hits. */
function useDeviceHits(
  articles: readonly Article[],
  { key, query }: Omit<SearchWish, 'category'>,
): HitListProps {
  const [enlarged, setEnlarged] = useState({ key, max: hitsMax })
  const max = enlarged.key === key ? enlarged.max : hitsMax
  const { hits, count } = useMemo(
    () => searchOnDevice(articles, query, max),
    [articles, query, max],
  )
  const more = hits.length < count ? () => setEnlarged({ key, max: max + hitsMax }) : undefined
  return {
    hits,
    found: m.library_found_device({ count }),
    pages: { more, loadingMore: false, moreFailure: undefined },
  }
}

type MoreHits = Pick<Pages<Hit>, 'more' | 'loadingMore' | 'moreFailure'>

interface HitListProps {
  hits: readonly Hit[]
  /** How many there are, and where these come from: the server knows every article, this device those it has stored. */
  found: string
  pages: MoreHits
}

/** What a search found, best first, with the words that were looked for marked. */
function HitList({ hits, found, pages }: HitListProps) {
  return (
    <>
      <output className={styles.facts}>{found}</output>
      {hits.length === 0 && !pages.more && (
        <EmptyState emoji="🔎" title={m.library_none_found()} text={m.library_none_found_text()} />
      )}
      <ul className={styles.hits}>
        {hits.map((hit) => (
          <li key={hit.article._id}>
            <HitCard {...hit} />
          </li>
        ))}
      </ul>
      <MorePages pages={pages} label={m.library_found_more()} />
    </>
  )
}

function HitCard({ article, match }: Hit) {
  const { title, content, author, category } = article
  const written = writtenIn(article, title + content)
  return (
    <Card className={styles.hit}>
      <h2 {...written}>
        <ArticleLink article={article} className={styles.link}>
          {title}
        </ArticleLink>
      </h2>
      <p className={styles.match} {...written}>
        {match.map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : text))}
      </p>
      <p className={styles.muted}>
        {joinFacts([m.library_by({ name: authorName(author) }), term(category)])}
      </p>
    </Card>
  )
}

/** A pause in typing this long, in milliseconds, is a question to the server. */
const pauseMs = 300

interface SearchWish {
  /** Names the search. */
  readonly key: string
  readonly query: string
  readonly category: CategoryFilter
}

/** What the server has found of a search so far. */
interface ServerHits extends SearchReply {
  readonly key: string
  /** How many the next page leaves out: all that have come, also what is shown no more. */
  readonly skip: number
}

/**
 * What the server finds, page by page; undefined where it has not answered or cannot be asked. It begins with as many pages
 * as `shown` hits fill, which the person sees by then.
 */
function useServerHits(
  db: UserDatabase,
  { key, query, category }: SearchWish,
  shown: number,
): (MoreHits & { hits: readonly Hit[]; whole: boolean }) | undefined {
  const [found, setFound] = useState<ServerHits>()
  // The next page that was asked for last, by what it is to follow.
  const [next, setNext] = useState<{ after: ServerHits; failure?: string }>()
  const ask = useCallback(
    (skip: number) => searchServer(db, query, category, skip),
    [db, query, category],
  )
  const isShorter = useEffectEvent((read: ServerHits) => hasNext(read) && read.skip < shown)

  // An effect because the server is asked after a pause, and an answer to an older question counts no more.
  useEffect(() => {
    if (query === '') return undefined
    let current = true
    const timer = setTimeout(() => {
      readOn({ key, hits: [], more: true, skip: 0 }).then(
        (read) => current && setFound(read),
        () => current && setFound(undefined),
      )
    }, pauseMs)

    async function readOn(before: ServerHits): Promise<ServerHits> {
      const read = following(before, await ask(before.skip))
      // What has come stays where a further page does not.
      return current && isShorter(read) ? await readOn(read).catch(() => read) : read
    }

    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [ask, query, key])

  async function fetchMore(after: ServerHits) {
    setNext({ after })
    try {
      const reply = await ask(after.skip)
      setFound((now) => (now === after ? following(after, reply) : now))
    } catch (error) {
      const failure = failureText(error, m.ui_more_failed())
      setNext((now) => (now?.after === after ? { after, failure } : now))
    }
  }

  if (found?.key !== key) return undefined
  const asked = next?.after === found ? next : undefined
  return {
    hits: found.hits,
    whole: !found.more,
    more: hasNext(found) ? () => void fetchMore(found) : undefined,
    loadingMore: asked !== undefined && asked.failure === undefined,
    moreFailure: asked?.failure,
  }
}

function hasNext({ more, skip }: ServerHits): boolean {
  return more && skip <= searchSkipMax
}

/** What was published between two pages pushes hits of the first one into the second. */
function following(before: ServerHits, { hits, more }: SearchReply): ServerHits {
  const known = new Set(before.hits.map(({ article }) => article._id))
  const fresh = hits.filter(({ article }) => !known.has(article._id))
  return {
    ...before,
    hits: [...before.hits, ...fresh],
    more,
    skip: before.skip + hits.length,
  }
}
