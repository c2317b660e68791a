/** A text with what is selected in it. */
export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What to put where, and what is selected afterwards. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly selectStart: number
  readonly selectEnd: number
}

export const wrapMarks = { bold: '**', italic: '*' } as const
export const lineMarks = ['heading', 'subheading', 'bullets', 'numbers', 'quote'] as const
export type WrapMark = keyof typeof wrapMarks
export type LineMark = (typeof lineMarks)[number]

/** Sets what is selected in bold or italics, or takes it back; without a selection it writes a sample to type over. */
export function wrapEdit(selected: Selected, mark: WrapMark, sample: string): Edit {
  const sign = wrapMarks[mark]
  const { text, start, end } = trimmed(selected)
  const inside = text.slice(start, end)
  if (isWrapped(text, start, end, sign)) {
    const from = start - sign.length
    const selectEnd = from + inside.length
    return { from, to: end + sign.length, insert: inside, selectStart: from, selectEnd }
  }
  const words = inside || sample
  const selectStart = start + sign.length
  return {
    from: start,
    to: end,
    insert: `${sign}${words}${sign}`,
    selectStart,
    selectEnd: selectStart + words.length,
  }
}

/** Makes what is selected a link. The address is one that `safeHref` has passed. */
export function linkEdit(selected: Selected, address: string, sample: string): Edit {
  const { text, start, end } = trimmed(selected)
  const words = (text.slice(start, end) || sample).replaceAll(/[[\]]/g, '\\$&')
  const href = address.replaceAll('(', '%28').replaceAll(')', '%29')
  const selectStart = start + 1
  return {
    from: start,
    to: end,
    insert: `[${words}](${href})`,
    selectStart,
    selectEnd: selectStart + words.length,
  }
}

/** Makes the lines of a selection a heading, a list or a quote; lines that are that already become plain. */
export function lineEdit({ text, start, end }: Selected, mark: LineMark): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd === -1 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const written = lines.filter((line) => line.trim() !== '')
  const undo = written.length > 0 && written.every((line) => shapes[mark].test(line))
  let number = 0
  const changed = lines.map((line) => {
    if (line.trim() === '' && lines.length > 1) return line
    const plain = line.replace(anyShape, '')
    number += 1
    return undo ? plain : prefixOf(mark, number) + plain
  })
  const insert = changed.join('\n')
  const selectEnd = from + insert.length
  return { from, to, insert, selectStart: lines.length > 1 ? from : selectEnd, selectEnd }
}

const shapes: Record<LineMark, RegExp> = {
  heading: /^##\s/,
  subheading: /^###\s/,
  bullets: /^[-*+]\s/,
  numbers: /^\d{1,4}[.)]\s/,
  quote: /^>\s?/,
}
const anyShape = /^(?:#{1,3}\s+|[-*+]\s+|\d{1,4}[.)]\s+|>\s?)/

function prefixOf(mark: LineMark, number: number): string {
  const prefixes = { heading: '## ', subheading: '### ', bullets: '- ', quote: '> ' }
  return mark === 'numbers' ? `${number}. ` : prefixes[mark]
}

/** Marks touch the words themselves: a space between them would make them text. */
function trimmed({ text, start, end }: Selected): Selected {
  const inside = text.slice(start, end)
  const words = inside.trim()
  if (words === '') return { text, start, end }
  const from = start + inside.indexOf(words)
  return { text, start: from, end: from + words.length }
}

function isWrapped(text: string, start: number, end: number, sign: string): boolean {
  if (start === end) return false
  const before = /\**$/.exec(text.slice(0, start))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(end))?.[0].length ?? 0
  const stars = Math.min(before, after)
  // One star is italics, two are bold, three are both.
  return sign === '*' ? stars === 1 || stars === 3 : stars >= 2
}
