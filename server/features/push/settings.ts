import { eq } from 'drizzle-orm'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import { baseLanguage } from '#contract/language.ts'
import { utcDate } from '#contract/local-date.ts'
import {
  defaultPushSettings,
  hasReminders,
  pushKindOfTracker,
  type PushSettings,
} from '#contract/push/model.ts'
import { icsOfReminders } from '#contract/push/reminders-ics.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import type { Orm } from '#server/db/orm.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { lockPeople } from '#server/db/transaction.ts'
import { users } from '#server/db/schema/account.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { isOwnPush, type OwnPush } from './policy.ts'
import { pushUnanswered } from './push.sql.ts'
import { putSettings, settingsOf } from './settings-repo.ts'

export interface SettingsDeps {
  readonly orm: Orm
  readonly pool: Queryable
  readonly publicUrl: string
  readonly now: () => number
}

export type PushChoices = ReturnType<typeof createPushChoices>

/** What people choose to be notified of. */
export function createPushChoices({ orm, pool, publicUrl, now }: SettingsDeps) {
  async function settings({ userId }: Actor): Promise<PushSettings> {
    return (await settingsOf(orm, userId)) ?? defaultsFor(orm, userId, now())
  }

  /** Throws `invalid_input` for reminders of somebody who has no trackers. */
  async function choose(actor: Actor, chosen: PushSettings): Promise<PushSettings> {
    const own = authorize<OwnPush, Actor>(actor, { userId: actor.userId }, isOwnPush)
    if (chosen.reminders.length > 0 && !hasReminders(actor.userType)) {
      const fields = { reminders: 'Reminders are for people with trackers' }
      throw new ProblemError('invalid_input', { fields })
    }
    await orm.transaction(async (tx) => {
      await lockPeople(tx, own.userId)
      await putSettings(tx, own, chosen, new Date(now()))
    })
    return settings(actor)
  }

  /** The trackers of which a person was asked whether to stop, and has not said. */
  async function resting({ userId }: Actor): Promise<{ trackers: TrackerType[] }> {
    const asked = await pushUnanswered.all(pool, [[userId]])
    const kinds = new Set(asked.filter((one) => one.asked).map(({ kind }) => kind))
    return { trackers: trackerTypes.filter((type) => kinds.has(pushKindOfTracker[type])) }
  }

  async function calendar(actor: Actor): Promise<string> {
    const { reminders } = await settings(actor)
    const nowMs = now()
    const url = `${publicUrl}/trackers`
    const [person] = await orm
      .select({ language: users.language })
      .from(users)
      .where(eq(users.id, actor.userId))
    const language = person?.language ?? baseLanguage
    return icsOfReminders(reminders, { nowMs, today: utcDate(nowMs), url, language })
  }

  return { settings, choose, resting, calendar }
}

/** What holds for a person before they chose. */
export async function defaultsFor(
  tx: Pick<Orm, 'select'>,
  userId: string,
  nowMs: number,
  timeZone?: string,
): Promise<PushSettings> {
  const [person] = await tx
    .select({ birthDate: users.birthDate, country: users.country })
    .from(users)
    .where(eq(users.id, userId))
  if (!person) throw new ProblemError('unauthenticated')
  const { birthDate, country } = person
  const zone = timeZone ?? timeZoneOfCountry(country)
  return defaultPushSettings({ birthDate, timeZone: zone }, utcDate(nowMs))
}
