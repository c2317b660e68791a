import Papa from 'papaparse'
import { cleanLine } from '#contract/free-text.ts'
import { importRowsMax } from '#contract/trackers/import.ts'

/** A table as its file has it: the names of the columns, and every row below them. */
export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Why a file is no table that can be taken over. */
export type ReadProblem = 'no_text' | 'no_table' | 'too_many_rows' | 'broken_quotes'

/** So many lines are read, empty ones counted: enough for the most rows with an empty line after each, and for the names. */
const linesMax = 2 * importRowsMax + 3

/** Reads a file of comma-, semicolon- or tab-separated values. Cells are texts and stay so, whatever they begin with. */
export function readTable(bytes: Uint8Array): Table | ReadProblem {
  const text = decode(bytes)
  if (text === undefined) return 'no_text'
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
    preview: linesMax,
  })
  if (errors.some(({ type }) => type === 'Quotes')) return 'broken_quotes'
  const [header = [], ...rows] = data
  if (header.length < 2 || rows.length === 0) return 'no_table'
  if (meta.truncated || rows.length > importRowsMax) return 'too_many_rows'
  return { header: header.map(cleanLine), rows }
}

/** The text of a file: UTF-16 where its mark says so, otherwise UTF-8; undefined where it is neither. */
function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined
  try {
    const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
    // Texts have none; a packed file or one of UTF-16 without its mark has.
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
