import { Notice } from '../notice.tsx'
import { Issues } from './import-issues.tsx'
import type { ImportPreview } from './import-result.ts'
import * as strings from './strings.ts'

/** As many rows as one reads before an import. */
const previewed = 10

/** What an import would add, before it is added. */
export function Preview({
  preview: { imported, skipped, issues, rows, warnings },
  skippedAs,
}: {
  preview: ImportPreview
  skippedAs: string
}) {
  const said = [
    strings.importDialog.toAdd(imported),
    skipped > 0 && strings.importDialog.skipped(skipped, skippedAs),
  ].filter(Boolean)
  return (
    <>
      <p role="status">{said.join(', ')}.</p>
      <ul className="bullets">
        {rows.slice(0, previewed).map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      {rows.length > previewed && (
        <p className="muted">{strings.importDialog.more(rows.length - previewed)}</p>
      )}
      {warnings.length > 0 && (
        <Notice kind="warn">
          <ul className="bullets">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Issues issues={issues} />
    </>
  )
}
