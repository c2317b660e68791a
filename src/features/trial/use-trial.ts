import { useEffect } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { readTrial, type Trial } from './trial-store.ts'

/** What this phone holds of a visitor, as the page shows it. */
interface ShownTrial {
  readonly trial: Trial | undefined
  /** The last change was not stored. */
  readonly failed: boolean
}

const shown = createStore<ShownTrial>({ trial: undefined, failed: false })

export function useTrial(): ShownTrial {
  // An effect because the phone's storage is outside React, and another tab or the end of a week changes it.
  useEffect(() => showTrial(), [])
  return useStore(shown)
}

/** Reads it again, after a change and what came of it. */
export function showTrial(outcome: 'saved' | 'not_saved' = 'saved'): void {
  shown.set({ trial: readTrial(Date.now()), failed: outcome === 'not_saved' })
}
