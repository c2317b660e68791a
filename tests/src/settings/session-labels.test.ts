import { describe, expect, test } from 'vitest'
import { lastUsedLabel } from '#src/features/account/settings/sessions-section.tsx'
import { deviceLabel } from '#src/lib/device-label.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0`,
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
    'Firefox on iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/156.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/150.0.0.0 Safari/537.36 OPR/115.0`,
    'Opera on Windows',
  ],
  ['curl/8.5.0 (Linux)', 'Linux'],
  ['node', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, words) => {
  expect(deviceLabel(userAgent)).toBe(words)
})

describe('the last use', () => {
  const now = new Date(2026, 10, 21, 12).getTime()

  test('of today needs no date', () => {
    expect(lastUsedLabel(new Date(2026, 10, 21, 0, 1).toISOString(), now)).toBe('Used today')
  })

  test('of another day has its date in the US long format', () => {
    expect(lastUsedLabel(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe(
      'Last used November 20, 2026',
    )
  })
})
