import { useObservable } from 'dexie-react-hooks'
import { useRef, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { problem, type ProblemCode } from '#contract/problem.ts'
import { createStore } from '#src/lib/store.ts'
import { ApiProblemError, isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { follow } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'
import { fetchSince, isEmptyList, knownData, useRefresh, type Refresh } from './use-refresh.ts'

/** What names one of several: the id of a person, a day, a scope. */
export type ResourceArgs = readonly (string | number | boolean | undefined)[]

/** What this device has and no server is asked for here. */
export interface LocalResource<Data, Args extends ResourceArgs> {
  /** Unique in the app: the name under which `preload` remembers it. */
  readonly key: string
  /** Reads what this device has; undefined where the server has never said. Runs as a live query. */
  readonly read: (db: UserDatabase, ...args: Args) => Promise<Data | undefined>
}

/** Data of the server that this device stores: the screen shows what the database has, and the server brings it up to date. */
export interface StoredResource<Data, Args extends ResourceArgs> extends LocalResource<Data, Args> {
  /** Fetches and stores. Rejects as `callApi` does; nothing is stored then. */
  readonly refresh: (db: UserDatabase, token: string, ...args: Args) => Promise<unknown>
  /** True where an empty list that was read may mean that the server was never asked. */
  readonly emptyIsUnknown?: boolean
}

/** Data that no device stores, because an old copy would be wrong: prices, sessions, the log of who looked. */
export interface RemoteResource<Data, Args extends ResourceArgs> {
  readonly fetch: (token: string, ...args: Args) => Promise<Data>
  /** Each fetch is noted as a look for whom the data are about: it is made only while the page is seen. */
  readonly isLook?: true
  /** What a screen shows that has something already; the newer answer without it. */
  readonly merge?: (shown: Data, fetched: Data) => Data
}

/** What a screen knows of a resource at this moment. */
export interface Loaded<Data> {
  /**
   * Undefined where this device has nothing to show yet. That a list is empty is news only from the server, so an empty
   * one counts as unknown from a failed look until one goes well.
   */
  readonly data: Data | undefined
  readonly refresh: Refresh
  /** The person's own retry. */
  readonly retry: () => void
}

/** A loaded resource whose copy is in memory alone. */
export interface LoadedRemote<Data> extends Loaded<Data> {
  /** Changes what is on screen without asking the server. */
  readonly change: (change: (data: Data) => Data) => void
}

/** Names one kind of data and how it is read, refreshed and stored. */
export function defineResource<Data, Args extends ResourceArgs = []>(
  resource: StoredResource<Data, Args>,
): StoredResource<Data, Args> {
  return resource
}

/** Names one kind of data that this device has by itself. */
export function defineLocal<Data, Args extends ResourceArgs = []>(
  resource: LocalResource<Data, Args>,
): LocalResource<Data, Args> {
  return resource
}

/** Names one kind of data that is fetched and never stored. */
export function defineRemote<Data, Args extends ResourceArgs = []>(
  resource: RemoteResource<Data, Args>,
): RemoteResource<Data, Args> {
  return resource
}

/** Data by the name of its resource; gone with the database's handle. */
type Remembered = WeakMap<UserDatabase, Map<string, unknown>>

/** What the loaders of routes have read, so that the first paint is whole. */
const preloaded: Remembered = new WeakMap()

/** What the server has said and this device is about to store. */
const announced: Remembered = new WeakMap()
const announcements = createStore(0)

/** Reads what this device has ahead of the first paint; for the loader of a route. */
export async function preload<Data, Args extends ResourceArgs>(
  db: UserDatabase,
  resource: LocalResource<Data, Args>,
  ...args: Args
): Promise<void> {
  preloadPart(db, resource, await resource.read(db, ...args), ...args)
}

/** The same where a loader has read no more than the first paint needs. */
export function preloadPart<Data, Args extends ResourceArgs>(
  db: UserDatabase,
  resource: LocalResource<Data, Args>,
  data: Data | undefined,
  ...args: Args
): void {
  remember(preloaded, db, nameOf(resource, args), data)
}

/**
 * Shows what the server has just said to a screen that has nothing of it: for what is about to be stored, which takes
 * longer than to draw it.
 */
export function announce<Data, Args extends ResourceArgs>(
  db: UserDatabase,
  resource: StoredResource<Data, Args>,
  data: Data,
  ...args: Args
): void {
  remember(announced, db, nameOf(resource, args), data)
  announcements.set(announcements.get() + 1)
}

/** What was read ahead follows what is read after it: a part that appears later begins with the newest. */
function updatePreloaded(db: UserDatabase, name: string, data: unknown): void {
  const known = preloaded.get(db)
  if (known?.has(name)) known.set(name, data)
}

/** Brings a resource up to date behind the screens, with the session of the person. Rejects as `callApi` does. */
export async function refreshResource<Data, Args extends ResourceArgs>(
  db: UserDatabase,
  resource: StoredResource<Data, Args>,
  ...args: Args
): Promise<void> {
  await asMember(db, (token) => resource.refresh(db, token, ...args))
}

/** What this device has, followed as it changes; no server is asked. Undefined until it is read. */
export function useStored<Data, Args extends ResourceArgs>(
  db: UserDatabase,
  resource: LocalResource<Data, Args>,
  ...args: Args
): Data | undefined {
  const name = nameOf(resource, args)
  const stored = useObservable(
    () =>
      follow(db, async () => {
        const data = await resource.read(db, ...args)
        updatePreloaded(db, name, data)
        return { name, data }
      }),
    [db, name],
  )
  // Only data of this resource is remembered under its name.
  return stored?.name === name ? stored.data : (recall(preloaded, db, name) as Data | undefined)
}

/** What a read of one screen alone gives, followed as it changes; `first` until it is read and whenever `args` name another. */
export function useLive<Data, First = undefined>(
  db: UserDatabase,
  read: () => Promise<Data>,
  args: readonly unknown[] = [],
  first?: First,
): Data | First {
  return useObservable(() => follow(db, read), [db, ...args], first as First)
}

/**
 * What this device has, followed as it changes, and brought up to date by the server with the session of the person:
 * when the screen appears, the arguments change, the network comes back or the person returns after a minute.
 */
export function useResource<Data, Args extends ResourceArgs>(
  db: UserDatabase,
  resource: StoredResource<Data, Args>,
  ...args: Args
): Loaded<Data> {
  const name = nameOf(resource, args)
  const stored = useStored(db, resource, ...args)
  const { refresh, again } = useRefresh(() => refreshResource(db, resource, ...args), name)
  const coming = useSyncExternalStore(
    announcements.subscribe,
    () => recall(announced, db, name) as Data | undefined,
  )
  const data = stored ?? coming
  const unknown = resource.emptyIsUnknown && refresh.status !== 'done' && isEmptyList(data)
  return { data: unknown ? undefined : knownData(data, refresh), refresh, retry: again }
}

/** The same for data that no device stores: it is fetched anew by each screen that shows it. */
export function useRemote<Data, Args extends ResourceArgs>(
  db: UserDatabase,
  resource: RemoteResource<Data, Args>,
  ...args: Args
): LoadedRemote<Data> {
  const name = JSON.stringify(args)
  const { merge = newest, isLook } = resource
  const [fetched, setFetched] = useState<{ name: string; data: Data }>()
  const changes = useRef(0)
  const { refresh, again } = useRefresh(
    async (isCurrent) => {
      const fetch = () => asMember(db, (token) => resource.fetch(token, ...args))
      const data = await fetchSince(changes, fetch)
      if (!isCurrent()) return
      setFetched((now) => ({ name, data: now?.name === name ? merge(now.data, data) : data }))
    },
    name,
    isLook,
  )
  return {
    data: knownData(fetched?.name === name ? fetched.data : undefined, refresh),
    refresh,
    retry: again,
    change: (change) => {
      changes.current += 1
      setFetched((now) => now && { ...now, data: change(now.data) })
    },
  }
}

function newest<Data>(_: Data, fetched: Data): Data {
  return fetched
}

function nameOf<Data, Args extends ResourceArgs>(
  { key }: LocalResource<Data, Args>,
  args: Args,
): string {
  return JSON.stringify([key, ...args])
}

function remember(memory: Remembered, db: UserDatabase, name: string, data: unknown): void {
  memory.set(db, (memory.get(db) ?? new Map<string, unknown>()).set(name, data))
}

function recall(memory: Remembered, db: UserDatabase, name: string): unknown {
  return memory.get(db)?.get(name)
}

/** Whether a refresh failed because the server has no such thing, or none that the person may see. */
export function isNotFound(error: unknown): boolean {
  return isApiProblem(error) && error.problem.code === 'not_found'
}

/** What the server has in the place of what it refused with a code; undefined where it was refused otherwise, or says nothing. */
export function currentOf<T>(
  error: unknown,
  code: ProblemCode,
  schema: v.GenericSchema<unknown, T>,
): T | undefined {
  if (!isApiProblem(error) || error.problem.code !== code) return undefined
  const parsed = v.safeParse(schema, error.problem.current)
  return parsed.success ? parsed.output : undefined
}

/** The error that says `not_found`, for what is known to be missing without a call. */
export function notFound(): ApiProblemError {
  return new ApiProblemError(problem('not_found'), 404, undefined)
}
