import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crashRounds } from '#tests/support/crash-rounds.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  type DatabaseHome,
} from '#tests/support/database.ts'

const rounds = 20

describe.each(databasesUnderTest('both'))('kill -9 of a process that writes to %s', (kind) => {
  let home: DatabaseHome
  beforeAll(async () => {
    home = await createDatabaseHome(kind)
  })
  afterAll(() => home.remove())

  test(
    `loses none of the transactions it acknowledged and tears none apart, ${rounds} times in a row`,
    { timeout: 300_000 },
    async () => {
      const report = await crashRounds(home, rounds)
      expect(report).toMatchObject({ lost: 0, torn: 0 })
      expect(report.acknowledged).toBeGreaterThan(rounds * 5)
    },
  )
})
