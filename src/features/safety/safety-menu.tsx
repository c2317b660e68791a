import { useState, type ReactNode } from 'react'
import { v7 as newUuid } from 'uuid'
import { isSuperAdmin, type UserPayload } from '#contract/account/model.ts'
import type { FullUser } from '#contract/account/profile.ts'
import { cleanText } from '#contract/free-text.ts'
import type { Author } from '#contract/library/model.ts'
import type { ReportReason, ReportTarget } from '#contract/safety/api.ts'
import { useLive } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Menu, type MenuItem } from '#src/ui/menu/menu.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { ReportSheet } from './report-sheet.tsx'

/** What is reported, or who is blocked. */
interface Asked {
  readonly dialog: 'block' | 'report'
  readonly kind: 'person' | 'message' | 'proposal' | ReportItemMenuProps['kind']
  readonly id: string
  /** Of whoever wrote the message, who can be blocked too. */
  readonly writerId?: string | null
  /** Of the person, or of whoever published the thing. */
  readonly name: string
  /** Whether what they deleted goes with a report of them. */
  readonly sealed?: boolean
}

export type Ask = (asked: Asked) => void

/**
 * The dialogs to report and to block, and what opens them. Drawn beside a list, a report that is being written outlives what it is
 * about: that may leave the list at any moment, also because of who is reported.
 */
export function useSafetyDialog(db: UserDatabase): { ask: Ask; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const dialog = asked && <SafetyDialog db={db} asked={asked} onAsk={setAsked} onClose={close} />
  return { ask: setAsked, dialog }
}

interface SafetyDialogProps {
  db: UserDatabase
  asked: Asked
  onAsk: Ask
  onClose: () => void
}

function SafetyDialog({ db, asked, onAsk, onClose }: SafetyDialogProps) {
  const { dialog, kind, id, writerId = null, name, sealed } = asked
  const personId = kind === 'person' ? id : writerId
  if (dialog === 'block') {
    return personId === null ? null : (
      <BlockDialog name={name} onBlock={() => queueBlock(db, personId)} onClose={onClose} />
    )
  }
  return (
    <ReportSheet
      name={name}
      {...(personId !== null && { onBlock: () => onAsk({ ...asked, dialog: 'block' }) })}
      {...(kind !== 'person' && kind !== 'message' && { thing: kind })}
      {...(sealed && { alongWith: m.reports_report_sealed() })}
      onReport={(reason, note) => queueReport(db, { target: { kind, id }, reason, note })}
      onClose={onClose}
    />
  )
}

export interface SafetyMenuProps {
  db: UserDatabase
  person: { readonly id: string; readonly name: string }
  /** What else can be done with them, before the two. */
  items?: readonly MenuItem[]
  /** Whether what they deleted goes with a report of them. */
  sealed?: boolean
  /** Opens the dialogs beside the list of which the menu is a part; absent where it is in none. */
  onAsk?: Ask
}

/** Block and report, three taps away on every screen: the menu, the choice, the last word. */
export function SafetyMenu({ db, person, items = [], sealed = false, onAsk }: SafetyMenuProps) {
  const { id, name } = person
  const own = useSafetyDialog(db)
  const open = (dialog: Asked['dialog']) =>
    (onAsk ?? own.ask)({ dialog, kind: 'person', id, name, sealed })
  return (
    <>
      <Menu
        label={m.reports_menu({ name })}
        items={[
          ...items,
          {
            id: 'report',
            label: m.reports_report(),
            icon: 'alert',
            onSelect: () => open('report'),
          },
          {
            id: 'block',
            label: m.reports_block(),
            icon: 'close',
            danger: true,
            onSelect: () => open('block'),
          },
        ]}
      />
      {own.dialog}
    </>
  )
}

export interface ReportItemMenuProps {
  db: UserDatabase
  kind: 'article' | 'video' | 'pack'
  item: {
    readonly _id: string
    readonly author: Pick<Author, '_id' | 'firstname' | 'lastname'>
  }
  /** What the menu's button names it by. */
  title: string
  /** Opens the report beside the list of which the menu is a part; absent where it is in none. */
  onAsk?: Ask
}

/** What everybody but its author can do with an article, a video or a reading pack: report it. Nothing for who cannot report. */
export function ReportItemMenu({ db, kind, item, title, onAsk }: ReportItemMenuProps) {
  const { _id: id, author } = item
  const mayReport = useMaySpeakUp(db)
  const own = useSafetyDialog(db)
  const name = `${author.firstname} ${author.lastname}`
  if (author._id === db.userId || !mayReport) return null
  return (
    <>
      <Menu
        label={m.library_menu({ title })}
        items={[
          {
            id: 'report',
            label: m.reports_report(),
            icon: 'alert',
            onSelect: () => (onAsk ?? own.ask)({ dialog: 'report', kind, id, name }),
          },
        ]}
      />
      {own.dialog}
    </>
  )
}

interface BlockDialogProps {
  name: string
  /** Stores the block on this device; rejects when it could not be stored. */
  onBlock: () => Promise<void>
  onClose: () => void
}

/** Asks once before somebody is blocked. */
function BlockDialog({ name, onBlock, onClose }: BlockDialogProps) {
  const [failed, setFailed] = useState(false)

  async function block() {
    try {
      await onBlock()
      showToast({ text: m.reports_blocked({ name }), tone: 'success' })
      onClose()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      emoji="🛑"
      title={m.reports_block_title({ name })}
      description={m.reports_block_text()}
      actions={
        <>
          <Button look="danger" onClick={() => void block()}>
            {m.reports_block_action({ name })}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.reports_keep()}
          </Button>
        </>
      }
    >
      {failed && <FailureBanner text={m.reports_not_kept()} />}
    </Dialog>
  )
}

/** Stores a block on this device; it holds here at once and is sent before everything else. Rejects when it was not stored. */
export async function queueBlock(db: UserDatabase, userId: string): Promise<void> {
  await enqueue(db, { kind: 'safety.block', payload: { userId } }, tapNow())
}

/** Stores a report on this device; it is sent before everything else. Rejects when it was not stored. */
export async function queueReport(
  db: UserDatabase,
  report: { target: ReportTarget; reason: ReportReason; note: string },
): Promise<void> {
  // What waits here is shown here: the words are those that will arrive.
  const payload = { ...report, note: cleanText(report.note) }
  await enqueue(db, { kind: 'safety.report', payload }, tapNow())
}

function tapNow() {
  return tapMoment({ epochMs: Date.now(), opId: newUuid() })
}

/**
 * Whether somebody can block and report: members do, a care provider once their papers were accepted; a superAdmin has
 * other means. The server judges in any case.
 */
export function maySpeakUp(
  user: Pick<UserPayload, 'userT' | 'role'>,
  profile: Pick<FullUser, 'verifiedAt'> | undefined,
): boolean {
  const waiting = user.userT === 'ServiceProvider' && profile?.verifiedAt === null
  return !isSuperAdmin(user) && !waiting
}

/** The same of whoever is logged in; false before this device knows. */
export function useMaySpeakUp(db: UserDatabase): boolean {
  const session = useSession()
  const known = useLive(db, async () => ({ profile: await readProfile(db) }))
  return !!session && !!known && maySpeakUp(session.user, known.profile)
}
