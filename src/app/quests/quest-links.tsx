import { Link } from '@tanstack/react-router'
import type {
  CategorySlot,
  ProvidersSlot,
  QuestSlot,
  QuestsSlot,
} from '#src/features/quests/slots.ts'
import { backLinkClass } from '#src/ui/page-header.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const questLink: QuestSlot = ({ questId, ...props }) => (
  <Link to="/surveys/$questId" params={{ questId: String(questId) }} {...props} />
)

export const categoryLink: CategorySlot = ({ category, ...props }) => (
  <Link to="/surveys/category/$category" params={{ category }} {...props} />
)

export const questsLink: QuestsSlot = (props) => <Link to="/surveys" {...props} />

/** Spec 2: to `/service-providers/specialty/{destination in lowercase}`. */
export const providersLink: ProvidersSlot = ({ specialty, ...props }) => {
  const all: string = '/service-providers'
  const href = specialty ? `${all}/specialty/${encodeURIComponent(specialty.toLowerCase())}` : all
  return <Link to={href} {...props} />
}

/** The way back to all quests. */
export function BackToQuests() {
  return questsLink({ className: backLinkClass, children: m.quests_back() })
}
