import type { Subject } from '../../mentions/subject.ts'
import { shorten } from '../../text/line.ts'

/** The sources of statements about others. */
export type ClaimSources = {
  own: Subject
  /** Competitors and all other companies with known names. */
  others: Subject[]
  /**
   * Texts that support a statement about any company: quotations of stored answers and approved claims. Never a
   * heading, a question or another text that the planner or the writer made up.
   */
  sources: string[]
  /** The brand's own facts and pages. They only support statements about the brand. */
  ownSources?: string[]
  /** The user's question. Its words describe the topic and need no source. */
  topic: string
  language: string
  /**
   * Whether the sources describe the brand's own work. A name in them that is not a competitor's may be part of that
   * work, so only harmful statements about it need support, and a statement about a competitor may describe the
   * brand's own change.
   */
  describesOwnWork?: boolean
}

/** A statement about another company that no source supports. */
export type UnsupportedClaim = { statement: string; name: string; message: string }

const maxStatement = 90

export const unsupported = (statement: string, name: string): UnsupportedClaim => ({
  ...{ statement, name },
  message: `No source supports "${shorten(statement, maxStatement)}" about ${name}.`,
})
