import { useState } from 'react'
import type { Article } from '#contract/library/model.ts'
import { useLive } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatBytes } from '#src/lib/hand-over.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { formatSaveFailure } from '../article/article-file.tsx'
import { readArticles } from '../data/library-store.ts'
import { readShelf, saveOffline, takeOff, type ShelfItem } from '../data/shelf.ts'
import { writtenIn } from '../language.tsx'
import { BackToLibrary, ArticleLink, authorName } from '../library-links.tsx'
import styles from '../list/library-list.module.css'

/** What of the library is stored on this device. */
export function ShelfPage({ db }: { db: UserDatabase }) {
  const items = useLive(db, () => readShelf(db))
  const newest = useLive(db, async () => (await readArticles(db.viewerId))?.items.length)
  return (
    <>
      <PageHeader
        title={m.library_shelf()}
        text={m.library_shelf_text()}
        back={<BackToLibrary />}
      />
      {items ? (
        <ShelfList
          items={items}
          newest={newest ?? 0}
          onRemove={(article) => takeOff(db, article)}
          onSave={(article) => saveOffline(db, article, Date.now())}
        />
      ) : (
        <Skeleton shape="card" count={3} />
      )}
    </>
  )
}

interface ShelfListProps {
  items: readonly ShelfItem[]
  /** How many of the newest articles are on this device beside. */
  newest: number
  onRemove: (article: Article) => Promise<void>
  onSave: (article: Article) => Promise<void>
}

/** What the person opened or saved, what it takes, and the way to remove it. */
function ShelfList({ items, newest, onRemove, onSave }: ShelfListProps) {
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0)
  return (
    <div className={styles.screen}>
      {items.length === 0 ? (
        <EmptyState
          emoji="🔖"
          title={m.library_shelf_empty()}
          text={m.library_shelf_empty_text()}
        />
      ) : (
        <p className={styles.muted}>
          {m.library_shelf_together({
            items: m.library_shelf_items({ count: items.length }),
            size: formatBytes(bytes),
          })}
        </p>
      )}
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={item.article._id}>
            <ShelfCard item={item} onRemove={onRemove} onSave={onSave} />
          </li>
        ))}
      </ul>
      {newest > 0 && <p className={styles.muted}>{m.library_shelf_newest({ count: newest })}</p>}
    </div>
  )
}

type ShelfCardProps = Pick<ShelfListProps, 'onRemove' | 'onSave'> & { item: ShelfItem }

function ShelfCard({ item, onRemove, onSave }: ShelfCardProps) {
  const { article, row, bytes, fileLost } = item
  const [busy, setBusy] = useState<'save' | 'remove'>()

  async function run(what: 'save' | 'remove') {
    setBusy(what)
    try {
      await (what === 'save' ? onSave(article) : onRemove(article))
      const text = what === 'save' ? m.library_save_done() : m.library_unsaved()
      showToast({ text, tone: 'success' })
    } catch (error) {
      const text = what === 'save' ? formatSaveFailure(error) : m.library_unsave_failed()
      showToast({ text, tone: 'danger' })
    } finally {
      setBusy(undefined)
    }
  }

  const of = <VisuallyHidden>{m.library_preview_of({ title: article.title })}</VisuallyHidden>
  return (
    <Card className={styles.row}>
      <h2 {...writtenIn(article, article.title + article.content)}>
        <ArticleLink article={article} className={styles.link}>
          {article.title}
        </ArticleLink>
      </h2>
      <p className={styles.muted}>
        {joinFacts([
          authorName(article.author),
          formatBytes(bytes),
          m.library_shelf_read({ percent: Math.round(row.position * 100) }),
        ])}
      </p>
      <div className={styles.rowActions}>
        <Tag tone={row.saved ? 'success' : 'plain'} icon={row.saved ? 'check' : 'clock'}>
          {row.saved ? m.library_saved() : m.library_shelf_opened()}
        </Tag>
        {article.gone && <Tag tone="warn">{m.library_gone_tag()}</Tag>}
      </div>
      {fileLost && <p className={styles.muted}>{m.library_shelf_lost()}</p>}
      <div className={styles.rowActions}>
        {(!row.saved || fileLost) && (
          <Button
            look="secondary"
            size="small"
            icon="install"
            busy={busy === 'save'}
            onClick={() => void run('save')}
          >
            {fileLost ? m.library_save_again() : m.library_save()}
            {of}
          </Button>
        )}
        <Button
          look="quiet"
          size="small"
          icon="trash"
          busy={busy === 'remove'}
          onClick={() => void run('remove')}
        >
          {m.library_unsave()}
          {of}
        </Button>
      </div>
    </Card>
  )
}
