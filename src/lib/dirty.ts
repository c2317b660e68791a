import { useEffect, useId } from 'react'
import { createStore, useStore } from './store.ts'

/** The forms on show that hold something typed and not yet saved: over them nothing reloads and no prompt opens. */
const dirtyForms = createStore<readonly string[]>([])

export function hasDirtyForm(): boolean {
  return dirtyForms.get().length > 0
}

/** Whether any form on show is dirty; follows changes. */
export function useAnyDirtyForm(): boolean {
  return useStore(dirtyForms).length > 0
}

/** A form says whether it holds something that a reload would lose. */
export function useDirtyForm(dirty: boolean): void {
  const id = useId()
  // An effect because the registry lives outside React and must forget the form when it leaves.
  useEffect(() => {
    if (!dirty) return undefined
    markForm(id, true)
    return () => markForm(id, false)
  }, [id, dirty])
}

/** Marks or clears one form by an id of its own. */
export function markForm(id: string, dirty: boolean): void {
  const others = dirtyForms.get().filter((other) => other !== id)
  dirtyForms.set(dirty ? [...others, id] : others)
}

export function subscribeToDirtyForms(listener: () => void): () => void {
  return dirtyForms.subscribe(listener)
}

const prefix = 'draft:'

/** What was typed into a field before this tab was reloaded; an empty text when nothing was. Never for passwords. */
export function readDraft(name: string): string {
  return attempt(() => sessionStorage.getItem(prefix + name)) ?? ''
}

/** Stores what is being typed for as long as this tab lives. */
export function saveDraft(name: string, text: string): void {
  attempt(() => sessionStorage.setItem(prefix + name, text))
}

export function deleteDraft(name: string): void {
  attempt(() => sessionStorage.removeItem(prefix + name))
}

/** A browser that refuses storage costs the draft and must not cost the form. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
