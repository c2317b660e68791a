import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const diskBytes = 512 * 1024 * 1024
/** Where tools for administrators live, which not every shell's path names. */
const path = [process.env['PATH'], '/usr/sbin', '/sbin'].join(delimiter)

export interface PowerCutDisk {
  /** Where the disk is mounted. */
  readonly directory: string
  /** From here on nothing reaches the disk, and what was only in memory is gone. */
  readonly cutPower: () => void
  /** Mounts it again, as after the power has come back. */
  readonly restart: () => void
  readonly remove: () => void
}

/** An ext4 file system in a file whose power can be cut; throws where root, the tools or loop mounts are missing. */
export function createPowerCutDisk(): PowerCutDisk {
  const base = mkdtempSync(join(tmpdir(), 'zync-power-'))
  const image = join(base, 'disk.img')
  const directory = join(base, 'mount')
  mkdirSync(directory)
  const mount = () => run('mount', '-o', 'loop', image, directory)
  try {
    run('truncate', '-s', String(diskBytes), image)
    run('mkfs.ext4', '-q', '-F', image)
    run('xfs_io', '-V')
    mount()
  } catch (error) {
    rmSync(base, { recursive: true, force: true })
    throw error
  }
  return {
    directory,
    cutPower: () => run('xfs_io', '-x', '-c', 'shutdown', directory),
    restart: () => {
      run('umount', directory)
      mount()
    },
    remove: () => {
      run('umount', directory)
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** Why power cuts cannot be tried here, or undefined where they can. */
export function powerCutsMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'root is needed to mount a disk'
  try {
    createPowerCutDisk().remove()
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown'
    return `no loop disk: ${reason}`
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'pipe', env: { ...process.env, PATH: path } })
}
