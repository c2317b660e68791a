import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { insertItem, type NewItem } from '#server/features/library/items-repo.ts'
import type { Shelf } from '#server/features/library/policy.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { addPerson, type SignedIn } from './people.ts'
import { testNoonMs } from './server.ts'

/** A video that is on YouTube, as all the videos of the tests. */
export const testVideoId = 'RcGyVTAoXEU'

/** A listed care provider; `given` overrides any field. */
export function addAuthor(
  database: Database,
  given: Parameters<typeof addPerson>[1] = {},
): Promise<SignedIn> {
  const listed = { userType: 'ServiceProvider', verifiedAt: new Date(0) } as const
  return addPerson(database, { ...listed, ...given })
}

/** An article on somebody's shelf, past the calls for it; gives its id. */
export async function addArticle(
  database: Database,
  authorId: string,
  given: Partial<NewItem> = {},
): Promise<string> {
  return addItem(database, authorId, { kind: 'article', ...given })
}

/** A video on somebody's shelf, past the calls for it; gives its id. */
export async function addVideo(
  database: Database,
  authorId: string,
  given: Partial<NewItem> = {},
): Promise<string> {
  return addItem(database, authorId, { kind: 'video', title: '', videoId: testVideoId, ...given })
}

async function addItem(
  { orm }: Database,
  authorId: string,
  given: Partial<NewItem>,
): Promise<string> {
  const item: NewItem = {
    id: uuidv7(),
    kind: 'article',
    title: 'A quiet evening',
    body: 'Put the phone away an hour before bed.',
    format: 'plain',
    category: 'Emotional Wellness',
    videoId: null,
    attachment: null,
    attachmentFacts: null,
    ...given,
  }
  const shelf = { authorId } as Authorized<Shelf>
  await orm.transaction((tx) => insertItem(tx, shelf, item, new Date(testNoonMs)))
  return item.id
}
