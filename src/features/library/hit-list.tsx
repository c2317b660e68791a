import * as m from '#src/i18n/paraglide/messages.js'
import { Card } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { authorName } from './author-line.tsx'
import type { Hit } from './device-search.ts'
import { ArticleLink } from './library-links.tsx'
import styles from './library-list.module.css'

export interface HitListProps {
  hits: readonly Hit[]
  /** Where these come from: the server knows every article, this device those it has kept. */
  from: 'server' | 'device'
}

/** What a search found, best first, with the words that were looked for marked. */
export function HitList({ hits, from }: HitListProps) {
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
