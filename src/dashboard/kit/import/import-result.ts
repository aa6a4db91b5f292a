/** How many rows an import added, and the lines with problems. */
export type ImportResult = {
  imported: number
  updated: number
  skipped: number
  issues: { line: number; message: string }[]
}

/** What an import would add: a line for each row, and remarks about some. */
export type ImportPreview = ImportResult & { rows: string[]; warnings: string[] }
