import { lockDirectory } from '#server/db/embedded/start.ts'

/** Tries to lock the directory, says how it went, and holds the lock until its input ends. */
const [, , directory = ''] = process.argv
const outcome = await lockDirectory(directory).then(
  () => 'held',
  (error: Error) => error.message,
)
process.stdout.write(`${outcome}\n`)
process.stdin.resume()
