import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguageService } from '#src/app/language-service.ts'
import { chooseLanguage } from '#src/i18n/choose-language.ts'
import { changeSpeech, currentLanguage } from '#src/i18n/chosen.ts'
import { writeDeviceLanguage } from '#src/offline/session/device-language.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { startLanguage } from '#src/session/own-language.ts'
import { putProfile, readProfile, refreshProfile } from '#src/session/own-profile.ts'
import { clearStoredSession, openSession } from '#src/session/session.ts'
import { noNetwork, ours, answerWith } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { patience } from '#tests/support/patience.ts'
import { fullUser } from '../profile/full-user.ts'

const teen = fullUser({ _id: '01900000-0000-7000-8000-0000000000a1' })
const parent = fullUser({ _id: '01900000-0000-7000-8000-0000000000a2' })

/** What the server has as each person's language, and every change that it was sent. */
let languages: Record<string, string>
let sent: unknown[]
/** What a browser has: its cookie, and its local storage. */
let cookie: string
let stored: Map<string, string>
let end: (() => void) | undefined

beforeAll(async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage = () => undefined
    },
  )
  useBrowser()
  await startLanguage()
})

beforeEach(() => {
  useBrowser()
  languages = { [teen._id]: 'en', [parent._id]: 'en' }
  sent = []
  serverAnswers()
})

afterEach(async () => {
  end?.()
  clearStoredSession()
  changeSpeech({ language: 'en' }, {})
  await writeDeviceLanguage('')
  await closePhones()
  vi.unstubAllGlobals()
})

test('a language that came with a profile is no choice of the device, and nobody else’s', async () => {
  languages[teen._id] = 'ar'
  await logsIn(teen._id)
  await speaks('ar')
  expect(cookie).toBe('')
  logsOut()
  await speaks('en')
  await logsIn(parent._id)
  await speaks('en')
  expect(sent).toEqual([])
})

test('a language that another tab has taken from the profile first is spoken in this one too', async () => {
  const db = await logsIn(teen._id)
  await isKnown()
  localStorage.setItem('language', `ar ${teen._id}`)
  languages[teen._id] = 'ar'
  await refreshProfile(db, 'token')
  await speaks('ar')
  expect(sent).toEqual([])
})

test('the next start on such a device speaks the language of the login from its first word', async () => {
  languages[teen._id] = 'ar'
  await logsIn(teen._id)
  await speaks('ar')
  changeSpeech({ language: 'en' }, {})
  await startLanguage()
  expect(currentLanguage()).toBe('ar')
})

test('a choice reaches the server at once, and again with the next start where there was no network', async () => {
  await logsIn(parent._id)
  await chooseLanguage({ language: 'ar', digits: 'own' })
  await serverHas(parent._id, 'ar')
  answerWith(noNetwork)
  await chooseLanguage({ language: 'fr', digits: 'usual' })
  await speaks('fr')
  end?.()
  serverAnswers()
  end = startLanguageService(await openPhone(parent._id))
  await serverHas(parent._id, 'fr')
  expect(sent).toEqual([{ language: 'ar' }, { language: 'fr' }])
})

test('a choice that is made while the one before it is told is told after it', async () => {
  await logsIn(parent._id)
  await isKnown()
  const answered = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  serverAnswers(async () => {
    asked.resolve()
    await answered.promise
  })
  await chooseLanguage({ language: 'ar', digits: 'usual' })
  await asked.promise
  await chooseLanguage({ language: 'fr', digits: 'usual' })
  answered.resolve()
  await serverHas(parent._id, 'fr')
  await speaks('fr')
  expect(sent).toEqual([{ language: 'ar' }, { language: 'fr' }])
})

test('what was saved of the profile while the answer to a choice was on its way stays', async () => {
  const db = await logsIn(parent._id)
  await vi.waitFor(async () => expect(await readProfile(db)).toBeDefined(), patience)
  const asked = Promise.withResolvers<void>()
  const saved = Promise.withResolvers<void>()
  answerWith(async () => {
    asked.resolve()
    await saved.promise
    return ours(fullUser({ _id: parent._id, language: 'ar', bio: 'Old words' }))
  })
  await chooseLanguage({ language: 'ar', digits: 'usual' })
  await asked.promise
  const known = await readProfile(db)
  await userTransaction(db, [], () =>
    putProfile(db, fullUser({ ...known, _id: parent._id, bio: 'New words' })),
  )
  saved.resolve()
  await vi.waitFor(async () => expect((await readProfile(db))?.language).toBe('ar'), patience)
  expect((await readProfile(db))?.bio).toBe('New words')
})

