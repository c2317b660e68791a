import { ownReportSchema } from '#contract/safety/model.ts'
import type { Kind } from '#src/offline/engine/kind.ts'

/** A report goes to those who handle it; nothing on the device shows it. */
export const safetyReport: Kind<'safety.report'> = {
  tables: () => [],

  async admit() {
    return 'ok'
  },

  async settle() {},

  resultSchema: ownReportSchema,
}
