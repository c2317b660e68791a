import { defineFeature } from '#server/feature.ts'
import { sealWaitingFiles, sweepEvidence } from './seal-messages.ts'

export {
  evidenceBetween,
  evidenceOfMessages,
  fileOfReport,
  holdsSealed,
  noteFiles,
} from './evidence-repo.ts'
export {
  openEvidence,
  openSealedFile,
  sealGoing,
  sealGoingReactions,
  sealLetters,
  type Evidence,
  type Letter,
} from './seal-messages.ts'

/** Chats seal what goes; reports open it. */
export const evidence = defineFeature({
  seal: (deps) => sealWaitingFiles({ ...deps, orm: deps.database.orm }),
  sweep: ({ database, blobs }, now) => sweepEvidence({ orm: database.orm, blobs, now }),
})
