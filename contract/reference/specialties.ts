/** Spec 9: the 18 specialties of care providers. */
export const specialties = [
  'Fitness Coach',
  'Life Coach',
  'Wellness Coach',
  'Art Therapist',
  'Behavioural Therapist',
  'Meditation Therapist',
  'Music Therapist',
  'Nutritional Therapist',
  'Psychotherapist',
  'Yoga Therapist',
  'Social Worker',
  'Soft Skills Instructor',
  'Academic Teacher',
  'Spiritual Coach',
  'Psychiatrist',
  'Family Constellation Therapist',
  'Sleep Therapist',
  'Parenting Coach',
] as const
export type Specialty = (typeof specialties)[number]
