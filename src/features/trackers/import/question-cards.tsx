import { ownTagLettersMax, ownTagsMax } from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber, joinFacts } from '#src/i18n/speech.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import {
  type DateOrder,
  columnRoles,
  type ColumnRole,
  type Columns,
  type Look,
} from './look-at-table.ts'
import type { MappingDraft } from './meaning-card.tsx'
import { severalChoices, type SeveralChoice } from './plan-import.ts'
import styles from './import.module.css'

const roleLabels: Readonly<Record<ColumnRole, () => string>> = {
  date: m.trackers_import_role_date,
  time: m.trackers_import_role_time,
  topic: m.trackers_import_role_topic,
  value: m.trackers_import_role_value,
  title: m.trackers_import_role_title,
  note: m.trackers_import_role_note,
  tags: m.trackers_import_role_tags,
}

interface ColumnsCardProps {
  header: readonly string[]
  columns: Columns
  onColumns: (columns: Columns) => void
  /** Asked where the dates read in two ways. */
  orders: readonly DateOrder[]
  order: DateOrder | undefined
  onOrder: (order: DateOrder) => void
}

/** Which column is which, and how its dates are written. */
export function ColumnsCard(props: ColumnsCardProps) {
  const { header, columns, onColumns, orders, order, onOrder } = props
  function choose(role: ColumnRole, value: string) {
    const { [role]: _before, ...others } = columns
    onColumns(value === '' ? others : { ...others, [role]: Number(value) })
  }
  return (
    <Card>
      <CardHeader title={m.trackers_import_columns()} subtitle={m.trackers_import_columns_text()} />
      <CardBody className={styles.grid}>
        {columnRoles.map((role) => {
          const needed = role === 'date' || role === 'value'
          return (
            <Field key={role} label={roleLabels[role]()} required={needed}>
              <Select
                value={columns[role] ?? ''}
                onChange={({ target }) => choose(role, target.value)}
              >
                <option value="">
                  {needed ? m.trackers_import_choose() : m.trackers_import_no_column()}
                </option>
                {header.map((name, index) => (
                  <option key={index} value={index}>
                    {joinFacts([formatNumber(index + 1), name])}
                  </option>
                ))}
              </Select>
            </Field>
          )
        })}
        {orders.length > 1 && (
          <Field label={m.trackers_import_order()} required>
            <Select
              value={order ?? ''}
              onChange={({ target }) => {
                const chosen = orders.find((each) => each === target.value)
                if (chosen) onOrder(chosen)
              }}
            >
              <option value="" disabled>
                {m.trackers_import_choose()}
              </option>
              <option value="day_first">{m.trackers_import_order_day_first()}</option>
              <option value="month_first">{m.trackers_import_order_month_first()}</option>
            </Select>
          </Field>
        )}
      </CardBody>
    </Card>
  )
}

interface PartCardProps {
  look: Look
  draft: MappingDraft
  onDraft: (draft: MappingDraft) => void
}

const severalLabels: Readonly<Record<SeveralChoice, () => string>> = {
  last: m.trackers_import_several_last,
  lowest: m.trackers_import_several_lowest,
  most_frequent: m.trackers_import_several_most_frequent,
}

/** Which of several answers of a day counts. Without times nobody can tell the last one. */
export function SeveralCard({ look, draft, onDraft }: PartCardProps) {
  const offered = severalChoices.filter((choice) => look.timed || choice !== 'last')
  return (
    <Card>
      <CardHeader title={m.trackers_import_several()} subtitle={m.trackers_import_several_text()} />
      <CardBody className={styles.topics}>
        <SegmentedControl<SeveralChoice | 'none'>
          legend={m.trackers_import_several()}
          options={offered.map((value) => ({ value, label: severalLabels[value]() }))}
          value={draft.several ?? 'none'}
          onChange={(several) => several !== 'none' && onDraft({ ...draft, several })}
        />
        {!look.timed && <p className={styles.note}>{m.trackers_import_untimed()}</p>}
      </CardBody>
    </Card>
  )
}

export interface WordsCardProps extends PartCardProps {
  /** Those that the person has already. */
  ownTags: readonly string[]
}

/** What was written beside the answers comes along where its person wants it. */
export function WordsCard({ look, draft, onDraft, ownTags }: WordsCardProps) {
  const { tags } = draft
  const { most, chosen } = roomFor(look, ownTags)
  return (
    <Card>
      <CardHeader title={m.trackers_import_words()} subtitle={m.trackers_import_words_text()} />
      <CardBody className={styles.topics}>
        {look.notes > 0 && (
          <Checkbox
            label={m.trackers_import_notes({ rows: formatNumber(look.notes) })}
            checked={draft.notes}
            onChange={({ target }) => onDraft({ ...draft, notes: target.checked })}
          />
        )}
        {look.tags.length > 0 && (
          <Checkbox
            label={m.trackers_import_tags({ tags: formatNumber(look.tags.length) })}
            checked={tags !== undefined}
            onChange={({ target }) => {
              onDraft({ ...draft, tags: target.checked ? chosen : undefined })
            }}
          />
        )}
        {tags && (
          <fieldset className={styles.tags}>
            <legend>{m.trackers_import_tags_choose()}</legend>
            {look.tags.map(({ word, rows }) => (
              <Checkbox
                key={word}
                label={m.trackers_import_word({ word, rows: formatNumber(rows) })}
                checked={tags.includes(word)}
                onChange={({ target }) => {
                  const others = tags.filter((tag) => tag !== word)
                  onDraft({ ...draft, tags: target.checked ? [...others, word] : others })
                }}
              />
            ))}
          </fieldset>
        )}
        {tags && chosen.length < look.tags.length && (
          <p className={styles.note}>
            {m.trackers_import_tags_most({
              most: formatNumber(ownTagsMax),
              tags: formatNumber(most),
            })}
          </p>
        )}
        {tags && look.tagsMore > 0 && (
          <p className={styles.note}>
            {m.trackers_import_tags_more({ tags: formatNumber(look.tagsMore) })}
          </p>
        )}
        {tags && look.tagsTooLong > 0 && (
          <p className={styles.note}>
            {m.trackers_import_tags_long({
              letters: formatNumber(ownTagLettersMax),
              tags: formatNumber(look.tagsTooLong),
            })}
          </p>
        )}
      </CardBody>
    </Card>
  )
}

/** The tags that there is room for, those of most rows first, and how many new ones these may be. What the person has already takes no more. */
function roomFor({ tags }: Look, ownTags: readonly string[]) {
  const own = new Set(ownTags)
  const most = Math.max(0, ownTagsMax - own.size)
  let left = most
  const chosen = tags.map(({ word }) => word).filter((word) => own.has(word) || left-- > 0)
  return { most, chosen }
}
