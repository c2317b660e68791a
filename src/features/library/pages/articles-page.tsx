import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listSnippetCharsMax } from '#contract/library/blocks.ts'
import { allCategories, type CategoryFilter, type Article } from '#contract/library/model.ts'
import { queryCharsMax } from '#contract/library/search.ts'
import { useResource, type Loaded } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { ArticleCard } from '../article/article-card.tsx'
import { AttachmentPreview } from '../article/article-file.tsx'
import { fetchOlderArticles } from '../data/library-calls.ts'
import { articlesResource } from '../data/library-resource.ts'
import type { StoredItems } from '../data/library-store.ts'
import { BackToLibrary } from '../library-links.tsx'
import { ArticleHits } from '../list/article-hits.tsx'
import { categoryOfTab, categoryTabId, categoryTabs, useListAddress } from '../list/category-tab.ts'
import { LibraryAsOf, LibraryMissing, LibraryList } from '../list/library-list.tsx'
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
