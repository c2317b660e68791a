import { localMinuteAt, localTimeAt } from '#contract/local-date.ts'
import type { Notice } from '#contract/notices/api.ts'
import { isQuiet, type Reminder } from '#contract/push/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { unreadTotal } from './chat/shown-chats.ts'
import { readPush, readPushSettings } from './push.ts'
import { readHidden } from './safety.ts'
import { isDayAnswered } from './trackers.ts'

/**
 * What the app's icon counts: unread messages, other unread notices but those of people who are blocked, and check-ins that a
 * reminder has asked for. For a live query.
 */
export async function badgeCount(db: UserDatabase, nowMs: number): Promise<number> {
  // Each look at the notices counts anew, one that brings nothing too: a reminder comes by the clock, which wakes no query.
  await db.meta.get('noticesAsOf')
  const [messages, notices, reminders] = await Promise.all([
    unreadTotal(db),
    unreadNews(db),
    openReminders(db, nowMs),
  ])
  return messages + notices + reminders
}

async function unreadNews(db: UserDatabase): Promise<number> {
  const hidden = await readHidden(db)
  const counts = ({ kind, read, person }: Notice) =>
    !read && kind !== 'message.received' && !hidden.has(person.id)
  return await db.notices.filter(counts).count()
}

/**
 * How many trackers have had a reminder for the day that counts now, by the clock that reminders go by, and are not answered
 * yet. For a live query.
 */
export async function openReminders(db: UserDatabase, nowMs: number): Promise<number> {
  const settings = await readPushSettings(db)
  if (!settings) return 0
  const timeZone = settings.zone.follows ? deviceZone() : settings.zone.name
  const clock = localTimeAt(nowMs, timeZone)
  const minuteNow = localMinuteAt(nowMs, timeZone)
  const weekday = new Date(clock.date).getUTCDay()
  const isDueNow = ({ on, days, minute }: Reminder) =>
    on && days.includes(weekday) && minute <= minuteNow && !isQuiet(settings.quiet, minute)
  // One after midnight may have asked about the day before, which is over by now.
  const isOfNow = ({ tracker, minute }: Reminder) =>
    trackerDay(tracker, { date: clock.date, hour: Math.floor(minute / 60) }) ===
    trackerDay(tracker, clock)
  const due = settings.reminders.filter((reminder) => isDueNow(reminder) && isOfNow(reminder))
  const types = [...new Set(due.map(({ tracker }) => tracker))]
  const open = await Promise.all(
    types.map(async (type) => {
      const answered = await isDayAnswered(db, type, trackerDay(type, clock))
      return !answered && !(await rests(db, type, timeZone))
    }),
  )
  return open.filter(Boolean).length
}

/** Nobody is reminded of it any more, as the server said last; an answer for a day since then ends that. */
async function rests(db: UserDatabase, type: TrackerType, timeZone: string): Promise<boolean> {
  const { resting } = await readPush(db)
  if (!resting?.trackers.includes(type)) return false
  const since = trackerDay(type, localTimeAt(resting.atMs, timeZone))
  const later = db.trackerEntries
    .where('[trackerType+day]')
    .between([type, since], [type, '\uffff'])
  return (await later.count()) === 0
}
