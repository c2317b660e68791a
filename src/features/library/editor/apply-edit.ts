import type { Edit, Selected } from './marks.ts'

/** What is selected in a text field. */
export function selectionOf(field: HTMLTextAreaElement): Selected {
  const { value, selectionStart, selectionEnd } = field
  return { text: value, start: selectionStart, end: selectionEnd }
}

/** Makes an edit as if it had been typed, so that undo takes it back and the form hears of it. */
export function applyEdit(field: HTMLTextAreaElement, edit: Edit): void {
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
