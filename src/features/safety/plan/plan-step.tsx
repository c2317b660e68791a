import type { PlanStep } from '#contract/plan/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { PlanItem } from '#contract/plan/model.ts'
import type { ShownItem } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import styles from './plan.module.css'
import { decideAbout, saveLine } from './plan-resource.ts'
import { Suggestions } from './suggestions.tsx'
import { dialHref, stepWords } from './plan-words.ts'

export interface PlanStepCardProps {
  db: UserDatabase
  step: PlanStep
  /** Its lines, and those that were taken away while another phone changed them. */
  items: readonly ShownItem[]
  onEdit: (item: ShownItem | undefined) => void
}

/** One step of one's own plan: its lines, what another phone had there, and a way to add one. */
export function PlanStepCard({ db, step, items, onEdit }: PlanStepCardProps) {
  const words = stepWords[step]
  const shown = items.filter(({ deleted }) => !deleted)
  return (
    <Card>
      <CardHeader title={words.title()} subtitle={shown.length === 0 ? words.hint() : undefined} />
      <CardBody className={styles.part}>
        {items.length > 0 && (
          <ul className={styles.lines}>
            {items.map((item) => (
              <li key={item.id} className={styles.line}>
                {!item.deleted && <OwnLine item={item} onEdit={() => onEdit(item)} />}
                <OtherVersions db={db} item={item} />
              </li>
            ))}
          </ul>
        )}
        {step === 'professionals' && (
          <Suggestions
            db={db}
            items={shown}
            onAdd={({ text, phone }) =>
              void saveLine(db, crypto.randomUUID(), {
                step,
                text,
                phone,
                basedOn: null,
              }).catch(sayFailed)
            }
          />
        )}
        <div>
          <Button
            look="secondary"
            icon="plus"
            aria-label={m.plan_add_to({ step: words.title() })}
            onClick={() => onEdit(undefined)}
          >
            {m.plan_add()}
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

function OwnLine({ item, onEdit }: { item: ShownItem; onEdit: () => void }) {
  return (
    <>
      <div className={styles.row}>
        <p className={styles.words} dir="auto">
          {item.text}
        </p>
        <IconButton icon="edit" label={m.plan_edit({ text: item.text })} onClick={onEdit} />
      </div>
      <CallLink item={item} />
      {item.state === 'waiting' && <p className={styles.quiet}>{m.plan_waiting()}</p>}
    </>
  )
}

/** One tap calls somebody; nothing for a line without a number. */
export function CallLink({ item }: { item: Pick<PlanItem, 'text' | 'phone'> }) {
  if (item.phone === null) return null
  return (
    <a
      className={buttonClass({ look: 'primary' })}
      href={dialHref(item.phone)}
      aria-label={m.plan_call({ name: item.text })}
    >
      <bdi>{m.plan_call_number({ number: item.phone })}</bdi>
    </a>
  )
}

/** What another phone had there, until the person decides. */
function OtherVersions({ db, item }: { db: UserDatabase; item: ShownItem }) {
  return item.replaced.map((other) => (
    <div key={other.rev} className={styles.part}>
      <p>
        {item.deleted
          ? m.plan_other_removed({ text: other.text })
          : m.plan_other({ text: other.text })}
      </p>
      <div className={styles.tools}>
        <Button
          look="secondary"
          size="small"
          onClick={() => void decideAbout(db, { item, other }, 'take').catch(sayFailed)}
        >
          {m.plan_other_take()}
        </Button>
        <Button
          look="quiet"
          size="small"
          onClick={() => void decideAbout(db, { item, other }, 'leave').catch(sayFailed)}
        >
          {m.plan_other_leave()}
        </Button>
      </div>
    </div>
  ))
}

export function sayFailed(): void {
  showToast({ text: m.plan_save_failed(), tone: 'danger' })
}
