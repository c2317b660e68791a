import type { SavedResult } from '#contract/quests/response.ts'
import {
  fhirBundle,
  ownCode,
  referTo,
  surveyCategory,
  type FhirPerson,
  type FhirReference,
  type FhirResource,
} from '#src/lib/fhir.ts'

export interface ClinicFile {
  readonly base: string
  readonly newId: () => string
  readonly result: SavedResult
  readonly person: Omit<FhirPerson, 'birthYear'>
  readonly savedBy: string
}

/** A shared result for the records of a clinic. It has no answers, because a share has none. */
export function clinicFile({ base, newId, result, person, savedBy }: ClinicFile) {
  const { savedAt, birthYear } = result
  const about = (patient: FhirReference) => resourcesOf(result, patient, { base, newId })
  return fhirBundle({ base, newId, savedAt, savedBy, person: { ...person, birthYear }, about })
}

function resourcesOf(
  { questId, version, title, takenOn, band, scores, notice }: SavedResult,
  subject: FhirReference,
  { base, newId }: Pick<ClinicFile, 'base' | 'newId'>,
): FhirResource[] {
  const response: FhirResource = {
    resourceType: 'QuestionnaireResponse',
    id: newId(),
    questionnaire: `${base}/fhir/Questionnaire/${questId}|${version}`,
    status: 'completed',
    subject,
    author: subject,
    source: subject,
    authored: takenOn,
  }
  const observation: FhirResource = {
    resourceType: 'Observation',
    id: newId(),
    status: 'final',
    category: surveyCategory,
    code: ownCode(base, 'quest', String(questId), title),
    subject,
    performer: [subject],
    effectiveDateTime: takenOn,
    valueCodeableConcept: { text: band.label },
    note: [{ text: band.text }, { text: notice }],
    derivedFrom: [referTo(response)],
    // FHIR wants no empty list.
    ...(scores.length > 0 && { component: scores.map(componentOf) }),
  }
  return [response, observation]
}

function componentOf({ label, value, min, max }: SavedResult['scores'][number]) {
  return {
    code: { text: label },
    valueQuantity: { value },
    referenceRange: [
      // Without words a range would be read as what is normal.
      { low: { value: min }, high: { value: max }, type: { text: 'Possible scores' } },
    ],
  }
}
