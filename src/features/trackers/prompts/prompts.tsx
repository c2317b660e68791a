import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import { type TrackerType, trackerTypes } from '#contract/trackers/catalog.ts'
import {
  promptDelayMs,
  promptUndoMs,
  promptsAt,
  trackerDay,
  trackerScore,
  type TrackerScore,
} from '#contract/trackers/model.ts'
import { clockAt, useLocalClock, type LocalClock } from '#src/data/local-clock.ts'
import { refreshResource, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { within } from '#src/lib/within.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import type { Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChoiceButtons } from '#src/ui/choice/choice.tsx'
import { QueuedDialog, mayInterrupt } from '#src/ui/dialog/dialog-queue.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { entryOn, isAnswered, entriesResource, readEntries } from '../entries-resource.ts'
import { askBoundMs, Suggestions, suggestQuest } from '../low-answer.tsx'
import { isGiven, notSavedText, recordAnswer, undoAnswer } from '../record-answer.ts'
import {
  trackerLabels,
  answerChoices,
  answerLabel,
  savedLine,
  supersededText,
  trackerQuestion,
} from '../tracker-labels.ts'

/**
 * Asks a young person about the trackers of the hour, 3 s after the start and once per session, and suggests a quest
 * after a low answer.
 */
export function Prompts({ session }: { session: Session }) {
  const router = useRouter()
  const [open, setOpen] = useState<{ db: UserDatabase; prompts: OpenPrompts }>()

  // An effect because it is the passing of time that opens the first prompt.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let over = false
    async function ask() {
      if (promptsAreDone()) return
      if (!mayInterrupt(router.state.location.pathname)) return wait()
      const db = await memberDatabase(session.user._id)
      const prompts = await readPrompts(db)
      if (over || prompts.length === 0) return
      if (!mayInterrupt(router.state.location.pathname)) return wait()
      endPrompts()
      setOpen({ db, prompts })
    }
    function wait() {
      // A database that will not open asks nothing; the next start asks again.
      timer = setTimeout(() => void ask().catch(() => undefined), promptDelayMs)
    }
    wait()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [router, session.user._id])

  return (
    <>
      {open && <PromptSeries {...open} onEnd={() => setOpen(undefined)} />}
      <Suggestions />
    </>
  )
}

const key = 'promptsDone'

/** Spec 4: prompts come once per session; a session is the life of this tab, or until the person logs out. */
export function promptsAreDone(): boolean {
  return sessionStorage.getItem(key) !== null
}

/** No more prompts in this session: they were all asked, or the person said 'Not now'. */
export function endPrompts(): void {
  sessionStorage.setItem(key, '1')
}

export interface PromptSeriesProps {
  db: UserDatabase
  prompts: OpenPrompts
  /** Everything was asked, or the person wants no more of it. */
  onEnd: () => void
}

/** One prompt after the other: question, 6 s to take the answer back, and after a low score what may help. */
function PromptSeries({ db, prompts, onEnd }: PromptSeriesProps) {
  const [index, setIndex] = useState(0)
  /** `answered` while the answer's Undo is on the page: a dialog would cover it. */
  const [phase, setPhase] = useState<'asking' | 'saving' | 'answered'>('asking')
  const type = prompts[index]
  const isOpen = useIsOpen(db, type)
  const past = phase === 'asking' && isOpen === false ? index : undefined
  const skip = useEffectEvent(next)

  // An effect because what is answered elsewhere on this device is asked no more.
  useEffect(() => {
    if (past !== undefined) skip()
  }, [past])

  if (!type || isOpen === undefined || past !== undefined || phase === 'answered') return null

  function next() {
    if (index + 1 >= prompts.length) return onEnd()
    setIndex(index + 1)
    setPhase('asking')
  }

  async function answered(asked: TrackerType, answer: string) {
    setPhase('saving')
    const outcome = await recordAnswer(db, { type: asked, answer, undoMs: promptUndoMs })
    if (outcome.status === 'not_saved') {
      setPhase('asking')
      return notSavedText(outcome.why)
    }
    if (outcome.status === 'already_answered') {
      const { date } = clockAt(Date.now())
      if (outcome.entry) showToast({ text: supersededText(outcome.entry, date) })
      next()
      return undefined
    }
    setPhase('answered')
    showToast({
      text: savedText(asked, answer),
      tone: 'success',
      durationMs: promptUndoMs,
      action: {
        label: m.trackers_prompt_undo(),
        onAction: () => {
          void undoAnswer(db, outcome.opId)
          next()
        },
      },
      onExpire: () => {
        const score = trackerScore(asked, answer) ?? 4
        void suggestAfter(db, outcome.opId, [asked, score]).finally(next)
      },
    })
    return undefined
  }

  return (
    <QueuedDialog key={type}>
      <PromptDialog type={type} onAnswer={(answer) => answered(type, answer)} onNotNow={onEnd} />
    </QueuedDialog>
  )
}

