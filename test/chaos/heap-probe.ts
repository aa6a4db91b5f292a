// Preloaded into a server: appends its heap size to HEAP_FILE every 30 s, and the live heap after a
// collection every 10 min.
import { heapStats } from 'bun:jsc'
import { appendFileSync } from 'node:fs'

const collectEvery = 20
let samples = 0

setInterval(() => {
  const isCollected = samples++ % collectEvery === 0
  if (isCollected) Bun.gc(true)
  const { heapSize, heapCapacity, extraMemorySize, objectCount, objectTypeCounts } = heapStats()
  const { rss, external } = process.memoryUsage()
  const most = Object.entries(objectTypeCounts)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 25)
  const counts = isCollected ? { counts: Object.fromEntries(most) } : {}
  const line = {
    at: Date.now(),
    rss,
    heapSize,
    heapCapacity,
    extraMemorySize,
    external,
    objectCount,
    ...counts,
  }
  appendFileSync(process.env.HEAP_FILE ?? '/dev/null', `${JSON.stringify(line)}\n`)
}, 30_000).unref()
