import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useRemote, defineRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { term } from '#src/i18n/terms.ts'
import { formatDay } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import type { Played } from '../played.ts'
import { connectionsApi } from '#contract/connections/api.ts'
import { questsApi } from '#contract/quests/api.ts'
import { callApi } from '#src/offline/api/api.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'

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
        of={providers}
        compact
        skeleton={{ shape: 'block' }}
        failed={online ? m.quests_share_list_failed() : m.quests_share_offline()}
        offline={false}
        empty={
          <EmptyState compact emoji="🤝" title={m.quests_share_nobody()} action={<FindLink />} />
        }
      >
        {(rows) =>
          rows
            .filter(mayBeChosen)
            .map((provider) => <ProviderLine key={provider.id} provider={provider} {...props} />)
        }
      </ResourceView>
    </Sheet>
  )
}

function ProviderLine({ db, played, provider }: ShareControlProps & { provider: Friend }) {
  const [busy, setBusy] = useState(false)
  const shared = played.sharedWith.includes(provider.id)
  const name = `${provider.firstname} ${provider.lastname}`

  async function toggle() {
    setBusy(true)
    try {
      await setShared(db, { resultId: played.id, providerId: provider.id, shared: !shared })
      const text = shared ? m.quests_share_off({ name }) : m.quests_share_on({ name })
      showToast({ text, tone: 'success' })
    } catch {
      showToast({ text: m.quests_share_failed(), tone: 'danger' })
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

/** Shows a result to a provider, or no longer, and stores that on this device. Rejects as the calls do. */
async function setShared(
  db: UserDatabase,
  { resultId, providerId, shared }: { resultId: string; providerId: string; shared: boolean },
): Promise<void> {
  const params = { id: resultId, providerId }
  const call = shared ? questsApi.shareResult : questsApi.unshareResult
  await asMember(db, async (token) => await callApi(call, { params }, { token }))
  await userTransaction(db, [db.questRecords], async () => {
    await db.questRecords.where({ id: resultId }).modify((record) => {
      const others = record.sharedWith.filter((id) => id !== providerId)
      record.sharedWith = shared ? [...others, providerId] : others
    })
  })
}
