import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { endPhone } from '#tests/screens/phone.ts'

beforeAll(() => commands.findFrame())

// Here, since this file alone runs anew for each file of tests.
afterEach(endPhone)

/** Most files share a page: what one leaves behind is gone before the next begins. */
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // A press that ended under faked timers would hold back every dialog of the files to come.
  globalThis.dispatchEvent(new PointerEvent('pointercancel'))
  await page.viewport(360, 740)
})
