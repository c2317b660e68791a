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

/** ClamAV's daemon; the files travel to it over TCP, so that it may run anywhere. */
export async function clamdScanner({ host, port }: ClamdAddress): Promise<ScannerPort> {
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
        const { isInfected } = await clam.scanStream(content)
        if (isInfected === null) throw new Error('clamd gave no verdict')
        return isInfected ? 'infected' : 'clean'
      } finally {
        // The library closes nothing after a failure, and a file that is open takes room also once it is deleted.
        content.destroy()
      }
    },
  }
}
