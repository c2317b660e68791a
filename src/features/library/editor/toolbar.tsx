import { useRef, useState, type KeyboardEvent } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { rovingIndex } from '#src/ui/menu/roving.ts'
import styles from './editor.module.css'
import type { LineMark, WrapMark } from './marks.ts'

export type Tool = LineMark | WrapMark | 'link'

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
export function Toolbar({ onTool, controls }: { onTool: (tool: Tool) => void; controls: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)

  function onKeyDown(event: KeyboardEvent) {
    const next = rovingIndex(event.key, stop, tools.length)
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
