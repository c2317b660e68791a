import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import type { Quest } from '#contract/quests/model.ts'
import { resultTexts } from '#contract/quests/response.ts'
import { questOfTitle } from '#contract/quests/shelf.ts'
import { refreshResource, useResource } from '#src/data/resource.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import { loadHelp, openHelp } from '#src/features/safety/help/help.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { formatDay } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { TrendChart, type ChartLevel, type ChartPoint } from '#src/ui/chart/trend-chart.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState, ErrorState } from '#src/ui/state/state-message.tsx'
import { openQuest, type OpenedQuest } from '../open-quest.ts'
import type { Played } from '../played.ts'
import { memberStore } from '../quest-draft.ts'
import { BackToQuests, QuestsLink } from '../quest-labels.tsx'
import { ListNote } from '../quest-list.tsx'
import { QuestScreen } from '../quest-screen.tsx'
import {
  questTitle,
  tongueOf,
  useQuestWords,
  useSpokenQuest,
  type SpokenQuest,
} from '../quest-words.ts'
import { shelfResource, playedResource } from '../quests-resource.ts'
import { QuestResultScreen, StatusTag } from '../result/quest-result.tsx'
import { ShareControl } from '../share/share-control.tsx'
import styles from './quest-page.module.css'

export interface QuestPageProps {
  db: UserDatabase
  opened: OpenedQuest
  /** Opens it once more, where a part of it was missing. */
  onRetry: () => void
}

/** A quest, or why there is none to play here. */
export function QuestPage({ db, opened, onRetry }: QuestPageProps) {
  useQuestWords()
  if (opened.status === 'ready') return <QuestRounds db={db} opened={opened} onRetry={onRetry} />
  return (
    <>
      <PageHeader
        title={'title' in opened ? saidTitle(opened.title) : m.quests_page()}
        back={<BackToQuests />}
      />
      <WhyNot opened={opened} onRetry={onRetry} />
      <AskAgain db={db} onAsked={onRetry} />
    </>
  )
}

/** A title in the language of the screen; itself for one that this build lacks. */
function saidTitle(title: string): string {
  return questTitle(questOfTitle(title)?.id ?? 0) ?? title
}

interface WhyNotProps {
  opened: Exclude<OpenedQuest, { status: 'ready' }>
  onRetry: () => void
}

function WhyNot({ opened, onRetry }: WhyNotProps) {
  const others = <QuestsLink className={buttonClass()}>{m.quests_back()}</QuestsLink>
  switch (opened.status) {
    case 'not_found':
      return (
        <EmptyState
          emoji="🔎"
          title={m.quests_not_found()}
          text={m.quests_not_found_text()}
          action={others}
        />
      )
    case 'under_construction':
      return <EmptyState emoji="🚧" title={m.quests_under_construction()} action={others} />
    case 'mismatch':
      return <ErrorState title={opened.text} action={others} />
    case 'failed':
      return (
        <ErrorState title={m.quests_failed()} text={m.quests_failed_text()} onRetry={onRetry} />
      )
  }
}

/** The server may have switched it on meanwhile, or this device may never have asked: then it is opened once more. */
function AskAgain({ db, onAsked }: { db: UserDatabase; onAsked: () => void }) {
  useRefresh(async () => {
    await refreshResource(db, shelfResource)
    onAsked()
  })
  return null
}

type ReadyQuest = Extract<OpenedQuest, { status: 'ready' }>

interface QuestRoundsProps {
  db: UserDatabase
  opened: ReadyQuest
  onRetry: () => void
}

/** One round after the other, each as the device has the quest when it begins. */
function QuestRounds({ db, opened, onRetry }: QuestRoundsProps) {
  const [round, setRound] = useState<{ readonly n: number; readonly opened: ReadyQuest }>()
  const now = round?.opened ?? opened

  async function reopen() {
    const next = await openQuest(db, String(now.quest.id)).catch(() => undefined)
    if (next?.status === 'ready') setRound({ n: (round?.n ?? 0) + 1, opened: next })
    else onRetry()
  }

  const again = round !== undefined
  return <QuestRun key={round?.n} db={db} {...now} again={again} onReopen={() => void reopen()} />
}

