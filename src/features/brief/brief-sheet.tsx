import { Link } from '@tanstack/react-router'
import type { Booking } from '#contract/booking/model.ts'
import {
  blockKey,
  type BriefBlock,
  type BriefContent,
  type BriefSpan,
  type SharedBrief,
} from '#contract/brief/model.ts'
import { baseLanguage } from '#contract/language.ts'
import { daysBetween } from '#contract/local-date.ts'
import { trackerCatalog } from '#contract/trackers/catalog.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, useResource } from '#src/data/resource.ts'
import { isShownNoMore, sharingNews } from '#src/data/share-switch.ts'
import { otherName } from '#src/features/booking/bookings-resource.ts'
import { sessionResource } from '#src/features/booking/week/week-resource.ts'
import {
  questTitle,
  saidByText,
  tongueOf,
  useQuestWords,
} from '#src/features/quests/quest-words.ts'
import { useEnglishQuest } from '#src/features/quests/share/shared-results.tsx'
import {
  answerEmoji,
  answerLabel,
  answerLine,
  trackerLabels,
} from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { formatDay, formatDays, formatShortDay, formatMoment, formatSpan } from '#src/lib/dates.ts'
import { useStore } from '#src/lib/store.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { lengthOf, sentenceWords } from './brief-blocks.ts'
import { sharedBriefRemote } from './brief-resource.ts'
import styles from './brief.module.css'

interface BriefSheetProps {
  content: BriefContent
  /** Of whose session, and when it was sent. */
  title: string
  text?: string | undefined
}

/** A brief as its reader has it, on the screen and on paper; its person previews it as the same. */
export function BriefSheet({ content: { span, blocks }, title, text }: BriefSheetProps) {
  return (
    <article className={styles.sheet} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {text !== undefined && <p className={styles.quiet}>{text}</p>}
        {span && (
          <p className={styles.quiet}>
            {m.brief_days({ days: formatDays(span.from, span.to) })} {m.brief_days_note()}
          </p>
        )}
      </header>
      {blocks.map((block) => (
        <section key={blockKey(block)} className={styles.block}>
          <h3>{blockTitle(block)}</h3>
          <BlockBody block={block} span={span} />
        </section>
      ))}
    </article>
  )
}

/** What a block is about. */
export function blockTitle(block: BriefBlock): string {
  switch (block.kind) {
    case 'mood':
      return m.brief_mood()
    case 'answers':
      return m.brief_answers({ tracker: trackerLabels[block.trackerType].name() })
    case 'days':
      return m.brief_answered()
    case 'quest':
      return questTitle(block.questId) ?? m.brief_quest()
    case 'words':
      return sentenceWords[block.sentence].title()
  }
}

interface BlockBodyProps {
  block: BriefBlock
  /** The days of its numbers. */
  span: BriefSpan | null
}

/** What a block says. */
export function BlockBody({ block, span }: BlockBodyProps) {
  switch (block.kind) {
    case 'mood':
      return span && <MoodLine days={block.days} span={span} />
    case 'answers':
      return <AnswerCounts block={block} />
    case 'days':
      return (
        <p>
          {span &&
            m.brief_answered_of({
              days: formatNumber(block.answered),
              of: formatNumber(lengthOf(span)),
            })}
        </p>
      )
    case 'quest':
      return <QuestLine block={block} />
    case 'words':
      return (
        <p className={styles.words} dir="auto">
          {block.text}
        </p>
      )
  }
}

type BlockOf<K extends BriefBlock['kind']> = Extract<BriefBlock, { kind: K }>

/** Between two levels of a mood, in units of the drawing. */
const up = 8
const drawnWide = 320

/** The line, and the same in words below it: every answered day with its answer. */
function MoodLine({ days, span }: { days: BlockOf<'mood'>['days']; span: BriefSpan }) {
  const step = drawnWide / lengthOf(span)
  const points = days.map(({ day, score }) => ({
    day,
    x: (daysBetween(span.from, day) + 0.5) * step,
    y: (4 - score) * up + up,
  }))
  return (
    <>
      <svg className={styles.line} viewBox={`0 0 ${drawnWide} ${up * 5}`} aria-hidden="true">
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ day, x, y }) => (
          <circle key={day} cx={x} cy={y} r={3} />
        ))}
      </svg>
      <ul className={styles.moods}>
        {days.map(({ day, score }) => (
          <li key={day}>
            {formatShortDay(day)}: <span aria-hidden="true">{answerEmoji('Mood', score)}</span>{' '}
            {answerLabel(trackerCatalog.Mood.answers[4 - score] ?? '')}
          </li>
        ))}
      </ul>
    </>
  )
}

function AnswerCounts({ block: { trackerType, counts } }: { block: BlockOf<'answers'> }) {
  return (
    <dl className={styles.counts}>
      {trackerCatalog[trackerType].answers.map((answer, index) => (
        <div key={answer}>
          <dt>{answerLine({ trackerType, answer })}</dt>
          <dd>{m.brief_times({ count: counts[index] ?? 0 })}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The words of a result come in English; who reads them here does so in their own language. */
function QuestLine({ block: { questId, label, takenOn } }: { block: BlockOf<'quest'> }) {
  const speech = useQuestWords()
  const quest = useEnglishQuest(questId, speech.language !== baseLanguage)
  const said = quest ? saidByText(quest, speech) : undefined
  return (
    <>
      <p {...tongueOf(said?.has(label) ? speech.language : baseLanguage)}>
        {said?.get(label) ?? label}
      </p>
      <p className={styles.quiet}>{formatDay(takenOn)}</p>
    </>
  )
}

/** The brief that a client sent along, for the provider of the session. It is fetched for each look and stored nowhere. */
export function ClientBriefPage({ db, id }: { db: UserDatabase; id: string }) {
  // What is taken back goes from the screen before it is asked for again.
  const of = useRemote(db, sharedBriefRemote, id, useStore(sharingNews))
  const booking = useResource(db, sessionResource, id).data
  const missing = isShownNoMore(of.refresh) || booking?.status === 'cancelled'
  return (
    <div className={styles.page}>
      <PageHeader
        title={m.brief_title()}
        text={m.brief_client_text()}
        back={
          <Link className={backLinkClass} to="/sessions/$id" params={{ id }}>
            {m.booking_session()}
          </Link>
        }
      />
      {missing && <EmptyState emoji="🔒" title={m.brief_client_missing()} />}
      {!missing && of.data === undefined && (
        <ResourceMissing
          of={of}
          skeleton={{ shape: 'card', count: 2 }}
          failed={m.brief_client_failed()}
          offline={m.brief_client_offline()}
        />
      )}
      {!missing && of.data && <ReadBrief brief={of.data} booking={booking} />}
    </div>
  )
}

function ReadBrief({ brief, booking }: { brief: SharedBrief; booking: Booking | undefined }) {
  return (
    <>
      <div className={styles.tools}>
        <Button look="secondary" onClick={() => print()}>
          {m.brief_print()}
        </Button>
      </div>
      <div data-print>
        <SharedBriefSheet
          brief={brief}
          title={
            booking
              ? m.brief_of({
                  name: otherName(booking),
                  when: formatSpan(booking, deviceZone()),
                })
              : m.brief_title()
          }
        />
      </div>
    </>
  )
}

/** A brief that was sent; its person sees it as the same. */
export function SharedBriefSheet({ brief, title }: { brief: SharedBrief; title: string }) {
  const when = formatMoment(brief.sentAt)
  return <BriefSheet content={brief.content} title={title} text={m.brief_sent_on({ when })} />
}
