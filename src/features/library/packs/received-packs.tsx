import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { ReportItemMenu } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ArticleLink, AuthorLine } from '../library-links.tsx'
import { packsResource, type PackArticle, type ShownPack } from './packs-resource.ts'
import styles from './packs.module.css'

/** What care providers picked for the person, newest first, as this device has it. */
export function ReceivedPacks({ db }: { db: UserDatabase }) {
  const of = useResource(db, packsResource)
  return (
    <ResourceView
      of={of}
      failed={m.library_packs_failed()}
      skeleton={{ shape: 'card', count: 2 }}
      {...(of.data && { asOf: m.library_as_of({ when: formatMoment(of.data.asOfMs) }) })}
    >
      {({ packs }) =>
        packs.length === 0 ? (
          <EmptyState
            emoji="💌"
            title={m.library_packs_empty()}
            text={m.library_packs_empty_text()}
          />
        ) : (
          <ul className={styles.packs}>
            {packs.map((pack) => (
              <li key={pack._id}>
                <ReceivedPackCard db={db} pack={pack} />
              </li>
            ))}
          </ul>
        )
      }
    </ResourceView>
  )
}

function ReceivedPackCard({ db, pack }: { db: UserDatabase; pack: ShownPack }) {
  const { title, note, provider, createdAt, articles } = pack
  return (
    <Card className={styles.pack}>
      <div className={styles.head}>
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
        <ReportItemMenu
          db={db}
          kind="pack"
          item={{ _id: pack._id, author: provider }}
          title={title}
        />
      </div>
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      <AuthorLine author={provider} createdAt={createdAt} linked />
      <ul className={styles.articles}>
        {articles.map((article) => (
          <li key={article._id} className={styles.article}>
            <PackArticleLine article={article} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PackArticleLine({ article }: { article: PackArticle }) {
  if (article.title === null) return <span className={styles.muted}>{m.library_packs_gone()}</span>
  return (
    <>
      <ArticleLink article={article} className={styles.link}>
        <bdi>{article.title}</bdi>
      </ArticleLink>
      {article.saved && (
        <Tag tone="success" icon="check">
          {m.library_saved()}
        </Tag>
      )}
    </>
  )
}
