// A thread of its own, so that readers in the same process cannot delay the measured deliveries.
import { pushTarget } from '../bench/deliveries.ts'
import { sendSteadily } from '../bench/support/load.ts'
import type { Service } from '../bench/support/service.ts'

declare const self: Worker

export type DeliveryOrder = {
  service: Pick<Service, 'port' | 'pid'>
  path: string
  rate: number
  seconds: number
}

/** Answers with the milliseconds from the due time of each delivery to its answer, or with an error in words. */
self.onmessage = async ({ data }: MessageEvent<DeliveryOrder>) => {
  const service = { ...data.service, readyAfter: 0, stop: async () => {} }
  try {
    self.postMessage(await sendSteadily(pushTarget(service, data.path), data.rate, data.seconds))
  } catch (error) {
    self.postMessage(String(error))
  }
}
