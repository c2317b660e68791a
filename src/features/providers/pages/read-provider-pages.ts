import * as v from 'valibot'
import { familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import { directorySearchSchema, type DirectorySearch } from '../directory-filter.ts'
import { neededAtFirst } from '../directory-list.tsx'
import { readCounts, readDirectory, readProvider } from '../kept-directory.ts'
import type { DirectoryList, ListName } from '../list-start.ts'
import { specialtyNamed } from '../specialty-look.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { beginOpening } from '../prefetch/begin-list.ts'
import type { FamilyPageId } from './family-page-id.ts'
import { readViewer } from '../viewer/read-viewer.ts'

/** What this device knows of the specialties at this moment. */
export async function readHub(db: UserDatabase) {
  return await readCounts(db.viewerId)
}

/** What this device knows of a specialty's providers, as far as the first paint needs it, and of who looks at them. */
export async function readSpecialty(
  db: UserDatabase,
  name: string,
  address: object,
  list: DirectoryList = 'listProviders',
) {
  const specialty = specialtyNamed(name)
  const search = v.parse(directorySearchSchema, address)
  const [directory, viewer] = await Promise.all([
    specialty && readOrBegin(db, { specialty, list }, search),
    readViewer(db),
  ])
  return { directory, viewer }
}

/** Of a list that does not stand here yet, the server is asked while the page is made. */
async function readOrBegin(db: UserDatabase, name: ListName, search: DirectorySearch) {
  const { specialty } = name
  const kept = await readDirectory(db.viewerId, specialty, neededAtFirst(specialty, search))
  if ((kept?.asOfMs ?? kept?.startAsOfMs) === undefined) beginOpening(db, name)
  return kept
}

const familyLists = {
  therapists: { specialty: familyTherapist, list: 'listFamilyTherapists' },
  coaches: { specialty: parentingCoach, list: 'listParentingCoaches' },
} as const satisfies Record<FamilyPageId, ListName>

/** The same for a list that is for parents. */
export async function readFamilyList(db: UserDatabase, page: FamilyPageId, address: object) {
  const { specialty, list } = familyLists[page]
  return await readSpecialty(db, specialty, address, list)
}

/** What this device knows of one provider, and of who looks at them. */
export async function readProviderPage(db: UserDatabase, id: string) {
  const [provider, viewer] = await Promise.all([readProvider(db.viewerId, id), readViewer(db)])
  return { provider, viewer }
}
