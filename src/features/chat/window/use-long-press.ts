import { useEffect, useEffectEvent, type RefObject } from 'react'

/** So long a finger rests on a message before its options open; Android's own long press takes as long. */
export const longPressMs = 500
/** A finger that moves further than this, in pixels, scrolls or selects. */
const restPx = 10

/**
 * Calls `onPress` with the id of the message (`data-message`) on which a finger rests. A mouse selects words, as it does
 * everywhere; whoever scrolls, presses a link or a control, or moves a selection presses no message.
 */
export function useLongPress(
  box: RefObject<HTMLElement | null>,
  onPress: (messageId: string) => void,
): void {
  const pressed = useEffectEvent(onPress)

  // An effect because one listener for all messages costs nothing per message, and must not delay a scroll.
  useEffect(() => {
    const element = box.current
    return element ? watchPresses(element, (id) => pressed(id)) : undefined
  }, [box])
}

/** The same for any element; gives the way to stop. */
export function watchPresses(
  element: HTMLElement,
  onPress: (messageId: string) => void,
): () => void {
  let resting:
    | { id: string; x: number; y: number; timer: ReturnType<typeof setTimeout> }
    | undefined
  let byTouch = false

  function end() {
    clearTimeout(resting?.timer)
    resting = undefined
  }

  function down({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) {
    end()
    byTouch = pointerType !== 'mouse'
    const id = byTouch && isPrimary ? messageAt(target) : undefined
    if (id === undefined) return
    const timer = setTimeout(() => {
      end()
      if (isSelecting()) return
      ignoreThisClick()
      onPress(id)
    }, longPressMs)
    resting = { id, x, y, timer }
  }

  function move({ clientX, clientY }: PointerEvent) {
    if (resting && Math.hypot(clientX - resting.x, clientY - resting.y) > restPx) end()
  }

  /** The browser's own menu of a long press would lie over ours. */
  function menu(event: Event) {
    if (byTouch && messageAt(event.target) !== undefined) event.preventDefault()
  }

  const stop = new AbortController()
  const { signal } = stop
  const options = { signal, passive: true }
  element.addEventListener('pointerdown', down, options)
  element.addEventListener('pointermove', move, options)
  for (const type of ['pointerup', 'pointercancel', 'scroll'] as const) {
    element.addEventListener(type, end, options)
  }
  element.addEventListener('contextmenu', menu, { signal })
  return () => {
    end()
    stop.abort()
  }
}

function messageAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined
  const bubble = target.closest('article')
  const control = target.closest('a, input, audio, video, [role=slider]')
  if (!bubble || (control && bubble.contains(control))) return undefined
  return bubble.closest<HTMLElement>('[data-message]')?.dataset['message']
}

/** Some browsers make a click of the finger's going, on whatever has come under it meanwhile. */
function ignoreThisClick(): void {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    over.abort()
  }
  document.addEventListener('click', ignore, options)
  for (const type of ['pointerdown', 'keydown']) {
    document.addEventListener(type, () => over.abort(), options)
  }
  // It would come with the finger's going, or never; what is pressed later is meant.
  for (const type of ['pointerup', 'pointercancel']) {
    document.addEventListener(type, () => setTimeout(() => over.abort(), lateClickMs), options)
  }
}

const lateClickMs = 400

function isSelecting(): boolean {
  return getSelection()?.isCollapsed === false
}
