import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toCsv, type Value } from '../../text/write-csv.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { saveFile } from './save-file.ts'
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
    mutationFn: async () =>
      saveFile(
        `${what.replaceAll(' ', '-')}.csv`,
        new Blob([toCsv([head, ...(await rows())])], { type: 'text/csv' }),
      ),
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
