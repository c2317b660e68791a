import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  isDisclosed,
  mayJoin,
  roomHostOf,
  roomHosts,
  roomSchema,
} from '#contract/calendar/model.ts'

const isRoom = (url: string) => v.is(roomSchema, { kind: 'video', url })

describe('the address of a call', () => {
  test.each([
    'https://meet.google.com/abc-defg-hij',
    'https://us02web.zoom.us/j/123456?pwd=a.b~c',
    'https://practice.whereby.com/sofia',
    'https://teams.microsoft.com/l/meetup-join/19%3ameeting@thread.v2/0',
    'HTTPS://Zoom.US/j/1',
  ])('%s is one', (url) => expect(isRoom(url)).toBe(true))

  test.each([
    'http://zoom.us/j/1',
    'javascript:alert(1)//zoom.us/',
    'https://zoom.us',
    'https://zoom.us/',
    'https://evilzoom.us/j/1',
    'https://zoom.us.evil.example/j/1',
    'https://zoom.us@evil.example/j/1',
    'https://lina:secret@zoom.us/j/1',
    'https://zoom.us:8443/j/1',
    'https://zoom.us\\@evil.example/j/1',
    'https://evil.example/https://zoom.us/j/1',
    'https://zооm.us/j/1',
    'https://xn--zm-emca.us/j/1',
    'https://zoom.us./j/1',
    'https://10.0.0.1/j/1',
    'https://localhost/j/1',
    'https://zoom.us/j/1 <script>',
    '//zoom.us/j/1',
    'data:text/html,zoom.us/',
    `https://zoom.us/${'a'.repeat(300)}`,
  ])('%s is none', (url) => expect(isRoom(url)).toBe(false))

  test('is at a host that is known, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, more) => {
        for (const text of [url, more + url, url + more, `https://zoom.us${more}`]) {
          const room = v.safeParse(roomSchema, { kind: 'video', url: text })
          // What is kept is without the spaces around it.
          if (!room.success || room.output.kind !== 'video') continue
          const { protocol, hostname, username, port } = new URL(room.output.url)
          expect(protocol).toBe('https:')
          expect(roomHostOf(room.output.url)).toBe(hostname)
          const known = roomHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
          expect([known, username, port]).toEqual([true, '', ''])
        }
      }),
    )
  })
})

test('people join from ten minutes before to thirty after, and are told five minutes earlier', () => {
  const minuteMs = 60_000
  const session = { startMs: 1_000 * minuteMs, endMs: 1_050 * minuteMs }
  const at = (minute: number) => [
    isDisclosed(session, minute * minuteMs),
    mayJoin(session, minute * minuteMs),
  ]
  expect([984, 985, 989, 990, 1_079, 1_080].map(at)).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
    [true, true],
    [false, false],
  ])
})
