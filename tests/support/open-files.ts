import { readdir, readlink } from 'node:fs/promises'

/** How often this process has a file open, also one that has no name any more; 0 where the system does not tell, as Linux does. */
export async function openCount(path: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return targets.filter((target) => target === path || target === `${path} (deleted)`).length
}
