import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  importBytesMax,
  importRowsMax,
  importSources,
  type ImportSource,
} from '#contract/trackers/import.ts'
import { preload } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, CardBody } from '#src/ui/card/card.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { FileDrop } from '#src/ui/field/file-drop.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { ImportForm, type OpenFile } from '../import/import-form.tsx'
import { startImportThread, type ImportThread } from '../import/import-thread.ts'
import { ImportsList, importsResource } from '../import/imports-list.tsx'
import type { ReadProblem } from '../import/read-table.ts'
import { sourceNames } from '../import/source-name.ts'
import styles from '../import/import.module.css'

/** For the loader of the route. */
export async function preloadImports(db: UserDatabase): Promise<void> {
  await preload(db, importsResource)
}

/** Answers of another app: the file is read on this phone, what its words mean is asked, and nothing goes before a dry run. */
export function ImportPage({ db }: { db: UserDatabase }) {
  const [source, setSource] = useState<ImportSource>()
  const [open, setOpen] = useState<OpenFile>()
  const [reading, setReading] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const threads = useOneThread()

  /** No file is open or being read. */
  function clear() {
    threads.end()
    setOpen(undefined)
    setReading(undefined)
    setProblem(undefined)
  }

  async function pick(file: File) {
    clear()
    const tooLarge = file.size > importBytesMax
    setProblem(tooLarge ? problemText('too_large') : undefined)
    if (!source || tooLarge) return
    const thread = threads.start()
    setReading(file)
    try {
      const opened = await thread.open(file)
      // Another file was chosen meanwhile, or another app.
      if (!threads.isCurrent(thread)) return
      if (opened.status === 'refused') setProblem(problemText(opened.why))
      else setOpen({ file, source, header: opened.header, thread })
    } catch (error) {
      if (!threads.isCurrent(thread)) return
      reportError(error)
      setProblem(m.trackers_import_failed())
    }
    setReading(undefined)
  }

  return (
    <>
      <PageHeader
        title={m.trackers_import_title()}
        text={m.trackers_import_text()}
        back={
          <Link className={backLinkClass} to="/trackers/year">
            {m.trackers_pixels_title()}
          </Link>
        }
      />
      <div className={styles.page}>
        <ImportsList db={db} />
        <Card>
          <CardBody className={styles.topics}>
            <SourceField
              source={source}
              onSource={(next) => {
                setSource(next)
                clear()
              }}
            />
            {source && (
              <Field
                label={m.trackers_import_file()}
                hint={m.trackers_import_file_hint({ size: megabytes() })}
                error={problem}
              >
                <FileDrop
                  file={open?.file ?? reading}
                  accept=".csv,.txt,text/csv,text/plain"
                  onPick={(file) => void pick(file)}
                  onRemove={clear}
                />
              </Field>
            )}
            {reading && <output>{m.trackers_import_reading()}</output>}
          </CardBody>
        </Card>
        {open && <ImportForm db={db} open={open} onDone={() => setOpen(undefined)} />}
      </div>
    </>
  )
}

interface SourceFieldProps {
  source: ImportSource | undefined
  onSource: (source: ImportSource | undefined) => void
}

function SourceField({ source, onSource }: SourceFieldProps) {
  return (
    <Field label={m.trackers_import_source()} required>
      <Select
        value={source ?? ''}
        onChange={({ target }) => onSource(importSources.find((each) => each === target.value))}
      >
        <option value="" disabled>
          {m.trackers_import_choose()}
        </option>
        {importSources.map((each) => (
          <option key={each} value={each}>
            {sourceNames[each]}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Starts a thread for a file, and ends the one before; the last ends with the page. */
function useOneThread() {
  const running = useRef<ImportThread>(undefined)
  function end() {
    running.current?.close()
    running.current = undefined
  }
  // An effect because a thread is no part of the page and would outlive it.
  useEffect(() => () => running.current?.close(), [])
  return {
    end,
    start(): ImportThread {
      end()
      running.current = startImportThread()
      return running.current
    },
    isCurrent: (thread: ImportThread) => running.current === thread,
  }
}

function megabytes(): string {
  return formatNumber(importBytesMax / 1_048_576)
}

function problemText(why: ReadProblem | 'too_large'): string {
  switch (why) {
    case 'too_large':
      return m.trackers_import_too_large({ size: megabytes() })
    case 'no_text':
      return m.trackers_import_no_text()
    case 'no_table':
      return m.trackers_import_no_table()
    case 'too_many_rows':
      return m.trackers_import_too_many_rows({ rows: formatNumber(importRowsMax) })
    case 'broken_quotes':
      return m.trackers_import_broken_quotes()
  }
}
