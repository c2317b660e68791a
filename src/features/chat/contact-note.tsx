import type { ContactDetail } from '#contract/chat/contact-details.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './contact-note.module.css'

export interface ContactNoteProps {
  /** Of the text, so that the message can point at it. */
  textId: string
  details: readonly ContactDetail[]
  onReport: () => void
  onDismiss: () => void
}

/** Tells a young person, beside an early message of an adult that leads elsewhere, that they owe nobody an answer to it. */
export function ContactNote({ textId, details, onReport, onDismiss }: ContactNoteProps) {
  const [first = 'link'] = details
  return (
    <div className={styles.note} role="note" aria-labelledby={textId}>
      <Icon name="info" size={20} />
      <p className={styles.text} id={textId}>
        {details.length > 1 ? m.chat_contact_several() : detailWords[first]()}{' '}
        {m.chat_contact_text()}
      </p>
      <div className={styles.actions}>
        <Button look="secondary" size="small" icon="alert" onClick={onReport}>
          {m.chat_report()}
        </Button>
        <Button look="quiet" size="small" onClick={onDismiss}>
          {m.chat_contact_dismiss()}
        </Button>
      </div>
    </div>
  )
}

const detailWords: Record<ContactDetail, () => string> = {
  email: m.chat_contact_email,
  phone: m.chat_contact_phone,
  link: m.chat_contact_link,
}
