import { basePath } from '../../kit/base-path.ts'
import { rememberPlace } from './return.tsx'
import * as strings from './strings.ts'

/**
 * Single sign-on, if it is configured. Without a page to return to, it opens in a new tab; this page keeps
 * its form and is notified of the sign-in.
 */
export function Oidc({ label, next }: { label: string; next?: string }) {
  return (
    <>
      <span className="or">{strings.oidc.or}</span>
      <a
        className="button"
        href={`${basePath}/api/app/oidc/start`}
        target={next === undefined ? '_blank' : undefined}
        onClick={() => next !== undefined && rememberPlace(next)}
      >
        {next === undefined ? strings.oidc.continueWithInNewTab(label) : strings.oidc.continueWith(label)}
      </a>
    </>
  )
}
