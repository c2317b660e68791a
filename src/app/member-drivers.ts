import type { UserDatabase } from '#src/offline/database.ts'
import { startLiveDriver } from './live-driver.ts'
import { startReadingDriver } from './reading-driver.ts'
import { startSyncDriver } from './sync-driver.ts'
import { startUploadDriver } from './upload-driver.ts'

/** Everything that runs behind a login on this page. Returns its end. */
export function startMemberDrivers(db: UserDatabase): () => void {
  const ends = [
    startSyncDriver(db),
    startUploadDriver(db),
    startLiveDriver(db),
    startReadingDriver(db),
  ]
  return () => {
    for (const end of ends) end()
  }
}
