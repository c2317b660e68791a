import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What `make` gives, stored in a file with a stamp of all that it depends on, and made anew for any other stamp. */
export async function stored(
  place: string,
  stamp: string,
  make: () => Promise<string>,
): Promise<string> {
  const head = `// ${stamp}\n`
  const found = existsSync(place) ? readFileSync(place, 'utf8') : ''
  if (found.startsWith(head)) return found.slice(head.length)
  const made = await make()
  mkdirSync(dirname(place), { recursive: true })
  // Two builds may write at once, and one may be stopped: a file that is there is whole.
  const beside = `${place}.${process.pid}`
  writeFileSync(beside, `${head}${made}`)
  renameSync(beside, place)
  return made
}
