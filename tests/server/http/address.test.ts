import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { callerAddress } from '#server/http/session/caller.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

describe("a caller's address", () => {
  test("is the socket's, whatever the caller writes, without a trusted proxy", () => {
    expect(callerAddress(from('203.0.113.4', '192.0.2.1'), 0)).toBe('203.0.113.4')
    expect(callerAddress(from('::ffff:203.0.113.4'), 0)).toBe('203.0.113.4')
  })

  test('is what the outermost trusted proxy saw', () => {
    const chain = '192.0.2.66, 198.51.100.7, 10.0.0.2'
    expect(callerAddress(from('10.0.0.1', chain), 1)).toBe('10.0.0.2')
    expect(callerAddress(from('10.0.0.1', chain), 2)).toBe('198.51.100.7')
    expect(callerAddress(from('10.0.0.1', '192.0.2.66'), 2)).toBe('192.0.2.66')
    expect(callerAddress(from('10.0.0.1'), 2)).toBe('10.0.0.1')
  })

  test('is the same on every connection where the proxy writes the port beside it', () => {
    const ofProxy = (...entries: string[]) =>
      entries.map((entry) => callerAddress(from('10.0.0.1', entry), 1))
    expect(ofProxy('203.0.113.4:51234', '192.0.2.66, 203.0.113.4:51235')).toEqual([
      '203.0.113.4',
      '203.0.113.4',
    ])
    expect(
      ofProxy('[2001:db8:1:2::9]:443', '[2001:db8:1:2::9]', '2001:db8:1:2:3:4:5:6:443'),
    ).toEqual(Array(3).fill('2001:db8:1:2::/64'))
    expect(ofProxy('[::ffff:203.0.113.4]:443', '::ffff:203.0.113.4')).toEqual([
      '203.0.113.4',
      '203.0.113.4',
    ])
    expect(callerAddress(from('10.0.0.1', '198.51.100.7:1, 10.0.0.2:2'), 2)).toBe('198.51.100.7')
  })

  test('is the network that one IPv6 household is given', () => {
    const inOneNetwork = ['2001:db8:1:2:3:4:5:6', '2001:DB8:1:2::9', '2001:db8:1:2:ffff::']
    for (const address of inOneNetwork) {
      expect(callerAddress(from(address), 0)).toBe('2001:db8:1:2::/64')
    }
    expect(callerAddress(from('2001:db8::1'), 0)).toBe('2001:db8:0:0::/64')
    expect(callerAddress(from('fe80::1%eth0'), 0)).toBe('fe80:0:0:0::/64')
    expect(callerAddress(from('::1'), 0)).toBe('0:0:0:0::/64')
  })
})
