import { readFileSync, readlinkSync } from 'node:fs'

/** The ticks in which Linux counts the time of threads. */
const msPerTick = 10

/** Returns the address of the calling thread's statistics; null on systems other than Linux. */
export function findThreadStatistics(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`
  } catch {
    return null
  }
}

/**
 * Returns a function that returns the processor time, in milliseconds, which a thread has used since this call. Without
 * an address of its statistics, the time of all other threads of the process is counted.
 */
export function measureThread(statistics: string | null): () => number {
  const read = () => (statistics === null ? othersTime() : timeIn(statistics))
  const before = read() ?? 0
  let used = 0
  return () => {
    used = Math.max(used, (read() ?? 0) - before)
    return used
  }
}

/** Null if the thread has ended. */
function timeIn(statistics: string): number | null {
  try {
    // The name of the thread, in parentheses, may contain spaces.
    const fields = readFileSync(statistics, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * msPerTick
  } catch {
    return null
  }
}

function othersTime(): number {
  const total = process.cpuUsage()
  const own = process.threadCpuUsage()
  return (total.user + total.system - own.user - own.system) / 1000
}
