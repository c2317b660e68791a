import * as m from '#src/i18n/paraglide/messages.js'
import styles from './chats.module.css'
import { Link } from '@tanstack/react-router'
import { Icon } from '#src/ui/image/icon.tsx'

/** From a chat to all of them, where a phone shows one at a time. */
export function BackToChats() {
  return (
    <Link className={styles.back} to="/chats" aria-label={m.chat_back()} title={m.chat_back()}>
      <Icon name="back" size={22} />
    </Link>
  )
}
