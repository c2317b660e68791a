import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { languages } from '#contract/language.ts'
import { calmNames, lookFiles } from '#contract/look.ts'
import { neutralWords, phoneWords } from '#contract/push/words.ts'
import { writeDeviceLook } from '#src/offline/session/device-look.ts'
import { notify, said } from '../../sw/notify.ts'

type Shown = [title: string, options: NotificationOptions & { actions?: unknown[] }]

let shown: Shown[]
const showNotification = async (...given: Shown) => void shown.push(given)
const worker = { registration: { showNotification } }
const options = {
  tag: 'tracker.mood',
  silent: true,
  data: { path: '/trackers' },
  actions: [{ action: 'half:high', title: phoneWords.en.halves.high }],
}

beforeEach(() => {
  shown = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  await writeDeviceLook('zync')
})

test('a notification has the name and the icon of the app where nobody chose another look', async () => {
  await notify(worker, said('en', 'Time for a little check-in'), options)
  const { icon, badge } = lookFiles.zync
  const words = { body: 'Time for a little check-in', lang: 'en', dir: 'ltr' }
  expect(shown).toEqual([['Zync', { icon, badge, ...words, ...options }]])
})

test.each(languages)(
  'in the neutral look it has that name and icon, and says in %s that there is news, whatever was sent',
  async (language) => {
    await writeDeviceLook('calm')
    const { answered } = phoneWords[language]
    await notify(worker, said(language, answered.body, answered.title), options)
    const [[title, given] = ['', {}]] = shown
    expect(title).toBe(calmNames[language])
    expect(given).toMatchObject({
      body: neutralWords[language],
      lang: language,
      icon: lookFiles.calm.icon,
      badge: lookFiles.calm.badge,
      actions: [],
    })
    // Where a tap leads, and whose it is, stays.
    expect(given).toMatchObject({ tag: options.tag, silent: true, data: options.data })
    expect(JSON.stringify(given)).not.toMatch(/zync|mark\.svg|icons\/icon-/i)
  },
)

test('words of a server in a language of later are neutral in English', async () => {
  await writeDeviceLook('calm')
  await notify(worker, { title: 'Zync', body: 'Hallo', lang: 'de', dir: 'ltr' }, options)
  expect(shown[0]?.[0]).toBe('Notes')
  expect(shown[0]?.[1]).toMatchObject({ body: neutralWords.en, lang: 'en' })
})

function fail(): never {
  throw new DOMException('Gone', 'InvalidStateError')
}

test('a device whose storage cannot be read shows the neutral one, and never the words or nothing', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(fail)
  await notify(worker, said('en', 'Time for a little check-in'), options)
  expect(shown).toMatchObject([['Notes', { body: neutralWords.en, actions: [] }]])
})

test.each([
  ['zync', 'Zync'],
  ['calm', 'Notes'],
] as const)('a storage that fails once is asked again: %s', async (look, name) => {
  await writeDeviceLook(look)
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(fail)
  await notify(worker, said('en', 'Time for a little check-in'), options)
  expect(shown.map(([title]) => title)).toEqual([name])
})
