import { useEffect, useRef, type ReactNode } from 'react'
import type { Quest, QuestResult } from '#contract/quests/model.ts'
import { resultTexts } from '#contract/quests/response.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { passOn } from '#src/lib/hand-over.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { cssVariables } from '#src/ui/chart/css-variables.ts'
import { Face } from '#src/ui/companion/face.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { resultMood, type ResultMood } from '../play.ts'
import type { Played } from '../played.ts'
import { RiskCard } from '../player/risk-card.tsx'
import { ProvidersLink, QuestsLink } from '../quest-labels.tsx'
import { rounded, tongueOf, useSpokenQuest, type SpokenQuest } from '../quest-words.ts'
import styles from './quest-result.module.css'

export interface QuestResultProps {
  /** In the version that was played. */
  quest: Quest
  played: Played
  onAgain: () => void
  onHelp: () => void
  /** Lets the person share the result; nothing until the server has it. */
  share: ReactNode
}

/** Spec 4: what the answers say, in kind words, never a diagnosis; and the points, which lead only where all is light. */
export function QuestResultScreen(props: QuestResultProps) {
  const { played } = props
  const quest = useSpokenQuest(props.quest)
  const { wordsIn, general } = quest
  const { label, text, risks } = resultTexts(quest, played.result, general)
  const said = tongueOf(wordsIn)
  const mood = resultMood(props.quest, played.result)
  const heavy = mood === 'care' || mood === 'urgent'
  const details = (
    <>
      <p className={styles.notice} {...said}>
        {general.snapshot}
      </p>
      <Connect {...props} />
      {props.share}
    </>
  )
  const numbers = quest.showsScores && <ScoreBars quest={quest} result={played.result} />

  return (
    <div className={styles.result}>
      <Hero mood={mood}>{mood === 'cheer' && <Points played={played} headline />}</Hero>
      {risks.map((rule) => (
        <RiskCard key={rule.id} rule={rule} wordsIn={wordsIn} />
      ))}
      <Card className={styles.card}>
        <h3 className={styles.band} {...said}>
          {label}
        </h3>
        <p {...said}>{text}</p>
        {!heavy && numbers}
        {!heavy && details}
      </Card>
      {heavy ? (
        <>
          <HeavyActions urgent={mood === 'urgent'} help={risks.length > 0} onHelp={props.onHelp} />
          <Card className={styles.card}>
            {details}
            {numbers}
          </Card>
        </>
      ) : (
        <div className={styles.actions}>
          <QuestsLink className={buttonClass({ wide: true })}>{m.quests_more()}</QuestsLink>
          <Button look="quiet" wide onClick={props.onAgain}>
            {m.quests_again()}
          </Button>
        </div>
      )}
      {mood !== 'cheer' && <Points played={played} />}
    </div>
  )
}

function Hero({ mood, children }: { mood: ResultMood; children: ReactNode }) {
  const cheers = mood === 'cheer'
  const heading = useRef<HTMLHeadingElement>(null)

  // An effect because focus lives in the document: the end of a quest is read out.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <section className={styles.hero} data-cheer={cheers || undefined}>
      {cheers && <Confetti />}
      <span className={styles.emoji} aria-hidden="true">
        <Face emoji={cheers ? '🎉' : '😌'} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {cheers ? m.quests_done() : m.quests_done_soft()}
      </h2>
      {children}
    </section>
  )
}

/** The points of the player, and whether the server has the result. */
function Points({ played, headline = false }: { played: Played; headline?: boolean }) {
  return (
    <div className={styles.earned}>
      <p className={headline ? styles.points : styles.quiet}>
        {m.quests_done_points({ points: played.playPoints })}
      </p>
      <StatusTag state={played.state} />
      <EarnedLine played={played} />
    </div>
  )
}

