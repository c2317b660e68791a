import { useLiveQuery } from 'dexie-react-hooks'
import { readArticles } from '../data/library-store.ts'
import { readShelf, saveOffline, takeOff } from '../data/shelf.ts'
import { ShelfList } from '../list/shelf-list.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { BackToLibrary } from '../library-links.tsx'

/** What of the library is stored on this device. */
export function ShelfPage({ db }: { db: UserDatabase }) {
  const items = useLiveQuery(() => readShelf(db), [db])
  const newest = useLiveQuery(async () => (await readArticles(db.viewerId))?.items.length, [db])
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
