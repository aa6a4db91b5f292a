import { cpus } from 'node:os'

/**
 * The load of the machine by other processes, from 0 to 1, sampled for a second while nothing is measured.
 */
export async function otherLoad(): Promise<number> {
  const before = cpuTimes()
  await Bun.sleep(1000)
  const after = cpuTimes()
  return 1 - (after.idle - before.idle) / (after.total - before.total)
}

function cpuTimes() {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  const total = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { idle, total }
}
