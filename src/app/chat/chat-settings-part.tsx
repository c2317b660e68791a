import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { ChatSettingsSheet } from '#src/features/chat/chat-settings-sheet.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { readChatSettings, saveChatSettings } from '#src/offline/chat/settings.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { asMember } from '../queue-auth.ts'

/** What one lets others know while chatting, behind a button. */
export function ChatSettingsPart({ db, provider }: { db: UserDatabase; provider: boolean }) {
  const settings = useLiveQuery(() => readChatSettings(db), [db])
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="settings"
        label={m.chat_settings()}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && settings && (
        <ChatSettingsSheet
          settings={settings}
          provider={provider}
          onSave={(next) => asMember(db, (token) => saveChatSettings(db, token, next))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
