import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import { defaultPushSettings } from '#contract/push/model.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/account.ts'
import {
  pushReminders,
  pushSends,
  pushSettings,
  pushSubscriptions,
} from '#server/db/schema/notices.ts'

/** A young person with a device, a reminder, and something that waits and something that goes out about a provider. */
export async function setPushStage(
  { orm }: Database,
  given: { teen: string; provider: string; about: string; now: Date; later: Date; past: Date },
) {
  const { teen: userId, provider: actorId, about, now, later, past } = given
  const birthDate = '2000-01-01' as LocalDate
  const chosen = defaultPushSettings({ birthDate, timeZone: 'Africa/Cairo' }, birthDate)
  const settings = {
    kinds: { ...chosen.kinds, 'article.published': true },
    timeZone: 'Africa/Cairo',
    zoneFollows: true,
    discreet: true,
    chosenAt: past,
  }
  await orm
    .insert(pushSettings)
    .values([userId, actorId].map((each) => ({ ...settings, userId: each })))
  const ids = [uuidv7(), uuidv7()] as const
  for (const [index, id] of ids.entries()) {
    const tokenHash = `push ${index}`
    await orm.insert(sessions).values({ id, tokenHash, userId, expiresAt: later })
    await orm.insert(pushSubscriptions).values({
      id,
      userId,
      sessionId: id,
      endpointHash: tokenHash,
      sealed: 'sealed',
      publicKey: 'key',
      language: 'en',
      createdAt: past,
      seenAt: past,
      expiresAt: index === 0 ? null : past,
    })
  }
  const reminder = { userId, tracker: 'Mood' as const, minute: 1_200, days: 127, on: true }
  await orm.insert(pushReminders).values({ ...reminder, nextAt: past })
  const [waiting, queued] = [uuidv7(), uuidv7()]
  const times = { dueAt: past, sendBefore: later }
  const notice = 'message.received' as const
  await orm.insert(pushSends).values([
    { id: waiting, userId, kind: 'message', about, slot: 'waits', notice, actorId, ...times },
    {
      id: uuidv7(),
      userId: actorId,
      kind: 'result.shared',
      about: userId,
      slot: '1999-01-01',
      actorId: userId,
      ...times,
    },
    {
      id: queued,
      userId,
      kind: 'tracker.mood',
      about: '2020-01-01',
      slot: '1200',
      ...times,
      countedAt: new Date('2040-01-01T00:00:00Z'),
      countedDay: '2040-01-01' as LocalDate,
      queuedAt: now,
    },
  ])
  return { waiting, queued, device: ids[0] }
}