interface QuestRunProps extends ReadyQuest {
  db: UserDatabase
  /** A round went before. */
  again: boolean
  onReopen: () => void
}

/** A quest with everything around it that the app knows: help, providers, what was played before. */
function QuestRun({ db, quest, draft, closed, insteadOpen, again, onReopen }: QuestRunProps) {
  const spoken = useSpokenQuest(quest)
  const [store] = useState(() => memberStore(db))
  const history = useResource(db, playedResource, quest.id)
  const played = history.data ?? []

  // An effect because help must be at hand before it is needed: a grave answer opens it without a wait.
  useEffect(() => void loadHelp().catch(() => undefined), [])

  function share(one: Played) {
    if (one.state !== 'sent') return null
    return <ShareControl db={db} played={one} label={labelOf(spoken, one)} />
  }

  const list = (
    <QuestHistory
      quest={spoken}
      played={played}
      share={share}
      note={<ListNote of={history} text={m.quests_history_failed()} />}
    />
  )
  function ending(done: Played, again: () => void) {
    const now = played.find(({ id }) => id === done.id) ?? done
    return (
      <>
        <QuestResultScreen
          quest={quest}
          played={now}
          onAgain={again}
          onHelp={openHelp}
          share={share(now)}
        />
        {played.length > 1 && list}
      </>
    )
  }

  return (
    <QuestScreen
      store={store}
      quest={quest}
      back={<BackToQuests />}
      privacy={m.quests_privacy_text()}
      begun={draft}
      closed={closed}
      insteadOpen={insteadOpen}
      onHelp={openHelp}
      again={again}
      onReopen={onReopen}
      history={list}
      ending={ending}
    />
  )
}

interface QuestHistoryProps {
  quest: SpokenQuest
  played: readonly Played[]
  /** Lets the person share one result; nothing for one that the server does not have. */
  share: (played: Played) => ReactNode
  /** A line about how new the list is. */
  note: ReactNode
}

/** Every time the person played a quest, newest first, and how the numbers went. */
function QuestHistory({ quest, played, share, note }: QuestHistoryProps) {
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
                <span className={styles.label} {...tongueOf(quest.wordsIn)}>
                  {labelOf(quest, one)}
                </span>
                <span className={styles.date}>{formatDay(one.takenOn)}</span>
              </div>
              {one.state === 'sent' ? share(one) : <StatusTag state={one.state} />}
              {one.state === 'refused' && <Link to="/not-sent">{m.quests_refused_link()}</Link>}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** The bands of an older version may have other names: then the day says enough. */
function labelOf(quest: SpokenQuest, { result }: Played): string {
  return resultTexts(quest, result, quest.general).label || quest.title
}

/** A quest's main score over the days on which it was played. */
export interface Trend {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly levels: readonly ChartLevel[]
}

/**
 * The trend of a quest; undefined for fewer than two days, and where a number could harm. Of a day the last one counts;
 * only results of the version at hand are comparable.
 */
export function trendOf(
  quest: Pick<Quest, 'version' | 'scores' | 'showsScores'>,
  played: readonly Played[],
): Trend | undefined {
  const score = quest.scores.find(({ primary }) => primary)
  if (!score || !quest.showsScores) return undefined
  const byDay = new Map<string, number>()
  for (const { takenOn, version, result } of played.toReversed()) {
    const value = result.scores[score.id]
    if (version === quest.version && value !== undefined) byDay.set(takenOn, value)
  }
  if (byDay.size < 2) return undefined
  return {
    label: score.label,
    points: [...byDay].map(([day, value]) => ({ day, value })),
    levels: [...new Set([score.min, (score.min + score.max) / 2, score.max])].map(scaleMark),
  }
}

/** A mark of the axis: the number itself, which needs no other words. */
function scaleMark(value: number): ChartLevel {
  return { value, emoji: formatNumber(value), label: '' }
}
