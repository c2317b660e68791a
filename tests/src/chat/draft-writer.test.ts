import { expect, test } from 'vitest'
import { createDraftWriter } from '#src/features/chat/composer/draft-box.ts'
import type { ChatDraft } from '#src/offline/features/chat/rows.ts'

function draft(text: string): ChatDraft {
  return { chatId: 'chat', text, file: null, at: 0 }
}

/** A device that writes when it is told to. */
function slowDevice() {
  const written: string[] = []
  const outcomes: string[] = []
  const gates: (() => void)[] = []
  const writer = createDraftWriter(
    async ({ text }) => {
      await new Promise<void>((resolve) => gates.push(resolve))
      if (text === 'too much') throw new Error('full')
      written.push(text)
    },
    (outcome) => outcomes.push(outcome),
  )
  async function write() {
    await Promise.resolve()
    gates.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { written, outcomes, writer, write }
}

test('of what is typed while the device writes, only the newest is written', async () => {
  const { written, writer, write } = slowDevice()
  writer.put(draft('a'))
  await Promise.resolve()
  writer.put(draft('ab'))
  writer.put(draft('abc'))
  await write()
  await write()
  expect(written).toEqual(['a', 'abc'])
})

test('no draft of before comes back after its message was sent', async () => {
  const { written, writer, write } = slowDevice()
  writer.put(draft('a'))
  await Promise.resolve()
  writer.put(draft('ab'))
  const sent = writer.instead(async () => written.push('sent'))
  await write()
  await sent
  writer.put(draft('next'))
  await write()
  expect(written).toEqual(['a', 'sent', 'next'])
})

test('what could not be written is told, and the next one is tried', async () => {
  const { written, outcomes, writer, write } = slowDevice()
  writer.put(draft('too much'))
  await write()
  writer.put(draft('less'))
  await write()
  expect(written).toEqual(['less'])
  expect(outcomes).toEqual(['failed', 'stored'])
})
