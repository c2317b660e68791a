import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contractVersion } from '#contract/version.ts'
import { EnvError, parseEnv, unsafeSwitches } from '#server/env.ts'
import { stripeEventTypes } from '#server/ports/checkout/stripe.ts'

describe('the environment', () => {
  test('needs nothing', () => {
    expect(parseEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databasePoolMax: 10,
      migrateOnStart: true,
      snapshotsMax: 0,
      minContract: 0,
      production: false,
      logLevel: 'info',
      trustedProxyHops: 0,
      reviewProviders: false,
      confirmEmails: false,
      requireSecondFactor: false,
      thumbnailsFrom: 'https://i.ytimg.com',
      apiDocs: true,
      workerDisabled: false,
      s3: undefined,
      smtp: undefined,
      publicUrl: 'http://localhost:3000',
      stripe: undefined,
      paymentSandbox: true,
      google: undefined,
      push: { on: true, privateKey: undefined, subject: undefined, hosts: undefined },
      clamd: undefined,
      sealingKey: undefined,
      metrics: undefined,
      changeNoticeHours: 24,
      nightTimeZone: 'UTC',
      drainDelayMs: 0,
      streamSpreadMs: 2_000,
    })
  })

  test('takes a private key for push services that is one, and hosts in the place of the known ones', () => {
    const key = Buffer.alloc(32, 7).toString('base64url')
    const { push } = parseEnv({ VAPID_PRIVATE_KEY: key, PUSH_HOSTS: 'localhost:8443,push.example' })
    expect(push).toMatchObject({
      privateKey: Buffer.alloc(32, 7),
      hosts: ['localhost:8443', 'push.example'],
    })
    expect(parseEnv({ PUSH: 'off' }).push.on).toBe(false)
    for (const [name, value] of [
      ['VAPID_PRIVATE_KEY', 'short'],
      ['VAPID_PRIVATE_KEY', Buffer.alloc(32).toString('base64url')],
      ['VAPID_SUBJECT', 'somebody'],
      ['PUSH_HOSTS', 'https://push.example'],
    ] as const) {
      expect(complaintAbout({ [name]: value })).toContain(name)
    }
  })

  test('takes a store and a mail server whole', () => {
    expect(
      parseEnv({
        S3_ENDPOINT: 'https://s3.example.org',
        S3_BUCKET: 'zync',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        SMTP_URL: 'smtps://zync:p%40ss@mail.example.org:465',
        MAIL_FROM: 'Zync <no-reply@example.org>',
      }),
    ).toMatchObject({
      s3: {
        endpoint: 'https://s3.example.org',
        bucket: 'zync',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
      smtp: {
        smtpUrl: 'smtps://zync:p%40ss@mail.example.org:465',
        from: 'Zync <no-reply@example.org>',
      },
    })
  })

  test('needs keys that every process has where several may run in production', () => {
    const several = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/zync' }
    expect(() => parseEnv(several)).toThrow(/SEALING_KEY must be set.*\n.*EVIDENCE_KEY must be set/)
    const keys = { SEALING_KEY: 'a'.repeat(43) + '=', EVIDENCE_KEY: 'b'.repeat(42) + 'A=' }
    expect(() => parseEnv({ ...several, ...keys })).not.toThrow()
    expect(() => parseEnv({ NODE_ENV: 'production' })).not.toThrow()
  })

  test('takes a pooler with the way past it, and no way past nothing', () => {
    const databaseUrl = 'postgres://pooler/zync'
    const databaseDirectUrl = 'postgres://db/zync'
    expect(parseEnv({ DATABASE_URL: databaseUrl }).databaseDirectUrl).toBe(databaseUrl)
    expect(
      parseEnv({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl }),
    ).toMatchObject({ databaseUrl, databaseDirectUrl })
    expect(() => parseEnv({ DATABASE_DIRECT_URL: databaseDirectUrl })).toThrow(
      /DATABASE_URL must be set/,
    )
    expect(parseEnv({ DATABASE_POOL_MAX: '40' }).databasePoolMax).toBe(40)
    expect(() => parseEnv({ DATABASE_POOL_MAX: '1' })).toThrow(/DATABASE_POOL_MAX/)
    expect(parseEnv({ MIGRATE_ON_START: 'off' }).migrateOnStart).toBe(false)
    expect(parseEnv({ SNAPSHOTS_MAX: '3' }).snapshotsMax).toBe(3)
    expect(() => parseEnv({ SNAPSHOTS_MAX: '-1' })).toThrow(/SNAPSHOTS_MAX/)
    const zone = 'America/Los_Angeles'
    expect(parseEnv({ NIGHT_TIME_ZONE: zone }).nightTimeZone).toBe(zone)
  })

  test('takes a least contract of clients, and none that its own could not keep', () => {
    expect(parseEnv({ MIN_CLIENT_CONTRACT: String(contractVersion) }).minContract).toBe(
      contractVersion,
    )
    expect(() => parseEnv({ MIN_CLIENT_CONTRACT: String(contractVersion + 1) })).toThrow(
      /MIN_CLIENT_CONTRACT/,
    )
  })

  test('takes a time to stop in, and none that nobody waits', () => {
    const env = parseEnv({ DRAIN_DELAY_S: '10', STREAM_SPREAD_S: '30' })
    expect([env.drainDelayMs, env.streamSpreadMs]).toEqual([10_000, 30_000])
    expect(() => parseEnv({ DRAIN_DELAY_S: '301' })).toThrow(/DRAIN_DELAY_S/)
    expect(() => parseEnv({ STREAM_SPREAD_S: '-1' })).toThrow(/STREAM_SPREAD_S/)
  })

  test('takes keys for payments and calendars whole', () => {
    const env = parseEnv({
      PUBLIC_URL: 'https://zync.example/',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
      EVIDENCE_KEY: Buffer.alloc(32, 8).toString('base64'),
      CHANGE_NOTICE_HOURS: '48',
    })
    expect(env).toMatchObject({
      publicUrl: 'https://zync.example',
      stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: undefined },
      paymentSandbox: false,
      google: { clientId: 'id', clientSecret: 'secret', apiBase: undefined },
      sealingKey: Buffer.alloc(32, 7),
      evidenceKey: Buffer.alloc(32, 8),
      changeNoticeHours: 48,
    })
  })

  test('plays with no money in production unless it is asked to', () => {
    expect(parseEnv({ NODE_ENV: 'production' }).paymentSandbox).toBe(false)
    const asked = { NODE_ENV: 'production', PAYMENT_SANDBOX: 'true' }
    expect(parseEnv(asked).paymentSandbox).toBe(true)
  })

  test('listens to other machines in production, or when asked to', () => {
    expect(parseEnv({ NODE_ENV: 'production' }).host).toBe('0.0.0.0')
    expect(parseEnv({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })

  test('describes the API in production only when asked to', () => {
    expect(parseEnv({ NODE_ENV: 'production' }).apiDocs).toBe(false)
    expect(parseEnv({ NODE_ENV: 'production', API_DOCS: 'on' }).apiDocs).toBe(true)
  })

  test('names every switch that makes production less safe, and none elsewhere', () => {
    const unsafe = { PAYMENT_SANDBOX: 'on', REVIEW_PROVIDERS: 'off', API_DOCS: 'on' }
    const warnings = unsafeSwitches(parseEnv({ NODE_ENV: 'production', ...unsafe }))
    expect(warnings.map((line) => line.split(' ')[0])).toEqual(Object.keys(unsafe))
    expect(unsafeSwitches(parseEnv({ NODE_ENV: 'production' }))).toEqual([])
    expect(unsafeSwitches(parseEnv(unsafe))).toEqual([])
  })

  test.each([
    [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET must be set, since STRIPE_SECRET_KEY is'],
    [{ GOOGLE_CLIENT_SECRET: 's' }, 'GOOGLE_CLIENT_ID must be set, since GOOGLE_CLIENT_SECRET is'],
    [{ SEALING_KEY: 'c2hvcnQ=' }, 'SEALING_KEY must be 32 bytes in base64'],
    [{ CLAMD: 'http://clamd' }, 'CLAMD must be a host and a port: clamd:3310'],
    [{ EVIDENCE_KEY: 'c2hvcnQ=' }, 'EVIDENCE_KEY must be 32 bytes in base64'],
    [
      {
        SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
        EVIDENCE_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
      'EVIDENCE_KEY must be another key than SEALING_KEY',
    ],
    [{ PUBLIC_URL: 'zync.example' }, 'PUBLIC_URL must be http:// or https:// and a host'],
    [
      { NIGHT_TIME_ZONE: 'Mars/Olympus' },
      'NIGHT_TIME_ZONE must be a name of the IANA time zone database: America/Los_Angeles',
    ],
    [{ CHANGE_NOTICE_HOURS: '200' }, 'CHANGE_NOTICE_HOURS must be a whole number from 0 to 168'],
    [
      { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh', PAYMENT_SANDBOX: 'on' },
      'PAYMENT_SANDBOX must be off, since STRIPE_SECRET_KEY is set',
    ],
    [
      { NODE_ENV: 'production', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's' },
      'PUBLIC_URL must be set in production, since GOOGLE_CLIENT_ID is',
    ],
  ])('refuses %j', (source, line) => {
    expect(complaintAbout(source).split('\n').slice(1)).toEqual([`  ${line}`])
  })

  test('names what is missing of them', () => {
    const message = complaintAbout({ S3_BUCKET: 'zync', SMTP_URL: 'smtp://mail.example.org' })
    expect(message.split('\n').slice(1)).toEqual([
      '  MAIL_FROM must be set, since SMTP_URL is',
      '  S3_ENDPOINT must be set, since S3_BUCKET is',
      '  S3_ACCESS_KEY_ID must be set, since S3_BUCKET is',
      '  S3_SECRET_ACCESS_KEY must be set, since S3_BUCKET is',
    ])
  })

  test('counts an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    })
  })

  test('reviews providers in production unless told otherwise', () => {
    expect(parseEnv({ NODE_ENV: 'production' }).reviewProviders).toBe(true)
    expect(parseEnv({ NODE_ENV: 'production' }).requireSecondFactor).toBe(true)
    const trusting = { NODE_ENV: 'production', REQUIRE_SECOND_FACTOR: 'off' }
    expect(parseEnv(trusting).requireSecondFactor).toBe(false)
    expect(parseEnv({ NODE_ENV: 'production', REVIEW_PROVIDERS: 'false' }).reviewProviders).toBe(
      false,
    )
  })

  test('has e-mails confirmed in production and where mail leaves, unless told otherwise', () => {
    const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'no-reply@example.org' }
    expect(parseEnv({ CONFIRM_EMAILS: 'on' }).confirmEmails).toBe(true)
    expect(parseEnv({ NODE_ENV: 'production' }).confirmEmails).toBe(true)
    expect(parseEnv(mail).confirmEmails).toBe(true)
    expect(parseEnv({ ...mail, CONFIRM_EMAILS: 'off' }).confirmEmails).toBe(false)
    expect(parseEnv({ NODE_ENV: 'production', CONFIRM_EMAILS: 'off' }).confirmEmails).toBe(false)
  })

  test('fetches pictures of videos from one host, or from none', () => {
    expect(parseEnv({ VIDEO_THUMBNAILS: 'off' }).thumbnailsFrom).toBe('off')
    const thumbnailsFrom = 'http://127.0.0.1:9'
    expect(parseEnv({ VIDEO_THUMBNAILS: thumbnailsFrom })).toMatchObject({ thumbnailsFrom })
    for (const bad of ['https://user@i.ytimg.com', 'https://i.ytimg.com/vi', 'ftp://i.ytimg.com']) {
      expect(complaintAbout({ VIDEO_THUMBNAILS: bad })).toContain('  VIDEO_THUMBNAILS must be off')
    }
  })

  test('names every variable that cannot be used, and repeats no value', () => {
    const source = {
      PORT: '70000',
      DATABASE_URL: 'mysql://user:hunter2@host',
      NODE_ENV: 'staging',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '-1',
      REVIEW_PROVIDERS: 'perhaps',
      S3_ENDPOINT: 's3.example.org',
      S3_BUCKET: 'No Bucket',
      SMTP_URL: 'mailto:hunter3',
      VIDEO_THUMBNAILS: 'ytimg',
      MAIL_FROM: 'nobody\r\nBcc: all@example.org',
    }
    const message = complaintAbout(source)
    for (const name of Object.keys(source)) expect(message).toContain(`  ${name} must`)
    for (const value of Object.values(source)) expect(message).not.toContain(value)
  })

  test('is described, every variable of it, in the example file', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const source = readFileSync(new URL('../../../server/env.ts', import.meta.url), 'utf8')
    const more = readFileSync(new URL('../../../server/ports/push/env.ts', import.meta.url), 'utf8')
    const names = [...`${source}\n${more}`.matchAll(/^ {2}([A-Z_]+): v\./gm)].map(
      ([, name]) => name ?? '',
    )
    expect(names).toContain('DISABLE_WORKER')
    for (const name of names) expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
  })

  test.each(['.env.example', 'docs/OPERATIONS.md'])(
    'is described in %s with every event that Stripe has to send',
    (path) => {
      const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
      const named: string[] = []
      for (const [name] of text.matchAll(
        /(?<![\w.])(checkout\.session|charge|refund)?(\.[a-z_]+)+/g,
      )) {
        // A name that begins with a dot goes on as the one before.
        const before = named.at(-1)?.replace(/\.\w+$/, '')
        if (!name.startsWith('.')) named.push(name)
        else if (before !== undefined) named.push(`${before}${name}`)
      }
      expect(named).toEqual(expect.arrayContaining([...stripeEventTypes]))
    },
  )
})

function complaintAbout(source: Record<string, string>): string {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message
  }
  throw new Error('The environment was accepted')
}
