import { useEffect, useState } from 'react'
import { borrowUrl, lentUrl, type LoadImage } from './lent-url.ts'

/** The object URL of an image while it is on show; undefined until it is there, and where there is none. */
export function useLentUrl(file: string | null | undefined, load: LoadImage): string | undefined {
  const [come, setCome] = useState<{ file: string; url: string }>()

  // An effect because an object URL lives outside React and must be given back; what failed is tried again online.
  useEffect(() => {
    if (!file) return undefined
    const borrow = () => borrowUrl(file, load, (url) => setCome({ file, url }))
    let giveBack = borrow()
    function tryAgain() {
      giveBack()
      giveBack = borrow()
    }
    window.addEventListener('online', tryAgain)
    return () => {
      window.removeEventListener('online', tryAgain)
      giveBack()
    }
  }, [file, load])

  if (!file) return undefined
  return come?.file === file ? come.url : lentUrl(file)
}
