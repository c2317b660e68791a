import type { Direction } from '#src/ui/menu/roving.ts'

/** A cell of a grid. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

interface Keys {
  readonly key: string
  readonly ctrlKey: boolean
}

/**
 * Where a key leads in a grid of hours and days: arrows step and stop at the edges, Home and End go to the ends of the
 * row, with Ctrl to the corners, Page Up and Page Down to another week. Undefined for every other key.
 */
export function gridMove(
  { key, ctrlKey }: Keys,
  { row, column }: CellPlace,
  { rows, columns, direction }: { rows: number; columns: number; direction: Direction },
): CellPlace | { week: -1 | 1 } | undefined {
  const [bottom, end] = [rows - 1, columns - 1]
  const [forward, backward] =
    direction === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  switch (key) {
    case forward:
      return { row, column: Math.min(column + 1, end) }
    case backward:
      return { row, column: Math.max(column - 1, 0) }
    case 'ArrowDown':
      return { row: Math.min(row + 1, bottom), column }
    case 'ArrowUp':
      return { row: Math.max(row - 1, 0), column }
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrlKey ? bottom : row, column: end }
    case 'PageUp':
      return { week: -1 }
    case 'PageDown':
      return { week: 1 }
    default:
      return undefined
  }
}
