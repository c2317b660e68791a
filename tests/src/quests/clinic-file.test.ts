import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { SavedResult } from '#contract/quests/response.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import { clinicFile } from '#src/features/quests/share/save-for-clinic.tsx'
import { day } from '#tests/support/day.ts'
import { fhirErrors } from '#tests/support/fhir/r4.ts'

const result: SavedResult = {
  id: '01900000-0000-7000-8000-000000000009',
  userId: '01900000-0000-7000-8000-000000000007',
  questId: 6,
  title: 'Mind Tricks',
  takenOn: day('2026-11-21'),
  band: { label: 'Steady', text: 'All is well.' },
  scores: [{ label: 'Tricks', value: 3.5, min: 0, max: 16 }],
  destination: null,
  notice: 'A snapshot.',
  version: 1,
  birthYear: 2010,
  savedAt: '2026-11-23T12:00:00.000Z',
}
const person = { firstname: 'Lina', lastname: 'Haddad', named: false }

function file(given: Partial<SavedResult> = {}, who = person) {
  return clinicFile({
    base: 'https://zync.example',
    newId: () => crypto.randomUUID(),
    result: { ...result, ...given },
    person: who,
    savedBy: 'Sofia Almeida',
  })
}

test('a shared result is a collection that the schema of FHIR R4 takes', () => {
  const made = file()
  expect(fhirErrors(made)).toEqual([])
  expect(made.entry.map(({ resource }) => resource.resourceType)).toEqual([
    'Patient',
    'QuestionnaireResponse',
    'Observation',
    'Provenance',
  ])
  const [patient, response, observation, provenance] = made.entry
  expect(patient?.resource).toMatchObject({ name: [{ text: 'L. H.' }], birthDate: '2010' })
  expect(response?.resource).toMatchObject({
    questionnaire: 'https://zync.example/fhir/Questionnaire/6|1',
    subject: { reference: patient?.fullUrl },
    authored: '2026-11-21',
  })
  expect(observation?.resource).toMatchObject({
    valueCodeableConcept: { text: 'Steady' },
    component: [{ valueQuantity: { value: 3.5 } }],
    derivedFrom: [{ reference: response?.fullUrl }],
  })
  expect(provenance?.resource).toMatchObject({
    recorded: result.savedAt,
    target: [{ reference: response?.fullUrl }, { reference: observation?.fullUrl }],
    agent: [{ who: { reference: patient?.fullUrl } }, { who: { display: 'Sofia Almeida' } }],
  })
})

test('it has no answer, no day of birth, and no whole name unless that was chosen', () => {
  const text = JSON.stringify(file())
  for (const absent of ['"item"', 'answer', 'Lina', 'Haddad', result.userId]) {
    expect(text).not.toContain(absent)
  }
  expect(JSON.stringify(file({}, { ...person, named: true }))).toContain('Lina Haddad')
})

test('no quest claims the codes or the name of an instrument that its words are not', async () => {
  for (const card of questShelf) {
    const quest = await loadQuest(card.type, card.version)
    const text = JSON.stringify(
      file({ questId: card.id, title: card.title, version: card.version }),
    )
    for (const claim of ['loinc', 'snomed', `"${card.type}"`, quest?.source.instrument ?? '']) {
      expect(text.toLowerCase()).not.toContain(claim.toLowerCase())
    }
  }
})

test('a result without numbers, and every name, is valid too', () => {
  expect(fhirErrors(file({ scores: [] }))).toEqual([])
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((text) => `${text}\u00a0x`)
  fc.assert(
    fc.property(name, name, fc.boolean(), (firstname, lastname, named) => {
      expect(fhirErrors(file({}, { firstname, lastname, named }))).toEqual([])
    }),
  )
})

test('the schema refuses what is not FHIR', () => {
  const made = file()
  expect(fhirErrors({ ...made, resourceType: 'Basket' })).not.toEqual([])
  expect(fhirErrors({ ...made, timestamp: 'yesterday' })).not.toEqual([])
  const [first] = made.entry
  const wrong = { fullUrl: first?.fullUrl, resource: { ...first?.resource, starSign: 'Leo' } }
  expect(fhirErrors({ ...made, entry: [wrong] })).not.toEqual([])
})
