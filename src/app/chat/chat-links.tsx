import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Icon } from '#src/ui/icon.tsx'
import styles from './chats.module.css'

interface LinkWords {
  className?: string | undefined
  children: ReactNode
}

/** The way to a chat. */
export function chatLink(chatId: string, props: LinkWords) {
  return <Link to="/chats/$chatId" params={{ chatId }} {...props} />
}

/** From a chat to all of them, where a phone shows one at a time. */
export function BackToChats() {
  return (
    <Link className={styles.back} to="/chats" aria-label={m.chat_back()} title={m.chat_back()}>
      <Icon name="back" size={22} />
    </Link>
  )
}
