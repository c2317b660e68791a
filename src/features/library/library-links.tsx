import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Article, Author } from '#contract/library/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { backLinkClass } from '#src/ui/nav/page-header.tsx'

export interface ArticleLinkProps {
  article: Article
  className: string | undefined
  children: ReactNode
}

export function ArticleLink({ article, ...props }: ArticleLinkProps) {
  return <Link to="/library/articles/$id" params={{ id: article._id }} {...props} />
}

/** The way to an author's page. */
export function AuthorLink({ author, children }: { author: Author; children: ReactNode }) {
  return (
    <Link to="/service-providers/$id" params={{ id: author._id }}>
      {children}
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
