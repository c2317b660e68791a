import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { chatApi } from '#contract/chat/api.ts'
import { cleanFileName } from '#contract/chat/file.ts'
import { messageCharsMax, newMessageSchema } from '#contract/chat/model.ts'
import { awayHoursSchema, isAway } from '#contract/chat/settings.ts'

const chatId = '0190b0a4-3c1e-7e55-8f00-0c6f6f3e2a11'

describe('a new message', () => {
  const texts = (given: object) =>
    v.safeParse(newMessageSchema, { chatId, ...given }).issues?.map(({ message }) => message)

  test('is its text without blanks around it and without marks that turn text around', () => {
    const content = '  hello\r\nyou\u202e \u0000there \n'
    expect(v.parse(newMessageSchema, { chatId, content }).content).toBe('hello\nyou there')
  })

  test('may be a file alone', () => {
    const file = { name: 'C:\\fake\\plan.pdf' }
    expect(v.parse(newMessageSchema, { chatId, content: '', file }).file).toEqual({
      name: 'plan.pdf',
    })
  })

  test.each(['', '   ', '\n', '\u0000', '\u202e'])('is not %j alone', (content) => {
    expect(texts({ content })).toEqual(['A message needs text or a file'])
  })

  test('ends at 4,000 characters', () => {
    expect(texts({ content: 'x'.repeat(messageCharsMax) })).toBeUndefined()
    expect(texts({ content: 'x'.repeat(messageCharsMax + 1) })).toEqual(['At most 4000 characters'])
  })

  test.each([
    { content: 'hi', senderId: chatId },
    { content: 'hi', chatId: 'nowhere' },
    { content: 7 },
    { content: 'hi', file: 'x.png' },
  ])('is not %j', (given) => {
    expect(texts(given)).toBeDefined()
  })
})

describe("a file's name", () => {
  test.each([
    ['photo.jpg', 'photo.jpg'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\a.pdf', 'a.pdf'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['\u2067photo\u2069\u200f.\u200ejpg', 'photo.jpg'],
    ['می‌خواهم\u061c.pdf', 'می‌خواهم.pdf'],
    ['one\ntwo.pdf', 'one two.pdf'],
    ['', 'file'],
    ['   ', 'file'],
    [`${'long'.repeat(60)}.docx`, `${'long'.repeat(60).slice(0, 115)}.docx`],
  ])('%j is shown as %j', (given, shown) => {
    expect(cleanFileName(given)).toBe(shown)
  })
})

describe('away hours', () => {
  const at = (clock: string) => Date.parse(`2026-06-15T${clock}:00Z`)

  test.each([
    ['18:00', '09:00', '17:59', false],
    ['18:00', '09:00', '18:00', true],
    ['18:00', '09:00', '00:30', true],
    ['18:00', '09:00', '09:00', false],
    ['12:00', '13:00', '12:30', true],
    ['12:00', '13:00', '13:00', false],
    ['12:00', '12:00', '12:00', false],
  ])('from %s to %s, at %s UTC: %s', (from, to, clock, away) => {
    expect(isAway({ from, to, timeZone: 'UTC' }, at(clock))).toBe(away)
  })

  test("run by the provider's own clock", () => {
    // Cairo is three hours ahead in June.
    const hours = { from: '20:00', to: '08:00', timeZone: 'Africa/Cairo' }
    expect([isAway(hours, at('16:59')), isAway(hours, at('17:00'))]).toEqual([false, true])
  })

  test.each([
    { from: '24:00', to: '08:00', timeZone: 'UTC' },
    { from: '8:00', to: '09:00', timeZone: 'UTC' },
    { from: '08:00', to: '09:00', timeZone: 'Moon/Base' },
    { from: '08:00', to: '09:00', timeZone: 'UTC', note: 'x' },
  ])('%j are none', (given) => {
    expect(v.is(awayHoursSchema, given)).toBe(false)
  })
})

describe('a page of messages', () => {
  test.each([
    [{}, true],
    [{ after: '0' }, true],
    [{ before: '12', limit: '200' }, true],
    [{ after: '1', before: '2' }, false],
    [{ after: '-1' }, false],
    [{ after: '9999999999' }, false],
    [{ limit: '0' }, false],
    [{ limit: '201' }, false],
    [{ offset: '1' }, false],
  ])('%j: %s', (query, allowed) => {
    expect(v.is(chatApi.getMessages.query, query)).toBe(allowed)
  })
})
