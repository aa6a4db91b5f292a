import { type Delivery, newDelivery, post } from './deliveries.ts'
import type { Installation } from './installation.ts'
import type { Random } from './random.ts'

/** The requests of one delivery, and their answers. */
export type Sent = { delivery: Delivery; processed: number; duplicate: number; unanswered: number }

export type Load = ReturnType<typeof startLoad>

/** Several connections that deliver without pause, each with its own generator, until they are stopped. */
export function startLoad(
  urls: string[],
  installation: Installation,
  randoms: Random[],
  pauseMilliseconds: number,
) {
  const sent: Sent[] = []
  const unexpected: string[] = []
  let stopped = false

  async function connection(random: Random) {
    while (!stopped) {
      const record = sent.length > 0 && random.chance(0.15) ? random.pick(sent) : begin(random)
      const copies = random.chance(0.15) ? 2 : 1
      await Promise.all(Array.from({ length: copies }, () => deliver(record, random)))
      await Bun.sleep(random.between(0, pauseMilliseconds))
    }
  }

  function begin(random: Random): Sent {
    const delivery = newDelivery(random, installation.fullName)
    const record = { delivery, processed: 0, duplicate: 0, unanswered: 0 }
    sent.push(record)
    return record
  }

  /** Sends until it is answered; one in twenty that got no answer is never sent again. */
  async function deliver(record: Sent, random: Random) {
    for (;;) {
      const answer = await post(random.pick(urls), installation, record.delivery).catch(() => null)
      if (answer) return note(record, answer)
      record.unanswered++
      if (random.chance(0.05)) return
      await Bun.sleep(5)
    }
  }

  function note(record: Sent, { status, text }: { status: number; text: string }) {
    const body = status === 200 ? (JSON.parse(text) as { message: string; duplicate?: true }) : null
    if (body?.duplicate) record.duplicate++
    else if (body?.message.startsWith('Processed ')) record.processed++
    else unexpected.push(`${status} ${text}`)
  }

  const connections = randoms.map(connection)
  return {
    sent,
    /** Answers that are neither a first nor a repeated success: there must be none. */
    unexpected,
    /** Sends nothing new; resolves when all requests in flight have been answered. */
    async stop() {
      stopped = true
      await Promise.all(connections)
    },
  }
}
