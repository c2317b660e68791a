import { useState } from 'react'
import type { Chat } from '#contract/chat/model.ts'
import type { ChatSettings, AwayHours } from '#contract/chat/settings.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource, type Loaded } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { zoneLabel } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { saveChatSettings } from '#src/offline/features/chat/presence.ts'
import type { ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { IconButton, Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { chatSettingsResource } from '../chat-resource.ts'
import styles from '../window/window.module.css'
import awayFieldsStyles from './away-fields.module.css'

interface ChatSettingsButtonProps {
  db: UserDatabase
  provider: boolean
  chats: readonly ShownChat[]
}

/** What the person lets others know while chatting, behind a button. */
export function ChatSettingsButton({ db, provider, chats }: ChatSettingsButtonProps) {
  const settings = useResource(db, chatSettingsResource)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="settings"
        label={m.chat_settings()}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
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

interface ChatSettingsSheetProps {
  settings: Loaded<ChatSettings>
  /** Whether the person can have away hours. */
  provider: boolean
  /** Whose deleted words are locked away in any of the chats: the person's own, or those of others. */
  evidence: ReadonlySet<NonNullable<Chat['evidence']>>
  /** Needs the server; rejects when nothing was saved. */
  onSave: (settings: ChatSettings) => Promise<void>
  onClose: () => void
}

/** What others can tell about a person while they chat. What is not changed here stays as another device may set it meanwhile. */
function ChatSettingsSheet(props: ChatSettingsSheetProps) {
  const { settings, provider, evidence, onSave, onClose } = props
  const online = useOnline()
  const [changes, setChanges] = useState<Partial<ChatSettings>>({})
  const [state, setState] = useState<'saving' | 'failed'>()
  useDirtyForm(Object.keys(changes).length > 0)
  const wished = settings.data && { ...settings.data, ...changes }

  async function save(settings: ChatSettings) {
    setState('saving')
    try {
      await onSave(settings)
      showToast({ text: m.chat_settings_saved(), tone: 'success' })
      onClose()
    } catch {
      setState('failed')
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.chat_settings()}
      description={m.chat_settings_text()}
      actions={
        <>
          <Button
            busy={state === 'saving'}
            disabled={!online || !wished || hasWrongHours(wished)}
            onClick={() => wished && void save(wished)}
          >
            {m.chat_settings_save()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.chat_settings_cancel()}
          </Button>
        </>
      }
    >
      <div className={styles.choices}>
        {!online && wished && <Banner tone="offline">{m.chat_settings_offline()}</Banner>}
        {state === 'failed' && <FailureBanner text={m.chat_settings_failed()} />}
        <ResourceView
          of={{ ...settings, data: wished }}
          compact
          skeleton={{ shape: 'text', count: provider ? 3 : 2 }}
          failed={m.chat_settings_unread()}
          offline={m.chat_settings_offline()}
        >
          {(wished) => (
            <Choices
              wished={wished}
              provider={provider}
              onChange={(change) => setChanges({ ...changes, ...change })}
            />
          )}
        </ResourceView>
        {evidence.size > 0 && (
          <section className={styles.sealed}>
            <h3>{m.chat_sealed_title()}</h3>
            {evidence.has('theirs') && <p>{m.chat_sealed_theirs()}</p>}
            {evidence.has('mine') && <p>{m.chat_sealed_mine()}</p>}
          </section>
        )}
      </div>
    </Sheet>
  )
}

interface ChoicesProps {
  wished: ChatSettings
  provider: boolean
  onChange: (change: Partial<ChatSettings>) => void
}

function Choices({ wished: { readReceipts, typing, away }, provider, onChange }: ChoicesProps) {
  return (
    <>
      <Checkbox
        label={m.chat_settings_receipts()}
        checked={readReceipts}
        onChange={({ target }) => onChange({ readReceipts: target.checked })}
      />
      <Checkbox
        label={m.chat_settings_typing()}
        checked={typing}
        onChange={({ target }) => onChange({ typing: target.checked })}
      />
      {provider && (
        <Checkbox
          label={m.chat_settings_away()}
          hint={m.chat_settings_away_hint()}
          checked={away !== null}
          onChange={({ target }) => onChange({ away: target.checked ? firstAwayHours() : null })}
        />
      )}
      {away && <AwayFields away={away} onChange={(away) => onChange({ away })} />}
    </>
  )
}

/** Hours that end when they begin are none. */
function hasWrongHours({ away }: ChatSettings): boolean {
  return away !== null && away.from === away.to
}

interface AwayFieldsProps {
  away: AwayHours
  onChange: (away: AwayHours) => void
}

/** From when to when a care provider does not read; whoever changes the hours means the clock of this device. */
function AwayFields({ away, onChange }: AwayFieldsProps) {
  const timeZone = deviceZone()
  const wrong = away.from === away.to ? m.chat_settings_away_wrong() : undefined
  return (
    <div className={awayFieldsStyles.pair}>
      <Field label={m.chat_settings_from()}>
        <TextInput
          type="time"
          value={away.from}
          // A field that is being emptied has no time to take over.
          onChange={({ target: { value } }) =>
            value && onChange({ ...away, from: value, timeZone })
          }
        />
      </Field>
      <Field label={m.chat_settings_to()} error={wrong}>
        <TextInput
          type="time"
          value={away.to}
          onChange={({ target: { value } }) => value && onChange({ ...away, to: value, timeZone })}
        />
      </Field>
      {away.timeZone !== timeZone && (
        <p className={awayFieldsStyles.zone}>
          {m.chat_settings_away_zone({ zone: zoneLabel(away.timeZone) })}
        </p>
      )}
    </div>
  )
}

/** The first value of the fields: the night, where this device is. */
function firstAwayHours(): AwayHours {
  return { from: '21:00', to: '08:00', timeZone: deviceZone() }
}
