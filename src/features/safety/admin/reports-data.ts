import { providersApi } from '#contract/providers/api.ts'
import type { MinorConcerned } from '#contract/providers/model.ts'
import {
  safetyApi,
  type Report,
  type ReportDecision,
  type ReportState,
  type Waiting,
} from '#contract/safety/api.ts'
import { defineRemote } from '#src/data/resource.ts'
import type { FetchedPage } from '#src/data/use-pages.tsx'
import { callApi, fetchFile } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** How much waits for a superAdmin. */
export const waitingRemote = defineRemote<Waiting>({
  fetch: (token) => callApi(safetyApi.countWaiting, {}, { token }),
})

/** Reports in one state, oldest first. Rejects as the call does. */
export async function fetchReports(
  db: UserDatabase,
  state: ReportState,
  after: string | undefined,
): Promise<FetchedPage<Report>> {
  const query = { state, ...(after === undefined ? {} : { after }) }
  const { reports, next } = await asMember(db, (token) =>
    callApi(safetyApi.listReports, { query }, { token }),
  )
  return { rows: reports, next }
}

/** The young people whom a decision against a care provider concerns. Rejects as the call does. */
export async function fetchMinorsConcerned(
  db: UserDatabase,
  id: string,
  after: string | undefined,
): Promise<FetchedPage<MinorConcerned>> {
  const query = after === undefined ? {} : { after }
  const { minors, next } = await asMember(db, (token) =>
    callApi(providersApi.listMinorsConcerned, { params: { id }, query }, { token }),
  )
  return { rows: minors, next }
}

/** Stores a decision at the server and returns the report as it is now. Rejects as the call does. */
export async function decideReport(
  db: UserDatabase,
  id: string,
  decision: ReportDecision,
): Promise<Report> {
  const input = { params: { id }, body: decision }
  return await asMember(db, (token) => callApi(safetyApi.handleReport, input, { token }))
}

/** The bytes of a reported message's file. Rejects as the call does. */
export async function fetchReportFile(
  db: UserDatabase,
  id: string,
  messageId: string,
): Promise<Blob> {
  const input = { params: { id, messageId } }
  return await asMember(db, (token) => fetchFile(safetyApi.getReportFile, input, { token }))
}
