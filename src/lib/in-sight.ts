import { useEffect, useRef, useState } from 'react'

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
