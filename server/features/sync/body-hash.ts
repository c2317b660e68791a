import { hash } from 'node:crypto'

/**
 * SHA-256 in hex of what an operation means: kind, version and payload. The order of keys means nothing. Call it
 * on payloads that a schema has read: their depth is bounded.
 */
export function bodyHash(kind: string, version: number, payload: unknown): string {
  return hash('sha256', JSON.stringify([kind, version, sorted(payload)]))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}
