import { hash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodesMax, totpDigits, totpPeriodSeconds } from '#contract/account/second-factor.ts'

/** How many codes before and after the one of this moment are taken too, for clocks that are not quite right. */
const stepsAside = 1

/** A new secret of 160 random bits, as RFC 4226 recommends, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app reads from a QR code; `label` is what it shows beside the code. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString()
}

/** The step (of 30 seconds, counted from 1970) whose code this is, or undefined for a wrong one. */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: stepsAside })
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / totpPeriodSeconds) + delta
}

/** The six digits of an authenticator app, which people type with a space in them; undefined for anything else. */
export function asTotpCode(typed: string): string | undefined {
  const digits = typed.replace(/\s/g, '')
  return digits.length === totpDigits && /^\d+$/.test(digits) ? digits : undefined
}

/** 16 signs of 32 are 80 bits, in groups that can be read aloud. */
export function newRecoveryCodes(randomBelow: (bound: number) => number = randomInt): string[] {
  return Array.from({ length: recoveryCodesMax }, () =>
    Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () => signs[randomBelow(signs.length)]).join(''),
    ).join('-'),
  )
}

/** What is stored of a recovery code; however it was typed, and useless for anybody else. */
export function recoveryCodeHash(userId: string, typed: string): string {
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
