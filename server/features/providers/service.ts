/** A provider's practice, for whoever shows or makes a provider; and their review, for the operator. */
export { insertListing, practiceOf, type PracticeFacts } from './practice-repo.ts'
export { createReviewRepo, type ReviewRepo } from './review-repo.ts'
