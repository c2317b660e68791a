import {
  useDeferredValue,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { type ArticleFormat, safeHref } from '#contract/library/blocks.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { directionAt, rovingIndex } from '#src/ui/menu/roving.ts'
import { ArticleBody } from '../article/article-body.tsx'
import { writtenIn } from '../language.tsx'
import {
  lineEdit,
  linkEdit,
  wrapEdit,
  type Edit,
  type Selected,
  type LineMark,
  type WrapMark,
} from './marks.ts'
import styles from './editor.module.css'

export interface TextEditorProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'value'> {
  /** What is written, for the preview. */
  text: string
  format: ArticleFormat
  /** What it is written in. */
  lang: string
  ref: (field: HTMLTextAreaElement | null) => void
}

/** A text with its tools and, beside it or one tap away on a phone, what readers will see. Goes inside a Field. */
export function TextEditor({ text, format, lang, ref, ...area }: TextEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [linking, setLinking] = useState(false)
  const id = useId()
  const shown = useDeferredValue(text)

  function take(tool: Tool) {
    const at = field.current
    if (!at) return
    if (tool === 'link') setLinking(true)
    else if (tool === 'bold' || tool === 'italic') {
      applyEdit(at, wrapEdit(selectionOf(at), tool, samples[tool]()))
    } else applyEdit(at, lineEdit(selectionOf(at), tool))
  }

  function addLink(href: string) {
    // Only once the dialog is gone can the field be typed in.
    flushSync(() => setLinking(false))
    const at = field.current
    if (at) applyEdit(at, linkEdit(selectionOf(at), href, m.library_tool_link_sample()))
  }

  return (
    <div className={styles.editor} data-view={view}>
      <div className={styles.switch}>
        <SegmentedControl
          legend={m.library_view()}
          options={[
            { value: 'write', label: m.library_view_write() },
            { value: 'preview', label: m.library_view_preview() },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      <div className={styles.write} id={id}>
        {format === 'markdown' && <Toolbar onTool={take} controls={id} />}
        <TextArea
          {...area}
          lang={lang}
          ref={(element) => {
            field.current = element
            ref(element)
          }}
          rows={14}
        />
      </div>
      <section className={styles.preview} aria-label={m.library_view_preview()}>
        {shown.trim() ? (
          <ArticleBody
            content={shown}
            format={format}
            written={writtenIn({ language: lang }, shown)}
          />
        ) : (
          <p className={styles.muted}>{m.library_preview_empty()}</p>
        )}
      </section>
      {linking && <LinkDialog onAdd={addLink} onClose={() => setLinking(false)} />}
    </div>
  )
}

const samples = { bold: m.library_tool_bold_sample, italic: m.library_tool_italic_sample }

/** What is selected in a text field. */
function selectionOf(field: HTMLTextAreaElement): Selected {
  const { value, selectionStart, selectionEnd } = field
  return { text: value, start: selectionStart, end: selectionEnd }
}

/** Makes an edit as if it had been typed, so that undo takes it back and the form hears of it. */
function applyEdit(field: HTMLTextAreaElement, edit: Edit): void {
  field.focus()
  field.setSelectionRange(edit.from, edit.to)
  // Old, but the one way that keeps the field's own undo; a browser without it gets the edit all the same.
  const typed = document.execCommand?.('insertText', false, edit.insert)
  if (!typed) {
    field.setRangeText(edit.insert, edit.from, edit.to)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(edit.selectStart, edit.selectEnd)
}

interface LinkDialogProps {
  onAdd: (href: string) => void
  onClose: () => void
}

/**
 * Asks where a link leads; only where a reader may follow it. The form of the article is around it, and a form within a
 * form would send the page away.
 */
function LinkDialog({ onAdd, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState(false)

  function add() {
    const href = safeHref(address)
    if (href) onAdd(href)
    else setWrong(true)
  }

  return (
    <Dialog open onClose={onClose} title={m.library_link_title()}>
      <Field
        label={m.library_link_address()}
        hint={m.library_link_hint()}
        error={wrong ? m.library_link_wrong() : undefined}
        required
      >
        <TextInput
          type="url"
          dir="ltr"
          value={address}
          placeholder="https://"
          autoComplete="off"
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Or it would submit the article.
            event.preventDefault()
            add()
          }}
        />
      </Field>
      <p>
        <Button wide onClick={add}>
          {m.library_link_add()}
        </Button>
      </p>
    </Dialog>
  )
}

type Tool = LineMark | WrapMark | 'link'

const tools: readonly { id: Tool; label: () => string }[] = [
  { id: 'heading', label: m.library_tool_heading },
  { id: 'subheading', label: m.library_tool_subheading },
  { id: 'bold', label: m.library_tool_bold },
  { id: 'italic', label: m.library_tool_italic },
  { id: 'bullets', label: m.library_tool_bullets },
  { id: 'numbers', label: m.library_tool_numbers },
  { id: 'quote', label: m.library_tool_quote },
  { id: 'link', label: m.library_tool_link },
]

/** The tools over a text: one tab stop, arrow keys go from one to the next. */
function Toolbar({ onTool, controls }: { onTool: (tool: Tool) => void; controls: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)

  function onKeyDown(event: KeyboardEvent) {
    const direction = directionAt(event.currentTarget)
    const next = rovingIndex(event.key, stop, tools.length, direction)
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div
      ref={bar}
      className={styles.toolbar}
      role="toolbar"
      aria-label={m.library_toolbar()}
      aria-controls={controls}
    >
      {tools.map(({ id, label }, at) => (
        <button
          key={id}
          type="button"
          className={styles.tool}
          data-tool={id}
          title={label()}
          aria-label={label()}
          tabIndex={at === stop ? 0 : -1}
          onFocus={() => setStop(at)}
          onKeyDown={onKeyDown}
          onClick={() => onTool(id)}
        />
      ))}
    </div>
  )
}
