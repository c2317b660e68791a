import { afterEach, describe, expect, test, vi } from 'vitest'
import { localTimeAt } from '#contract/local-date.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'

describe("the zone of this device's clock", () => {
  afterEach(() => void vi.restoreAllMocks())

  /** A browser that gives this for its zone, and is so many minutes behind UTC. */
  function browser(timeZone: string | undefined, minutesBehind: number): void {
    const options = new Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...options,
      timeZone: timeZone as string,
    })
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutesBehind)
  }

  test('is the one that the browser names', () => {
    browser('Africa/Cairo', -120)
    expect(deviceZone()).toBe('Africa/Cairo')
  })

  test.each([
    ['Etc/Unknown', 0, 'UTC'],
    [undefined, 0, 'UTC'],
    ['Etc/Unknown', -180, 'Etc/GMT-3'],
    [undefined, 300, 'Etc/GMT+5'],
    ['', -330, 'Etc/GMT-5'],
  ])('of a browser that says %j and %d minutes is %s', (named, minutesBehind, zone) => {
    browser(named, minutesBehind)
    expect(deviceZone()).toBe(zone)
    expect(localTimeAt(Date.UTC(2026, 10, 21, 12), zone).date).toBe('2026-11-21')
  })
})
