import type { Consent } from '../../data/oauth.ts'
import { Notice } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** Where the app gets the access: the only part of a request that the app cannot choose freely. */
export function ReturnPlace({ verifiedHost, returnsTo, returnKind }: Consent) {
  return (
    <>
      <p className="mt-6">
        <span className="muted small">{strings.connectApp.returnsTo}</span>
        <br />
        <strong className="host">{returnsTo}</strong>
      </p>
      <p className="muted small">
        {verifiedHost ? strings.connectApp.verified(verifiedHost) : strings.connectApp.notVerified}
      </p>
      {returnKind !== 'website' && <Notice kind="warn">{strings.connectApp.onlyIfYou[returnKind]}</Notice>}
    </>
  )
}
