/** One line of the report. */
export interface Row {
  readonly name: string
  readonly measured: string
  readonly bare: string
  readonly ratio: string
  readonly goal: string
  readonly verdict: 'ok' | 'missed' | ''
}

/** What a number is held to. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

const titles: Row = {
  name: 'what',
  measured: 'measured',
  bare: 'bare',
  ratio: 'ratio',
  goal: 'goal',
  verdict: '',
}
const columns = ['name', 'measured', 'bare', 'ratio', 'goal', 'verdict'] as const

/** A line about one number by itself. */
export function plainRow(
  name: string,
  measured: string,
  held?: { value: number; goal: Goal },
): Row {
  return {
    name,
    measured,
    bare: '',
    ratio: '',
    goal: held ? goalText(held.goal) : '',
    verdict: held ? verdictOf(held.value, held.goal) : '',
  }
}

/** A line about a number beside its bare counterpart; without a goal it is printed alone. */
export function ratioRow(
  name: string,
  shown: { measured: string; bare: string; ratio: number },
  goal?: Goal,
): Row {
  return {
    name,
    measured: shown.measured,
    bare: shown.bare,
    ratio: shown.ratio.toFixed(2),
    goal: goal ? goalText(goal) : '',
    verdict: goal ? verdictOf(shown.ratio, goal) : '',
  }
}

/** The rows in columns, ready to be printed. */
export function table(rows: readonly Row[]): string {
  const all = [titles, ...rows]
  const widths = columns.map((column) => Math.max(...all.map((row) => row[column].length)))
  const lines = all.map((row) =>
    columns
      .map((column, index) => row[column].padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function verdictOf(value: number, goal: Goal): Row['verdict'] {
  const met = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
  return met ? 'ok' : 'missed'
}

function goalText(goal: Goal): string {
  return 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`
}
