import { useState } from 'react'
import { v7 as newUuid } from 'uuid'
import { questsApi } from '#contract/quests/api.ts'
import type { SavedResult, ScoreDetails } from '#contract/quests/response.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import {
  fhirBundle,
  ownCode,
  referTo,
  surveyCategory,
  type FhirPerson,
  type FhirReference,
  type FhirResource,
} from '#src/lib/fhir.ts'
import { saveFile } from '#src/lib/hand-over.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { currentSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'

interface ClinicFile {
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

/** Whose result it is. */
export interface SavedOf {
  readonly _id: string
  readonly firstname: string
  readonly lastname: string
}

interface SaveForClinicProps {
  db: UserDatabase
  result: ScoreDetails
  of: SavedOf
}

/** Saves a shared result as a file for the records of a clinic. It is made here; the server notes it for the young person. */
export function SaveForClinic(props: SaveForClinicProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="small" icon="install" onClick={() => setOpen(true)}>
        {m.quests_clinic()}
      </Button>
      {open && <SaveSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function SaveSheet({ db, result, of, onClose }: SaveForClinicProps & { onClose: () => void }) {
  const online = useOnline()
  const [named, setNamed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()

  async function save() {
    setBusy(true)
    setFailed(undefined)
    try {
      const name = await saveResult(db, {
        result,
        person: { firstname: of.firstname, lastname: of.lastname, named },
      })
      showToast({ text: m.settings_export_done({ name }), tone: 'success' })
      onClose()
    } catch (error) {
      setFailed(failureText(error, m.quests_clinic_failed()))
      setBusy(false)
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.quests_clinic_title()}
      description={m.quests_clinic_text({ name: of.firstname })}
      actions={
        <>
          <Button icon="install" busy={busy} disabled={!online} onClick={() => void save()}>
            {m.quests_clinic_action()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.profile_cancel()}
          </Button>
        </>
      }
    >
      <FailureBanner text={failed} />
      {!online && <Banner tone="warn">{m.quests_clinic_offline({ name: of.firstname })}</Banner>}
      <Checkbox
        checked={named}
        onChange={() => setNamed(!named)}
        label={m.quests_clinic_name()}
        hint={m.quests_clinic_name_hint()}
      />
    </Sheet>
  )
}

/** Asks the server, which notes it, for what is shared now, and hands the file to the downloads. Rejects as the call does. */
async function saveResult(
  db: UserDatabase,
  { result, person }: { result: ScoreDetails; person: Omit<FhirPerson, 'birthYear'> },
): Promise<string> {
  const params = { userId: result.userId, id: result.id }
  const saved = await asMember(
    db,
    async (token) => await callApi(questsApi.saveSharedResult, { params }, { token }),
  )
  const { firstname = '', lastname = '' } = currentSession()?.user ?? {}
  const file = clinicFile({
    base: location.origin,
    newId: newUuid,
    result: saved,
    person,
    savedBy: `${firstname} ${lastname}`.trim(),
  })
  const name = `zync-result-${saved.takenOn}.fhir.json`
  saveFile(name, new Blob([JSON.stringify(file)], { type: 'application/fhir+json' }))
  return name
}
