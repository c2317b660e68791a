import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { EnvError, parseEnv } from '#server/env.ts'

describe('the environment', () => {
  test('needs nothing', () => {
    expect(parseEnv({})).toEqual({
      port: 3000,
      host: '0.0.0.0',
      dataDir: './data',
      databaseUrl: undefined,
      production: false,
      logLevel: 'info',
      trustedProxyHops: 0,
      reviewProviders: false,
      workerDisabled: false,
    })
  })

  test('counts an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    })
  })

  test('reviews providers in production unless told otherwise', () => {
    expect(parseEnv({ NODE_ENV: 'production' }).reviewProviders).toBe(true)
    expect(parseEnv({ NODE_ENV: 'production', REVIEW_PROVIDERS: 'false' }).reviewProviders).toBe(
      false,
    )
  })

  test('names every variable that cannot be used, and repeats no value', () => {
    const source = {
      PORT: '70000',
      DATABASE_URL: 'mysql://user:hunter2@host',
      NODE_ENV: 'staging',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '-1',
      REVIEW_PROVIDERS: 'perhaps',
    }
    const message = complaintAbout(source)
    for (const name of Object.keys(source)) expect(message).toContain(`  ${name} must`)
    for (const value of Object.values(source)) expect(message).not.toContain(value)
  })

  test('is described, every variable of it, in the example file', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const source = readFileSync(new URL('../../../server/env.ts', import.meta.url), 'utf8')
    const names = [...source.matchAll(/^ {2}([A-Z_]+): v\./gm)].map(([, name]) => name ?? '')
    expect(names).toContain('DISABLE_WORKER')
    for (const name of names) expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
  })
})

function complaintAbout(source: Record<string, string>): string {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message
  }
  throw new Error('The environment was accepted')
}
