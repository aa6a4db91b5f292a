import { Download } from 'lucide-react'
import { Button } from './button.tsx'
import { toCsv, type Value } from './csv-text.ts'
import { Icon } from './icon.tsx'

/** Puts a table into a file that spreadsheets open. */
export function CsvButton({
  what,
  head,
  rows,
}: {
  /** What the table holds, which is also the name of the file: "engines". */
  what: string
  head: string[]
  rows: () => Value[][]
}) {
  function download() {
    const address = URL.createObjectURL(new Blob([toCsv([head, ...rows()])], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `${what.replaceAll(' ', '-')}.csv`
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 1000)
  }
  return (
    <Button slim look="quiet" aria-label={`Download the ${what} as CSV`} onClick={download}>
      <Icon of={Download} />
      CSV
    </Button>
  )
}
