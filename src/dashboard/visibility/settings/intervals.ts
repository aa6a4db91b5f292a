import * as strings from './strings.ts'

/** The intervals of automatic scans, in hours (spec: GEO settings document). */
export const intervals = [
  { hours: 24, label: strings.intervals.daily },
  { hours: 48, label: strings.intervals.last48Hours },
  { hours: 72, label: strings.intervals.last3Days },
  { hours: 168, label: strings.intervals.weekly },
  { hours: 336, label: strings.intervals.last2Weeks },
  { hours: 720, label: strings.intervals.last30Days },
] as const
