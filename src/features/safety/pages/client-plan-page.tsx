import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PlanPropose, PlanStep } from '#contract/plan/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { isNotFound, useRemote } from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useStore } from '#src/lib/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { problemsOf } from '../plan/line-sheet.tsx'
import { propose, sharedPlanRemote } from '../plan/plan-resource.ts'
import { sayFailed } from '../plan/plan-step.tsx'
import { SharedPlanSteps, type SharedLine } from '../plan/shared-plan.tsx'
import { stepWords } from '../plan/plan-words.ts'

interface Asked {
  readonly step: PlanStep
  /** The line that other words are proposed for; undefined for a new one. */
  readonly line: SharedLine | undefined
}

/** The plan that a young person shows to the provider who reads it. It is fetched for each look and stored nowhere. */
export function ClientPlanPage({ db, userId }: { db: UserDatabase; userId: string }) {
  // What is taken back goes from the screen before it is asked for again.
  const of = useRemote(db, sharedPlanRemote, userId, useStore(sharingNews))
  const missing = of.refresh.status === 'failed' && isNotFound(of.refresh.error)
  const [asked, setAsked] = useState<Asked>()

  async function send(payload: PlanPropose) {
    try {
      await propose(db, payload)
      showToast({ text: m.plan_proposed(), tone: 'success' })
    } catch {
      sayFailed()
    }
  }

  return (
    <>
      <PageHeader
        title={m.plan_client_title()}
        text={m.plan_client_text()}
        back={
          <Link className={backLinkClass} to="/gen-z/$id" params={{ id: userId }}>
            {m.plan_client_back()}
          </Link>
        }
      />
      {missing && <EmptyState emoji="🔒" title={m.plan_client_missing()} />}
      {!missing && of.data === undefined && (
        <ResourceMissing
          of={of}
          skeleton={{ shape: 'card', count: 3 }}
          failed={m.plan_client_failed()}
          offline={m.plan_client_offline()}
        />
      )}
      {!missing && of.data && (
        <SharedPlanSteps
          plan={of.data}
          tools={{
            onAsk: (step, line) => setAsked({ step, line }),
            onRemove: (itemId) => void send({ userId, change: 'remove', itemId }),
          }}
        />
      )}
      {asked && !missing && (
        <IdeaSheet
          asked={asked}
          onSend={(text) => void send(payloadOf(userId, asked, text))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function payloadOf(userId: string, { step, line }: Asked, text: string): PlanPropose {
  if (line) return { userId, change: 'change', itemId: line.id, text }
  return { userId, change: 'add', itemId: crypto.randomUUID(), step, text, phone: null }
}

interface IdeaSheetProps {
  asked: Asked
  onSend: (text: string) => void
  onClose: () => void
}

function IdeaSheet({ asked: { step, line }, onSend, onClose }: IdeaSheetProps) {
  const [text, setText] = useState(line?.text ?? '')
  const [checked, setChecked] = useState(false)
  const { textError } = problemsOf(text, '')

  function send() {
    setChecked(true)
    if (textError) return
    onSend(text)
    onClose()
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={stepWords[step].title()}
      description={m.plan_client_text()}
      actions={<Button onClick={send}>{m.plan_propose_send()}</Button>}
    >
      <Field label={m.plan_field()} error={checked ? textError : undefined}>
        <TextInput
          value={text}
          maxLength={2_000}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </Sheet>
  )
}
