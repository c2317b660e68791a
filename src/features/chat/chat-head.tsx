import type { ReactNode } from 'react'
import type { ChatMember } from '#contract/chat/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import styles from './window.module.css'
import { callName, memberName } from './member-name.ts'

export interface ChatHeadProps {
  other: ChatMember | undefined
  typing: boolean
  /** The way back to the list, which a phone shows in the window's place. */
  back: ReactNode
  /** Their name, as the link to their page where they have one. */
  name: ReactNode
  menu: ReactNode
}

/** Whom one writes to. */
export function ChatHead({ other, typing, back, name, menu }: ChatHeadProps) {
  const words = memberName(other)
  return (
    <header className={styles.head}>
      {back}
      <Photo id={other?._id ?? 'gone'} name={words} file={other?.profileImg} size={44} decorative />
      <div className={styles.who}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.typing} aria-live="polite">
          {typing && m.chat_typing({ name: callName(other) })}
        </p>
      </div>
      {menu}
    </header>
  )
}
