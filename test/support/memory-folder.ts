import { existsSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const roomBytes = 2 * 1024 ** 3

/**
 * The folder in memory, if there is one with space: tests do not need durability, and syncing a disk took most of
 * their time.
 */
export function memoryFolder(): string | null {
  if (!existsSync(memory)) return null
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > roomBytes ? memory : null
}
