import { useState, type ReactNode } from 'react'
import type { Quest, Question } from '#contract/quests/model.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { questCard } from '#contract/quests/shelf.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { ScenePicture } from '#src/ui/companion/scene-picture.tsx'
import { useFocusOnArrival } from '#src/ui/focus.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { asksDistress, goToOpen, isAnswered, mayLeave, pointsSoFar, questionAt } from './play.ts'
import type { Played } from './played.ts'
import { Player } from './player/player.tsx'
import { usePlay } from './player/use-play.ts'
import type { PlayStore, WhyNotSaved } from './quest-draft.ts'
import { QuestLink, QuestsLink, questScenes, categoryFaces, minutesFor } from './quest-labels.tsx'
import { tongueOf, useSpokenQuest, type SpokenQuest, type Tongue } from './quest-words.ts'
import questIntroStyles from './quest-intro.module.css'
import styles from './quest-screen.module.css'

export interface QuestScreenProps {
  store: PlayStore
  quest: Quest
  /** The way back, over the title. */
  back: ReactNode
  /** Who sees the answers, in words. */
  privacy: string
  /** The quest as it was begun here; it goes on where it was left. */
  begun: QuestDraft | undefined
  /** It was switched off: no round follows this one. */
  closed?: boolean
  /** Whether the quest that a gate offers instead can be played. */
  insteadOpen: boolean
  /** Shows Help now over the quest. */
  onHelp: () => void
  /** It was opened anew by a press here. */
  again?: boolean
  /** Opens the quest anew from what this device has of it by now. */
  onReopen?: () => void
  /** Below the start: the person's results so far. */
  history: ReactNode
  /** Draws the end: by the device's own engine at once, by the server's word when it has come. */
  ending: (done: Played, again: () => void) => ReactNode
}

type Phase =
  | { name: 'intro'; again?: boolean }
  | { name: 'playing' }
  | { name: 'done'; played: Played }

