import { Link } from '@tanstack/react-router'
import type { Article, Author } from '#contract/library/model.ts'
import type { ArticleLinkWords } from '#src/features/library/article-card.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { backLinkClass } from '#src/ui/page-header.tsx'

/** The way to an article. */
export function articleLink({ _id }: Article, words: ArticleLinkWords) {
  return <Link to="/library/articles/$id" params={{ id: _id }} {...words} />
}

/** The way to an author's page. */
export function authorLink({ _id }: Author, name: string) {
  return (
    <Link to="/service-providers/$id" params={{ id: _id }}>
      {name}
    </Link>
  )
}

export function BackToLibrary() {
  return (
    <Link className={backLinkClass} to="/library">
      {m.library_back_library()}
    </Link>
  )
}

export function BackToArticles() {
  return (
    <Link className={backLinkClass} to="/library/articles">
      {m.library_back_articles()}
    </Link>
  )
}
