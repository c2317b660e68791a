import { useState } from 'react'
import { allCategories, type CategoryFilter } from '#contract/library/category.ts'
import type { Article } from '#contract/library/model.ts'
import { listSnippetCharsMax } from '#contract/library/snippet.ts'
import { ArticleCard } from './article-card.tsx'
import { AttachmentPreview } from './attachment-preview.tsx'
import { GrowingList } from './growing-list.tsx'
import type { KeptItems } from './kept-library.ts'
import { fetchOlderArticles } from './older-items.ts'
import { useOlder } from './use-older.ts'
import { AsOf, NotYet } from './list-states.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { knownRows, type Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { asMember } from '#src/session/as-member.ts'
import { useUnhidden } from './use-library.ts'

export interface ArticleListProps {
  db: UserDatabase
  kept: KeptItems<Article>
  category: CategoryFilter
  refresh: Refresh
  /** The product's words where the articles of this category could not be read. */
  failed: string
  onRetry: () => void
}

/** The articles of a category: those on this device, and older ones as the person asks for them. */
export function ArticleList(props: ArticleListProps) {
  const { db, kept, category, refresh, failed, onRetry } = props
  const [previewed, setPreviewed] = useState<Article>()
  const unhidden = useUnhidden<Article>(db)
  const older = useOlder(kept.oldest ?? undefined, (before) =>
    asMember(db, (token) => fetchOlderArticles(token, category, before)),
  )
  const here =
    category === allCategories
      ? kept.items
      : kept.items.filter((item) => item.category === category)
  const items = unhidden([...here, ...older.items])
  if (!older.more && !knownRows(items, refresh)) return <NotYet {...{ refresh, failed, onRetry }} />
  return (
    <>
      <AsOf asOfMs={kept.asOfMs} {...{ refresh, failed, onRetry }} />
      {items.length === 0 && !older.more && (
        <EmptyState
          emoji="📝"
          title={m.library_no_articles()}
          text={m.library_no_articles_text()}
        />
      )}
      <GrowingList
        items={items}
        older={older}
        failed={failed}
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
