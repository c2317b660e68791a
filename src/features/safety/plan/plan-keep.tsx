import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { deletePlanCopy, leavePlanCopy, readPlanCopy } from '#src/offline/features/plan-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { sayFailed } from './plan-step.tsx'

/** Whether the plan stays on this phone after a logout: only where its person says so, and has read what that means. */
export function PlanKeepCard({ db }: { db: UserDatabase }) {
  const [stays, setStays] = useState(false)
  const [asking, setAsking] = useState(false)

  // An effect because the copy is in a storage of its own.
  useEffect(() => {
    readPlanCopy()
      .then((copy) => setStays(copy?.userId === db.userId))
      .catch(() => undefined)
  }, [db])

  async function set(next: boolean) {
    setAsking(false)
    try {
      await (next ? leavePlanCopy(db) : deletePlanCopy(db.userId))
      setStays(next)
    } catch {
      sayFailed()
    }
  }

  return (
    <Card>
      <CardHeader title={m.plan_keep_title()} />
      <CardBody>
        <Checkbox
          checked={stays}
          onChange={() => (stays ? void set(false) : setAsking(true))}
          label={m.plan_keep()}
          hint={m.plan_keep_hint()}
        />
      </CardBody>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={m.plan_keep_ask()}
        description={m.plan_keep_warning()}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{m.plan_keep_no()}</Button>
            <Button look="secondary" onClick={() => void set(true)}>
              {m.plan_keep_yes()}
            </Button>
          </>
        }
      />
    </Card>
  )
}
