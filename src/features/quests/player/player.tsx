import {
  useState,
  type FormEvent,
  type KeyboardEvent,
  useRef,
  type PointerEvent,
  useSyncExternalStore,
} from 'react'
import { westernDigits } from '#contract/language.ts'
import type { Quest } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { Button } from '#src/ui/button/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Face } from '#src/ui/companion/face.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { directionAt } from '#src/ui/menu/roving.ts'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { Progress } from '#src/ui/state/progress.tsx'
import { asksDistress, conflictAt, isLast, mayLeave, questionAt, pointsSoFar } from '../play.ts'
import { tongueOf, type SpokenQuest } from '../quest-words.ts'
import { Challenge } from './challenge.tsx'
import type { Play } from './use-play.ts'
import styles from './player.module.css'

export interface PlayerProps {
  quest: SpokenQuest
  play: Play
  busy: boolean
  /** Why the quest could not be completed. */
  failure: string | undefined
  onComplete: () => void
  onHelp: () => void
}

/** Spec 4: one challenge at a time. Keys, swipes and buttons do the same. */
export function Player(props: PlayerProps) {
  const { quest, play, busy, onComplete } = props
  const { draft } = play
  const question = questionAt(quest, draft)
  const ready = mayLeave(quest, draft, question) && !play.paused
  const conflict = conflictAt(quest, draft, question)
  const last = isLast(quest, draft)
  const [touched, setTouched] = useState(false)

  function forward() {
    if (!ready || busy) return
    setTouched(true)
    if (last) onComplete()
    else play.next()
  }

  function backward() {
    if (draft.at === 0 || busy) return
    setTouched(true)
    play.previous()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    forward()
  }

  // Only keys inside the quest count, so that no key elsewhere on the page answers (WCAG 2.1.4).
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return
    if (isInDialog(event.target)) return
    const key = westernDigits(event.key)
    const number = /^[1-9]$/.test(key) ? Number(key) - 1 : -1
    const inDistress = event.target.closest('[data-distress]') !== null
    const options = inDistress ? (quest.distress?.options ?? []) : question.options
    const option = options[number]
    if (option && (!inDistress || asksDistress(quest, draft, question))) {
      event.preventDefault()
      if (inDistress) play.chooseDistress(option.text)
      else play.choose(option.text)
    } else if (event.key === 'Enter' && event.target instanceof HTMLHeadingElement) forward()
  }

  const zoomed = useSyncExternalStore(subscribeToZoom, isZoomed)
  const swipe = useSwipe({ onForward: last ? () => undefined : forward, onBackward: backward })
  return (
    // The form takes keys and gestures for the fields in it; each has a button or a field that does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the reason above
    <form
      className={styles.player}
      data-barless
      data-zoomed={zoomed || undefined}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      {...swipe}
      noValidate
    >
      <PlayHead quest={quest} draft={draft} />
      {play.resumed && !touched && <Resumed onStartAgain={play.startAgain} />}
      <div className={styles.live} aria-live="polite">
        {play.saving === 'failed' && <Banner tone="warn">{m.quests_not_kept()}</Banner>}
      </div>
      <Challenge
        key={question.id}
        quest={quest}
        play={play}
        onHelp={props.onHelp}
        takesFocus={touched || !play.resumed}
      />
      <FailureBanner text={props.failure} />
      {play.paused ? (
        <footer className={styles.bar}>
          <Button look="secondary" onClick={play.goOn}>
            {m.quests_go_on()}
          </Button>
          <Button icon="heart" onClick={props.onHelp}>
            {m.quests_help()}
          </Button>
        </footer>
      ) : (
        <footer className={styles.bar}>
          <div className={classNames(styles.across, styles.live)} aria-live="polite">
            {conflict && (
              <Banner tone="warn">
                <span {...tongueOf(quest.wordsIn)}>{conflict.text}</span>
              </Banner>
            )}
          </div>
          <Button look="secondary" disabled={draft.at === 0} onClick={backward}>
            {m.quests_previous()}
          </Button>
          <Button type="submit" disabled={!ready} busy={busy}>
            {busy ? m.quests_submitting() : last ? m.quests_complete() : m.quests_next()}
          </Button>
        </footer>
      )}
    </form>
  )
}

/** How far the quest is, and what it has earned so far. */
function PlayHead({ quest, draft }: { quest: Quest; draft: QuestDraft }) {
  const count = quest.questions.length
  const at = draft.at + 1
  const points = pointsSoFar(quest, draft)
  return (
    <header className={styles.head}>
      <div className={styles.progress}>
        <Progress
          value={at - 1}
          max={count}
          label={m.quests_progress({ at, count })}
          valueText={`\u2066${formatNumber(at)} / ${formatNumber(count)}\u2069`}
        />
      </div>
      <output className={styles.score} data-calm={quest.sensitive || undefined}>
        <span className={styles.star} key={points} aria-hidden="true">
          <Face emoji={points === 0 ? '🙂' : '😄'} />
        </span>
        {m.quests_score({ points })}
      </output>
    </header>
  )
}

/** Shorter is a shaky tap; steeper is a scroll. */
const distancePxMin = 56
const steepnessMax = 0.6

interface Swipes {
  /** Against the line of reading: to what comes next. */
  onForward: () => void
  onBackward: () => void
}

/** A quick swipe of one finger along the line of reading; never one that began on a slider, nor the drag over a zoomed page. */
function useSwipe({ onForward, onBackward }: Swipes) {
  const start = useRef<{ x: number; y: number }>(undefined)

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const onSlider = event.target instanceof HTMLInputElement && event.target.type === 'range'
    const finger = event.pointerType === 'touch' && event.isPrimary && !onSlider
    const meant = finger && !isZoomed() && !isInDialog(event.target)
    start.current = meant ? { x: event.clientX, y: event.clientY } : undefined
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const from = start.current
    start.current = undefined
    if (!from) return
    const x = event.clientX - from.x
    const y = event.clientY - from.y
    if (Math.abs(x) < distancePxMin || Math.abs(y) > Math.abs(x) * steepnessMax) return
    const toTheLeft = x < 0
    if (toTheLeft === (directionAt(event.currentTarget) === 'rtl')) onBackward()
    else onForward()
  }

  return { onPointerDown, onPointerUp }
}

/** What happens in a question that lies over the quest answers nothing behind it. */
function isInDialog(target: EventTarget): boolean {
  return target instanceof Element && target.closest('dialog') !== null
}

/** Whether two fingers made the page larger: then one finger moves it. */
function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1
}

function subscribeToZoom(listener: () => void): () => void {
  window.visualViewport?.addEventListener('resize', listener)
  return () => window.visualViewport?.removeEventListener('resize', listener)
}

/** Said when a begun quest is opened again; starting again asks first, as it clears what was answered. */
function Resumed({ onStartAgain }: { onStartAgain: () => void }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Banner
        tone="info"
        action={
          <Button look="secondary" size="small" onClick={() => setAsking(true)}>
            {m.quests_start_again()}
          </Button>
        }
      >
        {m.quests_resumed()}
      </Banner>
      <Dialog
        open={asking}
        onClose={close}
        title={m.quests_start_again_title()}
        description={m.quests_start_again_text()}
        actions={
          <>
            <Button
              onClick={() => {
                close()
                onStartAgain()
              }}
            >
              {m.quests_start_again()}
            </Button>
            <Button look="secondary" onClick={close}>
              {m.quests_start_again_keep()}
            </Button>
          </>
        }
      />
    </>
  )
}
