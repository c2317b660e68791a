import type { Author } from '#contract/library/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/photo.tsx'
import styles from './author-line.module.css'
import { AuthorLink } from '../library-links.tsx'

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
  const facts = [author.specialization, written, updated !== written && formatUpdated(updated)]
  return (
    <div className={styles.line}>
      <Photo id={author._id} name={name} file={author.profileImg} size={40} decorative />
      <div className={styles.words}>
        <p className={styles.name}>
          {linked && author.firstname ? <AuthorLink author={author}>{name}</AuthorLink> : name}
        </p>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
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
