import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { isMissingPart } from './missing-part.ts'

/** What stands where a screen failed; the frame around it and its navigation go on working. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const online = useOnline()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (!isMissingPart(error)) {
    return <ErrorState title={m.shell_error_title()} text={m.shell_error_text()} onRetry={retry} />
  }
  return (
    <OfflineState
      title={m.shell_part_missing_title()}
      text={online ? m.shell_part_missing_online() : m.shell_part_missing_text()}
      action={
        <Button look="secondary" icon="retry" onClick={online ? reload : retry}>
          {online ? m.shell_update_reload() : m.ui_retry()}
        </Button>
      }
    />
  )
}

function reload() {
  window.location.reload()
}
