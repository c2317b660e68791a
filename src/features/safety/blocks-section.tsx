import { useState } from 'react'
import type { Block } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/lib/use-refresh.ts'
import { failureText, serverWords } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Row, Rows } from '#src/ui/card/rows.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './blocks-section.module.css'

export interface BlocksSectionProps {
  /** Newest first; undefined where this device knows of none and the server has not said. */
  blocks: readonly Block[] | undefined
  refresh: Refresh
  onRetry: () => void
  /** Rejects where the server refused or did not answer. */
  onUnblock: (block: Block) => Promise<void>
}

/** Whom the person has blocked, and the way to take it back. */
export function BlocksSection({ blocks, refresh, onRetry, onUnblock }: BlocksSectionProps) {
  const [busyId, setBusyId] = useState<string>()

  async function unblock(block: Block) {
    setBusyId(block.userId)
    try {
      await onUnblock(block)
      showToast({ text: m.reports_unblocked({ name: block.name }), tone: 'success' })
    } catch (error) {
      const message = serverWords(error) ?? m.reports_no_answer()
      showToast({ text: m.reports_unblock_failed({ message }), tone: 'danger' })
    }
    setBusyId(undefined)
  }

  return (
    <Card>
      <CardHeader title={m.reports_blocks_title()} subtitle={m.reports_blocks_text()} />
      <CardBody>
        {!blocks && <NotYet refresh={refresh} onRetry={onRetry} />}
        {blocks?.length === 0 && <p className={styles.muted}>{m.reports_blocks_none()}</p>}
        {blocks && blocks.length > 0 && (
          <Rows>
            {blocks.map((block) => (
              <Row
                key={block.userId}
                title={block.name}
                note={m.reports_blocks_since({ date: longDate(block.createdAt) })}
                end={
                  <Button
                    look="secondary"
                    size="small"
                    busy={busyId === block.userId}
                    onClick={() => void unblock(block)}
                  >
                    {m.reports_unblock()}
                    <VisuallyHidden> {block.name}</VisuallyHidden>
                  </Button>
                }
              />
            ))}
          </Rows>
        )}
      </CardBody>
    </Card>
  )
}

function NotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton count={2} />
  if (!online) return <OfflineState compact text={m.reports_blocks_offline()} />
  return (
    <ErrorState
      compact
      title={failureText(refresh.error, m.reports_blocks_failed())}
      onRetry={onRetry}
    />
  )
}
