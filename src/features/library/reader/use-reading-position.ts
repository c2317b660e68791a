import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isMidway, positionOf, scrollTo, type TextBox } from './reading-position.ts'

/** A pause in scrolling this long, in milliseconds, is a position. */
const pauseMs = 400

/**
 * Notes how far a text is read, and knows the way back to where the person stopped the last time. `resume` is undefined
 * where there is none.
 */
export function useReadingPosition(known: number, onPosition: (position: number) => void) {
  const text = useRef<HTMLDivElement>(null)
  const [stopped, setStopped] = useState<number>()
  const note = useEffectEvent(onPosition)
  const check = useEffectEvent(() => {
    const box = text.current && boxOf(text.current)
    if (box && window.scrollY < 40 && isMidway(known, box)) setStopped(known)
  })

  // An effect because only the browser knows the height of a text, and where it is scrolled to.
  useEffect(() => {
    check()
    let timer: ReturnType<typeof setTimeout> | undefined
    let due = false
    function noteNow() {
      clearTimeout(timer)
      if (due && text.current) note(positionOf(boxOf(text.current)))
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
    window.scrollBy({ top: scrollTo(boxOf(text.current), stopped) })
    setStopped(undefined)
  }

  return { text, resume: stopped === undefined ? undefined : resume }
}

function boxOf(element: Element): TextBox {
  const { top, height } = element.getBoundingClientRect()
  return { top, height, windowHeight: window.innerHeight }
}
