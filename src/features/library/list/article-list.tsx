import { useState } from 'react'
import type { CategoryFilter } from '#contract/library/category.ts'
import type { Article } from '#contract/library/model.ts'
import { listSnippetCharsMax } from '#contract/library/snippet.ts'
import type { Loaded } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ArticleCard } from '../article/article-card.tsx'
import { AttachmentPreview } from '../article/attachment-preview.tsx'
import type { StoredItems } from '../data/library-store.ts'
import { fetchOlderArticles } from '../data/older-items.ts'
import { LibraryList } from './library-list.tsx'

export interface ArticleListProps {
  db: UserDatabase
  of: Loaded<StoredItems<Article>>
  stored: StoredItems<Article>
  category: CategoryFilter
  /** The product's words where the articles of this category could not be read. */
  failed: string
}

/** The articles of a category. */
export function ArticleList({ db, of, stored, category, failed }: ArticleListProps) {
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
        fetchOlder={(before) => fetchOlderArticles(db, category, before)}
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
