import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { commandSchema, commandVersion } from '#contract/commands.ts'
import { pushRequestSchema } from '#contract/sync/api.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import {
  outboxStatus,
  retryOps,
  reviveAfterUpgrade,
  unsentOps,
} from '#src/offline/engine/outbox.ts'
import { answer, closePhones, nowMs, openPhone, putRow } from './phone.ts'

afterEach(closePhones)

/** Rows as each build with a version of its own wrote them; a new version adds its file and changes no other. */
const versions = Array.from({ length: commandVersion }, (_, index) => index + 1)
const rowSchema = v.looseObject({
  opId: v.string(),
  v: v.number(),
  kind: v.string(),
  payload: v.unknown(),
})

describe.each(versions)('operations of version %i', (version) => {
  const rows = v.parse(
    v.array(rowSchema),
    JSON.parse(readFileSync(new URL(`fixtures/v${version}.json`, import.meta.url), 'utf8')),
  )

  test('are of that version', () => {
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => row.v)).toEqual(rows.map(() => version))
  })

  test('still travel, as they were written', async () => {
    const db = await openPhone()
    for (const row of rows) await putRow(db, row)
    await retryOps(db)
    await reviveAfterUpgrade(db)
    const { ops } = await takeBatch(db, nowMs)
    expect(ops).toEqual(
      rows.map(({ opId, v: of, kind, payload, localDate, tz }) => ({
        opId,
        v: of,
        kind,
        payload,
        localDate,
        tz,
      })),
    )
    expect(v.is(pushRequestSchema, { ops: [...ops] })).toBe(true)
  })

  test('wait in their own states until then', async () => {
    const db = await openPhone()
    for (const row of rows) await putRow(db, row)
    expect(await unsentOps(db)).toEqual(rows.map((row, index) => ({ ...row, seq: index + 1 })))
  })
})

test('what a tab of an older build gave up as unreadable travels once a build runs that reads it', async () => {
  const rows = v.parse(
    v.array(rowSchema),
    JSON.parse(readFileSync(new URL('fixtures/v1.json', import.meta.url), 'utf8')),
  )
  const lastError = { code: 'unreadable', message: 'This item cannot be read any more.', at: nowMs }
  const note = rows.find(({ kind }) => kind === 'trackers.note')
  const db = await openPhone()
  const row = await putRow(db, { ...note, state: 'dead', lastError })
  const broken = await putRow(db, { kind: 'moon.watch', payload: {}, state: 'dead', lastError })
  const refused = { ...lastError, code: 'date_out_of_range' }
  const other = await putRow(db, { state: 'dead', lastError: refused })
  expect((await outboxStatus(db)).misread).toBe(1)
  await reviveAfterUpgrade(db)
  expect((await takeBatch(db, nowMs)).ops).toMatchObject([{ opId: row.opId, kind: row.kind }])
  const [first, ...left] = await unsentOps(db)
  expect(first).not.toHaveProperty('lastError')
  expect(left).toEqual([broken, other])
})

test('every kind of command is among the rows of some version', () => {
  const written = versions.map((version) =>
    readFileSync(new URL(`fixtures/v${version}.json`, import.meta.url), 'utf8'),
  )
  for (const option of commandSchema.options) {
    expect(written.join('')).toContain(`"kind": "${option.entries.kind.literal}"`)
  }
})

test.each([commandVersion + 1, 99])(
  'an operation of version %i, which this build never wrote, travels as it is',
  async (version) => {
    const db = await openPhone()
    const payload = { shape: 'of another build', at: [1, 2, { deep: null }] }
    const row = await putRow(db, { v: version, kind: 'moon.watch', payload })
    const [op] = (await takeBatch(db, nowMs)).ops
    expect(op).toMatchObject({ opId: row.opId, v: version, kind: 'moon.watch', payload })
  },
)

test.each([0, -1, 1.5, '1', null])(
  'version %j is no version, and its row stays',
  async (version) => {
    const db = await openPhone()
    const row = await putRow(db, { v: version, payload: answer() })
    expect((await takeBatch(db, nowMs)).ops).toEqual([])
    expect(await unsentOps(db)).toMatchObject([{ opId: row.opId, v: version, state: 'dead' }])
  },
)
