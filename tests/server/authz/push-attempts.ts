import { desc, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { CallName } from '#contract/api.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { pushApi } from '#contract/push/api.ts'
import { defaultPushSettings } from '#contract/push/model.ts'
import { pushSubscriptions } from '#server/db/schema/notices.ts'
import { call } from '#tests/support/call.ts'
import { addPerson } from '#tests/support/people.ts'
import { subscriptionOf } from '#tests/support/push-silent.ts'
import type { Attempt, Stage } from './stage.ts'

type PushCall = Extract<CallName, keyof typeof pushApi>

/** How the calls about notifications are tried: all but one take no id of anybody's. */
export const pushAttempts: { readonly [K in PushCall]: Attempt } = {
  getPushKey: ({ origin, actor }) => call(origin, 'getPushKey', {}, { token: actor?.token }),
  putSubscription: ({ origin, actor }) => subscribe(origin, actor?.token),
  deleteSubscription: ({ origin, actor }) => {
    const body = { endpoint: subscriptionOf().endpoint }
    return call(origin, 'deleteSubscription', { body }, { token: actor?.token })
  },
  listPushDevices: ({ origin, actor }) =>
    call(origin, 'listPushDevices', {}, { token: actor?.token }),
  async stopPushDevice({ origin, database, row, actor }) {
    const owner = row.relation === 'own' && actor ? actor : await addPerson(database)
    await subscribe(origin, owner.token)
    const id = await deviceOf(database, owner.id)
    return call(origin, 'stopPushDevice', { params: { id } }, { token: actor?.token })
  },
  getPushSettings: ({ origin, actor }) =>
    call(origin, 'getPushSettings', {}, { token: actor?.token }),
  getRestingReminders: ({ origin, actor }) =>
    call(origin, 'getRestingReminders', {}, { token: actor?.token }),
  async putPushSettings({ origin, actor }) {
    const birthDate = '2009-03-14' as LocalDate
    const body = defaultPushSettings({ birthDate, timeZone: 'Africa/Cairo' }, birthDate)
    return call(origin, 'putPushSettings', { body }, { token: actor?.token })
  },
  async sendTestPush({ origin, actor }) {
    await subscribe(origin, actor?.token)
    return call(origin, 'sendTestPush', {}, { token: actor?.token })
  },
  remindersIcs: ({ origin, actor }) => call(origin, 'remindersIcs', {}, { token: actor?.token }),
}

function subscribe(origin: string, token: string | undefined) {
  const body = { subscription: subscriptionOf(), timeZone: 'Africa/Cairo', language: 'en' }
  return call(origin, 'putSubscription', { body }, { token })
}

async function deviceOf(database: Stage['database'], userId: string): Promise<string> {
  const [row] = await database.orm
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt))
  return row?.id ?? uuidv7()
}
