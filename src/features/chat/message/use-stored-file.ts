import { useEffect, useState } from 'react'
import { acquireImageUrl, cachedImageUrl } from '#src/lib/object-url.ts'

/** Gives the bytes of a message's file; undefined for none, and rejects when they cannot be fetched. */
export type LoadFile = () => Promise<Blob | undefined>

export interface StoredUrl {
  readonly url: string | undefined
  readonly failed: boolean
  readonly again: () => void
}

/** An address for a message's file while `wanted`; what could not be fetched is asked for again online. */
export function useStoredFile(messageId: string, load: LoadFile, wanted: boolean): StoredUrl {
  const key = `chat:${messageId}`
  const [come, setCome] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  function again() {
    setFailed(false)
    setTurn((now) => now + 1)
  }

  // An effect because an object URL lives outside React and must be given back.
  useEffect(() => {
    if (!wanted) return undefined
    const giveBack = acquireImageUrl(key, () => loaded(load, () => setFailed(true)), setCome)
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      giveBack()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `load` is made anew with each render and always loads the same
  }, [key, wanted, turn])

  return { url: come ?? cachedImageUrl(key), failed, again }
}

async function loaded(load: LoadFile, onFailure: () => void): Promise<Blob | undefined> {
  try {
    return await load()
  } catch (error) {
    onFailure()
    throw error
  }
}
