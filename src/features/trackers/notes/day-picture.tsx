import { useMemo, useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useFileUrl } from '#src/lib/object-url.ts'
import type { NotePicture } from '#src/offline/features/tracker-notes.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError, withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { Field } from '#src/ui/field/field.tsx'
import { FileDrop } from '#src/ui/field/file-drop.tsx'
import { trackerLabels } from '../tracker-labels.ts'
import styles from './notes.module.css'

export interface DayPictureProps {
  db: UserDatabase
  type: TrackerType
  day: LocalDate
}

/** The longer edge of what is stored, in pixels: sharp on a phone, about 200 kB. */
const edgePixelsMax = 1_280
/** More than a phone's camera makes; what is larger could take the page down while it is read. */
const fileBytesMax = 40 * 1024 * 1024

const pictureResource = defineLocal<NotePicture | undefined, [type: TrackerType, day: LocalDate]>({
  key: 'trackers.picture',
  read: async (db, type, day) => await db.trackerPictures.get([type, day]),
})

/** The picture of a day; nothing where there is none. */
export function DayPicture({ db, type, day }: DayPictureProps) {
  const url = useFileUrl(useDayPicture({ db, type, day }))
  if (!url) return null
  const tracker = trackerLabels[type].name()
  return (
    <img
      className={styles.picture}
      src={url}
      alt={m.trackers_picture_of({ tracker, day: formatDay(day) })}
    />
  )
}

/** Chooses, replaces and removes the picture of a day. It is saved at once, and on this phone alone. */
export function DayPictureField({ db, type, day }: DayPictureProps) {
  const file = useDayPicture({ db, type, day })
  const [error, setError] = useState<string>()

  async function pick(picked: File) {
    setError(undefined)
    const small = await madeSmall(picked)
    if (!small) return setError(m.trackers_picture_unreadable())
    const data = await small.arrayBuffer()
    await change(() => db.trackerPictures.put({ trackerType: type, day, type: small.type, data }))
  }

  async function change(work: () => PromiseLike<unknown>) {
    try {
      await withQuotaRetry(() => userTransaction(db, [db.trackerPictures], async () => work()))
    } catch (failure) {
      setError(
        failure instanceof StorageFullError
          ? m.trackers_picture_full()
          : m.trackers_picture_failed(),
      )
    }
  }

  return (
    <Field label={m.trackers_picture_field()} hint={m.trackers_picture_stays()} error={error}>
      <FileDrop
        file={file}
        accept="image/*"
        onPick={(picked) => void pick(picked)}
        onRemove={() => void change(() => db.trackerPictures.delete([type, day]))}
      />
    </Field>
  )
}

function useDayPicture({ db, type, day }: DayPictureProps): File | undefined {
  const stored = useStored(db, pictureResource, type, day)
  return useMemo(
    () => stored && new File([stored.data], m.trackers_picture_field(), { type: stored.type }),
    [stored],
  )
}

/** Drawn anew and smaller, which also leaves out where it was taken; undefined for what is no picture. */
async function madeSmall(file: File): Promise<Blob | undefined> {
  if (file.size > fileBytesMax) return undefined
  try {
    const whole = await createImageBitmap(file)
    const scale = Math.min(1, edgePixelsMax / Math.max(whole.width, whole.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(whole.width * scale))
    canvas.height = Math.max(1, Math.round(whole.height * scale))
    canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height)
    whole.close()
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', 0.8),
    )
    return blob ?? undefined
  } catch {
    // The browser reads no such file.
    return undefined
  }
}
