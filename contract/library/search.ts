import * as v from 'valibot'
import { foldedWords, writtenWords } from '../fold.ts'
import { categoryWords } from '../reference/found-by.ts'
import type { WellnessCategory } from './model.ts'

/** What may be asked: more is nothing that a person looks for. */
export const queryCharsMax = 100
const queryWordsMax = 8

/** The words that everything found has, or has the beginnings of, each once. */
export function searchWords(query: string): string[] {
  return [...new Set(foldedWords(query.slice(0, queryCharsMax)))].slice(0, queryWordsMax)
}

/** True when a folded word of a text is what was asked for: one letter alone stands for itself, more for a beginning. */
export function wordMatches(found: string, word: string): boolean {
  return isWholeWord(word) ? found === word : found.startsWith(word)
}

/** Half of all words begin with one of a few letters: it would find everything, slowly. */
export function isWholeWord(word: string): boolean {
  return /^[a-z0-9\u0621-\u064a]$/.test(word)
}

/** A piece of a text, and whether it is what was looked for. */
export const matchPartSchema = v.object({ text: v.string(), hit: v.boolean() })
export type MatchPart = v.InferOutput<typeof matchPartSchema>

/** Enough for two lines on a phone. */
const matchCharsMax = 160
const beforeCharsMax = 40

/**
 * A stretch of a text around the first place where a word is found, with every hit in it marked. The beginning of the
 * text where none is.
 */
export function matchIn(text: string, words: readonly string[]): MatchPart[] {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const hits = hitsIn(line, words)
  const from = wordStart(line, Math.max(0, (hits[0]?.from ?? 0) - beforeCharsMax))
  const to = wordEnd(line, Math.min(line.length, from + matchCharsMax))
  const parts: MatchPart[] = from > 0 ? [{ text: '…', hit: false }] : []
  let at = from
  for (const hit of hits.filter((each) => each.from >= from && each.to <= to)) {
    if (hit.from > at) parts.push({ text: line.slice(at, hit.from), hit: false })
    parts.push({ text: line.slice(hit.from, hit.to), hit: true })
    at = hit.to
  }
  if (at < to) parts.push({ text: line.slice(at, to), hit: false })
  if (to < line.length) parts.push({ text: '…', hit: false })
  return parts
}

/** The parts of an item that search reads, the weightiest first. */
export interface Searched {
  readonly title: string
  readonly author: string
  readonly text: string
  readonly category: WellnessCategory
}

/** How well an item fits: 0 when a word is nowhere in it. A title counts most, then the author, then text and category. */
export function searchRank(item: Searched, words: readonly string[]): number {
  const fields = [
    { weight: 8, found: foldedWords(item.title) },
    { weight: 4, found: foldedWords(item.author) },
    { weight: 1, found: foldedWords(item.text) },
    { weight: 1, found: categoryWords(item.category) },
  ]
  let rank = 0
  for (const word of words) {
    const best = fields.find(({ found }) => found.some((each) => wordMatches(each, word)))
    if (!best) return 0
    rank += best.weight
  }
  return rank
}

/** The hits that can stand in one stretch: no text is read further than that. */
function hitsIn(line: string, words: readonly string[]): { from: number; to: number }[] {
  const hits: { from: number; to: number }[] = []
  for (const match of line.matchAll(writtenWords)) {
    const from = match.index
    if (from > (hits[0]?.from ?? Infinity) + matchCharsMax) break
    const [found = ''] = foldedWords(match[0])
    if (words.some((word) => wordMatches(found, word))) {
      hits.push({ from, to: from + match[0].length })
    }
  }
  return hits
}

function wordStart(line: string, at: number): number {
  if (at === 0) return 0
  const space = line.indexOf(' ', at)
  return space === -1 || space - at > beforeCharsMax ? at : space + 1
}

function wordEnd(line: string, at: number): number {
  if (at === line.length) return at
  const space = line.lastIndexOf(' ', at)
  return at - space > beforeCharsMax ? at : space
}
