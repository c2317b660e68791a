import { expect, test } from 'vitest'
import { createResync } from '#src/app/live-reads.ts'

function watched() {
  const asked: string[] = []
  const read = (name: string) => async () => {
    asked.push(name)
    if (name === failing) throw new Error('away')
  }
  let failing: string | undefined
  const resync = createResync({
    chats: read('chats'),
    uncovered: read('uncovered'),
    notices: read('notices'),
  })
  return {
    forget: (part: 'chats' | 'notices') => resync.forget(part),
    fail: (name: string | undefined) => {
      failing = name
    },
    after: async (heads?: { chats?: string; notices?: string }) => {
      asked.length = 0
      await resync.readChanged(heads).catch(() => undefined)
      return [...asked]
    },
  }
}

test('what stands as it was read is not read again, and what was read here goes up either way', async () => {
  const { after } = watched()
  expect(await after({ chats: 'a', notices: 'n' })).toEqual(['chats', 'notices'])
  expect(await after({ chats: 'a', notices: 'n' })).toEqual(['uncovered'])
  expect(await after({ chats: 'a', notices: 'o' })).toEqual(['uncovered', 'notices'])
  expect(await after({ chats: 'b', notices: 'o' })).toEqual(['chats'])
})

test('an older server, or one that could not look, has everything read', async () => {
  const { after } = watched()
  expect(await after()).toEqual(['chats', 'notices'])
  expect(await after()).toEqual(['chats', 'notices'])
  expect(await after({ chats: 'a' })).toEqual(['chats', 'notices'])
  expect(await after({ chats: 'a' })).toEqual(['uncovered', 'notices'])
})

test('what could not be read is read the next time', async () => {
  const { after, fail } = watched()
  fail('chats')
  expect(await after({ chats: 'a', notices: 'n' })).toEqual(['chats', 'notices'])
  fail('notices')
  expect(await after({ chats: 'a', notices: 'o' })).toEqual(['chats', 'notices'])
  fail(undefined)
  expect(await after({ chats: 'a', notices: 'o' })).toEqual(['uncovered', 'notices'])
})

test('what an event changed meanwhile is read again, also where it is as before by then', async () => {
  const { after, forget } = watched()
  expect(await after({ chats: 'a', notices: 'n' })).toEqual(['chats', 'notices'])
  forget('notices')
  expect(await after({ chats: 'a', notices: 'n' })).toEqual(['uncovered', 'notices'])
  forget('chats')
  expect(await after({ chats: 'a', notices: 'n' })).toEqual(['chats'])
})

test('what an event changed while it was read is read again', async () => {
  const asked: string[] = []
  const resync = createResync({
    async chats() {
      asked.push('chats')
      if (asked.length === 1) resync.forget('chats')
    },
    uncovered: async () => undefined,
    notices: async () => undefined,
  })
  await resync.readChanged({ chats: 'a' })
  await resync.readChanged({ chats: 'a' })
  expect(asked).toEqual(['chats', 'chats'])
})
