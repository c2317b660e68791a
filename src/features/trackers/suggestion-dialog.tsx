import type { ReactElement } from 'react'
import type { TrackerType } from '#contract/trackers/model.ts'
import type { QuestSuggestion } from '#contract/trackers/prompts.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

/** Draws the link to a quest; the router is the caller's. */
export type QuestLink = (props: {
  questId: number
  className: string | undefined
  children: string
  onClick: () => void
}) => ReactElement

export interface SuggestionDialogProps {
  type: TrackerType
  suggestion: QuestSuggestion
  questLink: QuestLink
  /** Shows Help now: offered after the lowest mood. */
  onHelp: () => void
  onClose: () => void
}

const titles: Record<QuestSuggestion['strength'], () => string> = {
  'Highly recommend': m.trackers_suggest_highly,
  Consider: m.trackers_suggest_consider,
}

const texts: Record<TrackerType, () => string> = {
  Mood: m.trackers_suggest_text_mood,
  Fitness: m.trackers_suggest_text_fitness,
  Sleep: m.trackers_suggest_text_sleep,
  Diet: m.trackers_suggest_text_diet,
}

const questNames = new Map<number, () => string>([
  [3, m.trackers_suggest_quest_3],
  [21, m.trackers_suggest_quest_21],
  [22, m.trackers_suggest_quest_22],
])

/** After a low score: the quest that may help, or a choice of some. Always an offer, never a diagnosis. */
export function SuggestionDialog(props: SuggestionDialogProps) {
  const { type, suggestion, questLink, onHelp, onClose } = props
  const lowest = type === 'Mood' && suggestion.strength === 'Highly recommend'
  const [first, ...others] = suggestion.questIds
  const link = (questId: number, look: 'primary' | 'secondary') =>
    questLink({
      questId,
      className: buttonClass({ look, wide: true }),
      children: questNames.get(questId)?.() ?? String(questId),
      onClick: onClose,
    })
  return (
    <Dialog
      open
      onClose={onClose}
      placement="sheet"
      emoji="💛"
      title={titles[suggestion.strength]()}
      description={texts[type]()}
      actions={
        <>
          {first !== undefined && link(first, 'primary')}
          {others.map((questId) => link(questId, 'secondary'))}
          {lowest && (
            <Button look="secondary" icon="heart" wide onClick={onHelp}>
              {m.safety_open()}
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            {m.trackers_suggest_later()}
          </Button>
        </>
      }
    />
  )
}
