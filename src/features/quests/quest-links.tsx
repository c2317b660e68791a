import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { QuestCategory } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { backLinkClass } from '#src/ui/nav/page-header.tsx'

interface LinkParts {
  className: string | undefined
  children: ReactNode
}

/** The way to a quest. */
export function QuestLink({ questId, ...props }: LinkParts & { questId: number }) {
  return <Link to="/surveys/$questId" params={{ questId: String(questId) }} {...props} />
}

/** The way to the quests of a category. */
export function CategoryLink({ category, ...props }: LinkParts & { category: QuestCategory }) {
  return <Link to="/surveys/category/$category" params={{ category }} {...props} />
}

/** The way to all quests. */
export function QuestsLink(props: LinkParts) {
  return <Link to="/surveys" {...props} />
}

/** Spec 2: to `/service-providers/specialty/{destination in lowercase}`. */
export function ProvidersLink({ specialty, ...props }: LinkParts & { specialty: string }) {
  const name = encodeURIComponent(specialty.toLowerCase())
  const href: string = `/service-providers/specialty/${name}`
  return <Link to={href} {...props} />
}

/** The way back to all quests. */
export function BackToQuests() {
  return <QuestsLink className={backLinkClass}>{m.quests_back()}</QuestsLink>
}
