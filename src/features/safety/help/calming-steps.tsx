import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { breathAt } from './breath.ts'
import breathStyles from './breathing-pacer.module.css'
import senseStyles from './senses-step.module.css'

const secondMs = 1_000

/** A button that opens a circle which breathes slowly; where motion is unwelcome only its text changes. */
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
    <article className={breath && breathStyles.pacer}>
      {breath && (
        <>
          <div className={breathStyles.words}>
            <h3 className={breathStyles.title}>{m.safety_breathe_title()}</h3>
            <p>{m.safety_breathe_text()}</p>
          </div>
          <div className={breathStyles.ring} aria-hidden="true">
            <span className={breathStyles.circle} data-phase={breath.phase} />
            <span className={breathStyles.count}>{breath.secondsLeft}</span>
          </div>
        </>
      )}
      <p className={breathStyles.phase} aria-live="polite">
        {breath && phaseLabels[breath.phase]()}
      </p>
      <Button look="secondary" wide={!running} onClick={() => setSecond(running ? undefined : 0)}>
        {running ? m.safety_breathe_stop() : m.safety_breathe_start()}
      </Button>
    </article>
  )
}

const phaseLabels = { in: m.safety_breathe_in, out: m.safety_breathe_out } as const

const senses = [
  { count: 5, emoji: '👀', label: m.safety_senses_see },
  { count: 4, emoji: '✋', label: m.safety_senses_touch },
  { count: 3, emoji: '👂', label: m.safety_senses_hear },
  { count: 2, emoji: '👃', label: m.safety_senses_smell },
  { count: 1, emoji: '👅', label: m.safety_senses_taste },
] as const

/** Five senses, counted down: a way back from a racing head into the room. */
export function SensesStep() {
  return (
    <article className={senseStyles.step}>
      <h3 className={senseStyles.title}>{m.safety_senses_title()}</h3>
      <p>{m.safety_senses_text()}</p>
      <ul className={senseStyles.senses}>
        {senses.map(({ count, emoji, label }) => (
          <li key={count}>
            <span className={senseStyles.count}>{count}</span>
            <span className={senseStyles.words}>{label()}</span>
            <span aria-hidden="true">{emoji}</span>
          </li>
        ))}
      </ul>
    </article>
  )
}
