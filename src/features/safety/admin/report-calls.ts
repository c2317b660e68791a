import { safetyApi } from '#contract/safety/api.ts'
import type { Report, ReportDecision, ReportState, Waiting } from '#contract/safety/model.ts'
import { callApi, fetchFile } from '#src/offline/api/api.ts'

/** Reports in one state, oldest first. Rejects as the call does. */
export async function fetchReports(token: string, state: ReportState, after: string | undefined) {
  const query = { state, ...(after === undefined ? {} : { after }) }
  const { reports, next } = await callApi(safetyApi.listReports, { query }, { token })
  return { rows: reports, next }
}

/** How much waits for a superAdmin. Rejects as the call does. */
export async function fetchWaiting(token: string): Promise<Waiting> {
  return await callApi(safetyApi.countWaiting, {}, { token })
}

/** Notes what was decided and returns the report as it is now. Rejects as the call does. */
export async function decideReport(
  token: string,
  id: string,
  decision: ReportDecision,
): Promise<Report> {
  return await callApi(safetyApi.handleReport, { params: { id }, body: decision }, { token })
}

/** The bytes of a reported message's file. Rejects as the call does. */
export async function fetchReportFile(token: string, id: string, messageId: string): Promise<Blob> {
  return await fetchFile(safetyApi.getReportFile, { params: { id, messageId } }, { token })
}
