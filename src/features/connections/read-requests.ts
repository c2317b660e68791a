import type { ReceivedRequest, SentRequest } from '#contract/connections/model.ts'
import { readKnown, readReceived, readSent } from './own-connections.ts'
import { readHidden } from '#src/features/safety/hidden-people.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** The requests a care provider was sent, without those of people they blocked; undefined before the server has said. */
export async function readReceivedRequests(
  db: UserDatabase,
): Promise<ReceivedRequest[] | undefined> {
  const [requests, known, hidden] = await Promise.all([
    readReceived(db),
    readKnown(db),
    readHidden(db),
  ])
  return known.received ? requests.filter(({ fromUserId }) => !hidden.has(fromUserId)) : undefined
}

/** The requests one has made, in the same way. */
export async function readSentRequests(db: UserDatabase): Promise<SentRequest[] | undefined> {
  const [requests, known, hidden] = await Promise.all([readSent(db), readKnown(db), readHidden(db)])
  return known.sent ? requests.filter(({ toUserId }) => !hidden.has(toUserId)) : undefined
}

/** What this device knows of everybody's requests at this moment. */
export async function readDash(db: UserDatabase) {
  const [sent, received] = await Promise.all([readSentRequests(db), readReceivedRequests(db)])
  return { sent, received }
}
