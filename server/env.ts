import * as v from 'valibot'

/** The environment after its one parsing. Every name is described in `.env.example`. */
export interface Env {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Unset: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly production: boolean
  readonly logLevel: LogLevel
  /** How many proxies stand in front and may be believed about the caller's address. */
  readonly trustedProxyHops: number
  /** Decisions: a provider is listed only after a superAdmin's review. */
  readonly reviewProviders: boolean
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
  if (!parsed.success) throw new EnvError(complaint(parsed.issues))
  const env = parsed.output
  const production = env.NODE_ENV === 'production'
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    production,
    logLevel: env.LOG_LEVEL,
    trustedProxyHops: env.TRUST_PROXY,
    reviewProviders: env.REVIEW_PROVIDERS ?? production,
    workerDisabled: env.DISABLE_WORKER ?? false,
  }
}

const truth = { true: true, '1': true, on: true, false: false, '0': false, off: false } as const
const switchWords = Object.keys(truth) as (keyof typeof truth)[]

const wholeNumber = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, rule),
    v.transform(Number),
    v.minValue(min, rule),
    v.maxValue(max, rule),
  )
}

const onOrOff = v.pipe(
  v.picklist(switchWords, `must be one of ${switchWords.join(', ')}`),
  v.transform((word) => truth[word]),
)

const envSchema = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(v.string(), '0.0.0.0'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
    ),
  ),
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
    'development',
  ),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  TRUST_PROXY: v.optional(wholeNumber(0, 10), '0'),
  REVIEW_PROVIDERS: v.optional(onOrOff),
  DISABLE_WORKER: v.optional(onOrOff),
})

/** Names and rules alone: a value may be a secret. */
function complaint(issues: readonly v.BaseIssue<unknown>[]): string {
  const lines = issues.map((issue) => `  ${v.getDotPath(issue) ?? '?'} ${issue.message}`)
  return ['The environment cannot be used:', ...lines].join('\n')
}
