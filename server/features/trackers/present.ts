import { type TrackerEntry } from '#contract/trackers/model.ts'
import type { StoredImport } from '#contract/trackers/import.ts'
import type { StoredNote } from '#contract/trackers/note.ts'
import type { OpenImport, StoredAnswer } from './trackers.sql.ts'
import type { NoteRow } from './notes-repo.ts'

/** A stored answer as it leaves; `date` and `day` are one thing under the two names of the spec. */
export function presentEntry(stored: StoredAnswer): TrackerEntry {
  return {
    id: stored.opId,
    trackerType: stored.trackerType,
    answer: stored.answer,
    date: stored.day,
    day: stored.day,
    score: stored.score,
    ...(stored.importId !== null && { importId: stored.importId }),
  }
}

/** What its person wrote beside an answer, for them alone. */
export function presentNote(row: NoteRow): StoredNote {
  return {
    trackerType: row.trackerType,
    day: row.day,
    feelings: [...row.feelings],
    tags: [...row.tags],
    ownTags: [...row.ownTags],
    text: row.note,
    rev: row.rev,
    version: row.version,
    replaced: row.replaced.map(({ rev, feelings, tags, ownTags, text }) => ({
      rev,
      feelings,
      tags,
      ownTags,
      text,
    })),
  }
}

/** What a person brought from another app. */
export function presentImport(row: OpenImport): StoredImport {
  return {
    importId: row.importId,
    source: row.source ?? '',
    importedAt: row.importedAt.toISOString(),
    entries: row.entries,
  }
}
