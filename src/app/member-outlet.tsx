import { Outlet } from '@tanstack/react-router'
import { ImageSource } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { loadProfileImage } from '#src/offline/files/private-images.ts'
import { MemberAsks } from './member-asks.tsx'
import type { Session } from '#src/session/session.ts'

/** The page of somebody logged in, where photos of people can be fetched, and where the server can ask who it is. */
export function MemberOutlet({ db, session }: { db: UserDatabase; session: Session }) {
  return (
    <ImageSource value={loadProfileImage}>
      <Outlet />
      <MemberAsks db={db} session={session} />
    </ImageSource>
  )
}
