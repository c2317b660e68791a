/** What the queue of a device carries out. */
export { blockPeople } from './block.ts'
export { fileReport } from './file-report.ts'
export { maySpeakUp } from './policy.ts'
