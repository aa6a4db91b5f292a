import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toCsv, type Value } from '../../text/write-csv.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import * as strings from './strings.ts'
import { toast } from './toast.tsx'

/** Downloads a table as a CSV file. */
export function CsvButton({
  what,
  head,
  rows,
}: {
  /** The content of the table, which is also the file name: "engines". */
  what: string
  head: string[]
  /** Loads the remaining pages of the table. */
  rows: () => Value[][] | Promise<Value[][]>
}) {
  const download = useMutation({
    mutationFn: async () => save(`${what.replaceAll(' ', '-')}.csv`, toCsv([head, ...(await rows())])),
    onError: ({ message }) => toast(message),
  })
  return (
    <Button
      slim
      look="quiet"
      aria-label={strings.csv.download(what)}
      busy={download.isPending && strings.csv.preparing}
      onClick={() => download.mutate()}
    >
      <Icon of={Download} />
      {strings.csv.csv}
    </Button>
  )
}

function save(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
