import { startTransition, useEffect, useState } from 'react'

/** Resolves in a task of its own, so that what is being drawn is on the screen first. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

/** False while something is drawn for the first time: what nobody sees is added after that. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)

  // An effect of a first page runs before its paint.
  useEffect(() => {
    let over = false
    void afterPaint().then(() => {
      if (!over) startTransition(() => setPainted(true))
    })
    return () => {
      over = true
    }
  }, [])

  return painted
}
