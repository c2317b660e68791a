import * as v from 'valibot'
import { changeNoticeHoursDefault } from '#contract/booking/model.ts'
import { spreadMsMax } from '#contract/events/api.ts'
import { contractVersion } from '#contract/version.ts'
import {
  contradictions,
  incomplete,
  address,
  keyOf32Bytes,
  onOrOff,
  postgresAddress,
  questSetting,
  timeZoneName,
  wholeNumber,
} from './env-rules.ts'
import type { S3Location } from './ports/blobs/open.ts'
import type { GoogleKeys } from './ports/calendar/google.ts'
import type { StripeKeys } from './ports/checkout/stripe.ts'
import type { MetricsPlace } from './ports/metrics/metrics.ts'
import { pushEntries, pushOf, type PushEnv } from './ports/push/env.ts'
import type { ClamdAddress } from './ports/scanner/clamd.ts'

/** The environment after its one parsing. Every name is described in `.env.example`. */
export interface Env {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Unset: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Past a pooler, to PostgreSQL itself: for LISTEN and for migrations. Unset: `databaseUrl` does. */
  readonly databaseDirectUrl: string | undefined
  /** Connections of this process, besides the one that listens and the one that asks whether the database is there. */
  readonly databasePoolMax: number
  /** Whether a start brings the database up to date; else it has to be, by `npm run migrate`. */
  readonly migrateOnStart: boolean
  /** Of the embedded database: how many nightly snapshots stay; none are made for 0. */
  readonly snapshotsMax: number
  /** By whose clock it is night, for the work of every day: an IANA name. */
  readonly nightTimeZone: string
  /** Calls of builds with a lower number of the contract are refused. */
  readonly minContract: number
  readonly production: boolean
  readonly logLevel: LogLevel
  /** How many proxies stand in front and may be believed about the caller's address. */
  readonly trustedProxyHops: number
  /** Decisions: a provider is listed only after a superAdmin's review. */
  readonly reviewProviders: boolean
  /** Whoever registers confirms their e-mail: no mail and no listing before. */
  readonly confirmEmails: boolean
  /** A superAdmin without a second factor may do nothing but turn it on. */
  readonly requireSecondFactor: boolean
  /** The ids of the quests that are switched on; unset means those released to all. */
  readonly quests: ReadonlySet<number> | undefined
  /** Unset: files live in `dataDir`. */
  readonly s3: S3Location | undefined
  /** Unset: messages become files in development, and are lost in production. */
  readonly smtp: { readonly smtpUrl: string; readonly from: string } | undefined
  /** The one host that pictures of videos are fetched from; `off` for none. */
  readonly thumbnailsFrom: string
  /** Where people reach the app, without a slash at its end. */
  readonly publicUrl: string
  /** Unset: the sandbox, or no payments at all. */
  readonly stripe: StripeKeys | undefined
  /** A checkout of our own where no money moves. */
  readonly paymentSandbox: boolean
  /** Unset: providers keep their appointments here. */
  readonly google: GoogleKeys | undefined
  readonly push: PushEnv['push']
  /** Unset: files are judged by their kind alone. */
  readonly clamd: ClamdAddress | undefined
  /** Unset: the key in `dataDir`. */
  readonly sealingKey: Buffer | undefined
  /** Unset: the key in `dataDir`. Never the same as `sealingKey`. */
  readonly evidenceKey: Buffer | undefined
  /** Hours before a session until which a client may cancel or move it. */
  readonly changeNoticeHours: number
  /** How long a process that was told to stop goes on serving, in milliseconds. */
  readonly drainDelayMs: number
  /** Over how long the phones of a process that stops come back, in milliseconds. */
  readonly streamSpreadMs: number
  /** The description of the API and its reference page are served. */
  readonly apiDocs: boolean
  /** Unset: nothing is counted. */
  readonly metrics: MetricsPlace | undefined
  /** The emergency switch: phones get a worker that removes itself. */
  readonly workerDisabled: boolean
}

export type LogLevel = (typeof logLevels)[number]

/** Thrown with one line for each variable that cannot be used. */
export class EnvError extends Error {
  override name = 'EnvError'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the environment once; an empty variable counts as unset. Throws `EnvError` naming every bad one. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(envSchema, given)
  const lines = [
    ...incomplete(given),
    ...contradictions(given),
    ...(parsed.success ? [] : complaints(parsed.issues)),
  ]
  if (!parsed.success || lines.length > 0) {
    throw new EnvError(['The environment cannot be used:', ...lines].join('\n'))
  }
  const env = parsed.output
  const production = env.NODE_ENV === 'production'
  return {
    port: env.PORT,
    // A laptop's other neighbours on the network have no business with demo people.
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    migrateOnStart: env.MIGRATE_ON_START ?? true,
    snapshotsMax: env.SNAPSHOTS_MAX ?? (env.NODE_ENV === 'production' ? 7 : 0),
    nightTimeZone: env.NIGHT_TIME_ZONE,
    minContract: env.MIN_CLIENT_CONTRACT,
    production,
    logLevel: env.LOG_LEVEL,
    trustedProxyHops: env.TRUST_PROXY,
    reviewProviders: env.REVIEW_PROVIDERS ?? production,
    confirmEmails: env.CONFIRM_EMAILS ?? (production || env.SMTP_URL !== undefined),
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR ?? production,
    quests: env.QUESTS_ENABLED,
    s3: s3Location(env),
    smtp:
      env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    thumbnailsFrom: env.VIDEO_THUMBNAILS,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    stripe: stripeKeys(env),
    paymentSandbox: env.PAYMENT_SANDBOX ?? (!production && env.STRIPE_SECRET_KEY === undefined),
    google: googleKeys(env),
    push: pushOf(env),
    clamd: env.CLAMD,
    sealingKey: env.SEALING_KEY,
    evidenceKey: env.EVIDENCE_KEY,
    changeNoticeHours: env.CHANGE_NOTICE_HOURS,
    drainDelayMs: env.DRAIN_DELAY_S * 1_000,
    streamSpreadMs: env.STREAM_SPREAD_S * 1_000,
    apiDocs: env.API_DOCS ?? !production,
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    workerDisabled: env.DISABLE_WORKER ?? false,
  }
}

