import { Notice } from '../notice.tsx'
import type { ImportResult } from './import-result.ts'
import * as strings from './strings.ts'

/** The lines of a file that have a problem. */
export function Issues({ issues }: Pick<ImportResult, 'issues'>) {
  if (issues.length === 0) return null
  return (
    <Notice kind="warn">
      <p>{strings.importDialog.problems(issues.length)}</p>
      <ul className="bullets">
        {issues.map(({ line, message }) => (
          <li key={`${line} ${message}`}>{strings.importDialog.line(line, message)}</li>
        ))}
      </ul>
    </Notice>
  )
}
