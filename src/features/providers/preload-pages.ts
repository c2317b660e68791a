import * as v from 'valibot'
import { familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import { preload, preloadPart } from '#src/data/resource.ts'
import { ownConnectionsResource } from '#src/features/connections/connections-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { directorySearchSchema } from './directory/directory-filter.ts'
import { neededAtFirst } from './directory/directory-list.tsx'
import {
  directoryResource,
  fetchFirstPage,
  providerResource,
  type DirectoryName,
} from './directory/directory-resource.ts'
import { readDirectory } from './directory/directory-store.ts'
import { mayFetchAhead } from './directory/prefetch-first-pages.ts'
import { specialtyNamed } from './provider-tags.tsx'
import { viewerResource } from './viewer.ts'

/** What a route's loader knows of the visit. */
interface Visit {
  readonly context: { readonly db: UserDatabase }
  readonly location: { readonly search: object }
  /** The page is not opened yet: its link is pressed or pointed at. */
  readonly preload: boolean
}

/** The two pages of care providers that are for parents. */
export const familyLists = {
  therapists: { specialty: familyTherapist, list: 'listFamilyTherapists' },
  coaches: { specialty: parentingCoach, list: 'listParentingCoaches' },
} as const satisfies Record<string, DirectoryName>

/** Reads the stored providers of a specialty as far as the first paint needs them, and who looks at them. */
export async function preloadSpecialty(visit: Visit, named: string): Promise<void> {
  const specialty = specialtyNamed(named)
  await Promise.all([
    specialty && preloadDirectory(visit, { specialty, list: 'listProviders' }),
    preloadViewer(visit.context.db),
  ])
}

/** The same for a list that is for parents. */
export async function preloadFamilyList(
  visit: Visit,
  page: keyof typeof familyLists,
): Promise<void> {
  await Promise.all([preloadDirectory(visit, familyLists[page]), preloadViewer(visit.context.db)])
}

/** Reads a stored provider, and who looks at them. */
export async function preloadProvider(db: UserDatabase, id: string): Promise<void> {
  await Promise.all([preload(db, providerResource, id), preloadViewer(db)])
}

/** Who looks, and whom they know: with the controls that follow from it a card has its height from the first paint on. */
async function preloadViewer(db: UserDatabase): Promise<void> {
  await Promise.all([preload(db, viewerResource), preload(db, ownConnectionsResource)])
}

/**
 * Of a list that is not stored, the server is asked while the page is made: the page goes on from this answer, and says
 * what went wrong.
 */
async function preloadDirectory(
  { context: { db }, location, preload: ahead }: Visit,
  name: DirectoryName,
): Promise<void> {
  const { specialty, list } = name
  const search = v.parse(directorySearchSchema, location.search)
  const stored = await readDirectory(db.viewerId, specialty, neededAtFirst(specialty, search))
  preloadPart(db, directoryResource, stored, specialty, list)
  const known = (stored?.asOfMs ?? stored?.firstPageAsOfMs) !== undefined
  if (known || (ahead && !mayFetchAhead())) return
  asMember(db, (token) => fetchFirstPage(db, token, name, 'high')).catch(() => undefined)
}
