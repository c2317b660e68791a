import type { Asked, Opened } from './import-thread.ts'
import { lookAt } from './look-at-table.ts'
import { planImport } from './plan-import.ts'
import { readTable, type Table } from './read-table.ts'

let table: Table | undefined

// Beside the page: thousands of rows take a slow phone longer than a frame.
self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page is of its own origin
  void answer(data).then((reply) => self.postMessage(reply), reportError)
})

async function answer(asked: Asked): Promise<unknown> {
  if (asked.do === 'open') return await open(asked.file)
  if (!table) throw new Error('A table was asked about before it was opened')
  return asked.do === 'look'
    ? lookAt(table, asked.columns, asked.tagMark)
    : planImport(table, asked.mapping, asked.known)
}

async function open(file: Blob): Promise<Opened> {
  const read = readTable(new Uint8Array(await file.arrayBuffer()))
  if (typeof read === 'string') return { status: 'refused', why: read }
  table = read
  return { status: 'opened', header: read.header, rows: read.rows.length }
}
