/** Prints what the number of the contract promises from now on: `node scripts/api.ts > docs/api/<number>.json`. */
import { openApiDocument } from '../server/http/openapi/openapi.ts'

/** Words for people promise nothing, and a refusal is promised by its code alone. */
const leftOut = /^(description|title|summary|tags|examples|[345]\d\d)$/

const { paths } = openApiDocument()
const text = JSON.stringify({ paths }, (key, value: unknown) =>
  leftOut.test(key) && typeof value !== 'boolean' ? undefined : value,
)
// A line for each path, so that a change can be read.
process.stdout.write(`${text.replaceAll(',"/', ',\n"/')}\n`)
