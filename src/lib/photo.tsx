import { createContext, use } from 'react'
import { Avatar, type AvatarProps } from '#src/ui/image/avatar.tsx'
import type { LoadImage } from './object-url.ts'
import { useImageUrl } from './object-url.ts'

/** How private images are loaded where one is shown; without a source every picture is the drawn one. */
export const ImageSource = createContext<LoadImage>(() => Promise.resolve(undefined))

export interface PhotoProps extends Omit<AvatarProps, 'src'> {
  /** The name of the person's profile image; the drawn picture is shown until it is there, and where there is none. */
  file: string | null | undefined
}

/** A person's photo, which only those who are logged in may fetch. */
export function Photo({ file, ...avatar }: PhotoProps) {
  return <Avatar {...avatar} src={useImageUrl(file, use(ImageSource))} />
}
