import { useEffect } from 'react'

/** While it is used, a file dropped beside a file input does nothing: the browser would open it in place of the page. */
export function useNoStrayDrops(): void {
  // An effect because the drop may land anywhere in the window.
  useEffect(() => {
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [])
}

function keepPage(event: DragEvent): void {
  if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
  event.preventDefault()
}