/** What makes a server in production less safe than it could be, one sentence for each switch that does. */
export function unsafeSwitches(env: Env): string[] {
  if (!env.production) return []
  return [
    ...(env.paymentSandbox
      ? ['PAYMENT_SANDBOX is on: whoever presses Pay gets sessions for nothing']
      : []),
    ...(env.reviewProviders
      ? []
      : ['REVIEW_PROVIDERS is off: nobody looks at the papers of care providers']),
    ...(env.push.hosts
      ? ['PUSH_HOSTS is set: notifications go to hosts that are no push services we know']
      : []),
    ...(env.apiDocs ? ['API_DOCS is on: everybody can read the description of the API'] : []),
  ]
}

function s3Location(env: v.InferOutput<typeof envSchema>): S3Location | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

function stripeKeys(env: v.InferOutput<typeof envSchema>): StripeKeys | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (!secretKey || !webhookSecret) return undefined
  return { secretKey, webhookSecret, apiBase: env.STRIPE_API_BASE }
}

function googleKeys(env: v.InferOutput<typeof envSchema>): GoogleKeys | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  if (!clientId || !clientSecret) return undefined
  return { clientId, clientSecret, apiBase: env.GOOGLE_API_BASE }
}

const envSchema = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(postgresAddress),
  DATABASE_DIRECT_URL: v.optional(postgresAddress),
  DATABASE_POOL_MAX: v.optional(wholeNumber(2, 200), '10'),
  MIGRATE_ON_START: v.optional(onOrOff),
  SNAPSHOTS_MAX: v.optional(wholeNumber(0, 400)),
  NIGHT_TIME_ZONE: v.optional(timeZoneName, 'UTC'),
  MIN_CLIENT_CONTRACT: v.optional(wholeNumber(0, contractVersion), '0'),
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
    'development',
  ),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  TRUST_PROXY: v.optional(wholeNumber(0, 10), '0'),
  REVIEW_PROVIDERS: v.optional(onOrOff),
  CONFIRM_EMAILS: v.optional(onOrOff),
  REQUIRE_SECOND_FACTOR: v.optional(onOrOff),
  QUESTS_ENABLED: v.optional(questSetting),
  S3_ENDPOINT: v.optional(address(/^https?:\/\/[^/]+\/?$/, 'http:// or https:// and a host')),
  S3_BUCKET: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name")),
  ),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  SMTP_URL: v.optional(address(/^smtps?:\/\/[^/]/, 'smtp:// or smtps:// and a host')),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^\r\n]*[^\s@]@[^\s@]+$/, 'must be an address, or Name <address>'),
    ),
  ),
  VIDEO_THUMBNAILS: v.optional(
    address(/^(off|https?:\/\/[^/@]+\/?)$/, 'off, or http:// or https:// and a host'),
    'https://i.ytimg.com',
  ),
  PUBLIC_URL: v.optional(address(/^https?:\/\/[^/]+\/?$/, 'http:// or https:// and a host')),
  STRIPE_SECRET_KEY: v.optional(v.string()),
  STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
  STRIPE_API_BASE: v.optional(address(/^https?:\/\/[^/]+$/, 'http:// or https:// and a host')),
  PAYMENT_SANDBOX: v.optional(onOrOff),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  GOOGLE_API_BASE: v.optional(address(/^https?:\/\/[^/]+$/, 'http:// or https:// and a host')),
  PUSH: v.optional(onOrOff),
  ...pushEntries,
  CLAMD: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and a port: clamd:3310'),
      v.transform((text) => {
        const [host = '', port = ''] = text.split(':')
        return { host, port: Number(port) }
      }),
    ),
  ),
  SEALING_KEY: v.optional(keyOf32Bytes),
  EVIDENCE_KEY: v.optional(keyOf32Bytes),
  CHANGE_NOTICE_HOURS: v.optional(wholeNumber(0, 168), String(changeNoticeHoursDefault)),
  DRAIN_DELAY_S: v.optional(wholeNumber(0, 300), '0'),
  STREAM_SPREAD_S: v.optional(wholeNumber(0, spreadMsMax / 1_000), '2'),
  API_DOCS: v.optional(onOrOff),
  METRICS_PORT: v.optional(wholeNumber(0, 65_535)),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  DISABLE_WORKER: v.optional(onOrOff),
})

/** Names and rules alone: a value may be a secret. */
function complaints(issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.map((issue) => `  ${v.getDotPath(issue) ?? '?'} ${issue.message}`)
}
