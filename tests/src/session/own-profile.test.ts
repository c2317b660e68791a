import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { findYoungPerson } from '#src/features/account/pages/young-page.tsx'
import {
  deleteBioDraft,
  readBioDraft,
  saveBioDraft,
  saveField,
} from '#src/features/account/profile/profile-data.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile, refreshProfile, refreshScore } from '#src/session/own-profile.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { fullUser } from '../profile/full-user.ts'

afterEach(closePhones)

const lina = fullUser()
const linasPhone = () => openPhone(lina._id)

describe('the profile on this device', () => {
  test('is the last one that the server sent, and stays when it does not answer', async () => {
    const db = await linasPhone()
    answerWith(() => ours(lina), noNetwork)
    expect(await readProfile(db)).toBeUndefined()
    await refreshProfile(db, 'token')
    await expect(refreshProfile(db, 'token')).rejects.toThrow('No answer')
    expect(await readProfile(db)).toEqual(lina)
  })

  test('takes a newer score in, and needs none', async () => {
    const db = await linasPhone()
    answerWith(() => ours({ score: 150 }))
    await refreshScore(db, 'token')
    expect(await readProfile(db)).toBeUndefined()
    await keep(db)
    await refreshScore(db, 'token')
    expect(await readProfile(db)).toEqual({ ...lina, score: 150 })
  })

  test('keeps what was changed while it was on its way', async () => {
    const db = await linasPhone()
    await keep(db)
    const changed = fullUser({ bio: 'New' })
    answerWith(
      async () => {
        await saveField({ db, token: 'token', userT: 'Adolescent' }, 'bio', 'New')
        return ours(lina)
      },
      () => ours(changed),
    )
    await refreshProfile(db, 'token')
    expect((await readProfile(db))?.bio).toBe('New')
  })

  test('is asked for once by each of the parts that have none yet', async () => {
    const db = await linasPhone()
    const requests = answerWith(async () => {
      if (requests.length === 1) await refreshProfile(db, 'token')
      return ours(lina)
    })
    await refreshProfile(db, 'token')
    expect(requests).toHaveLength(2)
  })

  test('that an older build stored in another shape is none', async () => {
    const db = await linasPhone()
    await db.meta.put({ key: 'profile', user: { ...lina, age: 'old' } } as never)
    expect(await readProfile(db)).toBeUndefined()
  })
})

describe('a saved change', () => {
  test('of the bio is sent as JSON, stored, and ends its draft', async () => {
    const db = await linasPhone()
    const requests = answerWith(() => ours(fullUser({ bio: 'New' })))
    await saveBioDraft(db, 'New', 'Old')
    await saveField({ db, token: 'token', userT: 'Adolescent' }, 'bio', 'New')
    expect(await requests[0]?.json()).toEqual({ bio: 'New', userT: 'Adolescent' })
    expect([(await readProfile(db))?.bio, await readBioDraft(db)]).toEqual(['New', undefined])
  })

  test('of the image goes up as a file and is stored', async () => {
    const db = await linasPhone()
    const requests = answerWith(() => ours(fullUser({ profileImg: 'new.webp' })))
    const image = new File(['face'], 'face.png', { type: 'image/png' })
    await saveField({ db, token: 'token', userT: 'Adolescent' }, 'profileImg', image)
    const form = await requests[0]?.formData()
    expect([requests[0]?.method, form?.get('userT')]).toEqual(['PATCH', 'Adolescent'])
    expect(form?.get('profileImg')).toHaveProperty('size', 4)
    expect((await readProfile(db))?.profileImg).toBe('new.webp')
  })

  test('that the server refuses changes nothing here and keeps the draft', async () => {
    const db = await linasPhone()
    await keep(db)
    await saveBioDraft(db, 'New', 'Old')
    answerWith(() => ours(problem('invalid_input'), { status: 400 }))
    await expect(saveField({ db, token: 't', userT: 'Adolescent' }, 'bio', 'New')).rejects.toThrow(
      'not valid',
    )
    expect([(await readProfile(db))?.bio, await readBioDraft(db)]).toEqual([lina.bio, 'New'])
  })
})

describe('a draft of the bio', () => {
  test('is what was written last, and none once it is as saved or dropped', async () => {
    const db = await linasPhone()
    expect(await readBioDraft(db)).toBeUndefined()
    await saveBioDraft(db, 'Ne', 'Old')
    await saveBioDraft(db, 'New', 'Old')
    expect(await readBioDraft(db)).toBe('New')
    await saveBioDraft(db, 'Old', 'Old')
    expect(await readBioDraft(db)).toBeUndefined()
    await saveBioDraft(db, '', 'Old')
    expect(await readBioDraft(db)).toBe('')
    await deleteBioDraft(db)
    expect(await readBioDraft(db)).toBeUndefined()
  })
})

describe('a young person’s page', () => {
  const { view: _, ...card } = lina
  const refusal = () => ours(problem('not_found'), { status: 404 })

  test.each([
    ['themself', () => ours(lina), 'full'],
    ['their provider', () => ours({ ...card, view: 'client' }), 'client'],
    [
      'a viewer who may see a provider’s card alone',
      () => ours({ ...card, view: 'card', languages: [], seesMinors: false, reviewedAt: null }),
      'missing',
    ],
    ['anyone else', refusal, 'missing'],
  ])('for %s', async (_, answer, seen) => {
    answerWith(answer)
    const found = await findYoungPerson(lina._id, 'token')
    expect(found === 'missing' ? found : found.view).toBe(seen)
  })

  test('of an id that is none is nobody’s, without asking', async () => {
    const requests = answerWith(() => ours(lina))
    expect(await findYoungPerson('../me', 'token')).toBe('missing')
    expect(requests).toEqual([])
  })

  test('without an answer is not called missing', async () => {
    answerWith(noNetwork)
    await expect(findYoungPerson(lina._id, 'token')).rejects.toThrow('No answer')
  })
})

async function keep(db: UserDatabase): Promise<void> {
  await db.meta.put({ key: 'profile', user: lina })
}
