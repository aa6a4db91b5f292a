import type { TrackerAdapter } from './adapter.ts'
import { linear } from './linear.ts'

/** All trackers that can be connected. */
export const trackerAdapters: TrackerAdapter[] = [linear]
