import { useState } from 'react'
import type { PushSettings } from '#contract/push/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { useRemote } from '#src/data/resource.ts'
import { trackerLabels } from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { changePushSettings, restingRemote, stopped } from './push-settings.ts'
import { useAction } from './use-action.ts'
import styles from './push.module.css'

export interface RestingRemindersProps {
  db: UserDatabase
  asked: TrackerType | undefined
  /** What stands in an open form is turned off as well. */
  onStopped: (tracker: TrackerType) => void
}

/** Which reminders rest because nobody answered them, and what to do about it; nothing is lost by either. */
export function RestingReminders({ db, asked, onStopped }: RestingRemindersProps) {
  const of = useRemote(db, restingRemote)
  const [settled, setSettled] = useState<readonly TrackerType[]>([])
  const { run, busy } = useAction()
  const resting = of.data ?? (asked ? [asked] : [])

  function settle(
    tracker: TrackerType,
    words: string,
    change: (settings: PushSettings) => PushSettings,
  ) {
    const work = async () => {
      await changePushSettings(db, change)
      setSettled((before) => [...before, tracker])
      return words
    }
    return run(tracker, work, m.push_save_failed())
  }

  function goOn(tracker: TrackerType, words: string) {
    void settle(tracker, words, (settings) => settings)
  }

  function stop(tracker: TrackerType, words: string) {
    onStopped(tracker)
    void settle(tracker, words, (settings) => {
      return { ...settings, reminders: stopped(settings.reminders, tracker) }
    })
  }

  const open = resting.filter((tracker) => !settled.includes(tracker))
  return open.map((type) => {
    const tracker = trackerLabels[type].name()
    return (
      <Card key={type} tint="lilac">
        <CardHeader title={m.push_pause_title()} subtitle={m.push_pause_text({ tracker })} />
        <CardBody>
          <div className={styles.actions}>
            <Button
              icon="bell"
              busy={busy === type}
              onClick={() => goOn(type, m.push_pause_going_on({ tracker }))}
            >
              {m.push_pause_go_on()}
            </Button>
            <Button
              look="secondary"
              busy={busy === type}
              aria-label={m.push_pause_stop_label({ tracker })}
              onClick={() => stop(type, m.push_pause_stopped({ tracker }))}
            >
              {m.push_pause_stop()}
            </Button>
          </div>
        </CardBody>
      </Card>
    )
  })
}
