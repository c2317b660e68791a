import {
  briefRefusals,
  briefSendSchema,
  mayHold,
  type BriefReceipt,
  type BriefSend,
} from '#contract/brief/model.ts'
import { laneOf } from '#contract/commands.ts'
import { lockPair, pairStatus } from '#server/features/connections/index.ts'
import type { Applier, ApplyContext, Outcome, ReadOp } from '#server/features/sync/index.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { maySendBrief, onlyClients } from './policy.ts'
import { saveBrief, sessionOf } from './repo.ts'

/** How the server carries out the briefs that a device queued. They are taken back by `share.revoke`. */
export function briefCommands() {
  const send: Applier<BriefSend> = {
    policy: onlyClients,
    lane: (payload) => laneOf('brief.send', payload),
    schema: () => briefSendSchema,
    // Each locks two people: those of several sessions would not be locked in one order.
    batchMax: 1,
    async apply(context, ops) {
      const outcomes: Outcome[] = []
      for (const op of ops) outcomes.push(await sendOne(context, op))
      return outcomes
    },
  }
  return { 'brief.send': send }
}

async function sendOne(
  { client, actor, today, nowMs, publish }: ApplyContext,
  { opId, payload: { bookingId, withdrawals, content } }: ReadOp<BriefSend>,
): Promise<Outcome> {
  const found = await sessionOf(client, bookingId)
  if (!found || maySendBrief(actor, found) !== 'allow') return refused('not_found')
  const session = authorize(actor, found, maySendBrief)
  const { providerId } = session
  if (!mayHold(actor.userType, content)) return refused('forbidden')
  if (session.status === 'cancelled') return refused('wrong_state', briefRefusals.cancelled)
  if (session.endsAt.getTime() <= nowMs) return refused('too_late', briefRefusals.over)
  if (providerId === null) return refused('wrong_state', briefRefusals.apart)
  // Under the lock of the pair: whoever ends the connection takes its briefs along.
  await lockPair(client, actor.userId, providerId)
  const { relation } = await pairStatus(client, actor.userId, providerId, today)
  if (relation !== 'connected') return refused('wrong_state', briefRefusals.apart)
  const saved = await saveBrief(client, session, { content, withdrawals }, new Date(nowMs))
  const sentAt = saved.status === 'saved' ? new Date(nowMs).toISOString() : null
  const result: BriefReceipt = {
    bookingId,
    rev: opId,
    sentAt,
    withdrawals: saved.withdrawals,
  }
  // What was taken back while this was on its way stays so.
  if (sentAt === null) return { status: 'superseded', result }
  publish([actor.userId, providerId], { type: 'sharing' })
  return { status: 'applied', result }
}

function refused(
  code: 'not_found' | 'forbidden' | 'wrong_state' | 'too_late',
  message?: string,
): Outcome {
  return { status: 'rejected', code, ...(message === undefined ? {} : { message }) }
}
