import { eq, and, asc, notInArray, sql } from 'drizzle-orm'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import { baseLanguage } from '#contract/language.ts'
import { clockAt, utcDate } from '#contract/local-date.ts'
import {
  defaultPushSettings,
  hasReminders,
  pushKindOfTracker,
  type PushSettings,
  withNewKinds,
  type Reminder,
} from '#contract/push/model.ts'
import { icsOfReminders, nextReminder } from '#contract/push/reminders.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { type Orm, type Queryable, lockPeople, type Statements } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { pushReminders, pushSettings } from '#server/db/schema/notices.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type Verdict, authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { pushUnanswered } from './push.sql.ts'

/** What belongs to one person: their settings, or a device of theirs. */
export interface OwnPush {
  readonly userId: string
}

/** Nobody sees or changes what another person is notified of; to them it is not there. */
export function isOwnPush(actor: Actor, { userId }: OwnPush): Verdict {
  return userId === actor.userId ? 'allow' : 'not_found'
}

interface SettingsDeps {
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
    const { reminders, zone } = await settings(actor)
    const nowMs = now()
    const today = utcDate(clockAt(zone.name, nowMs))
    const url = `${publicUrl}/trackers`
    const [person] = await orm
      .select({ language: users.language })
      .from(users)
      .where(eq(users.id, actor.userId))
    const language = person?.language ?? baseLanguage
    return icsOfReminders(reminders, { nowMs, today, url, language })
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

type SettingsRow = typeof pushSettings.$inferSelect

/** What a person chose; undefined before they did. */
export async function settingsOf(
  tx: Pick<Orm, 'select'>,
  userId: string,
): Promise<PushSettings | undefined> {
  const [row] = await tx.select().from(pushSettings).where(eq(pushSettings.userId, userId))
  if (!row) return undefined
  const reminders = await tx
    .select()
    .from(pushReminders)
    .where(eq(pushReminders.userId, userId))
    .orderBy(asc(pushReminders.tracker), asc(pushReminders.minute))
  return {
    kinds: withNewKinds(row.kinds),
    quiet: quietOf(row),
    reminders: reminders.map(reminderOf),
    zone: { follows: row.zoneFollows, name: row.timeZone },
    discreet: row.discreet,
  }
}

export function quietOf({ quietFrom, quietTo }: Pick<SettingsRow, 'quietFrom' | 'quietTo'>) {
  return quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo }
}

/** Stores what holds before somebody chose, unless they have. */
export async function insertSettings(
  tx: Statements,
  own: Authorized<OwnPush>,
  settings: PushSettings,
  at: Date,
): Promise<void> {
  await tx
    .insert(pushSettings)
    .values({ userId: own.userId, ...columnsOf(settings), chosenAt: at })
    .onConflictDoNothing()
}

/** Stores all of it anew; the caller holds the person's lock. */
async function putSettings(
  tx: Statements,
  own: Authorized<OwnPush>,
  settings: PushSettings,
  at: Date,
): Promise<void> {
  const { userId } = own
  const columns = { ...columnsOf(settings), chosenAt: at }
  await tx
    .insert(pushSettings)
    .values({ userId, ...columns })
    // A build that does not know a kind says nothing of it: what was chosen on another device stays.
    .onConflictDoUpdate({
      target: pushSettings.userId,
      set: { ...columns, kinds: sql`${pushSettings.kinds} || excluded.kinds` },
    })
  const slots = settings.reminders.map(({ tracker, minute }) => `${tracker} ${minute}`)
  const slot = sql`${pushReminders.tracker} || ' ' || ${pushReminders.minute}`
  const others = slots.length > 0 ? notInArray(slot, slots) : undefined
  await tx.delete(pushReminders).where(and(eq(pushReminders.userId, userId), others))
  if (settings.reminders.length === 0) return
  const rows = settings.reminders.map((reminder) => ({
    userId,
    tracker: reminder.tracker,
    minute: reminder.minute,
    days: bitsOf(reminder.days),
    on: reminder.on,
    nextAt: nextAtOf(settings, reminder, at),
  }))
  const given = (name: string) => sql.raw(`excluded.${name}`)
  await tx
    .insert(pushReminders)
    .values(rows)
    .onConflictDoUpdate({
      target: [pushReminders.userId, pushReminders.tracker, pushReminders.minute],
      set: { days: given('days'), on: given('"on"'), nextAt: given('next_at') },
    })
}

/** Goes by another clock from now on, where the person's follows their device. */
export async function followZone(
  tx: Statements,
  { userId }: OwnPush,
  timeZone: string,
  at: Date,
): Promise<'followed' | 'unchanged'> {
  const [row] = await tx
    .update(pushSettings)
    .set({ timeZone })
    .where(
      and(
        eq(pushSettings.userId, userId),
        eq(pushSettings.zoneFollows, true),
        sql`${pushSettings.timeZone} <> ${timeZone}`,
      ),
    )
    .returning()
  if (!row) return 'unchanged'
  const reminders = await tx.select().from(pushReminders).where(eq(pushReminders.userId, userId))
  const zone = { name: timeZone, follows: true }
  for (const reminder of reminders) {
    const nextAt = nextAtOf({ kinds: row.kinds, zone }, reminderOf(reminder), at)
    await tx
      .update(pushReminders)
      .set({ nextAt })
      .where(
        and(
          eq(pushReminders.userId, userId),
          eq(pushReminders.tracker, reminder.tracker),
          eq(pushReminders.minute, reminder.minute),
        ),
      )
  }
  return 'followed'
}

/** The days of a week as bits, Sunday the lowest. */
export function daysOf(bits: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => (bits & (1 << day)) !== 0)
}

function bitsOf(days: readonly number[]): number {
  return days.reduce((bits, day) => bits | (1 << day), 0)
}

function reminderOf(row: typeof pushReminders.$inferSelect): Reminder {
  const { tracker, minute, days, on } = row
  return { tracker, minute, days: daysOf(days), on }
}

function nextAtOf(
  { kinds, zone }: Pick<PushSettings, 'kinds' | 'zone'>,
  reminder: Reminder,
  at: Date,
): Date | null {
  if (!reminder.on || !kinds[pushKindOfTracker[reminder.tracker]]) return null
  return new Date(nextReminder(zone.name, reminder, at.getTime()).atMs)
}

function columnsOf({ kinds, quiet, zone, discreet }: PushSettings) {
  return {
    kinds,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    timeZone: zone.name,
    zoneFollows: zone.follows,
    discreet,
  }
}
