import { Link } from '@tanstack/react-router'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { useState } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { knownRows, useRefresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { formatDay } from '#src/lib/dates.ts'
import type { ShareControlProps } from './share-control.tsx'

/** Who may see one result: a line for each connected provider. It needs the network, and says so. */
export function ShareSheet(props: ShareControlProps & { onClose: () => void }) {
  const { played, label, onClose } = props
  const [fetched, setProviders] = useState<readonly Friend[]>()
  const online = useOnline()
  const { refresh, again } = useRefresh(async () => setProviders(await props.fetchProviders()))
  const providers = knownRows(fetched, refresh)

  /** Whoever does not see people of this age is shown nothing, and keeps what they have only to be taken back. */
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
      {providers === undefined && refresh.status === 'loading' && <Skeleton shape="block" />}
      {providers === undefined && refresh.status === 'failed' && (
        <ErrorState
          compact
          title={
            online
              ? failureText(refresh.error, m.quests_share_list_failed())
              : m.quests_share_offline()
          }
          onRetry={again}
        />
      )}
      {providers?.length === 0 && (
        <EmptyState compact emoji="🤝" title={m.quests_share_nobody()} action={<FindLink />} />
      )}
      {providers?.filter(mayBeChosen).map((provider) => (
        <ProviderLine key={provider.id} provider={provider} {...props} />
      ))}
    </Sheet>
  )
}

function ProviderLine(props: ShareControlProps & { provider: Friend }) {
  const { played, provider, setShared } = props
  const [busy, setBusy] = useState(false)
  const shared = played.sharedWith.includes(provider.id)
  const name = `${provider.firstname} ${provider.lastname}`

  async function toggle() {
    setBusy(true)
    try {
      await setShared(played.id, provider.id, !shared)
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
      hint={provider.specialization}
    />
  )
}

/** Where somebody finds a provider to be connected with. */
function FindLink() {
  return (
    <Link className={buttonClass({ look: 'secondary' })} to="/service-providers">
      {m.quests_share_nobody_link()}
    </Link>
  )
}
