import { reactionNames, type Reaction, type ReactionName } from '#contract/chat/reactions.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ReactionFace } from './reaction-face.tsx'
import { drawnReactions, reactionLabels } from './reaction-labels.ts'
import styles from './reactions.module.css'

interface ShownReactionsProps {
  reactions: readonly Reaction[]
  userId: string
  /** What the other one is called. */
  name: string
}

/** What a message was answered with in one tap, at its lower edge. */
export function ShownReactions({ reactions, userId, name }: ShownReactionsProps) {
  const drawn = drawnReactions(reactions)
  if (drawn.length === 0) return null
  return (
    <ul className={styles.shown} aria-label={m.chat_reactions()}>
      {drawn.map((each) => (
        <li key={each.userId} data-mine={each.userId === userId || undefined}>
          <ReactionFace name={each.name} />
          <VisuallyHidden>
            {each.userId === userId ? m.chat_by_me() : name}: {reactionLabels[each.name]()}
          </VisuallyHidden>
        </li>
      ))}
    </ul>
  )
}

interface ReactionBarProps {
  /** One's own reaction now. */
  mine: ReactionName | undefined
  /** Null takes it back. */
  onReact: (reaction: ReactionName | null) => void
}

/** The six faces to choose from; the chosen one once more takes it back. */
export function ReactionBar({ mine, onReact }: ReactionBarProps) {
  return (
    <fieldset className={styles.bar} aria-label={m.chat_react()}>
      {reactionNames.map((name) => (
        <button
          className={styles.choice}
          type="button"
          key={name}
          aria-label={reactionLabels[name]()}
          title={reactionLabels[name]()}
          aria-pressed={name === mine}
          onClick={() => onReact(name === mine ? null : name)}
        >
          <ReactionFace name={name} />
        </button>
      ))}
    </fieldset>
  )
}
