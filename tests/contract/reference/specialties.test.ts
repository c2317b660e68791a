import { expect, test } from 'vitest'
import { specialties } from '#contract/reference/specialties.ts'

test('there are the 18 specialties of the spec, in its order', () => {
  expect(specialties).toEqual([
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
  ])
  expect(new Set(specialties).size).toBe(18)
})
