import type { AnswerKind } from './answer-kinds.ts'
import { type Engine, isPageApi } from './engine.ts'

type Asked = Pick<Engine, 'api' | 'model' | 'search'>

/** Returns the kind of the answers of an engine. */
export function answerKindOf({ api, model, search }: Asked): AnswerKind {
  if (isPageApi(api)) return model === 'chatgpt' ? 'assistant_page' : 'results_page'
  return search.supported ? 'api_search' : 'api_plain'
}

/** Whether an engine is a page that people use, read through a result provider. */
export const isPage = ({ api }: Pick<Engine, 'api'>): boolean => isPageApi(api)
