import type { UpkeepDeps } from './deps.ts'
import { features } from './features.ts'
import { deleteOldAudit } from './ports/audit/trail.ts'

/**
 * Upkeep of what lives beside the database, done every minute: what is to be sealed is sealed, what is over goes. Files
 * are sealed before those that are due are removed.
 */
export async function upkeep(deps: UpkeepDeps): Promise<void> {
  const now = new Date(deps.now())
  for (const feature of features) await feature.seal?.(deps, now)
  for (const feature of features) await feature.sweep?.(deps, now)
  await deps.blobs.sweep()
  await deleteOldAudit(deps.database.orm, now)
}
