import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }

// Strictness of the validator is about how a schema is written; this one is HL7's.
const ajv = new Ajv({ strict: false, allErrors: false })
ajv.addMetaSchema(draft6)
const valid = ajv.compile(
  JSON.parse(readFileSync(new URL('./r4.schema.json', import.meta.url), 'utf8')) as object,
)

/** What the JSON schema of FHIR R4 finds wrong; empty where nothing is. */
export function fhirErrors(file: unknown): readonly unknown[] {
  return valid(JSON.parse(JSON.stringify(file))) ? [] : (valid.errors ?? [])
}
