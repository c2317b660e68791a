import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import type { FitPassword } from './fit-password.ts'
import { createWorkQueue, type WorkQueueBounds } from '#server/http/limits/work-queue.ts'

export interface Passwords {
  hash(password: FitPassword): Promise<string>
  /** False for an account that does not exist, after the same work as for one that does. */
  matches(password: string, storedHash: string | undefined): Promise<boolean>
}

/** OWASP's second argon2id setting: 19 MiB, two passes; about 12 ms of one core. */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Waiting places for each core: at 12 ms a hash the last in line waits about 0.2 s. */
const waitingPerCore = 16

/** Makes the one place where passwords are hashed; both bounds count for all its callers together. */
export async function createPasswords(bounds: WorkQueueBounds = coreBounds()): Promise<Passwords> {
  const queued = createWorkQueue(bounds)
  const nobodysHash = await hash('nobody has this password', argon2Cost)
  return {
    hash: (password) => queued(() => hash(normalized(password), argon2Cost)),
    async matches(password, storedHash) {
      const same = await queued(() => verify(storedHash ?? nobodysHash, normalized(password)))
      return same && storedHash !== undefined
    },
  }
}

function coreBounds(): WorkQueueBounds {
  const cores = availableParallelism()
  return { runningMax: cores, waitingMax: cores * waitingPerCore }
}

/** Keyboards write the same letter in different code points: the account opens on all of them. */
function normalized(password: string): string {
  return password.normalize('NFKC')
}
