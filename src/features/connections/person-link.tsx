import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import { useCameFrom } from '#src/lib/came-from.ts'

export interface PersonLinkProps {
  friend: Pick<Friend, 'id' | 'userType'>
  className?: string | undefined
  children: ReactNode
}

/** Decisions: a provider's page, a young person's page, or for a parent, who has no page, the chat. */
export function PersonLink({ friend, ...props }: PersonLinkProps) {
  const { id } = friend
  const state = useCameFrom()
  switch (friend.userType) {
    case 'ServiceProvider':
      return <Link to="/service-providers/$id" params={{ id }} state={state} {...props} />
    case 'Adolescent':
      return <Link to="/gen-z/$id" params={{ id }} {...props} />
    case 'Parent':
      return <Link to="/chats" search={{ with: id }} {...props} />
  }
}
