import { useState } from 'react'
import { useRemote, type LoadedRemote, type RemoteResource } from '#src/data/resource.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { refusalText } from './calendar-data.ts'

/** One part of the calendar settings, which says in an alert what failed. */
export interface Part<Data> extends LoadedRemote<Data> {
  /** Spec 8: what the alert popup says; undefined once it is closed. */
  readonly alert: string | undefined
  readonly setAlert: (text: string | undefined) => void
}

/** Reads one part of the calendar; an alert says where that failed while online. */
export function usePart<Data>(
  db: UserDatabase,
  resource: RemoteResource<Data, []>,
  failed: string,
): Part<Data> {
  const part = useRemote(db, resource)
  const { refresh } = part
  const [action, setAction] = useState<string>()
  const [closed, setClosed] = useState<Refresh>()

  // Without a network the part says so itself, and asks for nothing to be pressed.
  const unread = refresh.status === 'failed' && !refresh.offline && refresh !== closed
  function setAlert(text: string | undefined) {
    setAction(text)
    setClosed(refresh)
  }

  return {
    ...part,
    alert: action ?? (unread ? refusalText(refresh.error, failed) : undefined),
    setAlert,
  }
}
