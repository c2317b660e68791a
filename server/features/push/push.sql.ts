import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { baseLanguage, languageSchema } from '#contract/language.ts'
import { pushKinds, pushKindsOnAtFirst } from '#contract/push/model.ts'
import { daysBackMax, trackerTypeSchema } from '#contract/trackers/model.ts'
import { deleteBatchMax } from '#server/db/maintenance.ts'
import { isListed, isUnseen } from '#server/db/people.sql.ts'
import { countRow, ormCommand, sqlCommand, sqlQuery } from '#server/db/statement.ts'

/** Whether a switch is on; one that its person never saw is as it is at first. */
const isOn = (kind: string) =>
  `coalesce((kinds ->> ${kind})::boolean, ${kind} = any('{${pushKindsOnAtFirst.join(',')}}'))`

const wantsIt = (person: string, kind: string) => `exists (select 1 from push_subscriptions
    where push_subscriptions.user_id = ${person})
  and exists (select 1 from push_settings where push_settings.user_id = ${person}
    and ${isOn(kind)})`

/**
 * Notes something to be sent, for those who want it and have a device that gets it; unless told to always, only where
 * nothing of the same waits or has come: one that no device got has not.
 */
export const pushNote = sqlCommand({
  name: 'push_note',
  text: `insert into push_sends
        (id, user_id, kind, about, slot, actor_id, notice, due_at, send_before)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9 where ${wantsIt('$2', '$3')}
        and ($10 or coalesce((select dropped is not null or (sent_at is not null and delivered = '{}') from push_sends
          where user_id = $2 and kind = $3 and about = $4 order by id desc limit 1), true))
      on conflict do nothing`,
})

/** The same for all who are connected with an author: the first article of a day. */
export const pushFollowers = ormCommand(
  (given: { authorId: string; articleId: string; day: string; at: Date; before: Date }) =>
    sql`insert into push_sends (id, user_id, kind, about, slot, actor_id, due_at, send_before)
      select gen_random_uuid(), client_id, 'article.published', ${given.articleId}, ${given.day},
        ${given.authorId}, ${given.at.toISOString()}::timestamptz, ${given.before.toISOString()}::timestamptz
      from connections
      where provider_id = ${given.authorId} and state = 'accepted'
        and ${sql.raw(wantsIt('client_id', "'article.published'"))}
        and not exists (select 1 from push_sends where push_sends.user_id = client_id
          and kind = 'article.published' and actor_id = ${given.authorId} and slot = ${given.day})
      on conflict do nothing`,
)

/** News of a day stay while another result of that day is shared. */
export const pushWithdrawShared = sqlCommand({
  name: 'push_withdraw_shared',
  text: `delete from push_sends as send
      where user_id = $1 and kind = 'result.shared' and about = $2 and counted_at is null
        and not exists (select 1 from quest_shares as share
          where share.user_id = send.actor_id and share.provider_id = send.user_id
            and (shared_at at time zone 'UTC')::date::text = slot)`,
})

export const pushDropBetween = sqlCommand({
  name: 'push_drop_between',
  text: `delete from push_sends where sent_at is null
      and ((user_id = $1 and actor_id = $2) or (user_id = $2 and actor_id = $1))`,
})

const dueReminder = v.object({
  userId: v.string(),
  tracker: trackerTypeSchema,
  minute: v.number(),
  days: v.number(),
  nextAt: v.date(),
  timeZone: v.string(),
  quietFrom: v.nullable(v.number()),
  quietTo: v.nullable(v.number()),
  reachable: v.boolean(),
})
export type DueReminder = v.InferOutput<typeof dueReminder>

/** Reminders whose time has come, for this process alone until its transaction ends. */
export const pushDue = sqlQuery({
  name: 'push_due',
  row: dueReminder,
  text: `select reminder.user_id as "userId", tracker, minute, days, next_at as "nextAt",
        time_zone as "timeZone", quiet_from as "quietFrom", quiet_to as "quietTo",
        exists (select 1 from push_subscriptions where push_subscriptions.user_id = reminder.user_id)
          as reachable
      from push_reminders as reminder join push_settings using (user_id)
      where next_at <= $1 order by next_at limit $2 for update of reminder skip locked`,
})

export const pushMoveOn = sqlCommand({
  name: 'push_move_on',
  text: `update push_reminders set next_at = given.next_at
      from unnest($1::uuid[], $2::text[], $3::smallint[], $4::timestamptz[])
        as given (user_id, tracker, minute, next_at)
      where push_reminders.user_id = given.user_id and push_reminders.tracker = given.tracker
        and push_reminders.minute = given.minute`,
})

