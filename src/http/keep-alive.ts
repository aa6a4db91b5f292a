/** Proxies close a connection without traffic after a minute, some after 30 seconds. */
const beatMilliseconds = 15_000

/**
 * A JSON response that may take minutes. If it takes longer than a beat, it starts with status 200 and sends a space
 * per beat: JSON allows white space before the value. Only for responses whose status is always 200.
 */
export async function keepAlive(answer: Promise<Response>, beat = beatMilliseconds): Promise<Response> {
  const { promise: silence, resolve } = Promise.withResolvers<null>()
  const first = setTimeout(() => resolve(null), beat)
  const early = await Promise.race([answer, silence]).finally(() => clearTimeout(first))
  if (early) return early
  const space = new TextEncoder().encode(' ')
  let timer: Timer | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = () => controller.enqueue(space)
      send()
      timer = setInterval(send, beat)
      answer
        .then((late) => late.bytes())
        .finally(() => clearInterval(timer))
        .then((bytes) => {
          controller.enqueue(bytes)
          controller.close()
        })
        .catch((error) => controller.error(error))
    },
    cancel: () => clearInterval(timer),
  })
  const headers = { 'Content-Type': 'application/json', 'X-Accel-Buffering': 'no' }
  return new Response(body, { headers })
}
