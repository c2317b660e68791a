import { Readable } from 'node:stream'
import { asc, eq, and, ne } from 'drizzle-orm'
import { isTimeZone, dayMs } from '#contract/local-date.ts'
import type { pushApi } from '#contract/push/api.ts'
import type { PushSettings } from '#contract/push/model.ts'
import { contractHeader } from '#contract/version.ts'
import type { Orm } from '#server/db/orm.ts'
import {
  pushSends,
  pushStoppedAddresses,
  pushSubscriptions,
  pushSettings,
} from '#server/db/schema/notices.ts'
import { defineFeature, type CoreDeps } from '#server/feature.ts'
import { createLimiter, type Limiter, hourSeconds } from '#server/http/limits/limits.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { createPushDevices, type PushDevices } from './devices.ts'
import { pushSweepDevices, pushSweepSends } from './push.sql.ts'
import { decideReminders, clockBatch, queueDue } from './queue.ts'
import { sendPushes, createSendTest, type SendTest } from './sending.ts'
import { createPushChoices, settingsOf, followZone, type PushChoices } from './settings.ts'

export {
  dropPushesBetween,
  noteArticle,
  noteNoticePush,
  noteSharedResult,
  withdrawArticle,
  withdrawSharedResult,
} from './notes.ts'

/** How often somebody looks for what is due. */
const clockEveryMs = 10_000
/** What was sent is of use for so long: to whoever reminds no more, and to whoever asks why nothing came. */
const sendsDays = 30
/** A question whether to stop that nobody answered is not asked again for so long. */
const questionsDays = 400

export const push = defineFeature({
  routes: (deps) => {
    const { pool, orm } = deps.database
    const devices = createPushDevices({ ...deps, orm })
    const tests = createLimiter(pool, 'push-test', testsPerHourMax, hourSeconds)
    return pushRoutes({
      devices,
      choices: createPushChoices({ ...deps, orm, pool }),
      sendTest: createSendTest({ ...deps, orm, devices, tests }),
      changes: createLimiter(pool, 'push-change', changesPerHourMax, hourSeconds),
    })
  },
  jobs: (deps) => {
    const { push: port, jobs } = deps
    if (!port) return
    jobs.repeat('push.clock', clockEveryMs, () => lookForDue(deps))
    jobs.handle('push.send', async (given) => {
      const now = await databaseClock(deps)
      await sendPushes({ ...deps, push: port, now }, given)
    })
  },
  sweep: async ({ database }, now) => {
    const ago = (days: number) => new Date(now.getTime() - days * dayMs)
    await pushSweepSends.run(database.pool, [ago(sendsDays), ago(questionsDays)])
    await pushSweepDevices.run(database.pool, [now])
  },
  exportData: ({ database }) => ({ push: pushExport(database.orm) }),
})

/** Decides about everything that is due, in transactions of a moment each. */
async function lookForDue(deps: CoreDeps): Promise<void> {
  const due = { ...deps, now: await databaseClock(deps) }
  while ((await decideReminders(due)) === clockBatch);
  while ((await queueDue(due)) === clockBatch);
}

/**
 * The database's clock, set once: a process that is ahead of it would remind everybody too early, and call what goes
 * out in time too late.
 */
async function databaseClock({ jobs, now }: Pick<CoreDeps, 'jobs' | 'now'>): Promise<() => number> {
  const aheadMs = now() - (await jobs.now())
  return () => now() - aheadMs
}

/** What a person is notified of, on how many devices and when; addresses of devices open something, so they stay here. */
function pushExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => ({
    settings: (await settingsOf(orm, userId)) ?? null,
    devices: await orm
      .select({
        language: pushSubscriptions.language,
        createdAt: pushSubscriptions.createdAt,
        seenAt: pushSubscriptions.seenAt,
      })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(asc(pushSubscriptions.createdAt)),
    stopped: await orm
      .select({ stoppedAt: pushStoppedAddresses.stoppedAt })
      .from(pushStoppedAddresses)
      .where(eq(pushStoppedAddresses.userId, userId))
      .orderBy(asc(pushStoppedAddresses.stoppedAt)),
    sent: await orm
      .select({
        kind: pushSends.kind,
        dueAt: pushSends.dueAt,
        sentAt: pushSends.sentAt,
        notSentBecause: pushSends.dropped,
      })
      .from(pushSends)
      .where(eq(pushSends.userId, userId))
      .orderBy(asc(pushSends.dueAt)),
  })
}

