import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crashRounds } from '#tests/support/crash-rounds.ts'
import type { DatabaseHome } from '#tests/support/database.ts'
import {
  createPowerCutDisk,
  powerCutsMissing,
  type PowerCutDisk,
} from '#tests/support/power-cut-disk.ts'

const rounds = 10
const missing = powerCutsMissing()

describe.skipIf(missing)(`a power cut${missing ? ` (left out: ${missing})` : ''}`, () => {
  let disk: PowerCutDisk
  let home: DatabaseHome
  beforeAll(() => {
    disk = createPowerCutDisk()
    const dataDir = join(disk.directory, 'data')
    mkdirSync(dataDir)
    home = { kind: 'embedded', databaseUrl: undefined, dataDir, remove: async () => disk.remove() }
  })
  afterAll(() => home.remove())

  test(
    `takes none of the transactions the embedded database acknowledged, ${rounds} times in a row`,
    { timeout: 300_000 },
    async () => {
      const report = await crashRounds(home, rounds, async (child) => {
        disk.cutPower()
        await child.kill()
        disk.restart()
      })
      expect(report).toMatchObject({ lost: 0, torn: 0 })
      expect(report.acknowledged).toBeGreaterThan(rounds * 5)
    },
  )
})
