/** The directory of a run's databases, and the binary that it measures. */
export type Workshop = { folder: string; binary: string }

/** One line of the table. */
export type Row = {
  what: string
  reached: string
  baseline?: string
  ratio?: number
  aim?: string
  met?: boolean
}

export type Benchmark = (workshop: Workshop) => Promise<Row[]>
