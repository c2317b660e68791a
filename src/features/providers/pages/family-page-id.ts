/** The two pages of care providers that are for parents. */
export type FamilyPageId = 'therapists' | 'coaches'
