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
