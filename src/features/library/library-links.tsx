import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Article, Author } from '#contract/library/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/private-image.tsx'
import { backLinkClass } from '#src/ui/nav/page-header.tsx'
import styles from './library-links.module.css'

export interface ArticleLinkProps {
  article: Pick<Article, '_id'>
  className: string | undefined
  children: ReactNode
}

export function ArticleLink({ article, ...props }: ArticleLinkProps) {
  return <Link to="/library/articles/$id" params={{ id: article._id }} {...props} />
}

/** The way to an author's page. */
function AuthorLink({ author, children }: { author: Author; children: ReactNode }) {
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

export interface AuthorLineProps {
  author: Author
  createdAt: string
  updatedAt?: string
  /** Whether the name leads to the author's page. */
  linked?: boolean
}

/** Who wrote it, what they are, and when. */
export function AuthorLine({ author, createdAt, updatedAt, linked = false }: AuthorLineProps) {
  const name = authorName(author)
  const written = formatDate(createdAt)
  const updated = updatedAt === undefined ? written : formatDate(updatedAt)
  const facts = [
    author.specialization && term(author.specialization),
    written,
    updated !== written && formatUpdated(updated),
  ]
  return (
    <div className={styles.line}>
      <Photo id={author._id} name={name} file={author.profileImg} size={40} decorative />
      <div className={styles.words}>
        <p className={styles.name}>
          {linked && author.firstname ? <AuthorLink author={author}>{name}</AuthorLink> : name}
        </p>
        <p className={styles.facts}>{joinFacts(facts)}</p>
      </div>
    </div>
  )
}

/** The name of an author; of one who has left Zync, that they have. */
export function authorName({ firstname, lastname }: Author): string {
  return `${firstname} ${lastname}`.trim() || m.library_author_gone()
}

function formatUpdated(date: string): string {
  return m.library_updated({ date })
}
