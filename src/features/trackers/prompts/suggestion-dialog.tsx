import { Link } from '@tanstack/react-router'
import type { TrackerType } from '#contract/trackers/model.ts'
import type { QuestSuggestion } from '#contract/trackers/prompts.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import type { OpenQuests } from './open-quests.ts'

export interface SuggestionDialogProps {
  type: TrackerType
  suggestion: QuestSuggestion
  openQuests: OpenQuests
  /** Shows Help now: offered after the lowest mood, and where no quest fits. */
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

/** After a low score: the quest that may help, a choice of some, or Help now. Always an offer, never a diagnosis. */
export function SuggestionDialog(props: SuggestionDialogProps) {
  const { type, suggestion, openQuests, onHelp, onClose } = props
  const lowest = type === 'Mood' && suggestion.strength === 'Highly recommend'
  const [first, ...others] = suggestion.questIds
  const link = (questId: number, look: 'primary' | 'secondary') => (
    <Link
      key={questId}
      className={buttonClass({ look, wide: true })}
      to="/surveys/$questId"
      params={{ questId: String(questId) }}
      onClick={onClose}
    >
      {openQuests.get(questId) ?? String(questId)}
    </Link>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      placement="sheet"
      emoji="💛"
      title={titles[suggestion.strength]()}
      description={textOf(type, suggestion)}
      actions={
        <>
          {first !== undefined && link(first, 'primary')}
          {others.map((questId) => link(questId, 'secondary'))}
          {(lowest || first === undefined) && (
            <Button
              look={first === undefined ? 'primary' : 'secondary'}
              icon="heart"
              wide
              onClick={onHelp}
            >
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

function textOf(type: TrackerType, { offer }: QuestSuggestion): string {
  switch (offer) {
    case 'related':
      return texts[type]()
    case 'other':
      return m.trackers_suggest_text_other()
    case 'help':
      return m.trackers_suggest_text_help()
  }
}
