import { Outlet } from '@tanstack/react-router'
import { ImageSource } from '#src/lib/photo.tsx'
import { loadProfileImage } from '#src/offline/private-images.ts'

/** The page of somebody logged in, where photos of people can be fetched. */
export function MemberOutlet() {
  return (
    <ImageSource value={loadProfileImage}>
      <Outlet />
    </ImageSource>
  )
}