test('a choice right before a login is that of who logs in, without any page that asks for the profile', async () => {
  await chooseLanguage({ language: 'ar', digits: 'usual' })
  await logsIn(parent._id)
  await serverHas(parent._id, 'ar')
  await speaks('ar')
  expect(sent).toEqual([{ language: 'ar' }])
})

test('a choice of one person stays with the device, but not in the profile of the next', async () => {
  await logsIn(teen._id)
  await chooseLanguage({ language: 'ar', digits: 'usual' })
  await serverHas(teen._id, 'ar')
  logsOut()
  languages[parent._id] = 'fr'
  expect(currentLanguage()).toBe('ar')
  await logsIn(parent._id)
  await speaks('fr')
  expect(languages).toEqual({ [teen._id]: 'ar', [parent._id]: 'fr' })
})

test('who logs in over an expired login has a language of their own, and is told no choice of the other', async () => {
  await logsIn(teen._id)
  answerWith(noNetwork)
  await chooseLanguage({ language: 'ar', digits: 'usual' })
  await speaks('ar')
  end?.()
  serverAnswers()
  languages[parent._id] = 'fr'
  await logsIn(parent._id)
  await speaks('fr')
  expect(sent).toEqual([])
})

test('of two devices the one with the later choice leads, and neither writes the other’s back', async () => {
  await logsIn(teen._id)
  await chooseLanguage({ language: 'ar', digits: 'usual' })
  await serverHas(teen._id, 'ar')
  const phone = { cookie, stored }
  await leaves()

  useBrowser()
  await logsIn(teen._id)
  await speaks('ar')
  const laptop = { cookie, stored }
  await leaves()

  useBrowser(phone)
  const db = await logsIn(teen._id)
  await speaks('ar')
  await chooseLanguage({ language: 'en', digits: 'usual' })
  await serverHas(teen._id, 'en')
  expect(db.userId).toBe(teen._id)
  await leaves()

  useBrowser(laptop)
  const other = await logsIn(teen._id)
  await refreshProfile(other, 'token')
  await speaks('en')
  expect(sent).toEqual([{ language: 'ar' }, { language: 'en' }])
})

test('a language that only a later build knows, or none, leaves the words as they are', async () => {
  for (const language of ['tlh', '']) {
    languages[teen._id] = language
    const db = await logsIn(teen._id)
    await refreshProfile(db, 'token')
    await speaks('en')
    logsOut()
    await closePhones()
  }
  expect(sent).toEqual([])
})

function useBrowser(
  of: { cookie: string; stored: Map<string, string> } = { cookie: '', stored: new Map() },
) {
  ;({ cookie, stored } = of)
  const documentOf = Object.assign(new EventTarget(), {
    documentElement: {},
    visibilityState: 'visible',
  })
  Object.defineProperty(documentOf, 'cookie', {
    get: () => cookie,
    set: (text: string) => {
      cookie = text.split(';')[0] ?? ''
    },
  })
  vi.stubGlobal('document', documentOf)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  })
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
}

function serverAnswers(beforeChange = async () => {}): void {
  answerWith(async (request) => {
    const id = new URL(request.url).pathname.split('/').find((part) => part in languages) ?? ''
    if (request.method === 'PATCH') {
      const body = (await request.json()) as { language: string }
      await beforeChange()
      sent.push(body)
      languages[id] = body.language
    }
    return ours(fullUser({ _id: id, language: languages[id] }))
  })
}

async function logsIn(userId: string): Promise<UserDatabase> {
  const userPayload = {
    _id: userId,
    userT: 'Adolescent',
    firstname: 'Lina',
    lastname: 'Haddad',
  } as const
  await openSession({ token: 'token', userPayload })
  const db = await openPhone(userId)
  end = startLanguageService(db)
  return db
}

function logsOut(): void {
  end?.()
  clearStoredSession()
}

/** The browser is put away, with what it stores. */
async function leaves(): Promise<void> {
  end?.()
  await closePhones()
  changeSpeech({ language: 'en' }, {})
}

/** The service has read a profile. */
async function isKnown(): Promise<void> {
  await vi.waitFor(() => expect(localStorage.getItem('reader')).not.toBeNull(), patience)
}

async function speaks(language: string): Promise<void> {
  await vi.waitFor(() => expect(currentLanguage()).toBe(language), patience)
}

async function serverHas(userId: string, language: string): Promise<void> {
  await vi.waitFor(() => expect(languages[userId]).toBe(language), patience)
}