/** What comes next after a heavy result: help first where it is urgent, else a person to talk to. */
function HeavyActions(props: { urgent: boolean; help: boolean; onHelp: () => void }) {
  const { urgent, help, onHelp } = props
  return (
    <>
      {urgent && (
        <div className={styles.helpNow}>
          <Button icon="heart" wide onClick={onHelp}>
            {m.quests_help()}
          </Button>
        </div>
      )}
      <TellSomeone look={urgent ? 'secondary' : 'primary'} />
      {!urgent && help && (
        <Button look="secondary" icon="heart" wide onClick={onHelp}>
          {m.quests_help()}
        </Button>
      )}
    </>
  )
}

function Connect({ played }: Pick<QuestResultProps, 'played'>) {
  const { destination } = played.result
  if (destination === null) return null
  return (
    <div className={styles.connect}>
      <ProvidersLink
        specialty={destination}
        className={buttonClass({ look: 'secondary', wide: true })}
      >
        {m.quests_connect({ destination: term(destination) })}
      </ProvidersLink>
      <p>{m.quests_connect_text()}</p>
    </div>
  )
}

/** What the quest brings to the profile, once the server has said it. */
function EarnedLine({ played }: { played: Played }) {
  if (played.state === 'refused') return null
  return <p className={styles.quiet}>{earnedLabel(played.points)}</p>
}

function earnedLabel(points: number | undefined): string {
  if (points === undefined) return m.quests_earned_later()
  return points > 0 ? m.quests_earned({ points }) : m.quests_earned_none()
}

const pieces = 'sun lilac rose mint sky sun lilac mint sun rose sky lilac'.split(' ')

/** A short cheer; still where motion is not wanted, and never on a sensitive quest. */
function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden="true">
      {pieces.map((piece, index) => (
        <span
          // The pieces are always the same.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          key={index}
          className={styles.piece}
          data-tint={piece}
          style={cssVariables({ '--at': index / (pieces.length - 1), '--turn': index % 3 })}
        />
      ))}
    </div>
  )
}

/** Asks a trusted person for a talk in ready words, shown to be read first; they say nothing of the answers. */
function TellSomeone({ look }: { look: 'primary' | 'secondary' }) {
  async function ask() {
    const outcome = await passOn(m.quests_tell_words())
    if (outcome === 'copied') showToast({ text: m.quests_tell_copied(), tone: 'success' })
    if (outcome === 'failed') showToast({ text: m.quests_tell_failed(), tone: 'danger' })
  }

  return (
    <div className={styles.tell}>
      <Button look={look} icon="send" wide onClick={() => void ask()}>
        {m.quests_tell()}
      </Button>
      <q>{m.quests_tell_words()}</q>
    </div>
  )
}

/** Every score of a result on its own scale. */
function ScoreBars({ quest, result }: { quest: SpokenQuest; result: QuestResult }) {
  return (
    <section className={styles.scores} aria-label={m.quests_numbers()}>
      {quest.scores.map(({ id, label, min, max, primary }) => {
        const value = result.scores[id] ?? min
        return (
          <div key={id} className={styles.score} data-primary={primary}>
            <span {...tongueOf(quest.wordsIn)}>{label}</span>
            <span className={styles.number}>
              {m.quests_number({ value: rounded(value), max: rounded(max) })}
            </span>
            <span className={styles.track} aria-hidden="true">
              <span
                className={styles.fill}
                style={{ inlineSize: `${Math.round(((value - min) / (max - min || 1)) * 100)}%` }}
              />
            </span>
          </div>
        )
      })}
    </section>
  )
}

/** Whether the server has a finished quest. */
export function StatusTag({ state }: Pick<Played, 'state'>) {
  switch (state) {
    case 'sent':
      return (
        <Tag tone="success" icon="check">
          {m.quests_state_sent()}
        </Tag>
      )
    case 'waiting':
      return (
        <Tag tone="warn" icon="clock">
          {m.quests_state_waiting()}
        </Tag>
      )
    case 'refused':
      return (
        <Tag tone="danger" icon="alert">
          {m.quests_state_refused()}
        </Tag>
      )
  }
}
