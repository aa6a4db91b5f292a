import { t } from 'elysia'
import { link, optional, text } from '../../http/fields.ts'

/** `isFixed` is true for a setting that the environment contains: it cannot be changed here. */
export const ServerSettings = t.Object({
  address: t.Object({ isFixed: t.Boolean(), url: t.String() }),
  model: t.Object({
    isFixed: t.Boolean(),
    baseUrl: t.Nullable(t.String()),
    hasKey: t.Boolean(),
    writer: t.Nullable(t.String()),
    small: t.Nullable(t.String()),
  }),
  mail: t.Object({
    isFixed: t.Boolean(),
    /** Without its password. */
    server: t.Nullable(t.String()),
    from: t.Nullable(t.String()),
  }),
})
export type ServerSettings = typeof ServerSettings.static

/** The result of a test; null if it succeeded. */
export const TestResult = t.Object({ error: t.Nullable(t.String()) })
export type TestResult = typeof TestResult.static

export const AddressBody = t.Object({ url: link('url', 300) })
export type AddressBody = typeof AddressBody.static

export const ModelBody = t.Object({
  baseUrl: optional(link('baseUrl', 500)),
  /** Missing: the stored key stays. */
  key: optional(text('key', 1, 500)),
  writer: optional(text('writer', 1, 200)),
  small: optional(text('small', 1, 200)),
})
export type ModelBody = typeof ModelBody.static

export const MailBody = t.Object({
  /** Missing: the stored URL stays; without a sender, no mail is sent. */
  url: optional(text('url', 1, 500)),
  from: optional(text('from', 1, 254)),
})
export type MailBody = typeof MailBody.static
