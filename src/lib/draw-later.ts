import { startTransition, useEffect, useState, useRef } from 'react'

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

/** Whether an element has come near the screen: what is heavy is fetched and drawn only then. */
export function useInSight<E extends Element>() {
  const element = useRef<E>(null)
  const [seen, setSeen] = useState(false)

  // An effect because only the browser knows what is in sight.
  useEffect(() => {
    const watched = element.current
    if (!watched || seen) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '300px' },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [seen])

  return { element, seen }
}
