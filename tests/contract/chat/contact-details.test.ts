import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contactDetailsIn } from '#contract/chat/contact-details.ts'
import { messageCharsMax } from '#contract/chat/model.ts'

const ownHost = 'zync.example.org'
const found = (text: string) => contactDetailsIn(text, ownHost)

/** Sentences around what is looked for: none of them holds a way to reach somebody. */
const before = fc.constantFrom('', 'Write to me: ', 'call me on ', 'I am here, ', 'it is\n')
const behind = fc.constantFrom('', '.', ', see you!', ' tonight', '\nBye')
const within = (part: fc.Arbitrary<string>) =>
  fc.tuple(before, part, behind).map((parts) => parts.join(''))

const name = fc.stringMatching(/^[a-z][a-z0-9]{1,9}(?:[._-][a-z0-9]{1,6})?$/)
const label = fc.stringMatching(/^[a-z][a-z0-9]{1,9}(?:-[a-z0-9]{1,6})?$/)
const ending = fc.constantFrom('com', 'net', 'org')
const digit = fc.integer({ min: 0, max: 9 }).map(String)

describe('an e-mail address', () => {
  test('is found as it is written everywhere', () => {
    const address = fc.tuple(name, label, ending).map(([who, at, end]) => `${who}@${at}.${end}`)
    fc.assert(
      fc.property(within(address), (text) => {
        expect(found(text)).toContain('email')
      }),
    )
  })

  test('is found with its marks in words', () => {
    const word = fc.stringMatching(/^[a-z]{3,9}$/)
    const spelled = fc
      .tuple(
        word,
        fc.constantFrom(' at ', ' (at) ', '[at]', ' @ '),
        word,
        fc.constantFrom(' dot ', ' (dot) ', '[dot]'),
        ending,
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(within(spelled), (text) => {
        expect(found(text)).toContain('email')
      }),
    )
  })

  test.each([
    'I am lina at gmail',
    'lina [at] Gmail',
    'lina@hotmail',
    'lina@www.com',
    'lina@aa-www.com',
    'LINA (AT) EXAMPLE.COM',
  ])('is found in “%s”', (text) => expect(found(text)).toEqual(['email']))
})

describe('a phone number', () => {
  /** At least 9 digits that begin as no date does, in groups of two to four. */
  const groups = fc
    .tuple(
      fc.constantFrom('012', '+20 1', '0096', '(555) 5', '+961 3'),
      fc.array(fc.string({ unit: digit, minLength: 2, maxLength: 4 }), {
        minLength: 3,
        maxLength: 4,
      }),
    )
    .map(([start, rest]) => [start, ...rest])

  test('is found however its groups are told apart', () => {
    const spelled = fc
      .tuple(groups, fc.constantFrom('', ' ', '-', '.', ' - ', '/', ' . '))
      .filter(([, between]) => between !== '/')
      .map(([parts, between]) => parts.join(between))
    fc.assert(
      fc.property(within(spelled), (text) => {
        expect(found(text)).toContain('phone')
      }),
    )
  })

  test('is found in the digits of other scripts', () => {
    const arabic = groups.map((parts) =>
      parts.join(' ').replaceAll(/\d/g, (one) => String.fromCodePoint(0x660 + Number(one))),
    )
    fc.assert(
      fc.property(within(arabic), (text) => {
        expect(found(text)).toContain('phone')
      }),
    )
  })

  test.each([
    '912 345 678',
    '06 12 34 56 78',
    '01.23.45.67.89',
    '555-0143 or 555-0144',
    '00961 3 123 456',
    'zero one two three four five six',
    '０１２３４５６７８９',
    'On 2026-06-15 call 0123456789',
    'for 20 EGP, 0123 456 789',
    '(555) 5 01 2000 00 00',
  ])('is found in “%s”', (text) => expect(found(text)).toEqual(['phone']))
})

describe('a link', () => {
  test('to another host is found', () => {
    const host = fc.tuple(label, ending)
    const address = fc
      .tuple(fc.constantFrom('https://', 'http://', 'www.', ''), host, fc.constantFrom('', '/me'))
      .map(([start, [label, end], path]) => `${start}${label}.${end}${path}`)
    fc.assert(
      fc.property(within(address), (text) => {
        expect(found(text)).toContain('link')
      }),
    )
  })

  test.each([
    'wa.me/20123',
    'find me on instagram.com',
    'insta dot com',
    'https://zync.example.org.evil.com/',
    'https://zync.example.org@evil.com/',
    'https://evil.com\\@zync.example.org/',
    'https://zync.example.org:8443/',
  ])('leads elsewhere in “%s”', (text) => expect(found(text)).toEqual(['link']))

  test.each([
    'https://zync.example.org/library/articles',
    'zync.example.org/trackers',
    'Look at https://zync.example.org.',
    '(HTTPS://ZYNC.EXAMPLE.ORG/sessions)',
  ])('to our own host is none: “%s”', (text) => expect(found(text)).toEqual([]))
})

describe('what is no way to reach somebody', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  const dates = fc
    .tuple(
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1950, max: 2099 }),
    )
    .chain(([day, month, year]) =>
      fc.constantFrom(
        `${year}-${two(month)}-${two(day)}`,
        `${two(day)}.${two(month)}.${year}`,
        `${day}.${month}.${year}`,
        `${two(day)}/${two(month)}/${year}`,
        `${two(month)}/${two(day)}/${year}`,
      ),
    )
  const clocks = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${two(hour)}:${two(minute)}`)
  const spans = fc
    .tuple(clocks, clocks)
    .chain(([from, to]) =>
      fc.constantFrom(
        `${from} - ${to}`,
        `${from.replace(':', '.')}-${to.replace(':', '.')}`,
        `${from} to ${to}`,
      ),
    )
  const prices = fc
    .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
    .chain(([whole, cents]) => {
      const grouped = whole.toLocaleString('en-US')
      return fc.constantFrom(
        `EGP ${grouped}.${two(cents)}`,
        `$${grouped}`,
        `${grouped.replaceAll(',', ' ')} EGP`,
        `${whole} USD`,
      )
    })
  const counts = fc
    .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 15, max: 240 }))
    .map(([sessions, minutes]) => `${sessions} sessions of ${minutes} minutes`)

  test('is a date, a time, a span, a price or a number of sessions', () => {
    const part = fc.oneof(dates, clocks, spans, prices, counts)
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        expect(found(`See you: ${parts.join(', ')}.`)).toEqual([])
      }),
    )
  })

  test('is a date with its time behind it', () => {
    fc.assert(
      fc.property(dates, clocks, (date, clock) => {
        expect(found(`${date} ${clock}`)).toEqual([])
      }),
    )
  })

  test.each([
    'Hello.Then we go',
    'I was at home.Then I left',
    'e.g. a walk, i.e. outside, at 5 p.m.',
    '8 - 10 hours, 3 x 10 squats, 14 of 27',
    'from 2012 - 2026',
    'look at me, meet me at ten',
    '',
  ])('is “%s”', (text) => expect(found(text)).toEqual([]))
})

test('whatever somebody writes is read', () => {
  const text = fc.string({ unit: 'binary', maxLength: messageCharsMax })
  fc.assert(
    fc.property(text, (given) => {
      expect(found(given).length).toBeLessThanOrEqual(3)
    }),
  )
})
