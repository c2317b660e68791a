import { sql } from 'drizzle-orm'
import type { Runner } from './evidence-repo.ts'

export interface SealedFileRow {
  readonly messageId: string
  /** The file that is still to be copied. */
  readonly sourceKey: string | null
  readonly blobKey: string | null
}

/**
 * Notes that the files of messages must be sealed; the store removes none of them before that is done. A file that was
 * noted before is the same file. Whoever names the copies does so in the same transaction.
 */
export async function noteFiles(
  runner: Runner,
  files: readonly { readonly messageId: string; readonly blobKey: string }[],
  at: Date,
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ messageId }) => messageId)
  const keys = files.map(({ blobKey }) => blobKey)
  await runner.execute(sql`
    insert into sealed_files (message_id, source_key, created_at)
    select given.*, ${at.toISOString()}::timestamptz
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(keys)}::text[]) as given
    on conflict (message_id) do update
      set source_key = case when sealed_files.blob_key is null then excluded.source_key end`)
}

/** Files that are still to be sealed, those that wait longest first. */
export async function waitingFiles(runner: Runner, max: number): Promise<SealedFileRow[]> {
  const { rows } = await runner.execute<SealedFileRow & Record<string, unknown>>(sql`
    select message_id as "messageId", source_key as "sourceKey", blob_key as "blobKey" from sealed_files
    where source_key is not null order by created_at limit ${max}`)
  return rows
}

/** Notes the copy, or that there is nothing to copy; `'done'` when somebody else was faster. */
export async function noteSealed(
  runner: Runner,
  { messageId, sourceKey }: SealedFileRow,
  blobKey: string | null,
): Promise<'noted' | 'done'> {
  const { rowCount } = await runner.execute(sql`
    update sealed_files set source_key = null, blob_key = ${blobKey}
    where message_id = ${messageId} and source_key = ${sourceKey}`)
  return rowCount === 1 ? 'noted' : 'done'
}

/** The file that goes with a report; undefined where none does. */
export async function fileOfReport(
  runner: Runner,
  reportId: string,
  messageId: string,
): Promise<SealedFileRow | undefined> {
  const { rows } = await runner.execute<SealedFileRow & Record<string, unknown>>(sql`
    select s.message_id as "messageId", s.source_key as "sourceKey", s.blob_key as "blobKey"
    from report_files r join sealed_files s on s.message_id = r.message_id
    where r.report_id = ${reportId} and r.message_id = ${messageId}`)
  return rows[0]
}

/** Forgets copies that neither evidence nor a report names; gives the keys of theirs. */
export async function forgetUnnamed(runner: Runner, max: number): Promise<string[]> {
  const { rows } = await runner.execute<{ key: string | null }>(sql`
    delete from sealed_files where message_id in (
      select message_id from sealed_files s
      where not exists (select 1 from message_evidence e where e.file_id = s.message_id)
        and not exists (select 1 from report_files r where r.message_id = s.message_id)
      limit ${max} for update skip locked)
    returning blob_key as key`)
  return rows.flatMap(({ key }) => (key === null ? [] : [key]))
}
