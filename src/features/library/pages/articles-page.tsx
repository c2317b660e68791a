import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { allCategories, type CategoryFilter } from '#contract/library/category.ts'
import type { Article } from '#contract/library/model.ts'
import { queryCharsMax } from '#contract/library/search.ts'
import { categoryOfTab, categoryTabId, categoryTabs } from '../category-tab.ts'
import { readArticles, type KeptItems, readAllArticles } from '../kept-library.ts'
import { AsOf, NotYet } from '../list-states.tsx'
import styles from '../library-list.module.css'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Field } from '#src/ui/field/field.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import type { Session } from '#src/session/session.ts'
import { ArticleList } from '../article-list.tsx'
import { BackToLibrary, ArticleLink } from '../library-links.tsx'
import { useLibrary, useUnhidden } from '../use-library.ts'
import { useListAddress } from '../use-list-address.ts'
import { useCallback } from 'react'
import { searchServer } from '../older-items.ts'
import { useSearch } from '../use-search.ts'
import { asMember } from '#src/session/as-member.ts'
import { Card } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { authorName } from '../author-line.tsx'
import type { Hit } from '../device-search.ts'

export interface ArticlesPageProps {
  db: UserDatabase
  session: Session
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: KeptItems<Article> | undefined
}

/** Spec 2: the articles by category, searched; what this device knows at once, the rest a moment later. */
export function ArticlesPage({ db, session, known }: ArticlesPageProps) {
  const kept = useLiveQuery(() => readArticles(db.viewerId), [db], known)
  const { refresh, again } = useLibrary(db)
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
      {kept ? (
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
            tabs={categoryTabs}
            value={categoryTabId(category)}
            onChange={(tab) => change({ category: tab === 'all' ? undefined : tab })}
          >
            <div className={styles.screen}>
              {query.trim() ? (
                <>
                  <AsOf asOfMs={kept.asOfMs} refresh={refresh} failed={failed} onRetry={again} />
                  <ArticleHits db={db} query={query} category={category} />
                </>
              ) : (
                <ArticleList
                  key={category}
                  {...{ db, kept, category, refresh, failed }}
                  onRetry={again}
                />
              )}
            </div>
          </Tabs>
        </div>
      ) : (
        <NotYet refresh={refresh} failed={failed} onRetry={again} />
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
  const articles = useLiveQuery(() => readAllArticles(db.viewerId), [db], nothing)
  const ask = useCallback(
    (words: string, among: CategoryFilter) =>
      asMember(db, (token) => searchServer(token, words, among)),
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
  /** Where these come from: the server knows every article, this device those it has kept. */
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
        {hits.map(({ article, match }) => (
          <li key={article._id}>
            <Card className={styles.hit}>
              <h2 dir="auto">
                <ArticleLink article={article} className={styles.link}>
                  {article.title}
                </ArticleLink>
              </h2>
              <p className={styles.match} dir="auto">
                {match.map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : text))}
              </p>
              <p className={styles.muted}>
                {m.library_by({ name: authorName(article.author) })} · {article.category}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}
