import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import { languages } from '#contract/providers/model.ts'
import { countries } from '#contract/reference/countries.ts'
import { specialties } from '#contract/reference/specialties.ts'
import type { Database } from '#server/db/client.ts'
import { providerListing } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'

const firstnames = [
  'Noor',
  'Sofía',
  'Omar',
  'Inês',
  'Meera',
  'Daniel',
  'Asha',
  'Natalia',
  'Youssef',
]
const lastnames = [
  'Khoury',
  'Almeida',
  'Peterson',
  'Nair',
  'Sokolova',
  'Mbwana',
  'El-Masry',
  'Carter',
]
const rowsPerInsert = 500
const joinedMs = Date.parse('2026-01-01T00:00:00Z')

/** Verified care providers in the directory, all of them different and the same every time but for their ids. */
export async function addManyProviders({ orm }: Database, count: number): Promise<void> {
  const people = Array.from({ length: count }, (_, index) => provider(index))
  for (let from = 0; from < count; from += rowsPerInsert) {
    const part = people.slice(from, from + rowsPerInsert)
    await orm.insert(users).values(part)
    await orm.insert(providers).values(
      part.map((person, index) => ({
        ...providerListing(person),
        languages: [pick(languages, index), 'English'],
        seesMinors: index % 2 === 0,
        minorsClearedAt: person.createdAt,
      })),
    )
  }
}

function provider(index: number) {
  const id = uuidv7()
  const createdAt = new Date(joinedMs + index * 1_000)
  return {
    id,
    email: `${id}@example.org`,
    username: id,
    passwordHash: 'nobody logs in with this',
    userType: 'ServiceProvider',
    firstname: pick(firstnames, index * 7),
    // A number makes names that few or one alone have.
    lastname: `${pick(lastnames, index * 5 + Math.floor(index / 9))}${index % 997}`,
    birthDate: '1985-05-05' as LocalDate,
    gender: index % 3 === 0 ? 'Male' : 'Female',
    country: pick(countries, index).name,
    state: '',
    phoneNumber: '+351000000000',
    bio: 'I listen first, and we find the next small step together.',
    specialization: pick(specialties, index * 11),
    emailConfirmedAt: createdAt,
    approvedAt: createdAt,
    verifiedAt: createdAt,
    createdAt,
  } satisfies typeof users.$inferInsert
}

function pick<T>(all: readonly T[], index: number): T {
  const found = all[index % all.length]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}
