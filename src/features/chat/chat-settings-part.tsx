import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { ChatSettingsSheet } from './chat-settings-sheet.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { readChatSettings, saveChatSettings } from '#src/offline/features/chat/settings.ts'
import type { ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { asMember } from '#src/session/as-member.ts'

export interface ChatSettingsPartProps {
  db: UserDatabase
  provider: boolean
  chats: readonly ShownChat[]
}

/** What one lets others know while chatting, behind a button. */
export function ChatSettingsPart({ db, provider, chats }: ChatSettingsPartProps) {
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
          evidence={new Set(chats.flatMap(({ chat }) => chat.evidence ?? []))}
          onSave={(next) => asMember(db, (token) => saveChatSettings(db, token, next))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
