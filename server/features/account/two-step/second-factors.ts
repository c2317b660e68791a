import { hash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import {
  enrolmentLifeMs,
  type Enrolment,
  type Proof,
  type SecondFactorStatus,
  recoveryCodesMax,
  totpDigits,
  totpPeriodSeconds,
  type secondFactorApi,
} from '#contract/account/second-factor.ts'
import { problemCatalogue } from '#contract/problem.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { alsoBeforeEnrolment, anyMember, type Routes } from '#server/http/routing/route.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Session } from '#server/http/session/caller.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { isOwn, mayHaveSecondFactor } from '../policy.ts'
import type { Reauthenticate } from '../sign-in/passwords.ts'
import type { SecondFactorRepo, SecondFactorRow } from './second-factor-repo.ts'

/**
 * Wrong codes of an account in an hour, wherever they are typed and from wherever they come. Three codes fit at a
 * time: whoever has the password guesses one in 1,400 days.
 */
export const codeFailuresMax = 10

export const codeWindowSeconds = 3_600

export interface SecondFactorsDeps {
  readonly repo: SecondFactorRepo
  readonly sealer: Sealer
  readonly reauthenticate: Reauthenticate
  readonly tries: Limiter
  readonly now: () => number
}

export type SecondFactors = ReturnType<typeof createSecondFactors>

/** Codes of an authenticator app and recovery codes: setting them up, asking for them, and letting go of them. */
export function createSecondFactors(deps: SecondFactorsDeps) {
  const { repo, sealer, reauthenticate, now } = deps
  const { check, guessing, stepOf } = createGuesses(deps)

  async function status({ actor, enrolmentDue }: Session): Promise<SecondFactorStatus> {
    const row = await repo.of(actor.userId)
    const on = row !== undefined && row.confirmedAt !== null
    const recoveryCodesLeft = on ? await repo.recoveryCodesLeft(actor.userId) : 0
    return { status: on ? 'on' : 'off', required: enrolmentDue, recoveryCodesLeft }
  }

  /** The password comes first: a session that was stolen makes nobody the owner of the second factor. */
  async function begin(session: Session, password: string): Promise<Enrolment> {
    const own = ownOf(session)
    const { email } = await reauthenticate(own.userId, password, 'password')
    const secret = newTotpSecret()
    const sealedSecret = sealer.seal(secret, purposeFor(own.userId))
    const outcome = await repo.begin(own, { sealedSecret, at: new Date(now()) })
    if (outcome === 'is_on') throw new ProblemError('wrong_state')
    return { secret, uri: totpUri(secret, email) }
  }

  /** Gives the recovery codes, which are shown this once. */
  async function confirm(session: Session, typed: string): Promise<{ recoveryCodes: string[] }> {
    const own = ownOf(session)
    const row = await repo.of(own.userId)
    const lateMs = row ? now() - row.createdAt.getTime() : 0
    if (!row || row.confirmedAt !== null || lateMs > enrolmentLifeMs) throw tooLate()
    const step = await guessing(own.userId, async () => stepOf(row, typed))
    const codes = newRecoveryCodes()
    const codeHashes = codes.map((code) => recoveryCodeHash(own.userId, code))
    const outcome = await repo.confirm(own, row, { step, at: new Date(now()), codeHashes })
    if (outcome === 'gone') throw tooLate()
    return { recoveryCodes: codes }
  }

  /** Notes that this session's person has just proved with everything they have that it is them. */
  async function prove(session: Session, proof: Proof): Promise<void> {
    const own = ownOf(session)
    await reauthenticate(own.userId, proof.password, 'password')
    const row = await repo.of(own.userId)
    if (row && row.confirmedAt !== null) await check(own.userId, proof.code)
    await repo.noteProof(own, new Date(now()))
  }

  async function renewCodes(session: Session, proof: Proof): Promise<{ recoveryCodes: string[] }> {
    const own = await proveAll(session, proof)
    const codes = newRecoveryCodes()
    const codeHashes = codes.map((code) => recoveryCodeHash(own.userId, code))
    const outcome = await repo.renewCodes(own, codeHashes)
    if (outcome === 'off') throw new ProblemError('wrong_state')
    return { recoveryCodes: codes }
  }

  async function end(session: Session, proof: Proof): Promise<void> {
    await repo.end(await proveAll(session, proof))
  }

  async function proveAll(session: Session, { password, code }: Proof) {
    const own = ownOf(session)
    await reauthenticate(own.userId, password, 'password')
    const row = await repo.of(own.userId)
    if (!row || row.confirmedAt === null) throw new ProblemError('wrong_state')
    await check(own.userId, code)
    return own
  }

  return { status, begin, confirm, check, prove, renewCodes, end }
}

/** Takes codes that people type, and counts the wrong ones. */
function createGuesses({
  repo,
  sealer,
  tries,
  now,
}: Pick<SecondFactorsDeps, 'repo' | 'sealer' | 'tries' | 'now'>) {
  /**
   * Takes a code of somebody who has a second factor: each one once. Throws `second_factor_required` where there is
   * none, `invalid_code` or `rate_limited`.
   */
  async function check(userId: string, typed: string | undefined): Promise<void> {
    if (typed === undefined) throw new ProblemError('second_factor_required')
    await guessing(userId, async () => {
      if (asTotpCode(typed) === undefined) return takeRecoveryCode(userId, typed)
      const row = await repo.of(userId)
      const step = row && stepOf(row, typed)
      if (step === undefined) return undefined
      return (await repo.takeStep(userId, step)) === 'taken' ? step : undefined
    })
  }

  async function takeRecoveryCode(userId: string, typed: string): Promise<'taken' | undefined> {
    const outcome = await repo.takeRecoveryCode(userId, recoveryCodeHash(userId, typed))
    return outcome === 'taken' ? outcome : undefined
  }

  /** Counts a guess, and gives it back to who was right. */
  async function guessing<T>(userId: string, guess: () => Promise<T | undefined>): Promise<T> {
    await tries.take(userId)
    const found = await guess()
    if (found === undefined) {
      const { message } = problemCatalogue.invalid_code
      throw new ProblemError('invalid_code', { fields: { code: message } })
    }
    await tries.giveBack(userId)
    return found
  }

  /** The step whose code was typed; undefined for a wrong one, and for a secret that this server cannot read. */
  function stepOf(row: SecondFactorRow, typed: string): number | undefined {
    const secret = sealer.open(row.sealedSecret, purposeFor(row.userId))
    const code = asTotpCode(typed)
    return secret === undefined || code === undefined ? undefined : totpStep(secret, code, now())
  }

  return { check, guessing, stepOf }
}

function ownOf({ actor, tokenHash }: Session) {
  return authorize(actor, { userId: actor.userId, tokenHash }, isOwn)
}

function purposeFor(userId: string): string {
  return `second-factor ${userId}`
}

function tooLate(): ProblemError {
  return new ProblemError('wrong_state', { message: 'This took too long. Please start again.' })
}

/** How many codes before and after the one of this moment are taken too, for clocks that are not quite right. */
const stepsAside = 1

/** A new secret of 160 random bits, as RFC 4226 recommends, in base32. */
function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app reads from a QR code; `label` is what it shows beside the code. */
function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString()
}