/** Goes by the zone that a person's device was in when it did something, where theirs follows the device. */
export function createDeviceZone({ orm, now }: { orm: Orm; now: () => number }) {
  return async (userId: string, timeZone: string): Promise<void> => {
    if (!isTimeZone(timeZone)) return
    const { zoneFollows, timeZone: zone } = pushSettings
    const elsewhere = and(eq(zoneFollows, true), ne(zone, timeZone))
    const [behind] = await orm
      .select({ userId: pushSettings.userId })
      .from(pushSettings)
      .where(and(eq(pushSettings.userId, userId), elsewhere))
    if (!behind) return
    await orm.transaction((tx) => followZone(tx, { userId }, timeZone, new Date(now())))
  }
}

/** How often an hour somebody subscribes or chooses anew: a phone does so at each start. */
const changesPerHourMax = 60
/** How often an hour somebody has a notification sent to see whether it comes. */
const testsPerHourMax = 5

function pushRoutes(given: {
  devices: PushDevices
  choices: PushChoices
  sendTest: SendTest
  changes: Limiter
}): Routes<typeof pushApi> {
  const { devices, choices, sendTest, changes } = given
  return {
    getPushKey: { policy: anyMember, handle: async () => devices.key() },
    putSubscription: {
      policy: anyMember,
      handle: async ({ session, body }) => {
        await changes.take(session.actor.userId)
        await devices.subscribe(session, body)
        return undefined
      },
    },
    deleteSubscription: {
      policy: anyMember,
      handle: async ({ session, body }) => {
        await devices.unsubscribe(session.actor, body.endpoint)
        return undefined
      },
    },
    listPushDevices: { policy: anyMember, handle: ({ session }) => devices.list(session) },
    stopPushDevice: {
      policy: anyMember,
      handle: async ({ session, params }) => {
        await devices.stop(session.actor, params.id)
        return undefined
      },
    },
    ...choiceRoutes(choices, changes),
    sendTestPush: {
      policy: anyMember,
      handle: async ({ session }) => {
        await sendTest(session)
        return undefined
      },
    },
  }
}

function choiceRoutes(
  choices: PushChoices,
  changes: Limiter,
): Pick<
  Routes<typeof pushApi>,
  'getPushSettings' | 'putPushSettings' | 'getRestingReminders' | 'remindersIcs'
> {
  return {
    getPushSettings: {
      policy: anyMember,
      handle: async ({ session, header }) =>
        readableFor(header(contractHeader), await choices.settings(session.actor)),
    },
    putPushSettings: {
      policy: anyMember,
      handle: async ({ session, body, header }) => {
        await changes.take(session.actor.userId)
        const chosen = await choices.choose(session.actor, body)
        return readableFor(header(contractHeader), chosen)
      },
    },
    getRestingReminders: {
      policy: anyMember,
      handle: ({ session }) => choices.resting(session.actor),
    },
    remindersIcs: {
      policy: anyMember,
      handle: async ({ session }) => {
        const text = await choices.calendar(session.actor)
        return {
          stream: Readable.from([Buffer.from(text)]),
          bytes: Buffer.byteLength(text),
          contentType: 'text/calendar; charset=utf-8',
          headers: { 'content-disposition': 'attachment; filename="zync-reminders.ics"' },
        }
      },
    },
  }
}

/** Builds of before contract 3 take no kind of notification that they do not know. */
function readableFor(contract: string | undefined, settings: PushSettings): PushSettings {
  if (Number(contract) >= 3) return settings
  const { 'pack.received': _, ...kinds } = settings.kinds
  return { ...settings, kinds }
}
