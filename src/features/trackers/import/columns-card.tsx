import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber, joinFacts } from '#src/i18n/speech.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import type { DateOrder } from './cells.ts'
import { columnRoles, type ColumnRole, type Columns } from './look-at-table.ts'
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

export interface ColumnsCardProps {
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
