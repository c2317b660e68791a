import { noteLettersMax, noteTagsMax, ownTagsMax } from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber, joinWords } from '#src/i18n/speech.ts'
import { formatDay } from '#src/lib/dates.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { skipReasons, type Plan, type SkipReason } from './plan-import.ts'
import chartTable from '#src/ui/chart/chart-table.module.css'
import styles from './import.module.css'

const reasonLabels: Readonly<Record<SkipReason, () => string>> = {
  broken: m.trackers_import_why_broken,
  left_out: m.trackers_import_why_left_out,
  no_answer: m.trackers_import_why_no_answer,
  no_date: m.trackers_import_why_no_date,
  impossible_date: m.trackers_import_why_impossible_date,
  future: m.trackers_import_why_future,
  too_old: m.trackers_import_why_too_old,
  answered: m.trackers_import_why_answered,
}

export interface DryRunProps {
  plan: Plan
  /** How many different own tags there would be. */
  ownTags: number
  busy: boolean
  onStart: () => void
}

/** What an import would do, before it does anything: nothing that stays behind goes unsaid. */
export function DryRun({ plan, ownTags, busy, onStart }: DryRunProps) {
  const skipped = [...plan.skipped.values()].reduce((sum, { rows }) => sum + rows, 0)
  const tooManyTags = plan.tags.length > 0 && ownTags > ownTagsMax
  const isEmpty = plan.entries.length === 0
  return (
    <Card>
      <CardHeader title={m.trackers_import_plan()} />
      <CardBody className={styles.topics}>
        <p className={styles.verdict}>
          {m.trackers_import_plan_days({ count: plan.days })}{' '}
          {m.trackers_import_plan_skipped({ count: skipped })}
        </p>
        {isEmpty && <Banner tone="info">{m.trackers_import_nothing()}</Banner>}
        <WordsOfPlan plan={plan} />
        {skipped > 0 && <SkippedTable plan={plan} />}
        {tooManyTags && (
          <Banner tone="warn">
            {m.trackers_import_tags_room({
              most: formatNumber(ownTagsMax),
              tags: formatNumber(ownTags),
            })}
          </Banner>
        )}
        {!isEmpty && (
          <>
            <p className={styles.note}>{m.trackers_import_rules()}</p>
            <Button busy={busy} disabled={tooManyTags} onClick={onStart}>
              {m.trackers_import_start()}
            </Button>
          </>
        )}
      </CardBody>
    </Card>
  )
}

/** So many days are named; the others are counted. */
const namedDaysMax = 5

function WordsOfPlan({ plan }: { plan: Plan }) {
  const { several, notes, notesTooLong, tags, tagsOver } = plan
  const named = notesTooLong.slice(0, namedDaysMax).map((day) => formatDay(day))
  const others = notesTooLong.length - named.length
  const days = joinWords(others > 0 ? [...named, `+${formatNumber(others)}`] : named)
  const lines = [
    several > 0 && m.trackers_import_plan_several({ answers: formatNumber(several) }),
    notes > 0 && m.trackers_import_plan_notes({ notes: formatNumber(notes) }),
    named.length > 0 &&
      m.trackers_import_plan_notes_long({ letters: formatNumber(noteLettersMax), days }),
    tags.length > 0 && m.trackers_import_plan_tags({ tags: formatNumber(tags.length) }),
    tagsOver > 0 &&
      m.trackers_import_plan_tags_over({
        most: formatNumber(noteTagsMax),
        tags: formatNumber(tagsOver),
      }),
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Why rows do not come along, with the first of them by the numbers that a table program shows. */
function SkippedTable({ plan: { skipped } }: { plan: Plan }) {
  return (
    <div className={styles.scroll}>
      <table className={chartTable.table}>
        <caption className={chartTable.caption}>{m.trackers_import_plan_left()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.trackers_import_why()}</th>
            <th scope="col">{m.trackers_import_rows()}</th>
            <th scope="col">{m.trackers_import_rows_first()}</th>
          </tr>
        </thead>
        <tbody>
          {skipReasons.map((reason) => {
            const rows = skipped.get(reason)
            return (
              rows && (
                <tr key={reason}>
                  <th scope="row">{reasonLabels[reason]()}</th>
                  <td>{formatNumber(rows.rows)}</td>
                  <td>{joinWords(rows.first.map((row) => formatNumber(row)))}</td>
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
