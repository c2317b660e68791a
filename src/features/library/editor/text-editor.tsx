import { useDeferredValue, useId, useRef, useState, type ComponentProps } from 'react'
import type { ArticleFormat } from '#contract/library/blocks.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { TextArea } from '#src/ui/field/text-area.tsx'
import { ArticleBody } from '../article-body.tsx'
import { applyEdit, selectionOf } from './apply-edit.ts'
import styles from './editor.module.css'
import { LinkDialog } from './link-dialog.tsx'
import { lineEdit, linkEdit, wrapEdit } from './marks.ts'
import { Toolbar, type Tool } from './toolbar.tsx'

export interface TextEditorProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'value'> {
  /** What is written, for the preview. */
  text: string
  format: ArticleFormat
  ref: (field: HTMLTextAreaElement | null) => void
}

/** A text with its tools and, beside it or one tap away on a phone, what readers will see. Stands inside a Field. */
export function TextEditor({ text, format, ref, ...area }: TextEditorProps) {
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
    setLinking(false)
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
          ref={(element) => {
            field.current = element
            ref(element)
          }}
          rows={14}
        />
      </div>
      <section className={styles.preview} aria-label={m.library_view_preview()}>
        {shown.trim() ? (
          <ArticleBody content={shown} format={format} />
        ) : (
          <p className={styles.muted}>{m.library_preview_empty()}</p>
        )}
      </section>
      {linking && <LinkDialog onAdd={addLink} onClose={() => setLinking(false)} />}
    </div>
  )
}

const samples = { bold: m.library_tool_bold_sample, italic: m.library_tool_italic_sample }
