import type { ParsedAnswer, Question } from './answer.ts'
import type { Engine } from './engine.ts'
import type { Json } from './json.ts'

/** Request and response format of one kind of endpoint. */
export type Protocol = {
  /** Appended to the base URL. */
  path(engine: Engine): string
  headers(key: string): Record<string, string>
  /** The request body, without the engine's `search.body`. */
  body(engine: Engine, question: Question): Json
  /** Makes a search mandatory, in addition to `search.body`. */
  force(body: Json): Json
  read(answer: Json, question: Question): ParsedAnswer
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
