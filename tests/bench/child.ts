import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a child process can be asked: by name, what it is given and what it gives. */
type Tasks = Record<string, { given: unknown; gives: unknown }>

export interface Child<T extends Tasks> {
  ask<K extends keyof T & string>(task: K, given: T[K]['given']): Promise<T[K]['gives']>
  /** Lets it finish and waits for its end. */
  stop(): Promise<void>
}

interface Question {
  readonly task: string
  readonly given: unknown
}
type Answer = { readonly gave: unknown } | { readonly failed: string }

/** Runs a script in a process of its own, so that it does not share a core with who measures it. */
export function startChild<T extends Tasks>(
  script: URL,
  given: unknown,
  execArgv: readonly string[] = [],
): Child<T> {
  const child = fork(fileURLToPath(script), [JSON.stringify(given)], { execArgv: [...execArgv] })
  const ended = once(child, 'exit')

  /** One question at a time: answers carry no number. */
  async function ask(task: string, given: unknown): Promise<unknown> {
    child.send({ task, given } satisfies Question)
    const [answer] = (await Promise.race([
      once(child, 'message'),
      ended.then(() => [{ failed: 'it ended' }]),
    ])) as [Answer]
    if ('failed' in answer) throw new Error(`${script.pathname}: ${answer.failed}`)
    return answer.gave
  }

  return {
    ask: (task, given) => ask(task, given),
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

/** In a child: answers the parent's questions until it lets go. */
export function answerParent<T extends Tasks>(
  tasks: { [K in keyof T]: (given: T[K]['given']) => Promise<T[K]['gives']> },
  finish: () => Promise<void>,
): void {
  const byName = new Map(Object.entries(tasks))
  process.on('message', ({ task, given }: Question) => {
    const run = byName.get(task) ?? (() => Promise.reject(new Error(`no task ${task}`)))
    void run(given).then(
      (gave: unknown) => process.send?.({ gave } satisfies Answer),
      (error: unknown) => process.send?.({ failed: String(error) } satisfies Answer),
    )
  })
  process.on('disconnect', () => void finish().then(() => process.exit(0)))
}