/** A quest from its start to its result. */
export function QuestScreen(props: QuestScreenProps) {
  const { store, begun, onHelp } = props
  const quest = useSpokenQuest(props.quest)
  const [phase, setPhase] = useState<Phase>(begun ? { name: 'playing' } : { name: 'intro' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  // Nothing reloads and no prompt opens over a quest or its result.
  useDirtyForm(phase.name !== 'intro')
  const isLastRound = props.closed || quest.version !== questCard(quest.id)?.version
  const onNewVersion = isLastRound ? props.onReopen : undefined
  const play = usePlay(store, quest, { begun, onDanger: onHelp, onElsewhere, onNewVersion })

  function onElsewhere() {
    showToast({ text: m.quests_elsewhere() })
    props.onReopen?.()
  }

  async function complete() {
    const { draft } = play
    const open = questionAt(quest, goToOpen(quest, draft))
    setFailure(whatIsMissing(quest, draft, open))
    if (!mayLeave(quest, draft, open)) return play.toOpen()
    const scored = scoreQuest(quest, draft.answers)
    if (scored.kind === 'refused') return setFailure(m.quests_invalid_type())
    setBusy(true)
    const outcome = await play.finish()
    setBusy(false)
    if (outcome.status === 'elsewhere') return onElsewhere()
    if (outcome.status === 'not_saved') return setFailure(notSavedText(outcome.why))
    const all = { ...draft, passed: quest.questions.length }
    const played: Played = {
      id: outcome.opId,
      questId: quest.id,
      version: quest.version,
      takenOn: outcome.takenOn,
      state: 'waiting',
      result: scored.result,
      playPoints: pointsSoFar(quest, all),
      points: undefined,
      sharedWith: [],
    }
    setPhase({ name: 'done', played })
  }

  function again() {
    if (onNewVersion) return onNewVersion()
    play.reset()
    setPhase({ name: 'intro', again: true })
  }

  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        {props.back}
        <h1 {...tongueOf(quest.wordsIn)}>{quest.title}</h1>
      </header>
      {phase.name === 'intro' && (
        <>
          <QuestIntro
            quest={quest}
            privacy={props.privacy}
            insteadOpen={props.insteadOpen}
            takesFocus={phase.again ?? props.again ?? false}
            onStart={() => setPhase({ name: 'playing' })}
          />
          {props.history}
        </>
      )}
      {phase.name === 'playing' && (
        <Player
          quest={quest}
          play={play}
          busy={busy}
          failure={failure}
          onComplete={() => void complete()}
          onHelp={onHelp}
        />
      )}
      {phase.name === 'done' && props.ending(phase.played, again)}
    </div>
  )
}

/** Spec 5: what a question still wants; undefined where it is answered. A conflict is said at the question itself. */
function whatIsMissing(quest: Quest, draft: QuestDraft, open: Question): string | undefined {
  if (isAnswered(quest, draft, open)) return undefined
  return asksDistress(quest, draft, open) ? m.quests_answer_distress() : m.quests_answer_all()
}

function notSavedText(why: WhyNotSaved): string {
  switch (why) {
    case 'storage_full':
      return m.quests_submit_full()
    case 'logged_out':
      return m.quests_no_user()
    case 'failed':
      return m.quests_submit_failed()
  }
}

interface QuestIntroProps {
  quest: SpokenQuest
  privacy: string
  /** Whether the quest that a gate offers instead can be played. */
  insteadOpen: boolean
  /** It replaces the round before, and what had the focus there. */
  takesFocus: boolean
  onStart: () => void
}

/** Before the first question: what will be asked, about which days, who sees it, and what this is not. */
function QuestIntro(props: QuestIntroProps) {
  const { quest, onStart, takesFocus } = props
  const heading = useFocusOnArrival<HTMLHeadingElement>(takesFocus)
  const { tint } = categoryFaces[quest.category]
  const said = tongueOf(quest.wordsIn)
  return (
    <Card className={questIntroStyles.intro}>
      <ScenePicture scene={questScenes[quest.type]} tint={tint} size="large" />
      <h2 className={questIntroStyles.title2} ref={heading} tabIndex={-1} {...said}>
        {quest.title2}
      </h2>
      <p className={questIntroStyles.facts}>
        <Tag>{m.quests_challenges({ count: quest.count })}</Tag>
        <Tag icon="clock">{m.quests_minutes({ minutes: minutesFor(quest.count) })}</Tag>
      </p>
      <p {...said}>{quest.timeFrame}</p>
      {tongueOf(quest.itemsIn).lang && (
        <p className={questIntroStyles.quiet}>{m.quests_items_english()}</p>
      )}
      {quest.contentNote && (
        <Note title={m.quests_content_note()} tone="care" tongue={said}>
          {quest.contentNote}
        </Note>
      )}
      <Note title={m.quests_notice()} tone="plain" tongue={said}>
        {quest.notice}
      </Note>
      <Note title={m.quests_privacy()} tone="plain">
        {props.privacy}
      </Note>
      {quest.gate ? (
        <Gate {...props} gate={quest.gate} />
      ) : (
        <div className={questIntroStyles.start}>
          <Button wide onClick={onStart}>
            {m.quests_start()}
          </Button>
        </div>
      )}
    </Card>
  )
}

interface NoteProps {
  title: string
  tone: string
  /** Where its words are not in the language of its title. */
  tongue?: Tongue
  children: ReactNode
}

function Note({ title, tone, tongue, children }: NoteProps) {
  return (
    <div className={questIntroStyles.note} data-tone={tone}>
      <h3>{title}</h3>
      <p {...tongue}>{children}</p>
    </div>
  )
}

/** Asked on this device alone: the answer is neither stored nor sent. */
function Gate(props: QuestIntroProps & { gate: NonNullable<Quest['gate']> }) {
  const { gate, insteadOpen, onStart } = props
  const said = tongueOf(props.quest.wordsIn)
  const [declined, setDeclined] = useState(false)
  if (declined) {
    return (
      <div className={questIntroStyles.gate}>
        {insteadOpen ? (
          <output {...said}>{gate.instead.text}</output>
        ) : (
          <output>{m.quests_gate_other()}</output>
        )}
        {insteadOpen ? (
          <QuestLink questId={gate.instead.questId} className={buttonClass({ wide: true })}>
            {m.quests_start()}
          </QuestLink>
        ) : (
          <QuestsLink className={buttonClass({ wide: true })}>{m.quests_back()}</QuestsLink>
        )}
      </div>
    )
  }
  return (
    <div className={questIntroStyles.gate}>
      <h3 {...said}>{gate.question}</h3>
      <p className={questIntroStyles.quiet}>{m.quests_gate_private()}</p>
      <Button wide onClick={onStart}>
        <span {...said}>{gate.yes}</span>
      </Button>
      <Button look="secondary" wide onClick={() => setDeclined(true)}>
        <span {...said}>{gate.no}</span>
      </Button>
    </div>
  )
}
