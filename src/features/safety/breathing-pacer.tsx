import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import styles from './breathing-pacer.module.css'
import { breathAt } from './breath.ts'

const secondMs = 1_000

/** A button that opens a circle which breathes slowly; where motion is unwelcome only its words change. */
export function BreathingPacer() {
  const [second, setSecond] = useState<number>()
  const running = second !== undefined

  // An effect because it is the passing of time that turns the breath.
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setSecond((last = 0) => last + 1), secondMs)
    return () => clearInterval(timer)
  }, [running])

  const breath = running ? breathAt(second) : undefined
  return (
    <article className={breath && styles.pacer}>
      {breath && (
        <>
          <div className={styles.words}>
            <h3 className={styles.title}>{m.safety_breathe_title()}</h3>
            <p>{m.safety_breathe_text()}</p>
          </div>
          <div className={styles.ring} aria-hidden="true">
            <span className={styles.circle} data-phase={breath.phase} />
            <span className={styles.count}>{breath.secondsLeft}</span>
          </div>
        </>
      )}
      <p className={styles.phase} aria-live="polite">
        {breath && phaseWords[breath.phase]()}
      </p>
      <Button look="secondary" wide={!running} onClick={() => setSecond(running ? undefined : 0)}>
        {running ? m.safety_breathe_stop() : m.safety_breathe_start()}
      </Button>
    </article>
  )
}

const phaseWords = { in: m.safety_breathe_in, out: m.safety_breathe_out } as const
