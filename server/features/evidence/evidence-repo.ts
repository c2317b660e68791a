import type { Runner } from '#server/db/statement.ts'
import {
  evidenceByMessage,
  evidenceInsert,
  expiredEvidenceDelete,
  goingMessagesPage,
  goingReactionsPage,
  newestEvidenceBetween,
  type EvidenceFacts,
  type EvidenceRow,
  type Going,
  type GoingMessage,
  type GoingReaction,
  type GoingReactions,
} from './evidence.sql.ts'

/** The next messages that are to be sealed, by their ids, behind the id `after`. */
export async function goingMessages(
  runner: Runner,
  going: Going,
  page: { readonly after: string; readonly limit: number },
): Promise<GoingMessage[]> {
  return goingMessagesPage.all(runner, { going, ...page })
}

/** The next reactions that are to be sealed, by their own ids, behind the id `after`. */
export async function goingReactions(
  runner: Runner,
  going: GoingReactions,
  page: { readonly after: string; readonly limit: number },
): Promise<GoingReaction[]> {
  return goingReactionsPage.all(runner, { going, ...page })
}

/** Evidence on its way in: a message, or a reaction to one. */
interface NewEvidence extends EvidenceFacts {
  readonly sealed: string
  readonly fileId: string | null
  readonly reactsTo: string | null
}

/** Stores evidence. What was sealed before stays as it is, until the later of the two times. */
export async function insertEvidence(
  runner: Runner,
  rows: readonly NewEvidence[],
  times: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await evidenceInsert.run(runner, { rows: JSON.stringify(rows), ...times })
}

/** The evidence of these messages that has not expired. */
export async function evidenceOfMessages(
  runner: Runner,
  messageIds: readonly string[],
  now: Date,
): Promise<EvidenceRow[]> {
  return evidenceByMessage.all(runner, { messageIds, now })
}

/** The newest evidence between two people, oldest first; reactions, however many, take no message's place. */
export async function evidenceBetween(
  runner: Runner,
  [one, other]: readonly [string, string],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<EvidenceRow[]> {
  const rows = await newestEvidenceBetween.all(runner, { one, other, now, limit })
  return rows.toSorted((a, b) => a.sentMs - b.sentMs || a.seq - b.seq)
}

/** Deletes evidence whose time is over; says how much. */
export async function deleteExpired(runner: Runner, now: Date, max: number): Promise<number> {
  return expiredEvidenceDelete.run(runner, { now, max })
}
