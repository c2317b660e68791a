import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Quest } from '#contract/quests/model.ts'
import { resultWords } from '#contract/quests/result-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { TrendChart } from '#src/ui/chart/trend-chart.tsx'
import type { Played } from '../played.ts'
import { dateWords } from '../quest-words.ts'
import styles from './quest-history.module.css'
import { StandingTag } from './standing-tag.tsx'
import { trendOf } from './trend.ts'

export interface QuestHistoryProps {
  quest: Quest
  played: readonly Played[]
  /** Lets the person share one result; nothing for one that the server does not have. */
  share: (played: Played) => ReactNode
  /** A line about how new the list is. */
  note: ReactNode
}

/** Every time the person played a quest, newest first, and how the numbers went. */
export function QuestHistory({ quest, played, share, note }: QuestHistoryProps) {
  if (played.length === 0) return note
  const trend = trendOf(quest, played)
  return (
    <Card className={styles.history}>
      <CardHeader title={m.quests_history()} />
      <CardBody>
        {note}
        {trend && (
          <TrendChart
            label={m.quests_trend({ score: trend.label })}
            points={trend.points}
            levels={trend.levels}
          />
        )}
        <ul className={styles.list}>
          {played.map((one) => (
            <li key={one.id} className={styles.item}>
              <div className={styles.words}>
                <span className={styles.label}>{labelOf(quest, one)}</span>
                <span className={styles.date}>{dateWords(one.takenOn)}</span>
              </div>
              {one.state === 'sent' ? share(one) : <StandingTag state={one.state} />}
              {one.state === 'refused' && <Link to="/not-sent">{m.quests_refused_link()}</Link>}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** The bands of an older version may have other names: then the day says enough. */
function labelOf(quest: Quest, { result }: Played): string {
  return resultWords(quest, result).label || quest.title
}
