import { knownReaction, type Reaction, type ReactionName } from '#contract/chat/reactions.ts'
import * as m from '#src/i18n/paraglide/messages.js'

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
export function drawnReactions(
  reactions: readonly Reaction[],
): { userId: string; name: ReactionName }[] {
  return reactions.flatMap(({ userId, reaction }) => {
    const name = knownReaction(reaction)
    return name ? [{ userId, name }] : []
  })
}
