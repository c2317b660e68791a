import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { failureWords } from '../profile/failure-words.ts'

export interface SharingSectionProps {
  shareScore: boolean
  /** Rejects where the server refused or did not answer. */
  onChange: (shareScore: boolean) => Promise<void>
}

/** What a young person lets the care providers see that they are connected with. A press shows at once and is taken back where it failed. */
export function SharingSection({ shareScore, onChange }: SharingSectionProps) {
  const [wished, setWished] = useState<boolean>()
  const [failure, setFailure] = useState<string>()

  async function change(next: boolean) {
    setFailure(undefined)
    setWished(next)
    try {
      await onChange(next)
    } catch (error) {
      setFailure(failureWords(error, m.settings_sharing_failed()))
    }
    setWished(undefined)
  }

  return (
    <Card>
      <CardHeader title={m.settings_sharing_title()} subtitle={m.settings_sharing_text()} />
      <CardBody>
        <Checkbox
          label={m.settings_sharing_score()}
          checked={wished ?? shareScore}
          disabled={wished !== undefined}
          onChange={(event) => void change(event.target.checked)}
        />
        {failure && (
          <div role="alert">
            <Banner tone="danger">{failure}</Banner>
          </div>
        )}
      </CardBody>
    </Card>
  )
}