export const pushRemind = sqlCommand({
  name: 'push_remind',
  text: `insert into push_sends (id, user_id, kind, about, slot, due_at, send_before)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
        $6::timestamptz[], $7::timestamptz[])
      on conflict do nothing`,
})

/** News of a `sender` whom the `person`, a provider, does not see, or of an author whose articles nobody finds. */
const isHidden = `coalesce(${isUnseen('sender', 'person', '$3')}
  or (send.kind = 'article.published' and not ${isListed('sender')}), false)`

const waitingSend = v.object({
  id: v.string(),
  userId: v.string(),
  kind: v.picklist(pushKinds),
  dueAt: v.date(),
  sendBefore: v.date(),
  counted: v.boolean(),
  /** Whether the person wants this kind. */
  wanted: v.boolean(),
  timeZone: v.string(),
  quietFrom: v.nullable(v.number()),
  quietTo: v.nullable(v.number()),
  userType: v.string(),
  suspended: v.boolean(),
  /** Of a reminder: whether its day has an answer. */
  answered: v.boolean(),
  /** Whether it is of somebody whom the person, a provider, does not see, or whose articles nobody finds. */
  hidden: v.boolean(),
  /** Of news with a notice: whether that is there and unread. */
  unread: v.boolean(),
})
export type WaitingSend = v.InferOutput<typeof waitingSend>

/** What is due and not yet decided, for this process alone; whose it is is decided by nobody else meanwhile. */
export const pushWaiting = sqlQuery({
  name: 'push_waiting',
  row: waitingSend,
  text: `select send.id, send.user_id as "userId", send.kind, due_at as "dueAt",
        send_before as "sendBefore", counted_at is not null as counted,
        ${isOn('send.kind')} as wanted, time_zone as "timeZone",
        quiet_from as "quietFrom", quiet_to as "quietTo", person.user_type as "userType",
        person.suspended_at is not null as suspended,
        send.kind like 'tracker.%' and exists (select 1 from tracker_entries
          where tracker_entries.user_id = send.user_id
            and tracker_type = initcap(split_part(send.kind, '.', 2))
            and day = case when send.kind like 'tracker.%' then about::date end) as answered,
        ${isHidden} as hidden,
        notice is null or exists (select 1 from notices join users as actor on actor.id = notices.actor_id
          where notices.user_id = send.user_id and notices.kind = send.notice
            and about_id = case when notice is not null then about::uuid end and read_at is null
            and not ${isUnseen('actor', 'person', '$3')}) as unread
      from push_sends as send join push_settings as settings using (user_id)
        join users as person on person.id = send.user_id
        left join users as sender on sender.id = send.actor_id
      where queued_at is null and sent_at is null and dropped is null and due_at <= $1
      order by due_at, send.id limit $2 for update of send, settings skip locked`,
})

/** How many a day people had of late, sessions apart. */
export const pushCounts = sqlQuery({
  name: 'push_counts',
  row: v.object({ userId: v.string(), day: v.string(), ...countRow.entries }),
  text: `select user_id as "userId", counted_day as day, count(*)::int as count from push_sends
      where user_id = any($1::uuid[]) and counted_at > $2 and kind not like 'session.%'
      group by user_id, counted_day`,
})

/** By whichever clock an answer was taken, the day that it is for was no more days before. */
const answerDaysBackMax = daysBackMax + 10

/**
 * On how many days people were reminded of a tracker since they last answered it, or chose; and whether they were asked.
 * The last answer is looked for once for each tracker, and not on days that are too old for one since the first reminder.
 */
export const pushUnanswered = sqlQuery({
  name: 'push_unanswered_lately',
  row: v.object({ userId: v.string(), kind: v.string(), days: v.number(), asked: v.boolean() }),
  text: `with reminded as (
        select user_id, kind, about, asks, counted_at from push_sends join push_settings using (user_id)
        where user_id = any($1::uuid[]) and kind like 'tracker.%' and counted_at > chosen_at
      ), answered as materialized (
        select user_id, kind, (select max(created_at) from tracker_entries
          where tracker_entries.user_id = since.user_id and import_id is null
            and tracker_type = initcap(split_part(kind, '.', 2))
            and day >= first_at::date - ${answerDaysBackMax}) as last_at
        from (select user_id, kind, min(counted_at) as first_at from reminded group by user_id, kind) as since
      )
      select user_id as "userId", kind, count(distinct about)::int as days, bool_or(asks) as asked
      from reminded join answered using (user_id, kind)
      where counted_at > coalesce(last_at, '-infinity')
      group by user_id, kind`,
})

