import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { allCategories } from '#contract/library/category.ts'
import type { Article } from '#contract/library/model.ts'
import { queryCharsMax } from '#contract/library/search.ts'
import { categoryOfTab, categoryTabId, categoryTabs } from '../category-tab.ts'
import { readArticles, type KeptItems } from '../kept-library.ts'
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
import { ArticleHits } from '../article-hits.tsx'
import { ArticleList } from '../article-list.tsx'
import { BackToLibrary } from '../library-links.tsx'
import { useLibrary } from '../use-library.ts'
import { useListAddress } from '../use-list-address.ts'

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
