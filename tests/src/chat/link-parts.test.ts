import { describe, expect, test } from 'vitest'
import { linkParts } from '#src/features/chat/message/message-bubble.tsx'

function links(text: string): [string, string][] {
  return linkParts(text).flatMap(({ text, href }) => (href === undefined ? [] : [[text, href]]))
}

describe('linkParts', () => {
  test('finds web addresses and keeps every letter of the text', () => {
    const text = 'See https://example.org/a?b=c#d, or www.example.com. (http://a.example/(x))'
    expect(links(text)).toEqual([
      ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
      ['www.example.com', 'https://www.example.com/'],
      ['http://a.example/(x))', 'http://a.example/(x))'],
    ])
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'https://user:pass@example.org',
    'http://localhost/admin',
    'https://',
    'no address at all',
    '',
  ])('makes no link of %s', (text) => {
    expect(links(text)).toEqual([])
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  test('leaves the marks of the sentence and its bracket outside', () => {
    expect(links('(see https://example.org/x)!').map(([shown]) => shown)).toEqual([
      'https://example.org/x',
    ])
  })
})
