import type { UserDatabase } from '#src/offline/storage/database.ts'
import { startContactDriver } from './contact-driver.ts'
import { startLiveDriver } from './live-driver.ts'
import { startReadingDriver } from './reading-driver.ts'
import { startSupersededDriver } from './superseded-driver.ts'
import { startSyncDriver } from './sync-driver.ts'
import { startUploadDriver } from './upload-driver.ts'

/** Everything that runs behind a login on this page. Returns its end. */
export function startMemberDrivers(db: UserDatabase): () => void {
  const ends = [
    startContactDriver(),
    startSyncDriver(db),
    startUploadDriver(db),
    startLiveDriver(db),
    startSupersededDriver(db),
    startReadingDriver(db),
  ]
  return () => {
    for (const end of ends) end()
  }
}
