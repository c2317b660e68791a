import { useLiveQuery } from 'dexie-react-hooks'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveDraft, readDraft } from '#src/offline/features/chat/drafts.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { copyWords } from './copy-words.ts'
import styles from './window.module.css'

/** What somebody wrote in a chat before it ended: theirs until they let go of it. */
export function LeftDraft({ db, chatId }: { db: UserDatabase; chatId: string }) {
  const draft = useLiveQuery(() => readDraft(db, chatId), [db, chatId])
  if (!draft) return null
  const { text, file } = draft
  const drop = () => void saveDraft(db, { chatId, text: '', file: null, at: Date.now() })
  return (
    <div className={styles.leftDraft}>
      <p className={styles.leftTitle}>{m.chat_left_draft()}</p>
      <p className={styles.leftText} dir="auto">
        {text}
      </p>
      {file && <p>{m.chat_left_file({ name: file.name })}</p>}
      <div className={styles.leftActions}>
        {text && (
          <Button look="secondary" size="small" icon="copy" onClick={() => void copyWords(text)}>
            {m.chat_copy()}
          </Button>
        )}
        <Button look="quiet" size="small" icon="trash" onClick={drop}>
          {m.chat_delete()}
        </Button>
      </div>
    </div>
  )
}
