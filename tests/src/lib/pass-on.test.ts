import { expect, test, vi } from 'vitest'
import { passOn } from '#src/lib/hand-over.ts'

const refuse = (name: string) => async () => Promise.reject<void>(new DOMException('', name))
const clipboardOf = (writeText: (text: string) => Promise<void>) =>
  ({ writeText }) as unknown as Clipboard

test('words go to the share sheet of the phone', async () => {
  const share = vi.fn<Navigator['share']>(async () => undefined)
  expect(await passOn('Can we talk?', { share })).toBe('shared')
  expect(share).toHaveBeenCalledWith({ text: 'Can we talk?' })
})

test('a share sheet that is closed is no failure, and copies nothing', async () => {
  const writeText = vi.fn<Clipboard['writeText']>(async () => undefined)
  const device = { share: refuse('AbortError'), clipboard: clipboardOf(writeText) }
  expect(await passOn('Can we talk?', device)).toBe('dismissed')
  expect(writeText).not.toHaveBeenCalled()
})

test('without a share sheet, or with one that fails, they are copied', async () => {
  const writeText = vi.fn<Clipboard['writeText']>(async () => undefined)
  const clipboard = clipboardOf(writeText)
  expect(await passOn('Can we talk?', { clipboard })).toBe('copied')
  expect(await passOn('Can we talk?', { share: refuse('NotAllowedError'), clipboard })).toBe(
    'copied',
  )
  expect(writeText).toHaveBeenCalledWith('Can we talk?')
})

test('where neither works that is said', async () => {
  expect(await passOn('Can we talk?', {})).toBe('failed')
  const clipboard = clipboardOf(refuse('NotAllowedError'))
  expect(await passOn('Can we talk?', { clipboard })).toBe('failed')
})
