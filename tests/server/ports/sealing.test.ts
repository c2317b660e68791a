import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import {
  createSealer,
  loadEvidenceKey,
  loadSealingKey,
  sealingKeyBytes,
} from '#server/ports/sealing.ts'

const key = randomBytes(sealingKeyBytes)

const lines: string[] = []
const log = pino({}, { write: (line: string) => void lines.push(line) })
/** Whether the log has said anything since it was asked last. */
const complains = () => lines.splice(0).length > 0

describe('what is sealed', () => {
  const sealer = createSealer(key)

  test('opens with its key for its purpose, and looks different each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const text = Buffer.from(given, 'utf8').toString('utf8')
        const [one, other] = [sealer.seal(text, 'a'), sealer.seal(text, 'a')]
        expect(one).not.toBe(other)
        expect([sealer.open(one, 'a'), sealer.open(other, 'a')]).toEqual([text, text])
      }),
    )
  })

  test('opens for nobody else', () => {
    const sealed = sealer.seal('secret', 'a')
    expect(sealer.open(sealed, 'b')).toBeUndefined()
    expect(createSealer(randomBytes(sealingKeyBytes)).open(sealed, 'a')).toBeUndefined()
  })

  test('does not open once a bit of it was changed', () => {
    const bytes = Buffer.from(sealer.seal('secret', 'a'), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8((changed.at(at) ?? 0) ^ 1, at)
      expect(sealer.open(changed.toString('base64url'), 'a')).toBeUndefined()
    }
  })

  test('bytes open with their key for their purpose alone, and not once one was changed', () => {
    const bytes = randomBytes(1_000)
    const sealed = sealer.sealBytes(bytes, 'a')
    expect(sealer.openBytes(sealed, 'a')).toEqual(bytes)
    expect(sealed.includes(bytes.subarray(0, 16))).toBe(false)
    expect(sealer.openBytes(sealed, 'b')).toBeUndefined()
    expect(createSealer(randomBytes(sealingKeyBytes)).openBytes(sealed, 'a')).toBeUndefined()
    expect(sealer.openBytes(sealed.subarray(0, 40), 'a')).toBeUndefined()
    const changed = Buffer.from(sealed)
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1)
    expect(sealer.openBytes(changed, 'a')).toBeUndefined()
  })

  test.each(['', 'x', '!!!', 'A'.repeat(37)])('%j opens nothing', (text) => {
    expect(sealer.open(text, 'a')).toBeUndefined()
  })
})

describe('the key', () => {
  test('is made once in the data directory, for its owner alone', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'zync-key-'))
    const load = () => loadSealingKey({ sealingKey: undefined, dataDir })
    const keys = await Promise.all([load(), load(), load()])
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(1)
    expect(await load()).toEqual(keys[0])
    const file = join(dataDir, 'sealing.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toEqual(keys[0])
    await rm(dataDir, { recursive: true })
  })

  test('of the environment comes first, and one that is no key stops the start', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'zync-key-'))
    expect(await loadSealingKey({ sealingKey: key, dataDir })).toBe(key)
    await writeFile(join(dataDir, 'sealing.key'), 'short')
    await expect(loadSealingKey({ sealingKey: undefined, dataDir })).rejects.toThrow('holds no key')
    await rm(dataDir, { recursive: true })
  })

  test('of evidence is another one than that of the tokens', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'zync-key-'))
    const used = { wasUsed: async () => true, log }
    const none = { evidenceKey: undefined, dataDir }
    const evidence = await loadEvidenceKey(none, { ...used, wasUsed: async () => false })
    expect(evidence).toHaveLength(sealingKeyBytes)
    expect(evidence).not.toEqual(await loadSealingKey({ sealingKey: undefined, dataDir }))
    expect((await stat(join(dataDir, 'evidence.key'))).mode & 0o777).toBe(0o600)
    expect(await loadEvidenceKey({ evidenceKey: key, dataDir }, used)).toBe(key)
    expect(complains()).toBe(false)
    await rm(dataDir, { recursive: true })
  })

  test('of evidence is made with a loud word where another one was used', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'zync-key-'))
    const given = { evidenceKey: undefined, dataDir }
    const used = { wasUsed: async () => true, log }
    const made = await loadEvidenceKey(given, used)
    expect(complains()).toBe(true)
    expect(await loadEvidenceKey(given, used)).toEqual(made)
    expect(complains()).toBe(false)
    await rm(dataDir, { recursive: true })
  })
})
