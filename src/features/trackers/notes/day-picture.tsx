import { useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { pictureSideMax } from '#contract/trackers/picture.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useFileUrl } from '#src/lib/private-image.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { FileDrop } from '#src/ui/field/file-drop.tsx'
import { trackerLabels } from '../tracker-labels.ts'
import {
  keepPicture,
  readKeeping,
  replacePicture,
  takeOff,
  type PictureKeeping,
} from './saved-picture.ts'
import styles from './notes.module.css'

export interface DayPictureProps {
  db: UserDatabase
  type: TrackerType
  day: LocalDate
}

/** More than a phone's camera makes; what is larger could take the page down while it is read. */
const fileBytesMax = 40 * 1024 * 1024

const pictureSchema = v.object({ type: v.string(), data: v.instance(ArrayBuffer) })

/** The bytes of a picture, and where it is. */
interface ShownPicture extends v.InferOutput<typeof pictureSchema> {
  readonly keeping: PictureKeeping
}

/** The picture of a day; undefined also for what cannot be read any more. */
const pictureResource = defineLocal<ShownPicture | undefined, [type: TrackerType, day: LocalDate]>({
  key: 'trackers.picture',
  async read(db, type, day) {
    const parsed = v.safeParse(pictureSchema, await db.trackerPictures.get([type, day]))
    if (!parsed.success) return undefined
    return { ...parsed.output, keeping: await readKeeping(db, { trackerType: type, day }) }
  },
})

/** The picture of a day; nothing where there is none. */
export function DayPicture({ db, type, day }: DayPictureProps) {
  const url = useFileUrl(useDayPicture({ db, type, day })?.file)
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

/** Chooses, replaces and removes the picture of a day. It is saved at once, on this phone alone unless its person keeps it with the account. */
export function DayPictureField({ db, type, day }: DayPictureProps) {
  const picture = useDayPicture({ db, type, day })
  const of = { trackerType: type, day }
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const choices = useRef(0)
  const isSaved = picture?.keeping === 'account' || picture?.keeping === 'waiting'

  async function pick(picked: File) {
    setError(undefined)
    choices.current += 1
    const choice = choices.current
    const small = await madeSmall(picked)
    const data = await small?.arrayBuffer()
    // A large picture takes long: what was chosen or removed meanwhile is what its person wants.
    if (choice !== choices.current) return
    if (!small || !data) return setError(m.trackers_picture_unreadable())
    await attempt(() => replacePicture(db, { ...of, type: small.type, data }))
  }

  /** Whether it was done; says why where it was not. */
  async function attempt(
    work: () => Promise<unknown>,
    full = m.trackers_picture_full(),
  ): Promise<boolean> {
    try {
      await work()
      return true
    } catch (failure) {
      setError(failure instanceof StorageFullError ? full : m.trackers_picture_failed())
      return false
    }
  }

  async function remove() {
    choices.current += 1
    setAsking(false)
    setError(undefined)
    // What could not be taken off the account stays here too, to be tried again.
    const failed = m.trackers_picture_failed()
    if (!(await attempt(() => takeOff(db, of), failed))) return
    const forget = async () => db.trackerPictures.delete([type, day])
    await attempt(() => userTransactionWithRoom(db, [db.trackerPictures], forget), failed)
  }

  return (
    <>
      <Field
        label={m.trackers_picture_field()}
        hint={picture ? undefined : m.trackers_picture_stays()}
        error={error}
      >
        <FileDrop
          file={picture?.file}
          accept="image/*"
          onPick={(picked) => void pick(picked)}
          onRemove={() => setAsking(true)}
        />
        {asking && (
          <RemoveDialog
            isSaved={isSaved}
            onRemove={() => void remove()}
            onClose={() => setAsking(false)}
          />
        )}
      </Field>
      {picture && (
        <Checkbox
          checked={isSaved}
          onChange={() => void attempt(() => (isSaved ? takeOff(db, of) : keepPicture(db, of)))}
          label={m.trackers_picture_keep()}
          hint={keepingTexts[picture.keeping]()}
        />
      )}
    </>
  )
}

const keepingTexts: Record<PictureKeeping, () => string> = {
  phone: m.trackers_picture_keep_off,
  waiting: m.trackers_picture_keep_waiting,
  account: m.trackers_picture_keep_on,
  refused: m.trackers_picture_keep_refused,
}

interface RemoveDialogProps {
  isSaved: boolean
  onRemove: () => void
  onClose: () => void
}

/** Asks before a picture goes: what was made small here has no other copy, unless it is kept. */
function RemoveDialog({ isSaved, onRemove, onClose }: RemoveDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.trackers_picture_remove()}
      description={isSaved ? m.trackers_picture_remove_kept() : undefined}
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

function useDayPicture({ db, type, day }: DayPictureProps) {
  const stored = useStored(db, pictureResource, type, day)
  return useMemo(
    () =>
      stored && {
        file: new File([stored.data], m.trackers_picture_field(), { type: stored.type }),
        keeping: stored.keeping,
      },
    [stored],
  )
}

/** Drawn anew and smaller, which also leaves out where it was taken; undefined for what is no picture. */
async function madeSmall(file: File): Promise<Blob | undefined> {
  if (file.size > fileBytesMax) return undefined
  try {
    const whole = await createImageBitmap(file)
    const canvas = drawnSmall(whole)
    whole.close()
    if (!canvas) return undefined
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', 0.8),
    )
    return blob ?? undefined
  } catch {
    // The browser reads no such file.
    return undefined
  }
}

/** On white, because a JPEG has nothing transparent and would be black there; undefined where the browser gives nothing to draw on. */
function drawnSmall(whole: ImageBitmap): HTMLCanvasElement | undefined {
  const scale = Math.min(1, pictureSideMax / Math.max(whole.width, whole.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(whole.width * scale))
  canvas.height = Math.max(1, Math.round(whole.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(whole, 0, 0, canvas.width, canvas.height)
  return canvas
}
