import { useMemo, useState } from 'react'
import * as v from 'valibot'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useFileUrl } from '#src/lib/object-url.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError, withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
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

const pictureSchema = v.object({ type: v.string(), data: v.instance(ArrayBuffer) })

/** The picture of a day; undefined also for what cannot be read any more. */
const pictureResource = defineLocal<
  v.InferOutput<typeof pictureSchema> | undefined,
  [type: TrackerType, day: LocalDate]
>({
  key: 'trackers.picture',
  async read(db, type, day) {
    const parsed = v.safeParse(pictureSchema, await db.trackerPictures.get([type, day]))
    return parsed.success ? parsed.output : undefined
  },
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
  const [asking, setAsking] = useState(false)

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

  function remove() {
    setAsking(false)
    void change(() => db.trackerPictures.delete([type, day]))
  }

  return (
    <Field label={m.trackers_picture_field()} hint={m.trackers_picture_stays()} error={error}>
      <FileDrop
        file={file}
        accept="image/*"
        onPick={(picked) => void pick(picked)}
        onRemove={() => setAsking(true)}
      />
      {asking && <RemoveDialog onRemove={remove} onClose={() => setAsking(false)} />}
    </Field>
  )
}

/** Asks before a picture goes: there is no other copy of what was made small here. */
function RemoveDialog({ onRemove, onClose }: { onRemove: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.trackers_picture_remove()}
      actions={
        <>
          <Button look="danger" onClick={onRemove}>
            {m.ui_file_remove()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.sync_delete_keep()}
          </Button>
        </>
      }
    />
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