/** Nothing follows an answer that was taken back on a card of the page, nor where the database does not answer any more. */
async function suggestAfter(
  db: UserDatabase,
  opId: string,
  given: readonly [TrackerType, TrackerScore],
): Promise<void> {
  try {
    if (await isGiven(db, opId)) await suggestQuest(db, ...given)
  } catch {
    // Its person has logged out since.
  }
}

/** Whether a tracker has no answer of the day that counts now, followed as that changes; undefined until it is read. */
function useIsOpen(db: UserDatabase, type: TrackerType | undefined): boolean | undefined {
  const entries = useStored(db, entriesResource, daysFetched)
  const clock = useLocalClock()
  return type && entries && !isAnswered(entryOn(entries, type, trackerDay(type, clock)))
}

/** A warm line first; where the answer counts for the day that ended, that day. */
function savedText(type: TrackerType, answer: string): string {
  const clock = clockAt(Date.now())
  const day = trackerDay(type, clock)
  if (day === clock.date) return savedLine(type, trackerScore(type, answer) ?? 4)
  const tracker = trackerLabels[type].name()
  return m.trackers_prompt_saved_day({ tracker, answer: answerLabel(answer), day: formatDay(day) })
}

interface PromptDialogProps {
  type: TrackerType
  /** Saves the answer; resolves with the text to show where it could not be saved. */
  onAnswer: (answer: string) => Promise<string | undefined>
  onNotNow: () => void
}

/** One tap answers a tracker; 'Not now' is always there and ends the asking for this session. */
function PromptDialog({ type, onAnswer, onNotNow }: PromptDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const clock = useLocalClock()

  async function choose(answer: string) {
    setBusy(true)
    setFailure(await onAnswer(answer))
    setBusy(false)
  }

  return (
    <Sheet
      open
      onClose={onNotNow}
      title={trackerQuestion(type, trackerDay(type, clock) !== clock.date)}
      description={m.trackers_prompt_title()}
      actions={
        <Button look="quiet" onClick={onNotNow}>
          {m.trackers_prompt_not_now()}
        </Button>
      }
    >
      <FailureBanner text={failure} />
      <ChoiceButtons
        legend={trackerLabels[type].name()}
        hideLegend
        choices={answerChoices(type, 'prompt')}
        onChoose={(answer) => void choose(answer)}
        columns={4}
        disabled={busy}
      />
    </Sheet>
  )
}

/** The trackers to ask about, in the order they are asked. */
type OpenPrompts = readonly TrackerType[]

/** What another device has answered is of the newest days. */
const daysFetched = 2

/**
 * The trackers that this hour asks about and of which no answer is known: neither here nor, where it can be asked
 * quickly, at the server.
 */
export async function readPrompts(db: UserDatabase): Promise<OpenPrompts> {
  const clock = clockAt(Date.now())
  // After midnight Fitness still asks about the day that ended.
  const entries = await readEntries(db, addDays(clock.date, -1))
  const answered = trackerTypes.filter((type) =>
    isAnswered(entryOn(entries, type, trackerDay(type, clock))),
  )
  const prompts = promptsAt(clock.hour, new Set(answered))
  if (prompts.length === 0 || !navigator.onLine) return prompts
  const elsewhere = await within(askBoundMs, answeredElsewhere(db, prompts, clock))
  return prompts.filter((type) => !elsewhere?.has(type))
}

/** Of these trackers those that the server has an answer of, which this device then fetches. Rejects as the call does. */
async function answeredElsewhere(
  db: UserDatabase,
  prompts: OpenPrompts,
  clock: LocalClock,
): Promise<ReadonlySet<TrackerType>> {
  const days = new Set(prompts.map((type) => trackerDay(type, clock)))
  const checks = await Promise.all(
    [...days].map(async (day) => [day, await check(db, day)] as const),
  )
  const byDay = new Map(checks)
  const answered = prompts.filter((type) => byDay.get(trackerDay(type, clock))?.[type])
  if (answered.length > 0) {
    // The prompts do not wait for it: they know enough.
    void refreshResource(db, entriesResource, daysFetched).catch(() => undefined)
  }
  return new Set(answered)
}

function check(db: UserDatabase, date: LocalDate) {
  return asMember(db, (token) =>
    callApi(trackersApi.checkTrackers, { query: { date } }, { token, priority: 'high' }),
  )
}
