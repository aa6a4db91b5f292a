/** The intervals of automatic scans, in hours (spec: GEO settings document). */
export const intervals = [
  { hours: 24, label: 'Daily' },
  { hours: 48, label: '48 hours' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: 'Weekly' },
  { hours: 336, label: '2 weeks' },
  { hours: 720, label: '30 days' },
] as const
