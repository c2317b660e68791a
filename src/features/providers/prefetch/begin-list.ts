import type { ListName } from '../list-start.ts'
import { beginList } from '../refresh-directory.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asViewer } from '../viewer/as-viewer.ts'

/**
 * Asks for the first page of a list whose page is about to stand: when its link is pressed already, and when the page is
 * entered. The page asks for the same, goes on from this answer, and says what went wrong.
 */
export function beginOpening(db: UserDatabase, name: ListName): void {
  asViewer(db, (viewer) => beginList(viewer, name)).catch(() => undefined)
}
