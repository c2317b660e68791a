import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Language } from '#contract/language.ts'
import { type LocalDate, dayMs } from '#contract/local-date.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import { type ShortRead, readShortReads } from '#src/features/library/data/short-reads.ts'
import { writtenIn } from '#src/features/library/language.tsx'
import { categoryEmojis } from '#src/features/library/list/category-tab.ts'
import {
  questPicks,
  questScenes,
  categoryFaces,
  minutesFor,
  QuestLink,
} from '#src/features/quests/quest-labels.tsx'
import { cardIn, useQuestWords } from '#src/features/quests/quest-words.ts'
import { type ShelfQuest, readQuestLists } from '#src/features/quests/quests-resource.ts'
import { type FirstWeekThing, firstWeekResource } from '#src/features/welcome/first-week.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, cardLinkClass, type CardProps } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { ScenePicture } from '#src/ui/companion/scene-picture.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './offer-card.module.css'

/** One small thing to do: a short quest or a short read; in somebody's first week, what its day has. */
type SmallThing =
  | { kind: 'quest'; quest: ShelfQuest }
  | { kind: 'read'; read: ShortRead }
  | { kind: 'first-week'; thing: FirstWeekThing }

/** Quests and reads take turns; where there is none of one kind, it is the other's day. */
export function smallThing(
  day: LocalDate,
  quests: readonly ShelfQuest[],
  reads: readonly ShortRead[],
): Exclude<SmallThing, { kind: 'first-week' }> | null {
  const quest = ofDay(quests, day)
  const read = ofDay(reads, day)
  const questsTurn = dayNumber(day) % 2 === 0
  if (quest && (questsTurn || !read)) return { kind: 'quest', quest }
  return read ? { kind: 'read', read } : null
}

/** Half the number: what takes turns with something else comes every second day. */
function ofDay<Item>(items: readonly Item[], day: LocalDate): Item | undefined {
  return items[Math.floor(dayNumber(day) / 2) % items.length]
}

/** Days since 1970: what is chosen by the day stays all day and moves on by one. */
function dayNumber(day: LocalDate): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)
}

/** So long a read may take that is offered as a small thing, in minutes. */
const readMinutesMax = 3

/** The small thing of a day for somebody who reads a language, of what this device has; null where it has none. */
export const smallThingResource = defineLocal<SmallThing | null, [LocalDate, Language]>({
  key: 'dashboard.smallThing',
  read: readSmallThing,
})

/** One article for a day, of those on this device; null where it has none. */
export const readOfDayResource = defineLocal<ShortRead | null, [LocalDate, Language]>({
  key: 'dashboard.readOfDay',
  read: async (db, day, language) => ofDay(await readShortReads(db, language), day) ?? null,
})

async function readSmallThing(
  db: UserDatabase,
  day: LocalDate,
  language: Language,
): Promise<SmallThing | null> {
  const thing = await firstWeekResource.read(db, day)
  if (thing) return { kind: 'first-week', thing }
  const [lists, reads] = await Promise.all([
    readQuestLists(db, day),
    readShortReads(db, language, readMinutesMax),
  ])
  const { start, pick } = questPicks(lists)
  return smallThing(day, start.length > 0 ? start : pick ? [pick.quest] : [], reads)
}

const lines = [
  m.dashboard_kind_slow,
  m.dashboard_kind_come,
  m.dashboard_kind_breath,
  m.dashboard_kind_rest,
  m.dashboard_kind_small,
  m.dashboard_kind_ask,
  m.dashboard_kind_figured,
  m.dashboard_kind_feelings,
  m.dashboard_kind_friend,
] as const

/** One kind sentence for a day: the same all day long, another one tomorrow. It asks for nothing. */
export function kindLine(day: LocalDate): string {
  return lines[dayNumber(day) % lines.length]?.() ?? ''
}

interface OfDayProps {
  db: UserDatabase
  day: LocalDate
}

/** One small thing to do today, of what is on this device; nothing where it has none. */
export function SmallThingPart({ db, day }: OfDayProps) {
  const thing = useStored(db, smallThingResource, day, useSpeech().language)
  if (!thing) return null
  if (thing.kind === 'read') {
    return <ReadOffer kicker={m.dashboard_small_title()} read={thing.read} />
  }
  if (thing.kind === 'first-week') return <FirstWeekOffer {...thing.thing} />
  return <QuestOffer quest={thing.quest} />
}

function QuestOffer({ quest }: { quest: ShelfQuest }) {
  const { id, type, category, count } = quest
  const { title, title2, tongue } = cardIn(useQuestWords(), quest)
  const { tint } = categoryFaces[category]
  return (
    <Offer
      kicker={m.dashboard_small_title()}
      tint={tint}
      picture={<ScenePicture scene={questScenes[type]} tint="plain" size="large" />}
      name={
        <QuestLink questId={id} className={cardLinkClass}>
          <span {...tongue}>{title}</span>
        </QuestLink>
      }
      text={<span {...tongue}>{title2}</span>}
      takes={m.quests_minutes({ minutes: minutesFor(count) })}
    />
  )
}

function FirstWeekOffer({ href, emoji, tint, title, text, minutes }: FirstWeekThing) {
  return (
    <Offer
      kicker={m.dashboard_small_title()}
      tint={tint}
      picture={
        <span className={styles.emoji} aria-hidden="true">
          <Face emoji={emoji} />
        </span>
      }
      name={
        <Link to={href} className={cardLinkClass}>
          {title()}
        </Link>
      }
      text={text()}
      takes={m.quests_minutes({ minutes })}
    />
  )
}

/** One article of today, of those on this device; nothing where it has none. */
export function ReadOfDayPart({ db, day }: OfDayProps) {
  const read = useStored(db, readOfDayResource, day, useSpeech().language)
  return read ? <ReadOffer kicker={m.dashboard_read_title()} read={read} /> : null
}

function ReadOffer({ kicker, read }: { kicker: string; read: ShortRead }) {
  const { _id, title, category, minutes } = read
  return (
    <Offer
      kicker={kicker}
      tint="sky"
      picture={
        <span className={styles.emoji} aria-hidden="true">
          {categoryEmojis[category]}
        </span>
      }
      name={
        <Link className={cardLinkClass} to="/library/articles/$id" params={{ id: _id }}>
          <span {...writtenIn(read, title)}>{title}</span>
        </Link>
      }
      takes={m.dashboard_small_read({ minutes })}
    />
  )
}

interface OfferProps {
  kicker: string
  tint: NonNullable<CardProps['tint']>
  picture: ReactNode
  /** The link: its target covers the card. */
  name: ReactNode
  text?: ReactNode
  /** How long it takes, in words. */
  takes: string
}

function Offer({ kicker, tint, picture, name, text, takes }: OfferProps) {
  return (
    <Card className={styles.offer} tint={tint} interactive>
      {picture}
      <div className={styles.words}>
        <h2 className={styles.kicker}>{kicker}</h2>
        <h3 className={styles.name}>{name}</h3>
        {text && <p>{text}</p>}
        <Tag icon="clock">{takes}</Tag>
      </div>
    </Card>
  )
}
