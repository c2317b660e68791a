import { type FormEvent, useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { type DeviceKey, endWait, type Lock, waitMs } from '#src/offline/session/lock-record.ts'
import { type Unlocking } from '#src/offline/session/lock.ts'
import { openLock, openLockWithDevice, secretOf } from '#src/session/app-lock.ts'
import { notifySession } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/text-input.tsx'
import styles from './lock-screen.module.css'

export interface LockFormProps {
  lock: Lock
  /** The lock takes no tries any more. */
  onOver: () => void
}

/** The PIN, and what came of the last one. */
export function LockForm({ lock, onOver }: LockFormProps) {
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const wait = useWait(lock.waits)
  const { device } = lock

  function follow(outcome: Unlocking) {
    if (outcome.status === 'over') onOver()
    // Another tab has taken the lock away meanwhile.
    if (outcome.status === 'none') notifySession()
    if (outcome.status === 'wrong') setWrong(m.lock_wrong({ count: outcome.left }))
    if (outcome.status === 'waits' || (outcome.status === 'wrong' && outcome.waits)) wait.begin()
  }

  async function attempt(work: () => Promise<Unlocking>) {
    setBusy(true)
    setWrong(undefined)
    try {
      follow(await work())
    } catch (error) {
      setWrong(m.lock_failed())
      reportError(error)
    } finally {
      setWords('')
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (words === '' || busy || wait.seconds > 0) return
    void attempt(() => openLock(words))
  }

  async function askDevice(device: DeviceKey) {
    try {
      const outcome = await openLockWithDevice(await secretOf(device))
      if (outcome.status === 'open') return
      if (outcome.status === 'over') return onOver()
      setWrong(m.lock_device_failed())
    } catch {
      // Cancelled, or an authenticator that was reset.
      setWrong(m.lock_device_failed())
    }
  }

  const waits = wait.seconds > 0 ? m.lock_wait({ count: wait.seconds }) : undefined
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={lock.digits ? m.lock_pin() : m.lock_words()} error={wrong} hint={waits}>
        <PasswordInput
          ref={focus}
          autoComplete="off"
          inputMode={lock.digits ? 'numeric' : 'text'}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      <Button type="submit" wide busy={busy} aria-disabled={wait.seconds > 0}>
        {m.lock_open()}
      </Button>
      {device && (
        <Button look="secondary" wide onClick={() => void askDevice(device)}>
          {m.lock_device()}
        </Button>
      )}
    </form>
  )
}

/** Nothing else on this screen is what somebody came for. */
function focus(input: HTMLInputElement | null): void {
  input?.focus()
}

const secondMs = 1_000

/** Counts down a wait by the time that this page is open. */
function useWait(waits: boolean) {
  const [since, setSince] = useState(() => (waits ? performance.now() : undefined))
  const [nowMs, setNowMs] = useState(() => performance.now())

  // An effect because it is the passing of time that ends the wait.
  useEffect(() => {
    if (since === undefined) return undefined
    const tick = async () => {
      setNowMs(performance.now())
      if (performance.now() - since < waitMs) return
      await endWait()
      setSince(undefined)
    }
    const timer = setInterval(() => void tick(), secondMs)
    return () => clearInterval(timer)
  }, [since])

  return {
    seconds: since === undefined ? 0 : Math.max(1, Math.ceil((since + waitMs - nowMs) / secondMs)),
    begin() {
      const now = performance.now()
      setNowMs(now)
      setSince(now)
    },
  }
}
