import type { UserType } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { CountryName } from '#contract/reference/countries.ts'
import type { Specialty } from '#contract/reference/specialties.ts'

/** Everybody invented here signs in with it. */
export const demoPassword = 'Demo-Pass1!'

/** A domain that receives no mail: the addresses of everybody invented are in it. */
export const demoDomain = 'zync.example'

export interface DemoPerson {
  readonly email: string
  readonly username: string
  readonly userType: UserType
  readonly firstname: string
  readonly lastname: string
  readonly birthDate: LocalDate
  readonly gender: 'Male' | 'Female'
  readonly country: CountryName
  readonly state: string
  readonly phoneNumber: string
  readonly bio: string
  readonly specialization: Specialty | null
  readonly score: number
  /** They have chosen to show their score to the care providers they are connected with. */
  readonly shareScore?: boolean
}

const client = { specialization: null, score: 0 } as const

/** Invented people with a story of their own; their addresses are in a domain that receives no mail. */
export const demoMembers: readonly DemoPerson[] = [
  {
    ...client,
    shareScore: true,
    email: 'lina@zync.example',
    username: 'lina.h',
    userType: 'Adolescent',
    firstname: 'Lina',
    lastname: 'Haddad',
    birthDate: '2010-04-18' as LocalDate,
    gender: 'Female',
    country: 'Lebanon',
    state: 'Beirut',
    phoneNumber: '+96100000101',
    bio: 'Sketchbook always in my bag. Trying to get to bed before midnight this year.',
  },
  {
    ...client,
    email: 'omar@zync.example',
    username: 'omar.f',
    userType: 'Adolescent',
    firstname: 'Omar',
    lastname: 'Farouk',
    birthDate: '2008-09-30' as LocalDate,
    gender: 'Male',
    country: 'Egypt',
    state: 'Giza',
    phoneNumber: '+201900000102',
    bio: 'Football on weekdays, cooking with my grandmother on Fridays.',
  },
  {
    ...client,
    email: 'mona@zync.example',
    username: 'mona.haddad',
    userType: 'Parent',
    firstname: 'Mona',
    lastname: 'Haddad',
    birthDate: '1981-02-11' as LocalDate,
    gender: 'Female',
    country: 'Lebanon',
    state: 'Beirut',
    phoneNumber: '+96100000103',
    bio: 'Mother of two teenagers, learning to ask better questions at dinner.',
  },
  {
    ...client,
    email: 'sofia@zync.example',
    username: 'sofia.almeida',
    userType: 'ServiceProvider',
    firstname: 'Sofia',
    lastname: 'Almeida',
    birthDate: '1984-07-05' as LocalDate,
    gender: 'Female',
    country: 'Portugal',
    state: 'Lisbon',
    phoneNumber: '+351000000104',
    bio: 'I listen first. With young people I work on worry, friendships and finding words for big feelings.',
    specialization: 'Psychotherapist',
  },
  {
    ...client,
    email: 'daniel@zync.example',
    username: 'daniel.carter',
    userType: 'ServiceProvider',
    firstname: 'Daniel',
    lastname: 'Carter',
    birthDate: '1979-11-23' as LocalDate,
    gender: 'Male',
    country: 'Canada',
    state: 'Ontario',
    phoneNumber: '+12005550105',
    bio: 'Better nights by small steps: light, routine, and screens that go to sleep before you do.',
    specialization: 'Sleep Therapist',
  },
  {
    ...client,
    email: 'priya@zync.example',
    username: 'priya.nair',
    userType: 'ServiceProvider',
    firstname: 'Priya',
    lastname: 'Nair',
    birthDate: '1990-01-29' as LocalDate,
    gender: 'Female',
    country: 'India',
    state: 'Kerala',
    phoneNumber: '+91000000106',
    bio: 'Food without fear. We look at what you like, what fills you, and what your week really allows.',
    specialization: 'Nutritional Therapist',
  },
]

/** For the README and the log of a start with demo data: everybody else signs in the same way. */
export const demoAccounts = demoMembers.map(({ email, userType, specialization }) => ({
  email,
  password: demoPassword,
  who: specialization ?? userType,
}))
