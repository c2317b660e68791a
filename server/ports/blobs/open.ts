import { join } from 'node:path'
import { diskBlobs } from './disk.ts'
import type { BlobPort } from './port.ts'
import { s3Blobs, type S3Location } from './s3.ts'

/** The store that the environment names: a bucket, or a directory below `dataDir`. */
export function openBlobs(options: { s3: S3Location | undefined; dataDir: string }): BlobPort {
  return options.s3 ? s3Blobs(options.s3) : diskBlobs(join(options.dataDir, 'blobs'))
}