/** The step (of 30 seconds, counted from 1970) whose code this is, or undefined for a wrong one. */
function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: stepsAside })
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / totpPeriodSeconds) + delta
}

/** The six digits of an authenticator app, which people type with a space in them; undefined for anything else. */
function asTotpCode(typed: string): string | undefined {
  const digits = typed.replace(/\s/g, '')
  return digits.length === totpDigits && /^\d+$/.test(digits) ? digits : undefined
}

/** 16 signs of 32 are 80 bits, in groups that can be read aloud. */
function newRecoveryCodes(randomBelow: (bound: number) => number = randomInt): string[] {
  return Array.from({ length: recoveryCodesMax }, () =>
    Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () => signs[randomBelow(signs.length)]).join(''),
    ).join('-'),
  )
}

/** What is stored of a recovery code; however it was typed, and useless for anybody else. */
function recoveryCodeHash(userId: string, typed: string): string {
  const plain = typed
    .toLowerCase()
    .replace(/[^\da-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return hash('sha256', `${userId} ${plain}`, 'hex')
}

/** Crockford's base32: without the letters that look like digits, or make words. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Zync',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: totpDigits,
    period: totpPeriodSeconds,
  })
}

export function secondFactorRoutes(factors: SecondFactors): Routes<typeof secondFactorApi> {
  return {
    getSecondFactor: {
      beforeEnrolment: alsoBeforeEnrolment,
      policy: mayHaveSecondFactor,
      handle: ({ session }) => factors.status(session),
    },
    beginSecondFactor: {
      beforeEnrolment: alsoBeforeEnrolment,
      policy: mayHaveSecondFactor,
      handle: ({ body, session }) => factors.begin(session, body.password),
    },
    confirmSecondFactor: {
      beforeEnrolment: alsoBeforeEnrolment,
      policy: mayHaveSecondFactor,
      handle: ({ body, session }) => factors.confirm(session, body.code),
    },
    renewRecoveryCodes: {
      policy: mayHaveSecondFactor,
      handle: ({ body, session }) => factors.renewCodes(session, body),
    },
    endSecondFactor: {
      policy: mayHaveSecondFactor,
      handle: async ({ body, session }) => {
        await factors.end(session, body)
        return undefined
      },
    },
    proveSelf: {
      policy: anyMember,
      handle: async ({ body, session }) => {
        await factors.prove(session, body)
        return undefined
      },
    },
  }
}
