/** A resource of HL7 FHIR R4, as far as our files have any. */
export interface FhirResource {
  readonly resourceType: 'Patient' | 'QuestionnaireResponse' | 'Observation' | 'Provenance'
  readonly id: string
  readonly [field: string]: unknown
}

export interface FhirReference {
  readonly reference: string
}

/** Whom a file is about: nothing more of them than is given here. */
export interface FhirPerson {
  readonly firstname: string
  readonly lastname: string
  readonly birthYear: number
  /** The whole name in place of the initials. */
  readonly named: boolean
}

export interface FhirFile {
  /** The origin under which our own names are: `https://zync.example`. */
  readonly base: string
  /** An instant in ISO 8601. */
  readonly savedAt: string
  readonly newId: () => string
  /** Undefined where this device does not know. */
  readonly person: FhirPerson | undefined
  /** The care provider who saved it; absent where its own person did. */
  readonly savedBy?: string | undefined
  /** What it says of the person. */
  readonly about: (patient: FhirReference) => readonly FhirResource[]
}

/**
 * A collection for the programs of clinics: the person, what is said of them, and where it comes from. It says nothing in the
 * codes of an instrument (LOINC and the like), because the wording of our questions is our own.
 */
export function fhirBundle({ savedAt, newId, person, savedBy, about }: FhirFile) {
  const patient = { resourceType: 'Patient', id: newId(), ...factsOf(person) } as const
  const resources = about(referTo(patient))
  const assembler = savedBy === undefined ? referTo(patient) : { display: savedBy }
  const provenance = {
    resourceType: 'Provenance',
    id: newId(),
    // A file without anything in it comes from its person too.
    target: (resources.length > 0 ? resources : [patient]).map(referTo),
    recorded: savedAt,
    agent: [agent('author', referTo(patient)), agent('assembler', assembler)],
  } as const
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: savedAt,
    entry: [patient, ...resources, provenance].map((resource) => ({
      fullUrl: referTo(resource).reference,
      resource,
    })),
  } as const
}

export function referTo({ id }: Pick<FhirResource, 'id'>): FhirReference {
  return { reference: `urn:uuid:${id}` }
}

/** One of our own names, with its words: `list` is its code system below our address. */
export function ownCode(base: string, list: string, code: string, text = code) {
  return { coding: [{ system: `${base}/fhir/CodeSystem/${list}`, code, display: text }], text }
}

/** What a person said of themself. */
export const surveyCategory = [
  {
    coding: [
      {
        system: 'http://terminology.hl7.org/CodeSystem/observation-category',
        code: 'survey',
        display: 'Survey',
      },
    ],
  },
]

function factsOf(person: FhirPerson | undefined) {
  if (!person) return {}
  const { birthYear, named } = person
  // A string of FHIR knows no other space than the plain one.
  const [firstname = '', lastname = ''] = [person.firstname, person.lastname].map((name) =>
    name.replaceAll(/\s/gu, ' '),
  )
  const name = named
    ? { family: lastname, given: [firstname], text: `${firstname} ${lastname}` }
    : { text: [firstname, lastname].map(initialOf).join(' ') }
  return { name: [name], birthDate: String(birthYear).padStart(4, '0') }
}

/** The first letter as its reader sees it, with its marks. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first ? `${first.segment}.` : ''
}

function agent(code: 'author' | 'assembler', who: FhirReference | { readonly display: string }) {
  const system = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type'
  return { type: { coding: [{ system, code }] }, who }
}
