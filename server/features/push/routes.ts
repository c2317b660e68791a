import { Readable } from 'node:stream'
import type { pushApi } from '#contract/push/api.ts'
import type { PushSettings } from '#contract/push/model.ts'
import { contractHeader } from '#contract/version.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { PushDevices } from './devices.ts'
import type { PushChoices } from './settings.ts'
import type { SendTest } from './test-push.ts'

/** How often an hour somebody subscribes or chooses anew: a phone does so at each start. */
export const changesPerHourMax = 60
/** How often an hour somebody has a notification sent to see whether it comes. */
export const testsPerHourMax = 5

export function pushRoutes(given: {
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
