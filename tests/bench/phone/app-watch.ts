import type { Page } from '@playwright/test'

declare global {
  /** What the page has measured so far, in milliseconds. */
  var zyncMeasured: number[]
  /** Tasks of more than 50 ms: when each ended, and how long it took, in milliseconds. */
  var zyncLongTasks: { endMs: number; tookMs: number }[]
}

/**
 * In every document of a page from now on: notes how long it takes from the press of a form's button until a frame
 * without that form has been painted.
 */
export async function notePresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.zyncMeasured = []
    document.addEventListener(
      'click',
      (event) => {
        const pressed = event.target instanceof Element ? event.target : undefined
        const form = pressed?.closest('button[type=submit]')?.closest('form')
        if (!form) return
        const look = () => {
          if (form.isConnected) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () =>
            zyncMeasured.push(performance.now() - event.timeStamp),
          )
          port1.start()
          return port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      },
      true,
    )
  })
}

/** In the next document of a page: notes when the first of `ready` is on the screen and the page can take a press. */
export async function noteStart(page: Page, ready: string): Promise<void> {
  await page.addInitScript((ready) => {
    globalThis.zyncMeasured = []
    globalThis.zyncLongTasks = []
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        zyncLongTasks.push({ endMs: startTime + duration, tookMs: duration })
    }).observe({ type: 'longtask', buffered: true })
    const observer = new MutationObserver(() => {
      if (!document.querySelector(ready)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => zyncMeasured.push(performance.now()))
        port1.start()
        port2.postMessage(undefined)
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, ready)
}

/** What the page measured, once there are `count` numbers. */
export async function measuredBy(page: Page, count: number): Promise<number[]> {
  await page.waitForFunction((count) => globalThis.zyncMeasured.length >= count, count)
  return page.evaluate(() => globalThis.zyncMeasured)
}

/** The longest task that ended in a while after the moment that `noteStart` notes; 0 where none was long. */
export async function longestAfterStart(page: Page, forMs: number): Promise<number> {
  await page.waitForFunction(
    (forMs) => performance.now() > (zyncMeasured[0] ?? Number.POSITIVE_INFINITY) + forMs,
    forMs,
  )
  return await page.evaluate(() => {
    const after = zyncLongTasks.filter(({ endMs }) => endMs > (zyncMeasured[0] ?? 0))
    return Math.max(0, ...after.map(({ tookMs }) => tookMs))
  })
}

/** In every document of a page from now on: notes how long each change of a search box takes until it is painted. */
export async function noteKeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener(
      'input',
      (event) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () =>
            zyncMeasured.push(performance.now() - event.timeStamp),
          )
          port1.start()
          port2.postMessage(undefined)
        })
      },
      true,
    )
  })
}

/** The same from a press on a card's link until another list of cards has been painted. */
export async function noteWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.zyncMeasured = []
    document.addEventListener(
      'click',
      (event) => {
        const pressed = event.target instanceof Element ? event.target.closest('li a') : undefined
        if (!pressed) return
        const look = () => {
          const there = !pressed.isConnected && document.querySelector('main li section')
          if (!there) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () =>
            zyncMeasured.push(performance.now() - event.timeStamp),
          )
          port1.start()
          return port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      },
      true,
    )
  })
}

/** In every document of a page from now on: notes how long it takes from a press on each selector until another is painted. */
export async function noteTaps(page: Page, pairs: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((pairs) => {
    globalThis.zyncMeasured = []
    document.addEventListener(
      'click',
      (event) => {
        const { target } = event
        const pressed = Object.keys(pairs).find(
          (selector) => target instanceof Element && target.closest(selector),
        )
        const drawn = pressed && pairs[pressed]
        if (!drawn) return
        const look = () => {
          if (!document.querySelector(drawn)) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () =>
            zyncMeasured.push(performance.now() - event.timeStamp),
          )
          port1.start()
          return port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      },
      true,
    )
  }, pairs)
}
