/** The rate of one day with its 95% interval and its number of answers; null without answers. */
export type Point = { rate: number; interval: { low: number; high: number } | null; n: number } | null

/** A brand or an engine, with a point for each day of the chart. */
export type Series = { name: string; points: Point[] }

/** An event that makes later days incomparable, such as a new model of an engine. */
export type Mark = { day: string; text: string }
