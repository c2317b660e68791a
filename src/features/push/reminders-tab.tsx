import { useEffect, useState } from 'react'
import type { UserType } from '#contract/account/model.ts'
import { type PushDevice, hasReminders } from '#contract/push/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { ResourceMissing, ResourceView } from '#src/data/resource-view.tsx'
import { useLive, useRemote, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { deviceLabel } from '#src/lib/device-label.ts'
import { saveFile } from '#src/lib/hand-over.ts'
import { changePush, readPush } from '#src/offline/features/push.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { tellAgain, turnOff, turnOn, useDeviceState, type DeviceState } from './device.ts'
import {
  changePushSettings,
  devicesRemote,
  fetchReminderFile,
  pushSettingsResource,
  sendTest,
  stopDevice,
  stopped,
} from './push-settings.ts'
import { editsSent, editsSince, withEdits, type SettingsEdits } from './settings-edits.ts'
import { SettingsForm } from './settings-form.tsx'
import { RestingReminders } from './tracker-reminders.tsx'
import { useAction, type Done } from './use-action.ts'
import styles from './push.module.css'

export interface RemindersTabProps {
  db: UserDatabase
  userType: UserType
  shown: boolean
  /** The tracker of which a notification has asked whether to stop. */
  asked?: TrackerType | undefined
}

/** What the person is notified of, when and where. Asks the server once the tab is shown for the first time. */
export function RemindersTab({ shown, ...props }: RemindersTabProps) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  return seen && <RemindersPanel {...props} />
}

function RemindersPanel({ db, userType, asked }: Omit<RemindersTabProps, 'shown'>) {
  const of = useResource(db, pushSettingsResource)
  const state = useDeviceState(db)
  const [edits, setEdits] = useState<SettingsEdits>({})

  async function save() {
    const sent = editsSent(edits)
    setEdits(sent)
    await changePushSettings(db, (now) => withEdits(now, sent))
    setEdits((latest) => editsSince(sent, latest))
  }

  function stopEdited(tracker: TrackerType) {
    setEdits(({ reminders, ...others }) => {
      if (!reminders) return others
      return { ...others, reminders: { ...reminders, to: stopped(reminders.to, tracker) } }
    })
  }

  return (
    <div className={styles.tab}>
      {of.data && hasReminders(userType) && (
        <RestingReminders db={db} asked={asked} onStopped={stopEdited} />
      )}
      <DeviceCard db={db} state={state} asksMood={hasReminders(userType)} />
      <ResourceView of={of} failed={m.push_load_failed()} offline={m.push_load_offline()}>
        {(settings) => (
          <>
            <SettingsForm
              saved={settings}
              edits={edits}
              onEdit={setEdits}
              userType={userType}
              onSave={save}
            />
            {hasReminders(userType) && (
              <FileCard db={db} empty={!settings.reminders.some(({ on }) => on)} />
            )}
          </>
        )}
      </ResourceView>
      {/* A device that was turned on or off is another list. */}
      <DevicesCard key={state} db={db} on={state === 'on'} />
    </div>
  )
}

const stateWords: Readonly<Record<DeviceState, () => string>> = {
  on: m.push_device_on,
  off: m.push_device_off,
  denied: m.push_device_denied,
  unsupported: m.push_device_unsupported,
  home_screen_first: m.push_device_home_screen,
}

interface DeviceCardProps {
  db: UserDatabase
  state: DeviceState | undefined
  asksMood: boolean
}

