import { open } from 'node:fs/promises'
import NodeClam from 'clamscan'

/** Looks for known malicious programs in a file before anybody gets it. */
export interface ScannerPort {
  /** Rejects when the scanner gives no verdict. */
  scan(path: string): Promise<'clean' | 'infected'>
}

/** Where a clamd listens: its StreamMaxLength must be at least our largest file, 10 MB. */
export interface ClamdAddress {
  readonly host: string
  readonly port: number
}

const answerWithinMs = 30_000
/** Two files are judged at a time: a daemon that froze must not keep everybody else from sending theirs. */
const verdictWithinMsDefault = 60_000

/** ClamAV's daemon; the files travel to it over TCP, so that it may run anywhere. */
export async function clamdScanner(
  { host, port }: ClamdAddress,
  verdictWithinMs = verdictWithinMsDefault,
): Promise<ScannerPort> {
  const clam = await new NodeClam().init({
    preference: 'clamdscan',
    clamscan: { active: false },
    clamdscan: { host, port, timeout: answerWithinMs, localFallback: false, bypassTest: true },
  })
  return {
    async scan(path) {
      const file = await open(path, 'r')
      const content = file.createReadStream()
      try {
        // The library's own limit closes its end of the connection and says nothing.
        const { isInfected } = await within(verdictWithinMs, clam.scanStream(content))
        if (isInfected === null) throw new Error('clamd gave no verdict')
        return isInfected ? 'infected' : 'clean'
      } finally {
        // The library closes nothing after a failure, and a file that is open takes room also once it is deleted.
        content.destroy()
      }
    },
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('clamd gave no verdict in time')), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
