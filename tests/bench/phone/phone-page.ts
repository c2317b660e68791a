import type { BrowserContext, Page } from '@playwright/test'
import type { Person, Scale } from '../stored.ts'
import type { PhoneCore } from './core.ts'

declare global {
  var zyncPhone: PhoneCore
}

/** A month of answers at the smallest scale. */
const entriesAtScaleOne = 120
const waitingAtScaleOne = 10

/** A page of an origin that runs nothing but the bench's bundle: any file that is not the app will do. */
export async function openPhonePage(
  context: BrowserContext,
  origin: string,
  core: string,
): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript({ content: core })
  await page.goto(`${origin}/robots.txt`)
  return page
}

/** Makes a page's processor so many times slower. */
export async function slowDown(context: BrowserContext, page: Page, rate: number): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Keeps a login where the app looks for it. */
export async function logIn(page: Page, person: { userId: string; token: string }): Promise<void> {
  await page.evaluate(({ userId, token }) => {
    const user = { _id: userId, userT: 'Adolescent', firstname: 'Nour', lastname: 'Bench' }
    localStorage.setItem('token', token)
    localStorage.setItem('isLoggedIn', 'true')
    localStorage.setItem('userPayload', JSON.stringify(user))
  }, person)
}

/** What the phone of somebody who was not used yet holds at a scale. */
export function phoneAtScale(
  people: Person[],
  scale: Scale,
): Parameters<PhoneCore['openPhone']>[0] {
  const person = people.shift()
  if (!person) throw new Error('The bench has run out of people')
  const { id: userId, token } = person
  return {
    userId,
    token,
    entryCount: entriesAtScaleOne * scale,
    waitingCount: waitingAtScaleOne * scale,
  }
}

/** Calls a function of the bundle in the page. */
export async function onPhone<K extends keyof PhoneCore>(
  page: Page,
  name: K,
  ...given: Parameters<PhoneCore[K]>
): Promise<Awaited<ReturnType<PhoneCore[K]>>> {
  const done: unknown = await page.evaluate(
    ({ name, given }) =>
      (globalThis.zyncPhone[name] as (...given: unknown[]) => Promise<unknown>)(...given),
    { name, given },
  )
  return done as Awaited<ReturnType<PhoneCore[K]>>
}
