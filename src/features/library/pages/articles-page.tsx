import { Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { listSnippetCharsMax } from '#contract/library/blocks.ts'
import { allCategories, type CategoryFilter, type Article } from '#contract/library/model.ts'
import { queryCharsMax } from '#contract/library/search.ts'
import { useLive, useResource, type Loaded } from '#src/data/resource.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { ArticleCard } from '../article/article-card.tsx'
import { AttachmentPreview } from '../article/article-file.tsx'
import {
  searchServer,
  type Hit,
  searchOnDevice,
  fetchOlderArticles,
} from '../data/library-calls.ts'
import { articlesResource } from '../data/library-resource.ts'
import { readAllArticles, type StoredItems } from '../data/library-store.ts'
import { writtenIn } from '../language.tsx'
import { BackToLibrary, ArticleLink, authorName } from '../library-links.tsx'
import { categoryOfTab, categoryTabId, categoryTabs, useListAddress } from '../list/category-tab.ts'
import { LibraryAsOf, LibraryMissing, LibraryList, useUnhidden } from '../list/library-list.tsx'
import styles from '../list/library-list.module.css'

export interface ArticlesPageProps {
  db: UserDatabase
  session: Session
}

/** Spec 2: the articles by category, searched; what this device has at once, the rest a moment later. */
export function ArticlesPage({ db, session }: ArticlesPageProps) {
  const articles = useResource(db, articlesResource)
  const { search, change } = useListAddress()
  const category = categoryOfTab(search.category)
  const query = search.q ?? ''
  const failed =
    category === allCategories ? m.library_failed_articles() : m.library_failed_articles_category()
  return (
    <>
      <PageHeader
        title={m.library_articles()}
        text={m.library_articles_text()}
        back={<BackToLibrary />}
        actions={session.user.userT === 'ServiceProvider' && <AddArticle />}
      />
      {articles.data ? (
        <div className={styles.screen}>
          <search>
            <Field label={m.library_search_label()} hideLabel>
              <TextInput
                type="search"
                value={query}
                placeholder={m.library_search()}
                autoComplete="off"
                enterKeyHint="search"
                maxLength={queryCharsMax}
                onChange={(event) => change({ q: event.target.value || undefined })}
              />
            </Field>
          </search>
          <Tabs
            label={m.library_categories()}
            tabs={categoryTabs()}
            value={categoryTabId(category)}
            onChange={(tab) => change({ category: tab === 'all' ? undefined : tab })}
          >
            <div className={styles.screen}>
              {query.trim() ? (
                <>
                  <LibraryAsOf of={articles} failed={failed} asOfMs={articles.data.asOfMs} />
                  <ArticleHits db={db} query={query} category={category} />
                </>
              ) : (
                <ArticleList
                  key={category}
                  {...{ db, category, failed }}
                  of={articles}
                  stored={articles.data}
                />
              )}
            </div>
          </Tabs>
        </div>
      ) : (
        <LibraryMissing of={articles} failed={failed} />
      )}
    </>
  )
}

function AddArticle() {
  return (
    <Link to="/library/create-article" className={buttonClass()}>
      {m.library_add_article()}
    </Link>
  )
}

interface ArticleHitsProps {
  db: UserDatabase
  query: string
  category: CategoryFilter
}

/** What a search of the articles finds. */
function ArticleHits({ db, query, category }: ArticleHitsProps) {
  const articles = useLive(db, () => readAllArticles(db.viewerId), [], nothing)
  const ask = useCallback(
    (words: string, among: CategoryFilter) => searchServer(db, words, among),
    [db],
  )
  const { hits, from } = useSearch({ query, category, articles, ask })
  const unhidden = useUnhidden<Article>(db)
  const shown = new Set(unhidden(hits.map(({ article }) => article)))
  return <HitList hits={hits.filter(({ article }) => shown.has(article))} from={from} />
}

const nothing: readonly Article[] = []

interface HitListProps {
  hits: readonly Hit[]
  /** Where these come from: the server knows every article, this device those it has stored. */
  from: 'server' | 'device'
}

/** What a search found, best first, with the words that were looked for marked. */
function HitList({ hits, from }: HitListProps) {
  const count = hits.length
  const found = from === 'server' ? m.library_found({ count }) : m.library_found_device({ count })
  return (
    <>
      <output className={styles.facts}>{found}</output>
      {count === 0 && (
        <EmptyState emoji="🔎" title={m.library_none_found()} text={m.library_none_found_text()} />
      )}
      <ul className={styles.hits}>
        {hits.map((hit) => (
          <li key={hit.article._id}>
            <HitCard {...hit} />
          </li>
        ))}
      </ul>
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
  readonly query: string
  readonly category: CategoryFilter
  /** What this device has stored. */
  readonly articles: readonly Article[]
  /** Asks the server. Rejects where it cannot be asked. */
  readonly ask: (query: string, category: CategoryFilter) => Promise<readonly Hit[]>
}

/** What a search finds: on this device at once, and at the server a moment later where there is a network. */
function useSearch(wish: SearchWish): { hits: readonly Hit[]; from: 'server' | 'device' } {
  const { category, articles, ask } = wish
  const query = useDeferredValue(wish.query.trim())
  const here = useMemo(
    () => (query === '' ? [] : searchOnDevice(articlesOf(articles, category), query)),
    [articles, category, query],
  )
  const [there, setThere] = useState<{ key: string; hits: readonly Hit[] }>()
  const key = `${category}/${query}`

  // An effect because the server is asked after a pause, and an answer to an older question counts no more.
  useEffect(() => {
    if (query === '') return undefined
    let current = true
    const timer = setTimeout(() => {
      ask(query, category).then(
        (hits) => current && setThere({ key, hits }),
        () => current && setThere(undefined),
      )
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [ask, category, query, key])

  return there?.key === key ? { hits: there.hits, from: 'server' } : { hits: here, from: 'device' }
}

function articlesOf(articles: readonly Article[], category: CategoryFilter): readonly Article[] {
  return category === allCategories
    ? articles
    : articles.filter((article) => article.category === category)
}

export interface ArticleListProps {
  db: UserDatabase
  of: Loaded<StoredItems<Article>>
  stored: StoredItems<Article>
  category: CategoryFilter
  /** The product's words where the articles of this category could not be read. */
  failed: string
}

/** The articles of a category. */
function ArticleList({ db, of, stored, category, failed }: ArticleListProps) {
  const [previewed, setPreviewed] = useState<Article>()
  return (
    <>
      <LibraryList
        id={`articles ${category}`}
        {...{ db, of, stored, category, failed }}
        empty={
          <EmptyState
            emoji="📝"
            title={m.library_no_articles()}
            text={m.library_no_articles_text()}
          />
        }
        fetchOlder={(before, language) => fetchOlderArticles(db, category, before, language)}
        renderItem={(article) => (
          <ArticleCard
            article={article}
            snippetCharsMax={listSnippetCharsMax}
            linksAuthor
            onPreview={setPreviewed}
          />
        )}
      />
      {previewed && (
        <AttachmentPreview article={previewed} onClose={() => setPreviewed(undefined)} />
      )}
    </>
  )
}
