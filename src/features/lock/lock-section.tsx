import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { readLock } from '#src/offline/session/lock-record.ts'
import { removeDevice } from '#src/offline/session/lock.ts'
import {
  mayMakeKeys,
  chooseLockAfter,
  lockAfterMinutes,
  lockNow,
  readLockAfter,
  type LockAfter,
} from '#src/session/app-lock.ts'
import { isTokenSealed, type Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { ChangeDialog, DeviceDialog, SetDialog, TurnOffDialog } from './lock-dialogs.tsx'
import styles from './lock.module.css'

type Doing = 'set' | 'change' | 'off' | 'device'

/** Whether a PIN stands before the app on this device, and everything that can be done about it. */
export function LockSection({ session }: { session: Session }) {
  const [on, setOn] = useState(isTokenSealed)
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)

  // An effect because another tab may turn it on or off.
  useEffect(() => {
    const look = () => setOn(isTokenSealed())
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [])

  function done(text: string) {
    setOn(isTokenSealed())
    close()
    showToast({ text, tone: 'success' })
  }

  return (
    <Card>
      <CardHeader title={m.lock_settings_title()} subtitle={m.lock_settings_text()} />
      <CardBody>
        <div className={styles.line}>
          <Tag {...(on && { tone: 'success', icon: 'check' })}>
            {on ? m.lock_on() : m.lock_off()}
          </Tag>
        </div>
        <p className={styles.muted}>
          {m.lock_protects()} {m.lock_notifications({ setting: m.push_discreet() })}
        </p>
        {on ? (
          <>
            <AfterField />
            <DeviceOffer
              key={String(doing)}
              onAdd={() => setDoing('device')}
              onRemoved={() => done(m.lock_device_removed())}
            />
            <div className={styles.actions}>
              <Button onClick={lockNow}>{m.lock_now()}</Button>
              <Button look="secondary" onClick={() => setDoing('change')}>
                {m.lock_change()}
              </Button>
              <Button look="secondary" onClick={() => setDoing('off')}>
                {m.lock_turn_off()}
              </Button>
            </div>
          </>
        ) : (
          <div className={styles.actions}>
            <Button onClick={() => setDoing('set')}>{m.lock_turn_on()}</Button>
          </div>
        )}
      </CardBody>
      {doing === 'set' && (
        <SetDialog session={session} onDone={() => done(m.lock_saved())} onClose={close} />
      )}
      {doing === 'change' && <ChangeDialog onDone={() => done(m.lock_changed())} onClose={close} />}
      {doing === 'device' && (
        <DeviceDialog onDone={() => done(m.lock_device_added())} onClose={close} />
      )}
      {doing === 'off' && <TurnOffDialog onDone={() => done(m.lock_removed())} onClose={close} />}
    </Card>
  )
}

interface DeviceOfferProps {
  onAdd: () => void
  onRemoved: () => void
}

/** A second way to open the lock, where this device has one. */
function DeviceOffer({ onAdd, onRemoved }: DeviceOfferProps) {
  const [state, setState] = useState<'none' | 'offered' | 'on'>('none')
  // An effect because the device and its storage are asked.
  useEffect(() => {
    void deviceState()
      .then(setState)
      .catch(() => undefined)
  }, [])

  async function remove() {
    await removeDevice()
    setState('offered')
    onRemoved()
  }

  if (state === 'none') return null
  return (
    <div className={styles.actions}>
      {state === 'on' ? (
        <Button look="secondary" onClick={() => void remove()}>
          {m.lock_device_off()}
        </Button>
      ) : (
        <Button look="secondary" onClick={onAdd}>
          {m.lock_device_on()}
        </Button>
      )}
    </div>
  )
}

async function deviceState() {
  if ((await readLock())?.device) return 'on'
  return (await mayMakeKeys()) ? 'offered' : 'none'
}

/** How long the app may be out of sight. */
function AfterField() {
  const [after, setAfter] = useState(readLockAfter)
  function choose(minutes: LockAfter) {
    chooseLockAfter(minutes)
    setAfter(minutes)
  }
  return <AfterSelect value={after} onChange={choose} />
}

interface AfterSelectProps {
  value: LockAfter
  onChange: (minutes: LockAfter) => void
}

function AfterSelect({ value, onChange }: AfterSelectProps) {
  function choose(text: string) {
    const minutes = lockAfterMinutes.find((each) => String(each) === text)
    if (minutes !== undefined) onChange(minutes)
  }
  return (
    <Field label={m.lock_after()} hint={m.lock_after_hint()}>
      <Select value={value} onChange={({ target }) => choose(target.value)}>
        {lockAfterMinutes.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === 0 ? m.lock_after_now() : m.lock_after_minutes({ count: minutes })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
