import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { endPhone } from '#tests/screens/phone.ts'

beforeAll(() => commands.findFrame())

/** A chart is drawn once its script is there, and a gradient of no colour cannot be: the app's own styles are not in the page. */
const chartColours = new CSSStyleSheet()
chartColours.replaceSync(':root { --color-accent: #663399; --accent-3: #663399 }')
beforeAll(() => void document.adoptedStyleSheets.push(chartColours))

// Here, since this file alone runs anew for each file of tests.
afterEach(endPhone)

/** Most files share a page: what one leaves behind is gone before the next begins. */
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // A press that ended under faked timers would hold back every dialog of the files to come.
  globalThis.dispatchEvent(new PointerEvent('pointercancel'))
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== chartColours)
  await page.viewport(360, 740)
})
