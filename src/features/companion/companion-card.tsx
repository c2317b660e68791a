import { useState, useId, type FormEvent } from 'react'
import { cleanLine } from '#contract/free-text.ts'
import { useLocalClock } from '#src/data/local-clock.ts'
import { preload, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { nameCompanion } from '#src/offline/features/companion.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { IconButton, Button } from '#src/ui/button/button.tsx'
import { Card, CardHeader } from '#src/ui/card/card.tsx'
import {
  body,
  cheeks,
  dot,
  eyePaths,
  leafPaths,
  line,
  mouthPaths,
  type Shape,
} from '#src/ui/companion/face.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Progress } from '#src/ui/state/progress.tsx'
import {
  companionResource,
  growthOf,
  weekDaysFull,
  type Growth,
  type Stage,
} from './companion-resource.ts'
import styles from './companion-card.module.css'
import companionPictureStyles from './companion-picture.module.css'

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

/** In UTF-16 units, as the input counts them. */
export const nameLengthMax = 24

export interface NameDialogProps {
  name: string | undefined
  /** Rejects where this device could not store it. An empty name takes it away. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** What the young person calls their companion; it stays on this device. */
function NameDialog({ name = '', onSave, onClose }: NameDialogProps) {
  const form = useId()
  const [text, setText] = useState(name)
  const [error, setError] = useState<string>()

  async function save(event: FormEvent) {
    event.preventDefault()
    const clean = cleanLine(text)
    if (clean.length > nameLengthMax) return setError(m.companion_name_long({ max: nameLengthMax }))
    try {
      await onSave(clean)
      onClose()
    } catch {
      setError(m.companion_name_failed())
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.companion_name()}
      description={m.companion_name_text()}
      actions={
        <Button type="submit" form={form}>
          {m.companion_name_save()}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <Field label={m.companion_name_label()} error={error} optional>
          <TextInput
            value={text}
            data-autofocus
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
      </form>
    </Sheet>
  )
}

/** The companion as large as it has grown, on its hill. Decoration: the card says the same in words. */
function CompanionPicture({ stage, mood }: Pick<Growth, 'stage' | 'mood'>) {
  const { size, crown, around } = looks[stage]
  const asleep = stage === 'seed' || mood === 'resting'
  const glad = mood === 'glad' && !asleep
  return (
    <svg className={companionPictureStyles.picture} viewBox="-8 -26 80 94" aria-hidden="true">
      <path className={companionPictureStyles.hill} d="M-8 68v-7c22-12 58-12 80 0v7z" />
      {around && <Shapes shapes={garden} />}
      <g className={companionPictureStyles.companion}>
        <g transform={`translate(${32 - 32 * size} ${59 - 59 * size}) scale(${size})`}>
          <Shapes shapes={crown} />
          <path className={companionPictureStyles.body} d={body} />
          {!asleep &&
            cheeks.map((d) => <path key={d} className={companionPictureStyles.cheek} d={d} />)}
          <Shapes shapes={eyePaths[asleep ? 'shut' : glad ? 'glad' : 'open']} />
          <Shapes shapes={mouthPaths[glad ? 'grin' : 'smile']} />
        </g>
      </g>
      {asleep && (
        <path className={companionPictureStyles.breath} d="M56 22h6l-6 7h6M65 12h5l-5 6h5" />
      )}
    </svg>
  )
}

interface Part {
  readonly d: string
  readonly fill?: Shape['fill'] | 'leaf' | 'petal' | 'sun' | 'stem' | 'blossom'
}

function Shapes({ shapes }: { shapes: readonly Part[] }) {
  return shapes.map(({ d, fill }) => (
    <path key={d} className={companionPictureStyles[fill ?? 'line']} d={d} />
  ))
}

const leaves = (paths: readonly string[]): Part[] => paths.map((d) => ({ d, fill: 'leaf' }))
const stem: Part = { ...line('M32 21V4'), fill: 'stem' }
const sideStems: Part = { ...line('M32 12c-5 0-9-2-12-7M32 12c5 0 9-2 12-7'), fill: 'stem' }
const pair = leaves(leafPaths.up)
const widePair = leaves(leafPaths.wide)

const bud: Part[] = [
  { d: 'M32 6c-5-3-5.6-9.6 0-14 5.6 4.4 5 11 0 14z', fill: 'petal' },
  {
    d: 'M32 7c-3.6 0-5.4-2-5.8-5.4C29 3 31 4.4 32 7zM32 7c3.6 0 5.4-2 5.8-5.4C35 3 33 4.4 32 7z',
    fill: 'leaf',
  },
]

/** Five petals around a middle. */
function flower(x: number, y: number, r: number, fill: 'petal' | 'blossom'): Part[] {
  const petals = [0, 1, 2, 3, 4].map((at): Part => {
    const angle = (at * 2 * Math.PI) / 5 - Math.PI / 2
    const tenths = (value: number) => Math.round(value * 10) / 10
    const [px, py] = [x + r * Math.cos(angle), y + r * Math.sin(angle)]
    return { d: dot(tenths(px), tenths(py), tenths(r * 0.82)).d, fill }
  })
  return [...petals, { d: dot(x, y, r * 0.66).d, fill: 'sun' }]
}

const onTop = [stem, ...flower(32, -6, 7, 'petal'), ...pair]

const crowned = [
  stem,
  sideStems,
  ...flower(19, 2, 5, 'blossom'),
  ...flower(45, 2, 5, 'blossom'),
  ...flower(32, -7, 7, 'petal'),
  ...pair,
  ...widePair,
]

/** What stands around it at last. */
const garden: readonly Part[] = [
  { d: 'M4 60V48M60 60V50M-2 61v-7M67 62v-8', fill: 'stem' },
  ...flower(4, 45, 4, 'blossom'),
  ...flower(60, 47, 3.6, 'petal'),
  ...flower(-2, 53, 2.8, 'petal'),
  ...flower(67, 53, 2.8, 'blossom'),
]

interface Look {
  readonly size: number
  readonly crown: readonly Part[]
  readonly around?: true
}

/** Each stage has all that the one before it had, and something new. */
const looks: Readonly<Record<Stage, Look>> = {
  seed: { size: 0.52, crown: [] },
  sprout: { size: 0.62, crown: leaves(leafPaths.up.slice(1)) },
  seedling: { size: 0.72, crown: pair },
  leafy: { size: 0.8, crown: [...pair, ...widePair] },
  bud: { size: 0.86, crown: [stem, ...bud, ...pair] },
  flower: { size: 0.92, crown: onTop },
  crown: { size: 0.98, crown: crowned },
  garden: { size: 1, crown: crowned, around: true },
}
