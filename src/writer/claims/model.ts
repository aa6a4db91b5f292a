import type { Subject } from '../../mentions/subject.ts'
import { shorten } from '../../text/line.ts'

/** What a text may say about others, and by which sources. */
export type ClaimSources = {
  own: Subject
  /** Competitors and everybody else whose name is known. */
  others: Subject[]
  /**
   * Texts that support a statement about anybody: quotations of stored answers and approved claims. Never a heading, a
   * question or another text that the planner or the writer made up.
   */
  sources: string[]
  /** What the brand says: its facts and pages. They support statements about the brand alone. */
  ownSources?: string[]
  /** What the user asked. Its words describe the matter, and need no source. */
  topic: string
  language: string
  /**
   * Whether the sources describe the brand's own work. A name in them that is no competitor's may be a part of it, so only
   * harmful statements about it need support, and what is said of a competitor may be the brand's own change.
   */
  describesOwnWork?: boolean
}

/** A statement about somebody else that no source supports. */
export type UnsupportedClaim = { statement: string; name: string; message: string }

const maxStatement = 90

export const unsupported = (statement: string, name: string): UnsupportedClaim => ({
  ...{ statement, name },
  message: `No source supports "${shorten(statement, maxStatement)}" about ${name}.`,
})
