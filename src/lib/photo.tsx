import { createContext, use, useEffect, useState } from 'react'
import { Avatar, type AvatarProps } from '#src/ui/avatar.tsx'
import { borrowUrl, lentUrl, type LoadImage } from './lent-url.ts'

/** How private images are loaded where one is shown; without a source every picture is the drawn one. */
export const ImageSource = createContext<LoadImage>(() => Promise.resolve(undefined))

export interface PhotoProps extends Omit<AvatarProps, 'src'> {
  /** The name of the person's profile image; the drawn picture stands in until it is there, and where there is none. */
  file: string | null | undefined
}

/** A person's photo, which only those who are logged in may fetch. */
export function Photo({ file, ...avatar }: PhotoProps) {
  return <Avatar {...avatar} src={usePrivateImage(file)} />
}

/** The object URL of a private image while it is on show; undefined until it is there. */
function usePrivateImage(file: string | null | undefined): string | undefined {
  const load = use(ImageSource)
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
