import fc from 'fast-check'

/**
 * Properties draw the same cases in each run, so that a failure is of what was changed. Others are looked for with
 * another `MODEL_SEED`.
 */
fc.configureGlobal({ seed: Number(process.env['MODEL_SEED'] ?? 20_261_121) })
