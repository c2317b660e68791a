import { useState } from 'react'
import { preload, useResource } from '#src/data/resource.ts'
import { useLocalClock } from '#src/features/trackers/local-clock.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { nameCompanion } from '#src/offline/features/companion.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { Card, CardHeader } from '#src/ui/card/card.tsx'
import { Progress } from '#src/ui/state/progress.tsx'
import styles from './companion-card.module.css'
import { CompanionPicture } from './companion-picture.tsx'
import { companionResource } from './companion-resource.ts'
import { growthOf, weekDaysFull, type Growth, type Stage } from './growth.ts'
import { NameDialog } from './name-dialog.tsx'

/** Reads what the card shows, so that it is whole when it appears. */
export function preloadCompanion(db: UserDatabase): Promise<void> {
  return preload(db, companionResource)
}

/** A young person's companion: how it looks today, what it grows towards, and the days of this week. */
export function CompanionCard({ db }: { db: UserDatabase }) {
  const { data } = useResource(db, companionResource)
  const today = useLocalClock().date
  const [naming, setNaming] = useState(false)
  if (!data) return null
  const growth = growthOf(data.done, today)
  const { stage, mood, next } = growth
  return (
    <Card className={styles.card}>
      <CardHeader
        title={data.name ?? m.companion_title()}
        subtitle={stageLabels[stage]()}
        end={<IconButton icon="edit" label={m.companion_name()} onClick={() => setNaming(true)} />}
      />
      <div className={styles.scene}>
        <GrowingPicture stage={stage} mood={mood} here={data.here} />
        <div className={styles.words}>
          <p>{moodLabels[mood]()}</p>
          <WeekDays days={growth.weekDays} />
          {next && (
            <Progress
              label={m.companion_next({ stage: stageLabels[next.stage]() })}
              value={next.share}
              max={1}
              valueText={m.companion_share({ percent: Math.floor(next.share * 100) })}
            />
          )}
        </div>
      </div>
      <p className={styles.note}>{m.companion_text()}</p>
      {naming && (
        <NameDialog
          name={data.name}
          onSave={(name) => nameCompanion(db, name)}
          onClose={() => setNaming(false)}
        />
      )}
    </Card>
  )
}

const stageLabels: Readonly<Record<Stage, () => string>> = {
  seed: m.companion_stage_seed,
  sprout: m.companion_stage_sprout,
  seedling: m.companion_stage_seedling,
  leafy: m.companion_stage_leafy,
  bud: m.companion_stage_bud,
  flower: m.companion_stage_flower,
  crown: m.companion_stage_crown,
  garden: m.companion_stage_garden,
}

const moodLabels: Readonly<Record<Growth['mood'], () => string>> = {
  glad: m.companion_mood_glad,
  calm: m.companion_mood_calm,
  resting: m.companion_mood_resting,
}

/** Moves once when something was done while it is on the screen, and never by itself. */
function GrowingPicture(props: Pick<Growth, 'stage' | 'mood'> & { here: number }) {
  const { stage, mood, here } = props
  const [seen, setSeen] = useState(here)
  const [grown, setGrown] = useState(0)
  if (here !== seen) {
    setSeen(here)
    if (here > seen) setGrown(grown + 1)
  }
  return (
    <div className={styles.picture} key={grown} data-grown={grown > 0 || undefined}>
      <CompanionPicture stage={stage} mood={mood} />
    </div>
  )
}

/** Any days of the week, in any order; a new week begins anew and nothing is lost. */
function WeekDays({ days }: { days: number }) {
  const full = days >= weekDaysFull
  return (
    <div className={styles.week}>
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: weekDaysFull }, (_, at) => (
          <span key={at} className={styles.dot} data-full={at < days || undefined} />
        ))}
      </span>
      <span>{full ? m.companion_week_full() : m.companion_week({ days })}</span>
    </div>
  )
}
