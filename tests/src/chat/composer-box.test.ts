import { describe, expect, test } from 'vitest'
import {
  createComposerBox,
  typedSince,
  type Written,
} from '#src/features/chat/composer/composer-box.ts'

const words = (text: string): Written => ({ text, file: null })
const photo = { name: 'photo.png', type: 'image/png', data: new ArrayBuffer(1) }

/** A box on a device that takes each message in when it is told to. */
function slowBox() {
  const sent: string[] = []
  const troubles: string[] = []
  const drafts: Written[] = []
  const gates: ((why?: string) => void)[] = []
  const box = createComposerBox(words(''), {
    show: () => undefined,
    save: (written) => drafts.push(written),
    onTrouble: (why) => troubles.push(why),
  })
  return {
    box,
    sent,
    drafts,
    troubles,
    type: (text: string) => box.change({ ...box.written(), text }),
    press: () =>
      box.send(({ text }) => {
        sent.push(text)
        return new Promise((resolve) => gates.push(resolve))
      }),
    takeIn: async (why?: string) => {
      gates.shift()?.(why)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('the box in which a message is written', () => {
  test('holds the words until they stand in the chat', async () => {
    const { box, type, press, takeIn } = slowBox()
    type('Hello')
    press()
    expect(box.written().text).toBe('Hello')
    await takeIn()
    expect(box.written().text).toBe('')
  })

  test('a second press sends nothing twice', async () => {
    const { sent, type, press, takeIn } = slowBox()
    type('Hello')
    press()
    press()
    await takeIn()
    press()
    expect(sent).toEqual(['Hello'])
  })

  test('what is typed meanwhile stays, alone, and is the draft', async () => {
    const { box, drafts, type, press, takeIn } = slowBox()
    type('Hello')
    press()
    type('Hello and')
    expect(drafts.at(-1)?.text).toBe(' and')
    await takeIn()
    expect(box.written().text).toBe(' and')
  })

  test('words that take the place of all that stood there are new, however they begin', async () => {
    const { box, sent, type, press, takeIn } = slowBox()
    type('Hello')
    press()
    box.change({ text: 'Hello again', file: null }, { anew: true })
    await takeIn()
    expect(box.written().text).toBe('Hello again')
    press()
    expect(sent).toEqual(['Hello', 'Hello again'])
  })

  test('messages written faster than the device takes them in all go, in their order', async () => {
    const { box, sent, type, press, takeIn } = slowBox()
    for (const text of ['one, 1', 'one, 2', 'one, 3']) {
      type(text)
      press()
    }
    expect(sent).toEqual(['one, 1', 'one, 2', 'one, 3'])
    await takeIn()
    expect(box.written().text).toBe('one, 3')
    await takeIn()
    await takeIn()
    expect(box.written().text).toBe('')
  })

  test('what was refused is in the box again, before what was typed meanwhile, and is the draft', async () => {
    const { box, drafts, troubles, type, press, takeIn } = slowBox()
    type('Hello')
    press()
    type('Hello you')
    press()
    type('Hello you there')
    await takeIn('This chat is closed.')
    await takeIn()
    expect(box.written().text).toBe('Hello\n there')
    expect(drafts.at(-1)?.text).toBe('Hello\n there')
    expect(troubles).toEqual(['This chat is closed.'])
  })

  test('a file goes with its message, and one chosen meanwhile with the next', async () => {
    const { box, press, takeIn } = slowBox()
    box.change({ text: 'Look', file: photo })
    press()
    box.change({ text: 'Look', file: { ...photo, name: 'second.png' } })
    await takeIn()
    expect(box.written()).toEqual({ text: '', file: { ...photo, name: 'second.png' } })
  })
})

describe('what was typed since', () => {
  test.each([
    ['nothing', 'abc', 'abc', ''],
    ['behind it', 'abc', 'abcd', 'd'],
    ['before it', 'abc', 'xabc', 'x'],
    ['in the middle of it', 'abc', 'abxc', 'x'],
    ['the same letter again', 'aa', 'aaa', 'a'],
    ['only taken away', 'abc', 'ab', ''],
    ['other words', 'abc', 'abd', 'abd'],
    ['all of it, the box being empty', '', 'abc', 'abc'],
  ])('%s', (_, before, now, typed) => {
    expect(typedSince(before, now)).toBe(typed)
  })
})
