import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PushSettings } from '#contract/push/model.ts'
import { useLive, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatHour } from '#src/lib/dates.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { dismiss, readDismissed } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Banner, type BannerProps } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { turnOn, useDeviceState } from './device.ts'
import {
  changePushSettings,
  nextReminderOf,
  pushSettingsResource,
  quietText,
  timeOfMinute,
  withReminder,
} from './push-settings.ts'
import { TimeField } from './tracker-reminders.tsx'
import styles from './push.module.css'

const hint = 'push.ask'

/** Offers a daily reminder to whoever has none on this device and has not said no; nothing where it cannot show any. */
export function AskCard({ db }: { db: UserDatabase }) {
  const [asking, setAsking] = useState(false)
  const state = useDeviceState(db)
  const put = useLive(db, () => readDismissed(db))
  if (!asking && (state !== 'off' || put === undefined || put.has(hint))) return null
  return <Offer db={db} asking={asking} onAsking={setAsking} />
}

interface OfferProps {
  db: UserDatabase
  asking: boolean
  onAsking: (asking: boolean) => void
}

function Offer({ db, asking, onAsking }: OfferProps) {
  const { data: settings } = useResource(db, pushSettingsResource)
  if (!settings) return null
  const end = () => void dismiss(db, hint)
  const time = moodTime(settings)
  return (
    <Card tint="lilac">
      <CardHeader
        title={time === undefined ? m.push_ask_title() : m.push_ask_here_title()}
        subtitle={time === undefined ? m.push_ask_text() : m.push_ask_here_text({ time })}
      />
      <CardBody>
        <div className={styles.actions}>
          <Button icon="bell" onClick={() => onAsking(true)}>
            {m.push_ask_yes()}
          </Button>
          <Button look="quiet" onClick={end}>
            {m.push_ask_no()}
          </Button>
        </div>
        {asking && (
          <AskSheet
            db={db}
            settings={settings}
            onDone={() => {
              onAsking(false)
              end()
            }}
            onClose={() => onAsking(false)}
          />
        )}
      </CardBody>
    </Card>
  )
}

/** When the person is reminded of their mood already, in words. */
function moodTime({ reminders }: PushSettings): string | undefined {
  const reminder = reminders.find(({ tracker, on }) => tracker === 'Mood' && on)
  return reminder && formatHour(timeOfMinute(reminder.minute))
}

interface AskSheetProps {
  db: UserDatabase
  settings: PushSettings
  onDone: () => void
  onClose: () => void
}

/** Our own question first: a browser asks once, and takes a no for good. */
function AskSheet({ db, settings, onDone, onClose }: AskSheetProps) {
  // What was there as it opened: saving a reminder must not change the question under somebody's hand.
  const [time] = useState(() => moodTime(settings))
  const [minute, setMinute] = useState(() => nextReminderOf('Mood', []).minute)
  const [failure, setFailure] = useState<Pick<BannerProps, 'tone' | 'children'>>()
  const [busy, setBusy] = useState(false)
  const isNew = time === undefined
  const unheard = isNew ? quietText(settings.quiet, minute) : undefined

  async function start() {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const outcome = await turnOn(db)
      if (outcome === 'denied')
        return setFailure({ tone: 'danger', children: m.push_device_denied() })
      if (outcome === 'off') return setFailure({ tone: 'info', children: m.push_not_asked() })
      if (isNew) await saveReminder()
      const chosen = time ?? formatHour(timeOfMinute(minute))
      showToast({ text: m.push_ask_done({ time: chosen }), tone: 'success' })
      onDone()
    } catch (error) {
      setFailure({ tone: 'danger', children: failureText(error, m.push_turn_failed()) })
    } finally {
      setBusy(false)
    }
  }

  async function saveReminder() {
    const reminder = { ...nextReminderOf('Mood', []), minute }
    await changePushSettings(db, (now) => {
      return { ...now, reminders: withReminder(now.reminders, reminder) }
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      placement="sheet"
      emoji="👋"
      title={isNew ? m.push_ask_title() : m.push_ask_here_title()}
      description={isNew ? m.push_ask_sheet_text() : m.push_ask_here_sheet_text()}
      actions={
        <>
          <Button
            icon="bell"
            busy={busy}
            disabled={unheard !== undefined}
            onClick={() => void start()}
          >
            {m.push_turn_on()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m.push_ask_later()}
          </Button>
        </>
      }
    >
      <div className={styles.part}>
        {failure && (
          <div role="alert">
            <Banner {...failure} />
          </div>
        )}
        {isNew && (
          <TimeField label={m.push_time()} error={unheard} minute={minute} onChange={setMinute} />
        )}
        <div>
          <Link
            className={buttonClass({ look: 'quiet', size: 'small' })}
            to="/edit-profile"
            search={{ tab: 'reminders' }}
            onClick={onClose}
          >
            {m.push_settings_link()}
          </Link>
        </div>
      </div>
    </Dialog>
  )
}
