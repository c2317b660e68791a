import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { openHelpWithPlan } from '../help/help.tsx'
import { findPlan } from './plan-glance.tsx'

/** The way to one's plan from a grave answer; nothing for somebody who has none. */
export function PlanButton() {
  const [isThere, setIsThere] = useState(false)
  // An effect because the plan is in a database.
  useEffect(() => {
    let wanted = true
    findPlan()
      .then((plan) => wanted && setIsThere(plan !== undefined && plan.items.length > 0))
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [])
  if (!isThere) return null
  return (
    <div>
      <Button look="secondary" onClick={openHelpWithPlan}>
        {m.plan_open()}
      </Button>
    </div>
  )
}
