import { Agent, request } from 'node:http'

/** What a balancer knows of the processes behind it, without being one: whoever asks goes to the process itself. */
export interface Upstreams {
  /** Lets a process in, once it says that it is ready. */
  readonly add: (origin: string) => Promise<void>
  readonly remove: (origin: string) => void
  /** The one with the least to do of those that are ready. */
  readonly next: () => Upstream | undefined
  readonly close: () => void
}

export interface Upstream {
  readonly origin: string
  /** One request; status 0 where no answer came. `refused`: it never got there, so another process may have it. */
  readonly ask: (given: Asked) => Promise<Answered>
}

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answered {
  readonly status: number
  readonly refused: boolean
  /** The answer, or why none came. */
  readonly text: string
}

const lookEveryMs = 250
const socketsEach = 64

interface Known extends Upstream {
  ready: boolean
  underWay: number
}

export function followUpstreams(): Upstreams {
  const known = new Map<string, Known>()
  const timer = setInterval(() => {
    for (const each of known.values()) void look(each)
  }, lookEveryMs)
  return {
    async add(origin) {
      const upstream = upstreamAt(origin)
      known.set(origin, upstream)
      while (!upstream.ready) await look(upstream)
    },
    remove: (origin) => void known.delete(origin),
    next: () =>
      [...known.values()]
        .filter(({ ready }) => ready)
        .reduce<Known | undefined>(
          (best, each) => (best && best.underWay <= each.underWay ? best : each),
          undefined,
        ),
    close: () => clearInterval(timer),
  }
}

async function look(upstream: Known): Promise<void> {
  const headers = { connection: 'close' }
  const { status } = await upstream.ask({ method: 'GET', path: '/api/health/ready', headers })
  upstream.ready = status === 200
}

function upstreamAt(origin: string): Known {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsEach })
  const upstream: Known = {
    origin,
    ready: false,
    underWay: 0,
    async ask(given) {
      upstream.underWay += 1
      const answered = await askOnce(origin, agent, given)
      upstream.underWay -= 1
      if (answered.refused) upstream.ready = false
      return answered
    },
  }
  return upstream
}

function askOnce(origin: string, agent: Agent, given: Asked): Promise<Answered> {
  const { body, path, ...options } = given
  return new Promise((resolve) => {
    const asked = request(origin + path, { ...options, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, refused: false, text }))
      answer.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ status: 0, refused: false, text: error.code ?? '' }),
      )
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, refused: error.code === 'ECONNREFUSED', text: error.code ?? '' }),
    )
    asked.end(body)
  })
}
