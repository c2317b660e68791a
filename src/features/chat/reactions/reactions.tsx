import {
  reactionNames,
  type Reaction,
  type ReactionName,
  knownReaction,
} from '#contract/chat/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Companion, type Drawing, type Shape } from '#src/ui/companion/face.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
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

const astonished: readonly Shape[] = [
  { d: 'M27.8 47a4.2 5 0 1 0 8.4 0a4.2 5 0 1 0-8.4 0z', fill: 'ink' },
]

/** The companion's faces for reactions: each has its own eyes and mouth, so that none is known by its color alone. */
const faces: Readonly<Record<ReactionName, Drawing>> = {
  love: { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'smile', cheeks: true, extra: 'heart' },
  laugh: { tint: 'sun', leaves: 'wide', eyes: 'shut', mouth: 'grin', cheeks: true, lean: 8 },
  thanks: { tint: 'mint', leaves: 'low', eyes: 'shut', mouth: 'smile', cheeks: true },
  cheer: { tint: 'mint', leaves: 'up', eyes: 'glad', mouth: 'grin', extra: 'spark' },
  wow: { tint: 'sky', leaves: 'up', eyes: 'wide', mouth: astonished },
  sad: { tint: 'lilac', leaves: 'low', eyes: 'down', mouth: 'frown', brows: true, extra: 'tear' },
}

/** A reaction as a drawing, without words. */
function ReactionFace({ name }: { name: ReactionName }) {
  return (
    <span className={styles.face} data-reaction={name} aria-hidden="true">
      <Companion face={faces[name]} />
    </span>
  )
}

/** What each reaction says, for those who do not see its face and where there is none. */
export const reactionLabels: Readonly<Record<ReactionName, () => string>> = {
  love: m.chat_react_love,
  laugh: m.chat_react_laugh,
  thanks: m.chat_react_thanks,
  cheer: m.chat_react_cheer,
  wow: m.chat_react_wow,
  sad: m.chat_react_sad,
}

/** The reactions that this build can draw, of those that a message has. */
function drawnReactions(reactions: readonly Reaction[]): { userId: string; name: ReactionName }[] {
  return reactions.flatMap(({ userId, reaction }) => {
    const name = knownReaction(reaction)
    return name ? [{ userId, name }] : []
  })
}
