import { startTransition, useEffect, useEffectEvent, useState, type ReactNode } from 'react'

/** False until the first Today of this visit was drawn whole: only a cold start leaves its lower half for later. */
let begun = false

/** Whether the app is just starting, so that only what is seen first is read before the first paint. */
export function isColdStart(): boolean {
  return !begun
}

export interface LaterProps {
  /** Reads what the parts show, so that they are whole when they appear. */
  read: () => Promise<unknown>
  children: ReactNode
}

/** Parts below what is seen first: at a cold start they are read and drawn once that is on the screen. */
export function Later({ read, children }: LaterProps) {
  const [shown, setShown] = useState(begun)
  const whole = useEffectEvent(() => read())

  // An effect because it runs once the first paint is done.
  useEffect(() => {
    if (begun) return undefined
    let over = false
    const show = () => {
      begun = true
      if (!over) startTransition(() => setShown(true))
    }
    // What cannot be read says so itself where it is shown.
    whole().then(show, show)
    return () => {
      over = true
    }
  }, [])

  return shown ? children : null
}
