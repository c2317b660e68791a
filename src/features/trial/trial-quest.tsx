import { Link } from '@tanstack/react-router'
import { use, useEffect, useRef, type ReactNode } from 'react'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest } from '#contract/quests/model.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import { resultTexts } from '#contract/quests/response.ts'
import { questCard } from '#contract/quests/shelf.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { resultMood } from '#src/features/quests/play.ts'
import type { Played } from '#src/features/quests/played.ts'
import { RiskCard } from '#src/features/quests/player/risk-card.tsx'
import type { Finished, PlayStore } from '#src/features/quests/quest-draft.ts'
import { QuestScreen } from '#src/features/quests/quest-screen.tsx'
import { readyQuestWords, tongueOf, useSpokenQuest } from '#src/features/quests/quest-words.ts'
import { loadHelp, openHelp } from '#src/features/safety/help/help.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { newAnswerId, saveQuest, saveTrialDraft, trialDaysMax } from './trial-store.ts'
import styles from './trial.module.css'

/** Focus Radar: the shortest that is open to everybody, about nothing that hurts. */
export const trialQuestId = 8

const store: PlayStore = {
  async save(draft) {
    keepDraft(draft)
    return draft
  },
  discard: async () => keepDraft(undefined),
  finish: async (draft) => finish(draft),
}

function keepDraft(draft: QuestDraft | undefined): void {
  if (saveTrialDraft(draft, Date.now()) === 'not_saved')
    throw new Error('This phone stores nothing')
}

function finish({ questId, version, answers }: QuestDraft): Finished {
  const nowMs = Date.now()
  const opId = newAnswerId()
  const takenOn = clockAt(nowMs).date
  const outcome = saveQuest({ questId, version, answers, takenOn }, { nowMs, opId })
  if (outcome === 'not_saved') return { status: 'not_saved', why: 'storage_full' }
  return { status: 'saved', opId, takenOn }
}

const loading = new Map<number, Promise<Quest | undefined>>()

/** One promise for each version, as a screen that waits for it must not ask anew. What failed is asked for again. */
function questToTry(version: number | undefined): Promise<Quest | undefined> {
  const card = questCard(trialQuestId)
  const wanted = version ?? card?.version ?? 1
  const known = loading.get(wanted)
  if (known) return known
  const asked = card ? loadWithWords(card.type, wanted) : Promise.resolve(undefined)
  loading.set(wanted, asked)
  asked.catch(() => loading.delete(wanted))
  return asked
}

async function loadWithWords(type: QuestType, version: number): Promise<Quest | undefined> {
  const [quest] = await Promise.all([loadQuest(type, version), readyQuestWords()])
  return quest
}

export interface TrialQuestProps {
  begun: QuestDraft | undefined
  onLeave: () => void
}

/** The quest of a visitor, from its start to its result; a grave answer opens Help now as it does for everybody. */
export function TrialQuest({ begun, onLeave }: TrialQuestProps) {
  const mine = begun?.questId === trialQuestId ? begun : undefined
  const quest = use(questToTry(mine?.version))

  // An effect because help must be at hand before it is needed: a grave answer opens it without a wait.
  useEffect(() => void loadHelp().catch(() => undefined), [])

  if (!quest) return null
  function ending(played: Played) {
    return quest && <TrialResult quest={quest} played={played} onLeave={onLeave} />
  }
  const back = (
    <Button look="quiet" icon="back" onClick={onLeave}>
      {m.trial_back()}
    </Button>
  )
  return (
    <QuestScreen
      store={store}
      quest={quest}
      back={back}
      privacy={m.trial_quest_privacy({ days: trialDaysMax })}
      begun={mine}
      insteadOpen={false}
      onHelp={openHelp}
      history={null}
      ending={ending}
    />
  )
}

interface TrialResultProps {
  quest: Quest
  played: Played
  onLeave: () => void
}

/** Spec 4: what the answers say, never a diagnosis; and that they are on this phone alone. */
function TrialResult({ quest, played, onLeave }: TrialResultProps) {
  const spoken = useSpokenQuest(quest)
  const { wordsIn, general } = spoken
  const { label, text, risks } = resultTexts(spoken, played.result, general)
  const said = tongueOf(wordsIn)
  const mood = resultMood(quest, played.result)
  const heavy = mood === 'care' || mood === 'urgent'
  return (
    <>
      <Done cheers={mood === 'cheer'}>
        {mood === 'cheer' && <p>{m.quests_done_points({ points: played.playPoints })}</p>}
      </Done>
      {risks.map((rule) => (
        <RiskCard key={rule.id} rule={rule} wordsIn={wordsIn} onHelp={openHelp} />
      ))}
      <Card className={styles.card}>
        <h3 {...said}>{label}</h3>
        <p {...said}>{text}</p>
        <p className={styles.quiet} {...said}>
          {general.snapshot}
        </p>
        {heavy && (
          <Button look="secondary" icon="heart" onClick={openHelp}>
            {m.safety_open()}
          </Button>
        )}
      </Card>
      <Card className={styles.card} tint="lilac">
        <h3>{m.trial_keep_title()}</h3>
        <p>{m.trial_keep_text({ days: trialDaysMax })}</p>
        <div className={styles.actions}>
          <Link className={buttonClass()} to="/register">
            {m.trial_register()}
          </Link>
          <Button look="secondary" onClick={onLeave}>
            {m.trial_later()}
          </Button>
        </div>
      </Card>
    </>
  )
}

function Done({ cheers, children }: { cheers: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)

  // An effect because focus lives in the document: the end of a quest is read out.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <div className={styles.said}>
      <span className={styles.face} aria-hidden="true">
        <Face emoji={cheers ? '🎉' : '😌'} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {cheers ? m.quests_done() : m.quests_done_soft()}
      </h2>
      {children}
    </div>
  )
}
