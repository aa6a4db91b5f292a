import { t } from 'elysia'
import { text } from '../../http/fields.ts'
import { Key } from '../keys/model.ts'

const maxRequest = 8_000

/** The query of an authorization request. */
export const ConsentRequest = t.Object({ request: text('request', 1, maxRequest) })

export const Consent = t.Object({
  /** The name that the client gives itself. */
  name: t.String(),
  /** The host of the client's metadata document; null for a client that only registered. */
  verifiedHost: t.Nullable(t.String()),
  returnsTo: t.String(),
  returnKind: t.Union([t.Literal('website'), t.Literal('loopback'), t.Literal('program')]),
  /** What is wrong with the request; it can only be denied then. */
  fault: t.Nullable(t.String()),
  denyUrl: t.String(),
  organizations: t.Array(
    t.Object({
      id: t.String(),
      name: t.String(),
      scopes: t.Array(t.String()),
      /** Why no app can be connected; null if one can. */
      refusal: t.Nullable(t.String()),
    }),
  ),
})
export type Consent = typeof Consent.static

export const Approval = t.Object({
  request: text('request', 1, maxRequest),
  organizationId: text('organizationId', 1, 100),
  scopes: t.Array(t.String({ maxLength: 60 }), {
    minItems: 1,
    maxItems: 100,
    error: 'Select at least one permission',
  }),
})
export type Approval = typeof Approval.static

export const Approved = t.Object({ redirectTo: t.String() })

/** An app that a user connected: the access token without its secret, and the name of the organization. */
const Connection = t.Composite([Key, t.Object({ organization: t.String() })])
export const ConnectionList = t.Object({ connections: t.Array(Connection) })
export type ConnectionList = typeof ConnectionList.static
