import * as v from 'valibot'

/** The stored rows that this build can read: one that another build wrote in another shape is as good as absent. */
export function parseRows<S extends v.GenericSchema>(
  schema: S,
  rows: readonly unknown[],
): v.InferOutput<S>[] {
  return rows.flatMap((row) => {
    const parsed = v.safeParse(schema, row)
    return parsed.success ? [parsed.output] : []
  })
}
