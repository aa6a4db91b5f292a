import { type Engine, isPageApi } from './engine.ts'

/** Kind of endpoint: API with or without search, results page or assistant page. */
export const surfaces = ['api_search', 'api_plain', 'results_page', 'assistant_page'] as const
export type Surface = (typeof surfaces)[number]

type Asked = Pick<Engine, 'api' | 'model' | 'search'>

/** Returns what is asked to get the answers of an engine. */
export function surfaceOf({ api, model, search }: Asked): Surface {
  if (isPageApi(api)) return model === 'chatgpt' ? 'assistant_page' : 'results_page'
  return search.supported ? 'api_search' : 'api_plain'
}

/** Whether an engine is a page that people use, read through a result provider. */
export const isPage = ({ api }: Pick<Engine, 'api'>): boolean => isPageApi(api)
