import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { isSuperAdmin } from '#contract/account/model.ts'
import type { Friend } from '#contract/connections/api.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import {
  SafetyMenu,
  useSafetyDialog,
  type SafetyMenuProps,
} from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog/alert-popup.tsx'
import { VirtualList } from '#src/ui/list/virtual-list.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { endConnection } from '../change-connections.ts'
import { friendName, kindLabel, endFailure, useCircle } from '../connections-resource.ts'
import { SeesMinorsLink, PersonLink, PersonHead } from '../person-link.tsx'
import styles from '../connections.module.css'

export interface CirclePageProps {
  db: UserDatabase
  session: Session
}

/** Decisions: everybody the person is connected with, and what can be done with each connection. */
export function CirclePage({ db, session }: CirclePageProps) {
  const circle = useCircle(db)
  const [ending, setEnding] = useState<Friend>()
  const { ask, dialog } = useSafetyDialog(db)
  const provider = session.user.userT === 'ServiceProvider'
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.shell_circle_title()}
        text={provider ? m.connections_clients_text() : m.connections_circle_text()}
        back={<BackToDashboard />}
        actions={
          <Link className={buttonClass({ look: 'secondary' })} to="/conn-dash">
            {m.connections_dash_title()}
          </Link>
        }
      />
      <ResourceView
        of={circle}
        skeleton={{ shape: 'card', count: 2 }}
        failed={m.connections_friends_failed()}
        offline={m.connections_offline()}
        empty={<EmptyCircle provider={provider} />}
      >
        {(friends) => (
          <VirtualList id="circle" items={friends} keyOf={({ id }) => id} rowPx={cardPx}>
            {(friend) => (
              <FriendPart
                db={db}
                session={session}
                friend={friend}
                onEnd={() => setEnding(friend)}
                onAsk={ask}
              />
            )}
          </VirtualList>
        )}
      </ResourceView>
      {ending && (
        <ConfirmDialog
          title={m.connections_end_title({ name: friendName(ending) })}
          description={m.connections_end_text()}
          confirm={m.connections_end()}
          keep={m.connections_end_keep()}
          onConfirm={async () => {
            await asMember(db, (token) => endConnection(db, token, ending))
            showToast({ text: m.connections_ended({ name: friendName(ending) }) })
          }}
          failureText={endFailure}
          onClose={() => setEnding(undefined)}
        />
      )}
      {dialog}
    </div>
  )
}

/** About as high as a card is on a phone. */
const cardPx = 180

interface FriendPartProps {
  db: UserDatabase
  session: Session
  friend: Friend
  onEnd: () => void
  onAsk: SafetyMenuProps['onAsk']
}

function FriendPart({ db, session, friend, onEnd, onAsk }: FriendPartProps) {
  const name = friendName(friend)
  return (
    <FriendCard
      friend={friend}
      title={name}
      menu={
        isSuperAdmin(session.user) ? null : (
          <SafetyMenu
            db={db}
            person={{ id: friend.id, name }}
            items={[{ id: 'end', label: m.connections_end(), icon: 'logout', onSelect: onEnd }]}
            onAsk={onAsk}
          />
        )
      }
      instead={<SeesMinorsLink specialty={friend.specialization} />}
      actions={
        <>
          {friend.userType !== 'Parent' && (
            <PersonLink friend={friend} className={buttonClass({ look: 'secondary' })}>
              {m.providers_view()}
              <VisuallyHidden> {name}</VisuallyHidden>
            </PersonLink>
          )}
          <Link
            className={buttonClass({ look: 'secondary' })}
            to="/chats"
            search={{ with: friend.id }}
          >
            {m.connections_message()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Link>
        </>
      }
    />
  )
}

function EmptyCircle({ provider }: { provider: boolean }) {
  return (
    <EmptyState
      emoji="🤝"
      title={m.shell_circle_empty()}
      text={provider ? m.connections_clients_none_text() : m.connections_circle_none_text()}
      action={
        !provider && (
          <Link className={buttonClass()} to="/service-providers">
            {m.connections_find()}
          </Link>
        )
      }
    />
  )
}

interface FriendCardProps {
  friend: Friend
  /** The name as a link to where this person is found. */
  title: ReactNode
  /** What can be done with the connection. */
  menu: ReactNode
  /** The ways on: their page, the chat. */
  actions: ReactNode
  /** The way to others, while this provider does not see people of the person's age. */
  instead: ReactNode
}

/** Somebody one is connected with. */
function FriendCard({ friend, title, menu, actions, instead }: FriendCardProps) {
  return (
    <Card className={styles.card}>
      <PersonHead person={{ ...friend, name: friendName(friend) }} title={title} end={menu}>
        <p>{kindLabel(friend)}</p>
        <p className={styles.muted}>{m.connections_since({ date: formatDate(friend.since) })}</p>
      </PersonHead>
      {friend.unavailable && (
        <Banner tone="info">
          <p>{m.connections_unavailable({ name: friend.firstname })}</p>
          <p className={styles.instead}>{instead}</p>
        </Banner>
      )}
      <div className={styles.actions}>{actions}</div>
    </Card>
  )
}
