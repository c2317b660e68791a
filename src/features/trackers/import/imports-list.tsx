import { useEffect, useEffectEvent, useState } from 'react'
import { v7 as newUuid } from 'uuid'
import { addDays } from '#contract/local-date.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import {
  importDaysBackMax,
  type ImportedAnswer,
  type ImportSource,
} from '#contract/trackers/import.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { defineResource, refreshResource, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { formatMoment } from '#src/lib/dates.ts'
import { callApi } from '#src/offline/api/api.ts'
import { enqueue, enqueueTogether } from '#src/offline/engine/outbox.ts'
import {
  importChunks,
  knownImports,
  readWaitingImports,
  storeImports,
  type ImportOnDevice,
} from '#src/offline/features/tracker-imports.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Progress } from '#src/ui/state/progress.tsx'
import { isAnswered, readEntries } from '../entries-resource.ts'
import { tapNow } from '../record-answer.ts'
import { slotKey, type KnownHere } from './plan-import.ts'
import { sourceName } from './source-name.ts'
import styles from './import.module.css'

/** An import as its person sees it. */
interface ImportRow extends ImportOnDevice {
  /** Answers of it that wait to be sent, and that the server did not accept. */
  readonly waiting: number
  readonly refused: number
  /** Somebody has undone it, and the server does not know yet. */
  readonly undoing: boolean
}

/** What was brought from other apps, the newest first: the server's imports and those that wait here. */
export const importsResource = defineResource<ImportRow[]>({
  key: 'trackers.imports',
  read: readImports,
  refresh: async (db, token) => {
    const before = await knownImports(db)
    const { imports } = await callApi(trackersApi.trackerImports, {}, { token })
    await storeImports(db, imports, before)
  },
})

async function readImports(db: UserDatabase): Promise<ImportRow[]> {
  return await db.transaction('r', db.meta, db.outbox, async () => {
    const [known, { parts, refused, undone }] = await Promise.all([
      knownImports(db),
      readWaitingImports(db),
    ])
    const waiting = new Map<string, number>()
    for (const { part } of parts) {
      waiting.set(part.importId, (waiting.get(part.importId) ?? 0) + part.entries.length)
    }
    return known.map((one) => ({
      ...one,
      waiting: waiting.get(one.importId) ?? 0,
      refused: refused.get(one.importId) ?? 0,
      undoing: undone.has(one.importId),
    }))
  })
}

/** What an import has to know of this device before it is planned. */
export async function readKnownHere(db: UserDatabase): Promise<KnownHere> {
  const today = clockAt(Date.now()).date
  const entries = await readEntries(db, addDays(today, -importDaysBackMax))
  const answered = entries.filter(isAnswered)
  return {
    today,
    answered: new Set(answered.map(({ trackerType, day }) => slotKey(trackerType, day))),
  }
}

/** Puts an import in line, whole or not at all; durable when it resolves. Throws as `enqueue` does. */
export async function startImport(
  db: UserDatabase,
  {
    source,
    entries,
  }: { readonly source: ImportSource; readonly entries: readonly ImportedAnswer[] },
): Promise<void> {
  const importId = newUuid()
  await enqueueTogether(
    db,
    importChunks(entries).map((chunk) => ({
      command: { kind: 'trackers.import', payload: { importId, source, entries: chunk } },
      tap: tapNow(),
    })),
  )
}

/** Takes an import back: what was not sent leaves the queue at once, the rest once the server knows. Throws as `enqueue` does. */
export async function undoImport(db: UserDatabase, importId: string): Promise<void> {
  await enqueue(db, { kind: 'trackers.undo_import', payload: { importId } }, tapNow())
}

/** What was brought from other apps: how far it has come, and the way to take it back. */
export function ImportsList({ db }: { db: UserDatabase }) {
  const imports = useResource(db, importsResource).data ?? []
  const isSent = imports.every(({ waiting, undoing }) => waiting === 0 && !undoing)
  const look = useEffectEvent(() => {
    // Without a network the next look at the page asks.
    void refreshResource(db, importsResource).catch(() => undefined)
  })
  // An effect because it is the server's last receipt after which there is something to ask.
  useEffect(() => {
    if (isSent) look()
  }, [isSent])
  if (imports.length === 0) return null
  return (
    <Card>
      <CardHeader title={m.trackers_import_list()} />
      <CardBody>
        <ul className={styles.imports}>
          {imports.map((row) => (
            <li key={row.importId}>
              <ImportLine db={db} row={row} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function ImportLine({ db, row }: { db: UserDatabase; row: ImportRow }) {
  const [asks, setAsks] = useState(false)
  const { given = 0, stored, waiting, refused, undoing } = row
  const about = { app: sourceName(row.source), day: formatMoment(row.atMs) }
  const { answeredBefore = given - (stored ?? 0) - refused } = row
  return (
    <div className={styles.import}>
      <p className={styles.name}>
        <strong>{about.app}</strong> <span>{about.day}</span>
      </p>
      {undoing ? (
        <Tag tone="warn" icon="clock">
          {m.trackers_import_undoing()}
        </Tag>
      ) : (
        <>
          {waiting > 0 && (
            <Progress
              value={given - waiting}
              max={given}
              label={m.trackers_import_sending()}
              valueText={m.trackers_import_sent_of({
                done: formatNumber(given - waiting),
                all: formatNumber(given),
              })}
            />
          )}
          {waiting === 0 && stored !== undefined && (
            <p>{m.trackers_import_stored({ answers: formatNumber(stored) })}</p>
          )}
          {waiting === 0 && stored !== undefined && answeredBefore > 0 && (
            <p>{m.trackers_import_kept({ days: formatNumber(answeredBefore) })}</p>
          )}
          {refused > 0 && <p>{m.trackers_import_refused({ answers: formatNumber(refused) })}</p>}
          <Button
            look="secondary"
            size="small"
            aria-label={m.trackers_import_undo_of(about)}
            onClick={() => setAsks(true)}
          >
            {m.trackers_import_undo()}
          </Button>
        </>
      )}
      {asks && <UndoDialog db={db} importId={row.importId} onClose={() => setAsks(false)} />}
    </div>
  )
}

interface UndoDialogProps {
  db: UserDatabase
  importId: string
  onClose: () => void
}

function UndoDialog({ db, importId, onClose }: UndoDialogProps) {
  async function undo() {
    onClose()
    try {
      await undoImport(db, importId)
    } catch {
      showToast({ text: m.sync_undo_failed(), tone: 'danger' })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.trackers_import_undo_title()}
      description={m.trackers_import_undo_text()}
      actions={
        <>
          <Button look="danger" onClick={() => void undo()}>
            {m.trackers_import_undo_confirm()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.sync_delete_keep()}
          </Button>
        </>
      }
    />
  )
}
