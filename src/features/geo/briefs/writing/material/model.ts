import type { Subject } from '../../../../../mentions/subject.ts'
import type { Voice } from '../../../../../writer/voice.ts'
import type { BriefDocument } from '../../table.ts'

/** A page that the article may link to. */
export type Link = { url: string; title: string | null; anchor: string | null; why: string | null }

/** A claim of a brief, with what stored answers say of it. */
export type Claim = { claim: string; quotations: { engine: string; quotation: string }[] }

/** A true statement of the brand about itself, by the user or from a page of theirs. */
export type Fact = { id: string; text: string; url: string | null }

/** Everything that an article is written from, as the step that gathers it keeps it. */
export type Material = {
  /** What the user asked for; a run that an earlier version began has none. */
  topic?: string
  /** The facts of the brand identity; a run that an earlier version began has none. */
  facts?: Fact[]
  document: BriefDocument
  own: Subject
  /** Everybody else who may be named: those that are tracked, and those that the answers and the brief speak of. */
  rivals: Subject[]
  identity: { id: string; name: string } | null
  voice: Voice | null
  claims: Claim[]
  links: Link[]
  /** What the brand's own pages say. */
  pages: { url: string; title: string | null; text: string }[]
  existingPageUrl: string | null
}