export const pushDrop = sqlCommand({
  name: 'push_drop',
  text: `update push_sends set dropped = given.why
      from unnest($1::uuid[], $2::text[]) as given (id, why) where push_sends.id = given.id`,
})

export const pushPostpone = sqlCommand({
  name: 'push_postpone',
  text: `update push_sends set due_at = given.due_at, queued_at = null
      from unnest($1::uuid[], $2::timestamptz[]) as given (id, due_at) where push_sends.id = given.id`,
})

export const pushQueue = sqlCommand({
  name: 'push_queue',
  text: `update push_sends set queued_at = $5, counted_at = coalesce(counted_at, $5),
        counted_day = coalesce(counted_day, given.day), asks = push_sends.asks or given.asks,
        silent = given.silent
      from unnest($1::uuid[], $2::text[], $3::boolean[], $4::boolean[]) as given (id, day, asks, silent)
      where push_sends.id = given.id`,
})

const outgoing = v.object({
  id: v.string(),
  userId: v.string(),
  kind: v.picklist(pushKinds),
  about: v.string(),
  /** The kind of the notice that says the same in the app. */
  notice: v.nullable(v.string()),
  asks: v.boolean(),
  silent: v.boolean(),
  sendBefore: v.date(),
  discreet: v.boolean(),
  language: v.fallback(languageSchema, baseLanguage),
  /** Why it goes out to nobody after all; null where it does. */
  moot: v.nullable(v.string()),
  /** How many notices the person has not read. */
  unread: v.number(),
  subscriptionId: v.nullable(v.string()),
  sealed: v.nullable(v.string()),
  publicKey: v.nullable(v.string()),
})
export type Outgoing = v.InferOutput<typeof outgoing>

/** What a job is to send, a row for each device that does not have it yet; one without any where there is none. */
export const pushOutgoing = sqlQuery({
  name: 'push_outgoing',
  row: outgoing,
  text: `select send.id, send.user_id as "userId", send.kind, about, notice, asks, silent,
        send_before as "sendBefore", discreet, person.language,
        case when person.suspended_at is not null then 'suspended' when ${isHidden} then 'hidden' end as moot,
        (select count(*)::int from notices join users as actor on actor.id = notices.actor_id
          where notices.user_id = send.user_id and read_at is null
            and not ${isUnseen('actor', 'person', '$3')}) as unread,
        device.id as "subscriptionId", device.sealed, device.public_key as "publicKey"
      from push_sends as send join push_settings using (user_id)
        join users as person on person.id = send.user_id
        left join users as sender on sender.id = send.actor_id
        left join (push_subscriptions as device join sessions on sessions.id = device.session_id)
          on device.user_id = send.user_id and sessions.expires_at > $2
            and (device.expires_at is null or device.expires_at > $2)
            and device.id <> all (delivered)
      where send.id = any($1::uuid[]) and queued_at is not null and sent_at is null and dropped is null`,
})

/** Notes which devices have it. */
export const pushDelivered = sqlCommand({
  name: 'push_delivered',
  text: `update push_sends set delivered = delivered || given.ids
      from (select id, array_agg(device) as ids from unnest($1::uuid[], $2::uuid[]) as one (id, device)
        group by id) as given
      where push_sends.id = given.id`,
})

export const pushSent = sqlCommand({
  name: 'push_sent',
  text: `update push_sends set sent_at = $2 where id = any($1::uuid[]) and sent_at is null`,
})

export const pushGone = sqlCommand({
  name: 'push_gone',
  text: 'delete from push_subscriptions where id = any($1::uuid[])',
})

/** Another try later; what could not be sent in time is not sent. */
export const pushAgain = sqlCommand({
  name: 'push_again',
  text: `update push_sends set due_at = given.due_at, queued_at = null,
        dropped = case when given.due_at >= send_before then 'unreached' end
      from unnest($1::uuid[], $2::timestamptz[]) as given (id, due_at) where push_sends.id = given.id`,
})

/**
 * What is long over, a batch of either kind; a question that stands unanswered stays, or it would be asked again. The ids
 * are an array, so that they are looked up in their index however large the table is.
 */
export const pushSweepSends = sqlCommand({
  name: 'push_sweep_over',
  text: `delete from push_sends where id = any(array(
        (select id from push_sends where not asks and due_at < $1 order by due_at limit ${deleteBatchMax})
        union all
        (select id from push_sends where asks and due_at < $2 order by due_at limit ${deleteBatchMax})))`,
})

export const pushSweepDevices = sqlCommand({
  name: 'push_sweep_devices',
  text: 'delete from push_subscriptions where expires_at < $1',
})
