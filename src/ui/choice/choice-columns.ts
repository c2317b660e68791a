import type { CSSProperties } from 'react'
import type { Choice } from './choice.ts'

/** What lays choices out side by side: how many at most, and how many letters the longest of their words has. */
export function choiceColumns(
  columns: number,
  choices: readonly Pick<Choice, 'label'>[],
): { 'data-columns': number; style: CSSProperties } {
  const lengths = choices.flatMap(({ label }) => label.split(/[\s-]+/).map((word) => word.length))
  const style = { '--columns': columns, '--letters': Math.max(1, ...lengths) }
  return { 'data-columns': columns, style: style as CSSProperties }
}
