/** Variables that say nothing without each other. */
const pairs = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const

/** What each of two variables says by itself, and both cannot say together. */
export function contradictions(given: Readonly<Record<string, unknown>>): string[] {
  const partner = ['STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_ID'].find(
    (name) => given[name] !== undefined,
  )
  const homeless = given['NODE_ENV'] === 'production' && given['PUBLIC_URL'] === undefined
  const playing = isOn(given['PAYMENT_SANDBOX']) && given['STRIPE_SECRET_KEY'] !== undefined
  const unshared = unsharedKeys(given)
  const pooled = given['DATABASE_DIRECT_URL'] !== undefined && given['DATABASE_URL'] === undefined
  const shared =
    given['EVIDENCE_KEY'] !== undefined && given['EVIDENCE_KEY'] === given['SEALING_KEY']
  return [
    ...(pooled ? ['  DATABASE_URL must be set, since DATABASE_DIRECT_URL is'] : []),
    ...(shared ? ['  EVIDENCE_KEY must be another key than SEALING_KEY'] : []),
    ...(partner && homeless ? [`  PUBLIC_URL must be set in production, since ${partner} is`] : []),
    ...unshared,
    ...(playing ? ['  PAYMENT_SANDBOX must be off, since STRIPE_SECRET_KEY is set'] : []),
  ]
}

/** On PostgreSQL several processes may run: a key that each makes for itself opens nothing of the others'. */
function unsharedKeys(given: Readonly<Record<string, unknown>>): string[] {
  if (given['NODE_ENV'] !== 'production' || given['DATABASE_URL'] === undefined) return []
  return ['SEALING_KEY', 'EVIDENCE_KEY'].flatMap((name) =>
    given[name] === undefined
      ? [`  ${name} must be set in production, since DATABASE_URL is: ${howToKeep(name)}`]
      : [],
  )
}

/** A new key opens nothing that an earlier one sealed. */
function howToKeep(name: string): string {
  const file = name === 'SEALING_KEY' ? 'sealing.key' : 'evidence.key'
  return `where DATA_DIR/${file} is there, it holds the value`
}

function isOn(word: unknown): boolean {
  return word === 'true' || word === '1' || word === 'on'
}

/** A line for each variable that is not set although another one that needs it is. */
export function incomplete(given: Readonly<Record<string, unknown>>): string[] {
  return pairs.flatMap((names) => {
    const unset = names.filter((name) => given[name] === undefined)
    const set = names.find((name) => given[name] !== undefined)
    return set ? unset.map((name) => `  ${name} must be set, since ${set} is`) : []
  })
}
