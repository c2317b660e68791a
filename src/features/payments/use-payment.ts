import { useEffect, useEffectEvent, useState } from 'react'
import type { Payment } from '#contract/payments/model.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'

/** While a confirmation is on its way it is looked for so often, and so many times by itself. */
const lookEveryMs = 3_000
const looksMax = 20

/** A purchase, looked at again by itself while its payment is not confirmed. */
export function usePayment(fetch: () => Promise<Payment>) {
  const [payment, setPayment] = useState<Payment>()
  const [missing, setMissing] = useState(false)
  const [looks, setLooks] = useState(0)
  const { refresh, again } = useRefresh(async () => {
    try {
      setPayment(await fetch())
    } catch (error) {
      if (isApiProblem(error)) setMissing(error.problem.code === 'not_found')
      throw error
    }
  })
  const slow = looks >= looksMax
  const waiting = payment?.status === 'pending' && !slow

  const look = useEffectEvent(() => {
    setLooks((count) => count + 1)
    again()
  })

  // An effect because the confirmation comes from outside, and nobody tells this page.
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => look(), lookEveryMs)
    return () => clearInterval(timer)
  }, [waiting])

  return { payment, setPayment, missing, refresh, again, slow }
}
