import { useEffect, useState } from 'react'
import type { ImportSource } from '#contract/trackers/import.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { Button } from '#src/ui/button/button.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { readOwnTags } from '../notes/notes-resource.ts'
import { bringAll } from '../year/year-resource.ts'
import { DryRun } from './dry-run.tsx'
import type { ImportThread } from './import-thread.ts'
import { readKnownHere, startImport } from './imports-list.tsx'
import { columnsNamed, sourceFacts, type Columns, type Look } from './look-at-table.ts'
import { emptyDraft, finished, type MappingDraft, MeaningCard } from './meaning-card.tsx'
import type { Plan } from './plan-import.ts'
import { ColumnsCard, SeveralCard, WordsCard, type WordsCardProps } from './question-cards.tsx'
import styles from './import.module.css'

/** A file of another app, and the thread that holds its table. */
export interface OpenFile {
  readonly file: File
  readonly source: ImportSource
  readonly header: readonly string[]
  readonly thread: ImportThread
}

export interface ImportFormProps {
  db: UserDatabase
  open: OpenFile
  /** All of it is in line. */
  onDone: () => void
}

/** A dry run, and what it was of. */
interface Tried {
  readonly draft: MappingDraft
  readonly plan: Plan
  readonly ownTags: number
}

const ownTagsResource = defineLocal({ key: 'trackers.own-tags', read: readOwnTags })
const noTags: readonly string[] = []

/** Asks what the columns and words of a table mean, tries it out, and starts the import. */
export function ImportForm({ db, open, onDone }: ImportFormProps) {
  const { source, header, thread } = open
  const { tagMark } = sourceFacts[source]
  const [draft, setDraft] = useState(() => emptyDraft(columnsNamed(source, header)))
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useDirtyForm(true)
  const { look, isFailed = false } = useLook(open, draft.columns)
  const ownTags = useStored(db, ownTagsResource) ?? noTags
  const mapping = look && finished(draft, look, tagMark)
  const plan = tried?.draft === draft ? tried : undefined

  function failed(error: unknown) {
    reportError(error)
    setProblem(m.trackers_import_failed())
  }

  async function tryOut() {
    if (!mapping) return
    setBusy(true)
    setProblem(undefined)
    try {
      // What other devices have answered is known where the server says it; where not, it is the server that leaves a day as it is.
      await bringAll(db, clockAt(Date.now()).date).catch(reportError)
      const made = await thread.plan(mapping, await readKnownHere(db))
      const own = new Set([...(await readOwnTags(db)), ...made.tags])
      setTried({ draft, plan: made, ownTags: own.size })
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }

  async function start() {
    if (!plan) return
    setBusy(true)
    try {
      await startImport(db, { source, entries: plan.plan.entries })
      showToast({ text: m.trackers_import_started(), tone: 'success' })
      onDone()
    } catch (error) {
      const isFull = error instanceof StorageFullError
      setProblem(isFull ? m.trackers_import_full() : m.trackers_import_not_saved())
      setBusy(false)
    }
  }

  return (
    <>
      <ColumnsCard
        header={header}
        columns={draft.columns}
        onColumns={(columns) => setDraft(emptyDraft(columns))}
        orders={look?.orders ?? []}
        order={draft.order}
        onOrder={(order) => setDraft({ ...draft, order })}
      />
      {look && (
        <>
          <Questions look={look} draft={draft} onDraft={setDraft} ownTags={ownTags} />
          <div className={styles.buttons}>
            <Button
              look={plan ? 'secondary' : 'primary'}
              busy={busy && !plan}
              disabled={!mapping}
              onClick={() => void tryOut()}
            >
              {m.trackers_import_try()}
            </Button>
            <p className={styles.note}>
              {mapping ? m.trackers_import_try_text() : m.trackers_import_unfinished()}
            </p>
          </div>
        </>
      )}
      <FailureBanner text={problem ?? (isFailed && m.trackers_import_failed())} />
      {plan && (
        <div aria-live="polite">
          <DryRun
            plan={plan.plan}
            ownTags={plan.ownTags}
            busy={busy}
            onStart={() => void start()}
          />
        </div>
      )}
    </>
  )
}

/** What is asked of a table once its columns are known. */
function Questions({ look, draft, onDraft, ownTags }: WordsCardProps) {
  return (
    <>
      <MeaningCard
        look={look}
        topics={draft.topics}
        onTopics={(topics) => onDraft({ ...draft, topics })}
      />
      <SeveralCard look={look} draft={draft} onDraft={onDraft} />
      {(look.notes > 0 || look.tags.length > 0) && (
        <WordsCard look={look} draft={draft} onDraft={onDraft} ownTags={ownTags} />
      )}
    </>
  )
}

/** What the thread says of its table, once it is known where days and answers are; undefined before. */
function useLook(
  { thread, source }: OpenFile,
  columns: Columns,
): { readonly look?: Look; readonly isFailed?: boolean } {
  const [seen, setSeen] = useState<{ columns: Columns; look?: Look }>()
  const { tagMark } = sourceFacts[source]
  const isReadable = columns.date !== undefined && columns.value !== undefined
  // An effect because it is another thread that knows the table, also of the columns that were named from the start.
  useEffect(() => {
    if (!isReadable) return undefined
    let last = true
    thread.look(columns, tagMark).then(
      (look) => last && setSeen({ columns, look }),
      (error: unknown) => {
        reportError(error)
        if (last) setSeen({ columns })
      },
    )
    return () => {
      last = false
    }
  }, [thread, columns, tagMark, isReadable])
  if (seen?.columns !== columns) return {}
  return seen.look ? { look: seen.look } : { isFailed: true }
}
