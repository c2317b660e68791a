import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import { nextReminder } from '#contract/push/next-reminder.ts'
import {
  pushKindOfTracker,
  withNewKinds,
  type PushSettings,
  type Reminder,
} from '#contract/push/model.ts'
import type { Orm, Statements } from '#server/db/orm.ts'
import { pushReminders, pushSettings } from '#server/db/schema/push.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { OwnPush } from './policy.ts'

export type SettingsRow = typeof pushSettings.$inferSelect

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
export async function putSettings(
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
