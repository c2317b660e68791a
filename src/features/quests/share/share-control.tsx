import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Friend, connectionsApi } from '#contract/connections/api.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useRemote, defineRemote } from '#src/data/resource.ts'
import { queueRevocation, turnOn } from '#src/data/share-switch.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import type { Played } from '../played.ts'
import { grantResult } from './shared-results.tsx'

export interface ShareControlProps {
  db: UserDatabase
  played: Played
  /** The result in a word or two. */
  label: string
}

/** Says how many may see a result, and opens the list of them. A result is the person's own until they share it. */
export function ShareControl(props: ShareControlProps) {
  const [open, setOpen] = useState(false)
  const count = props.played.sharedWith.length
  return (
    <>
      <Button look="secondary" size="small" icon="send" onClick={() => setOpen(true)}>
        {count === 0 ? m.quests_share() : m.quests_shared({ count })}
      </Button>
      {open && <ShareSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Who may see one result: a line for each connected provider. It needs the network, and says so. */
function ShareSheet(props: ShareControlProps & { onClose: () => void }) {
  const { db, played, label, onClose } = props
  const providers = useRemote(db, ownProvidersRemote)
  const online = useOnline()
  const [failure, setFailure] = useState<string>()

  /** A provider who does not see people of this age is not listed, except to be taken back. */
  function mayBeChosen({ id, unavailable }: Friend): boolean {
    return !unavailable || played.sharedWith.includes(id)
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.quests_share_title()}
      description={m.quests_share_text()}
      actions={<Button onClick={onClose}>{m.quests_share_done()}</Button>}
    >
      <p>{m.quests_share_of({ result: label, date: formatDay(played.takenOn) })}</p>
      <ResourceView
        of={{ ...providers, data: providers.data?.filter(mayBeChosen) }}
        compact
        skeleton={{ shape: 'block' }}
        failed={online ? m.quests_share_list_failed() : m.quests_share_offline()}
        offline={false}
        empty={
          <EmptyState compact emoji="🤝" title={m.quests_share_nobody()} action={<FindLink />} />
        }
      >
        {(rows) =>
          rows.map((provider) => (
            <ProviderLine key={provider.id} provider={provider} onFailure={setFailure} {...props} />
          ))
        }
      </ResourceView>
      <FailureBanner text={failure} />
      <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/who-sees-what">
        {m.sharing_open()}
      </Link>
    </Sheet>
  )
}

interface ProviderLineProps extends ShareControlProps {
  provider: Friend
  /** Why it could not be changed; undefined once it is tried anew. */
  onFailure: (text: string | undefined) => void
}

function ProviderLine({ db, played, provider, onFailure }: ProviderLineProps) {
  const [busy, setBusy] = useState(false)
  const shared = played.sharedWith.includes(provider.id)
  const name = `${provider.firstname} ${provider.lastname}`

  async function toggle() {
    setBusy(true)
    onFailure(undefined)
    try {
      const to = { resultId: played.id, providerId: provider.id, shared: !shared }
      const outcome = await setShared(db, to)
      if (outcome === 'unknown') onFailure(m.sharing_change_unknown())
      else {
        const text = shared ? m.quests_share_off({ name }) : m.quests_share_on({ name })
        showToast({ text, tone: 'success' })
      }
    } catch {
      onFailure(m.quests_share_failed())
    }
    setBusy(false)
  }

  return (
    <Checkbox
      checked={shared}
      disabled={busy}
      onChange={() => void toggle()}
      label={m.quests_share_toggle({ name })}
      hint={provider.specialization && term(provider.specialization)}
    />
  )
}

/** The way to a provider to be connected with. */
function FindLink() {
  return (
    <Link className={buttonClass({ look: 'secondary' })} to="/service-providers">
      {m.quests_share_nobody_link()}
    </Link>
  )
}

/** The care providers that the person is connected with: an old list could name one who is no longer. */
const ownProvidersRemote = defineRemote<Friend[]>({
  async fetch(token) {
    const query = { limit: '100' }
    const { friends } = await callApi(connectionsApi.listFriends, { query }, { token })
    return friends.filter(({ userType }) => userType === 'ServiceProvider')
  },
})

/** Shows a result to a provider, or no longer. To show it needs the network; to take it back is sent when there is one. */
async function setShared(
  db: UserDatabase,
  { resultId, providerId, shared }: { resultId: string; providerId: string; shared: boolean },
): Promise<'on' | 'off' | 'unknown'> {
  const revocation = { kind: 'result', itemId: resultId, viewerId: providerId } as const
  if (!shared) {
    await queueRevocation(db, revocation)
    return 'off'
  }
  return await turnOn(db, revocation, () =>
    asMember(db, (token) => grantResult(db, token, { resultId, providerId })),
  )
}
