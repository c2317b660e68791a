import { Link } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState, type FocusEvent } from 'react'
import type { ChatMember } from '#contract/chat/model.ts'
import { useNow } from '#src/data/local-clock.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatListTime } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/private-image.tsx'
import type { ShownChat, LastLine } from '#src/offline/features/chat/shown-chats.ts'
import { Badge } from '#src/ui/message/badge.tsx'
import styles from './chat-list.module.css'

/** A row of the list before it was measured, in pixels. */
const rowPx = 64

/** Between two rows, and around all of them, in pixels; the styles leave both to the list. */
const gapPx = 2
const edgePx = 8

/** So many rows are in the document on either side of those in view. */
const aroundCount = 10

/**
 * Everybody the person writes with, the latest first. However many they are, only the rows near the view are in the
 * document, and the one with the focus.
 */
export function ChatList({ chats }: { chats: readonly ShownChat[] }) {
  const nowMs = useNow()
  const list = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const focused = chats.findIndex(({ chat }) => chat._id === focusedId)
  // oxlint-disable-next-line react/incompatible-library -- nothing of the virtualizer is passed to a memoized component
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: chats.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => rowPx,
    getItemKey: (index) => chats[index]?.chat._id ?? index,
    gap: gapPx,
    paddingStart: edgePx,
    paddingEnd: edgePx,
    overscan: aroundCount,
    initialRect: { width: 0, height: window.innerHeight },
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), focused),
  })
  const rows = virtualizer.getVirtualItems()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus of what is in it
    <ul
      ref={list}
      className={styles.list}
      style={{ blockSize: virtualizer.getTotalSize() }}
      aria-label={m.chat_list_label()}
      onFocus={({ target }) => setFocusedId(target.closest('li')?.dataset['chat'])}
      onBlur={(event) => leavesList(event) && setFocusedId(undefined)}
    >
      {rows.map(({ index, start }, at) => {
        const shown = chats[index]
        return (
          shown && (
            <li
              key={shown.chat._id}
              ref={virtualizer.measureElement}
              data-index={index}
              data-chat={shown.chat._id}
              aria-setsize={chats.length}
              aria-posinset={index + 1}
              style={{ marginBlockStart: start - (rows[at - 1]?.end ?? 0) }}
            >
              <Link className={styles.row} to="/chats/$chatId" params={{ chatId: shown.chat._id }}>
                <ChatRow shown={shown} nowMs={nowMs} />
              </Link>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** A row with the focus stays in the document wherever the list is scrolled. */
function withRow(indexes: number[], index: number): number[] {
  if (index < 0 || indexes.includes(index)) return indexes
  return index < (indexes[0] ?? 0) ? [index, ...indexes] : [...indexes, index]
}

function leavesList({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}

/** One chat in the list: photo, name, the last thing that was written, when, and how much is unread. */
function ChatRow({ shown, nowMs }: { shown: ShownChat; nowMs: number }) {
  const { other, unread, lastLine, at } = shown
  const name = memberName(other)
  const { mark, text } = lineLabel(lastLine)
  return (
    <>
      <Photo id={other?._id ?? 'gone'} name={name} file={other?.profileImg} size={48} decorative />
      <span className={styles.words}>
        <span className={styles.top}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <time className={styles.when} dateTime={new Date(at).toISOString()}>
            {formatListTime(at, nowMs)}
          </time>
        </span>
        <span className={styles.bottom}>
          <span className={styles.last} dir="auto" data-unread={unread > 0 || undefined}>
            {mark && (
              <span className={styles.mark} data-tone={mark.tone}>
                {mark.text}{' '}
              </span>
            )}
            {text}
          </span>
          <Badge count={unread} label={m.chat_unread({ count: unread })} />
        </span>
      </span>
    </>
  )
}

/** What the other one of a chat is called; they may have deleted their account. */
export function memberName(member: ChatMember | undefined): string {
  return member ? `${member.firstname} ${member.lastname}` : m.chat_gone_person()
}

/** The same, shorter, for a sentence. */
export function callName(member: ChatMember | undefined): string {
  return member?.firstname ?? m.chat_gone_person()
}

/** The line under a name: what it says, and a mark before it where it is no plain message. */
export interface LineLabel {
  readonly mark: { text: string; tone: 'accent' | 'warn' | 'danger' } | undefined
  readonly text: string
}

export function lineLabel(line: LastLine): LineLabel {
  switch (line.kind) {
    case 'none':
      return plain(m.chat_line_none())
    case 'draft':
      return { mark: { text: m.chat_draft(), tone: 'accent' }, text: contentLabel(line) }
    case 'waiting': {
      const mark = line.failed
        ? ({ text: m.chat_line_failed(), tone: 'danger' } as const)
        : ({ text: m.chat_line_waiting(), tone: 'warn' } as const)
      return { mark, text: contentLabel(line) }
    }
    case 'message': {
      const text = line.deleted ? m.chat_line_deleted() : contentLabel(line)
      return plain(line.mine ? m.chat_you({ text }) : text)
    }
  }
}

function plain(text: string): LineLabel {
  return { mark: undefined, text }
}

interface LineContent {
  readonly text: string
  readonly fileName: string | null
  readonly voice?: boolean
}

function contentLabel({ text, fileName, voice }: LineContent): string {
  if (text.trim() !== '') return text.replaceAll(/\s+/g, ' ')
  if (voice) return m.chat_voice()
  return fileName === null ? '' : m.chat_line_file({ name: fileName })
}
