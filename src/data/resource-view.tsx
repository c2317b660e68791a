import type { ReactNode } from 'react'
import { ui_retry, ui_stale } from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Skeleton, type SkeletonProps } from '#src/ui/state/loading.tsx'
import { ErrorState, OfflineState } from '#src/ui/state/state-message.tsx'
import type { Loaded } from './resource.ts'
import { isEmptyList } from './use-refresh.ts'
import styles from './resource-view.module.css'

/** The words of a resource that could not be read. */
export interface ResourceWords {
  /** The product's words for what could not be fetched; the server's own go before them. */
  failed: string
  /** The sentence around the reason, in place of what never came; the reason alone without it. */
  sentence?: ((reason: string) => string) | undefined
  /** A second line under what failed. */
  text?: ReactNode
  /** What is said without a network where this device has nothing; the shell's words without it, `failed` where it is false. */
  offline?: string | false | undefined
  /** A part of a screen rather than a screen. */
  compact?: boolean
  /** The shape that is drawn until there is something to show. */
  skeleton?: SkeletonProps
  /** Another way on where it failed. */
  action?: ReactNode
}

export interface ResourceViewProps<Data> extends ResourceWords {
  of: Loaded<Data>
  /** Shown in place of an empty list. */
  empty?: ReactNode
  /** From when the data is, in words; 'from before' without it. */
  asOf?: ReactNode
  children: (data: Data) => ReactNode
}

/** Every state of a resource: nothing yet, nothing without a network, failed, from before, empty, and the data itself. */
export function ResourceView<Data>({
  of,
  empty,
  asOf,
  children,
  ...words
}: ResourceViewProps<Data>) {
  if (of.data === undefined) return <ResourceMissing of={of} {...words} />
  return (
    <>
      <ResourceStale of={of} failed={words.failed} asOf={asOf} />
      {empty !== undefined && isEmptyList(of.data) ? empty : children(of.data)}
    </>
  )
}

/** The place of what this device has never seen. */
export function ResourceMissing({
  of: { refresh, retry },
  failed,
  sentence = (reason) => reason,
  text,
  offline,
  compact = false,
  skeleton,
  action,
}: ResourceWords & { of: Pick<Loaded<unknown>, 'refresh' | 'retry'> }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton {...skeleton} />
  if (!online && offline !== false)
    return <OfflineState compact={compact} text={offline} action={action} />
  const title = sentence(failureText(refresh.error, failed))
  return <ErrorState compact={compact} title={title} text={text} onRetry={retry} action={action} />
}

/** The server could not be asked: what is shown is what this device had. Nothing where the last look went well. */
export function ResourceStale({
  of: { refresh, retry },
  failed,
  asOf,
}: {
  of: Pick<Loaded<unknown>, 'refresh' | 'retry'>
  failed: string
  asOf?: ReactNode
}) {
  const online = useOnline()
  if (refresh.status !== 'failed') return null
  const words = online ? failureText(refresh.error, failed) : undefined
  return <StaleLine failed={words} asOf={asOf} onRetry={retry} />
}

export interface StaleLineProps {
  /** The product's words for what could not be fetched; absent without a network, which the shell says already. */
  failed: string | undefined
  /** From when it is, in words. */
  asOf?: ReactNode
  onRetry: () => void
}

/** The server could not be asked: what is shown below is what this device had. */
function StaleLine({ failed, asOf = ui_stale(), onRetry }: StaleLineProps) {
  return (
    <output className={styles.stale}>
      {failed && <span>{failed}</span>} <span>{asOf}</span>
      {failed && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {ui_retry()}
        </Button>
      )}
    </output>
  )
}
