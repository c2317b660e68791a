import { useSyncExternalStore } from 'react'
import type { ProviderCard } from '#contract/account/model.ts'
import { createStore } from '#src/lib/store.ts'
import type { KeptDirectory } from './kept-directory.ts'
import { storedProvider } from './stored-provider.ts'

/** The beginnings of lists as the server has told them since the app was opened; of one viewer alone. */
interface HeardLists {
  readonly viewerId: string
  readonly lists: ReadonlyMap<string, KeptDirectory>
}

const heard = createStore<HeardLists>({ viewerId: '', lists: new Map() })

export interface HeardStart {
  readonly specialty: string
  readonly cards: readonly ProviderCard[]
  /** There are no more than these. */
  readonly whole: boolean
  readonly asOfMs: number
}

/** A list's first page has come: it can be shown before this device has it on its disk. */
export function noteHeard(viewerId: string, { specialty, cards, whole, asOfMs }: HeardStart): void {
  const before = heard.get()
  const list: KeptDirectory = {
    providers: cards.map(storedProvider),
    rest: 0,
    asOfMs: whole ? asOfMs : undefined,
    startAsOfMs: whole ? undefined : asOfMs,
  }
  const others = before.viewerId === viewerId ? before.lists : []
  heard.set({ viewerId, lists: new Map([...others, [specialty, list]]) })
}

/** What the viewer was told of a list; `kept` where this device has it on its disk. */
export function useHeard(
  { viewerId, specialty }: { viewerId: string; specialty: string },
  kept: KeptDirectory | undefined,
): KeptDirectory | undefined {
  // What is on the disk is not drawn anew for an answer that is on its way there.
  return useSyncExternalStore(heard.subscribe, () => kept ?? heardBy(viewerId, specialty))
}

/** For whoever follows it with `useHeard`. */
export function heardBy(viewerId: string, specialty: string): KeptDirectory | undefined {
  const { viewerId: known, lists } = heard.get()
  return known === viewerId ? lists.get(specialty) : undefined
}
