/** A rate of one day with its 95 % interval, over so many answers; null where nobody was asked. */
export type Point = { rate: number; interval: { low: number; high: number } | null; n: number } | null

/** A brand or an engine, with a point for each day of the chart. */
export type Series = { name: string; points: Point[] }

/** Something that happened on a day and makes what comes after it another thing, such as a model that took over. */
export type Mark = { day: string; text: string }
