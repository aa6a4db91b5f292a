import type { Question, Reading } from './answer.ts'
import type { Engine } from './engine.ts'
import type { Json } from './json.ts'

/** How questions and answers look at one kind of endpoint. */
export type Wire = {
  /** What follows the base URL. */
  path(engine: Engine): string
  headers(key: string): Record<string, string>
  /** The request, without what the engine's own `search.body` adds. */
  body(engine: Engine, question: Question): Json
  /** Says that it must search, on top of `search.body`. */
  force(body: Json): Json
  read(answer: Json, question: Question): Reading
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
