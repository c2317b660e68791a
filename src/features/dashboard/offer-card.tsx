import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { useStored } from '#src/data/resource.ts'
import type { ShortRead } from '#src/features/library/data/short-reads.ts'
import { writtenIn } from '#src/features/library/language.tsx'
import { categoryEmojis } from '#src/features/library/list/category-tab.ts'
import { ScenePicture } from '#src/ui/companion/scene-picture.tsx'
import {
  questScenes,
  categoryFaces,
  minutesFor,
  QuestLink,
} from '#src/features/quests/quest-labels.tsx'
import { cardIn, useQuestWords } from '#src/features/quests/quest-words.ts'
import type { ShelfQuest } from '#src/features/quests/quests-resource.ts'
import type { FirstWeekThing } from '#src/features/welcome/first-week.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, cardLinkClass, type CardProps } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './offer-card.module.css'
import { readOfDayResource, smallThingResource } from './of-day.ts'

export interface OfDayProps {
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