/** Whether this device gets notifications, and the way to change it; where it cannot, why. */
function DeviceCard({ db, state, asksMood }: DeviceCardProps) {
  const { run, busy } = useAction()
  const stored = useLive(db, () => readPush(db))
  return (
    <Card>
      <CardHeader title={m.push_device_title()} subtitle={m.push_text()} />
      <CardBody className={styles.part}>
        {state === undefined ? (
          <Skeleton count={1} />
        ) : (
          <Banner tone={state === 'on' ? 'success' : 'info'} announced>
            {state === 'unsupported' && !asksMood ? m.push_device_mail() : stateWords[state]()}
          </Banner>
        )}
        <div className={styles.actions}>
          {state === 'off' && (
            <Button
              icon="bell"
              busy={busy.has('on')}
              onClick={() => void run('on', () => turnOnHere(db), m.push_turn_failed())}
            >
              {m.push_turn_on()}
            </Button>
          )}
          {state === 'on' && (
            <>
              <Button
                look="secondary"
                busy={busy.has('test')}
                onClick={() => void run('test', () => testHere(db), m.push_test_failed())}
              >
                {m.push_test()}
              </Button>
              <Button
                look="quiet"
                busy={busy.has('off')}
                onClick={() => void run('off', () => turnOffHere(db), m.push_turn_failed())}
              >
                {m.push_turn_off()}
              </Button>
            </>
          )}
        </div>
        {state === 'on' && asksMood && stored && (
          <Checkbox
            label={m.push_answers()}
            hint={m.push_answers_hint()}
            checked={stored.answers ?? false}
            onChange={({ target }) => void changePush(db, { answers: target.checked })}
          />
        )}
      </CardBody>
    </Card>
  )
}

/** Gives what to say when it is done; what a browser blocks, the card explains. */
async function turnOnHere(db: UserDatabase): Promise<Done> {
  if ((await turnOn(db)) === 'on') return m.push_turned_on()
  return { text: m.push_not_asked(), tone: 'plain' }
}

async function turnOffHere(db: UserDatabase): Promise<string> {
  await turnOff(db)
  return m.push_turned_off()
}

async function testHere(db: UserDatabase): Promise<string> {
  await sendTest(db)
  return m.push_test_sent()
}

/** The reminders as events of any calendar: an alarm that needs neither a server nor a permission. */
function FileCard({ db, empty }: { db: UserDatabase; empty: boolean }) {
  const { run, busy } = useAction()
  async function get() {
    saveFile('zync-reminders.ics', await fetchReminderFile(db))
    return m.push_file_done()
  }
  return (
    <Card>
      <CardHeader title={m.push_file_title()} subtitle={m.push_file_text()} />
      <CardBody>
        {empty ? (
          <p className={styles.muted}>{m.push_file_empty()}</p>
        ) : (
          <div className={styles.actions}>
            <Button
              look="secondary"
              icon="calendar"
              busy={busy.has('file')}
              onClick={() => void run('file', get, m.push_file_failed())}
            >
              {m.push_file()}
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

function DevicesCard({ db, on }: { db: UserDatabase; on: boolean }) {
  const of = useRemote(db, devicesRemote)
  const { run, busy } = useAction()
  const unknown = on && of.data !== undefined && !of.data.some(({ current }) => current)
  // An effect because the server has said something else than this device knows: whether it was stopped, a renewal tells.
  useEffect(() => {
    if (unknown) void tellAgain(db).catch(() => undefined)
  }, [db, unknown])

  function stop({ id, userAgent }: PushDevice) {
    const device = deviceLabel(userAgent)
    const work = async () => {
      await stopDevice(db, id)
      of.change((devices) => devices.filter((one) => one.id !== id))
      return m.push_devices_stopped({ device })
    }
    void run(id, work, m.push_devices_stop_failed())
  }

  return (
    <Card>
      <CardHeader title={m.push_devices_title()} />
      <CardBody>
        {!of.data && (
          <ResourceMissing
            of={of}
            compact
            failed={m.push_devices_failed()}
            offline={m.push_devices_offline()}
          />
        )}
        {of.data?.length === 0 && <p className={styles.muted}>{m.push_devices_none()}</p>}
        {of.data && of.data.length > 0 && (
          <Rows>
            {of.data.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                busy={busy.has(device.id)}
                onStop={() => stop(device)}
              />
            ))}
          </Rows>
        )}
      </CardBody>
    </Card>
  )
}

interface DeviceRowProps {
  device: PushDevice
  busy: boolean
  onStop: () => void
}

function DeviceRow({ device, busy, onStop }: DeviceRowProps) {
  const name = deviceLabel(device.userAgent)
  return (
    <Row
      title={name}
      note={m.push_devices_since({ day: formatDate(device.createdAt) })}
      end={
        device.current ? (
          <Tag tone="success" icon="check">
            {m.push_devices_this()}
          </Tag>
        ) : (
          <Button
            look="secondary"
            size="small"
            busy={busy}
            aria-label={m.push_devices_stop_label({ device: name })}
            onClick={onStop}
          >
            {m.push_devices_stop()}
          </Button>
        )
      }
    />
  )
}
