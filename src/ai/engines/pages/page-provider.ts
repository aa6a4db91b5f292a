import { ModelError } from '../../error.ts'
import type { ParsedAnswer } from '../answer.ts'
import type { Engine } from '../engine.ts'
import type { Json } from '../json.ts'
import type { EngineRequest } from '../send.ts'
import type { PageKind } from './page-kinds.ts'
import type { Place } from './place.ts'

export type PageQuestion = { kind: PageKind; text: string; place: Place; language: string }

/** The content of a page. `shown` is false if the page has no answer of an AI. */
export type FoundPage = ParsedAnswer & { shown: boolean }

/** Sends a request with the key of the engine and returns the JSON object in its response. */
export type Ask = (request: Pick<EngineRequest, 'method' | 'path' | 'body'>) => Promise<Json>

/** The status that an answer with HTTP status 200 stands for, and what the provider said about it. */
export type Refusal = { status: number; said: string | null }

/** A page was read and charged without its AI answer, which may load at the next attempt. */
export class PageNotLoaded extends ModelError {
  constructor(
    { id }: Pick<Engine, 'id'>,
    readonly charged: Pick<ParsedAnswer, 'cost' | 'searches'>,
  ) {
    super('unavailable', `The provider of ${id} could not load the AI answer of the page.`)
  }
}

/** The requests and answers of a company that sells copies of result pages. */
export type PageProvider = {
  /** Whether the provider can choose place, device and language for a page. */
  hasPlace(kind: PageKind): boolean
  /** The query and headers that authenticate a request. */
  authenticate(key: string): { query?: Record<string, string>; headers?: Record<string, string> }
  /** Everything in requests that must not be repeated in an error. */
  secretsOf(key: string): string[]
  /** Why a response is no answer; null if it is one. */
  refusalIn(answer: Json): Refusal | null
  /** Reads a page with one or more requests. Throws a ModelError if the page cannot be read. */
  read(engine: Pick<Engine, 'id'>, question: PageQuestion, ask: Ask): Promise<FoundPage>
}

/** No tokens are charged for pages. */
export const noTokens = { input: 0, output: 0, reasoning: 0, cacheRead: 0, cacheWrite: 0 }

/** A page without an answer of an AI. */
export const notShown = (more: Partial<FoundPage> = {}): FoundPage => ({
  shown: false,
  text: '',
  finishReason: null,
  modelReported: null,
  searched: true,
  queries: [],
  cited: [],
  consulted: [],
  tokens: noTokens,
  searches: 1,
  cost: null,
  ...more,
})

const declinations = [
  'An AI Overview is not available for this search',
  "Can't generate an AI overview right now",
]

/** Longer texts of a page are cut: patterns run over them, and no page has so much. */
const maxText = 200_000

/** The Markdown of a page without images, cut to 200,000 characters. */
export const withoutImages = (markdown: string): string =>
  markdown
    .slice(0, maxText)
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,500}\)/g, '')
    .trim()

/** Whether a text only says that Google shows no overview. */
export function isDeclined(text: string): boolean {
  if (text.length > 200) return false
  const said = text
    .trim()
    .replace('’', "'")
    .replace(/[.\s]+(try again later\.?)?$/i, '')
  return declinations.some((each) => each.toLowerCase() === said.toLowerCase())
}
