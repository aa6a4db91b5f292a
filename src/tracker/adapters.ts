import type { TrackerAdapter } from './adapter.ts'
import { linear } from './linear.ts'

/** Every tracker that can be connected. */
export const trackerAdapters: TrackerAdapter[] = [linear]
