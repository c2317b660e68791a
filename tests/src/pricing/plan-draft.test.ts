import { describe, expect, test } from 'vitest'
import {
  newDraft,
  readDrafts,
  totalOf,
  withType,
} from '#src/features/pricing/admin/plan-fields.tsx'

const single = { ...newDraft('a'), price: '99.99' }

describe('a plan in the pricing form', () => {
  test('starts as a single session of an hour', () => {
    expect(newDraft('a')).toMatchObject({
      type: 'single',
      sessions: '1',
      frequency: 'single',
      duration: '60',
      price: '',
    })
  })

  test('as a bundle has 0 sessions and no frequency; as a single one again 1 and its own (spec 5)', () => {
    const bundle = withType(single, 'bundle')
    expect(bundle).toMatchObject({ sessions: '0', frequency: '', price: '99.99' })
    expect(withType(bundle, 'single')).toMatchObject({ sessions: '1', frequency: 'single' })
  })

  test('shows 14% VAT and the final price, rounded half up, in minor units', () => {
    expect(totalOf('99.99')).toEqual({ priceMinor: 9999, vatMinor: 1400, totalMinor: 11_399 })
    expect(totalOf('1.25')).toEqual({ priceMinor: 125, vatMinor: 18, totalMinor: 143 })
  })

  test.each(['', 'free', '-5', '1.999', '1e3', '1,555'])('%j is no price', (text) => {
    expect(totalOf(text)).toBeUndefined()
    const read = readDrafts([{ ...single, price: text }])
    expect(read).toEqual({
      problems: [{ price: 'Please enter a price with at most two decimals' }],
    })
  })

  test('takes the digits of an Arabic keyboard', () => {
    expect(totalOf('٩٩٫٩٩')?.priceMinor).toBe(9999)
    expect(readDrafts([{ ...single, price: '٩٩٫٩٩', duration: '٤٥' }])).toEqual({
      plans: [{ type: 'single', price: 99.99, sessions: 1, duration: 45, frequency: 'single' }],
    })
  })

  test('is sent with the id of the plan it was', () => {
    const id = '0193a000-0000-7000-8000-00000000aaaa'
    expect(readDrafts([{ ...single, id }])).toEqual({
      plans: [
        { _id: id, type: 'single', price: 99.99, sessions: 1, duration: 60, frequency: 'single' },
      ],
    })
  })

  test('says what is wrong with it, and only with it', () => {
    const bundle = { ...withType(newDraft('b'), 'bundle'), price: '10' }
    expect(readDrafts([single, bundle])).toEqual({
      problems: [{}, { sessions: 'A bundle needs at least 1 session' }],
    })
    expect(readDrafts([{ ...single, duration: '' }])).toEqual({
      problems: [{ duration: 'Please enter the minutes of a session' }],
    })
    expect(readDrafts([{ ...single, duration: '7.5' }])).toHaveProperty(
      'problems.0.duration',
      'Please enter whole minutes',
    )
  })
})
