import { useRef, useState } from 'react'
import type { Quest, RiskRule } from '#contract/quests/model.ts'
import { tapFeedback } from '#src/lib/haptics.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import * as play from '../play.ts'
import type { Finished, PlayStore } from '../quest-draft.ts'

export type Way = 'on' | 'back'

/** Where the last change is: on its way to the disk, on it, or nowhere but on the screen. */
export type Saving = 'unchanged' | 'saving' | 'saved' | 'failed'

export interface Play {
  readonly draft: QuestDraft
  /** The round was begun on an earlier visit. */
  readonly resumed: boolean
  /** Where the question on show came from. */
  readonly way: Way
  /** `saved` once the disk has the last change: not even a death of the phone takes it any more. */
  readonly saving: Saving
  /** A grave answer waits for the person to say that they want to go on. */
  readonly paused: RiskRule | undefined
  /** Notes about the answer on show that stop nothing. */
  readonly notes: readonly RiskRule[]
  readonly choose: (value: string) => void
  readonly chooseDistress: (value: string) => void
  readonly next: () => void
  readonly previous: () => void
  readonly toOpen: () => void
  readonly goOn: () => void
  readonly startAgain: () => void
  /** For another round, once this one is finished: nothing is saved of it until the first answer. */
  readonly reset: () => void
  readonly finish: () => Promise<Finished>
}

interface PlayOptions {
  begun: QuestDraft | undefined
  onDanger: () => void
  /** Another tab of the device ended the round, or began another one. */
  onElsewhere: () => void
  /** The next round is of another version of the quest, or there is none; absent where it is of this one. */
  onNewVersion?: (() => void) | undefined
}

/** A quest on its way: every change is on the screen at once, then on the disk; a grave answer calls `onDanger` at once. */
export function usePlay(
  store: PlayStore,
  quest: Quest,
  { begun, onDanger, onElsewhere, onNewVersion }: PlayOptions,
): Play {
  const [draft, setDraft] = useState(begun ?? play.freshDraft(quest))
  const [resumed, setResumed] = useState(begun !== undefined)
  const [way, setWay] = useState<Way>('on')
  const [saving, setSaving] = useState<Saving>('unchanged')
  const changes = useRef(0)
  // What the disk had when this tab last looked, and the saves on their way there, one after the other.
  const base = useRef(begun)
  const saves = useRef(Promise.resolve())
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const here = play.risksHere(quest, draft)
  const question = play.questionAt(quest, draft)

  function change(next: QuestDraft) {
    setDraft(next)
    setSaving('saving')
    changes.current += 1
    const change = changes.current
    saves.current = save(saves.current, next, change)
  }

  /** The end of an earlier change says nothing about the last one. */
  async function save(earlier: Promise<void>, next: QuestDraft, change: number) {
    await earlier
    const stored = await store.save(next, base.current).catch((): 'failed' => 'failed')
    if (stored === 'elsewhere') return onElsewhere()
    const isLast = change === changes.current
    if (stored !== 'failed') base.current = isLast ? stored : next
    if (!isLast) return
    setSaving(stored === 'failed' ? stored : 'saved')
    if (stored !== 'failed') setDraft(stored)
  }

  /** Begins once the device has let the old answers go: a page that is left at once comes back without them. */
  async function startAgain() {
    await saves.current
    const gone = await store.discard(quest.id).then(
      () => true,
      () => false,
    )
    if (gone && onNewVersion) return onNewVersion()
    if (gone) base.current = undefined
    begin()
    if (!gone) setSaving('failed')
  }

  function begin() {
    changes.current += 1
    setResumed(false)
    setSaving('unchanged')
    setWay('back')
    setSeen(new Set())
    setDraft(play.freshDraft(quest))
  }

  function answer(next: QuestDraft) {
    tapFeedback()
    change(next)
    const known = new Set([...here.map(({ id }) => id), ...seen])
    const met = play.risksHere(quest, next).filter(({ id }) => !known.has(id))
    if (met.some(play.opensHelp)) onDanger()
  }

  function move(next: QuestDraft, to: Way) {
    setWay(to)
    change(next)
  }

  return {
    draft,
    resumed,
    way,
    saving,
    paused: here.find((rule) => play.opensHelp(rule) && !seen.has(rule.id)),
    notes: here.filter((rule) => !play.opensHelp(rule)),
    choose: (value) => answer(play.choose(quest, draft, question, value)),
    chooseDistress: (value) => answer(play.chooseDistress(draft, question, value)),
    next: () => move(play.goNext(quest, draft), 'on'),
    previous: () => move(play.goBack(draft), 'back'),
    toOpen: () => move(play.goToOpen(quest, draft), 'back'),
    goOn: () => setSeen(new Set([...seen, ...here.map(({ id }) => id)])),
    startAgain: () => void startAgain(),
    reset() {
      base.current = undefined
      begin()
    },
    async finish() {
      await saves.current
      return await store.finish(draft, base.current)
    },
  }
}
