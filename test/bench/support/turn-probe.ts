// Loaded into the measured process before Herald: how long its event loop ran without a pause, by processor
// time.

/** Microseconds that this thread has used. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

let longest = 0
let before = threadTime()
setInterval(() => {
  const now = threadTime()
  longest = Math.max(longest, now - before)
  before = now
}, 1)

const socket = process.env.TURN_PROBE
if (socket)
  Bun.serve({
    unix: socket,
    // The first request of a measurement resets the result, the second reads it.
    fetch() {
      const milliseconds = longest / 1000
      longest = 0
      before = threadTime()
      return new Response(String(milliseconds))
    },
  })
