import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isMidway, positionOf, scrollTo, type PageStand } from './reading-position.ts'

/** A pause in scrolling this long, in milliseconds, is a place. */
const pauseMs = 400

/**
 * Notes how far a text is read, and knows the way back to where somebody stopped the last time. `resume` is undefined
 * where there is none.
 */
export function useReadingPosition(known: number, onPosition: (position: number) => void) {
  const text = useRef<HTMLDivElement>(null)
  const [stopped, setStopped] = useState<number>()
  const note = useEffectEvent(onPosition)
  const look = useEffectEvent(() => {
    const stand = text.current && standOf(text.current)
    if (stand && window.scrollY < 40 && isMidway(known, stand)) setStopped(known)
  })

  // An effect because only the browser knows the height of a text, and where it is scrolled to.
  useEffect(() => {
    look()
    let timer: ReturnType<typeof setTimeout> | undefined
    let due = false
    function noteNow() {
      clearTimeout(timer)
      if (due && text.current) note(positionOf(standOf(text.current)))
      due = false
    }
    function scrolled() {
      due = true
      setStopped(undefined)
      clearTimeout(timer)
      timer = setTimeout(noteNow, pauseMs)
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    window.addEventListener('pagehide', noteNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', scrolled)
      window.removeEventListener('pagehide', noteNow)
    }
  }, [])

  function resume() {
    if (!text.current || stopped === undefined) return
    window.scrollBy({ top: scrollTo(standOf(text.current), stopped) })
    setStopped(undefined)
  }

  return { text, resume: stopped === undefined ? undefined : resume }
}

function standOf(element: Element): PageStand {
  const { top, height } = element.getBoundingClientRect()
  return { top, height, windowHeight: window.innerHeight }
}
