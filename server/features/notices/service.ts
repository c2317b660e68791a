/** What other features tell people with, and take back. */
export { dropNoticesBetween, tell, untell } from './repo.ts'
